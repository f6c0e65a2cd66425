//! Causes for the steps of saves of format 1, which have none: made up from the kinds of events and whom they are about.
//! They are what such a fight may tell, not exactly what happened: a combo or an area may be told more vaguely. New
//! entries never come here, so this stays as it is, like the format.

use crate::rules::model::cause::{Causes, Why};
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Command;
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::{Event, Rolled, Told};
use crate::rules::model::ids::{CombatantId, Text};

/// Makes up the causes of a step.
pub(super) fn causes(command: &Command, events: &[Event]) -> Causes {
    let (why, actor) = match command {
        Command::Act(act) => (Why::Act(act.who), Some(act.who)),
        Command::Proceed | Command::Skip => (Why::Sequence, None),
        _ => (Why::Referee, None),
    };
    let mut causes = Causes::default();
    let root = causes.add(why, None);
    let mut making = Making { causes, root, actor, turn: None, blows: Vec::new(), fallen: Vec::new() };
    events.iter().for_each(|event| making.put(event));
    making.causes
}

struct Making {
    causes: Causes,
    root: u16,
    actor: Option<CombatantId>,
    /// The rule by which the next attack is out of turn.
    turn: Option<Text>,
    /// The blows so far, and how far each is settled.
    blows: Vec<Struck>,
    /// Those who fell.
    fallen: Vec<(CombatantId, u16)>,
}

struct Struck {
    cause: u16,
    whom: Option<CombatantId>,
    hits: bool,
    defended: bool,
    harmed: bool,
}

impl Making {
    fn put(&mut self, event: &Event) {
        let cause = self.cause(event);
        self.causes.put(cause);
    }

    fn cause(&mut self, event: &Event) -> u16 {
        match event {
            Event::Deferred(event) => self.cause(event),
            Event::Closed | Event::Elapsed(_) if self.actor.is_some() => {
                self.root = self.causes.add(Why::Sequence, None);
                self.blows.clear();
                self.root
            }
            Event::Committed => {
                self.blows.clear();
                self.root = self.causes.add(Why::Outcome, Some(self.root));
                self.root
            }
            Event::Told(Told::Rule(rule)) => {
                self.turn = Some(rule.clone());
                self.root
            }
            Event::Rolled(rolled) => self.rolled(rolled),
            Event::Stood(who, standing) => self.stood(*who, *standing),
            Event::Harmed { who, .. } | Event::Wounded { who, .. } => self.on_blow(*who, |blow| {
                blow.hits && !blow.defended && !std::mem::replace(&mut blow.harmed, true)
            }),
            Event::Told(Told::Withstood(who, ..)) => {
                self.on_blow(*who, |blow| blow.hits && !blow.defended)
            }
            Event::Afflicted(who, _) | Event::Relieved { who, .. } | Event::Geared(who, ..) => {
                let fall = self.fallen.iter().find(|(whom, _)| whom == who).map(|(_, cause)| *cause);
                fall.unwrap_or_else(|| self.of_last_blow(*who))
            }
            Event::Told(Told::Row(who, ..)) => self.of_last_blow(*who),
            _ => self.root,
        }
    }

    fn rolled(&mut self, rolled: &Rolled) -> u16 {
        match (rolled.purpose, rolled.who) {
            (Purpose::Attack(line), Some(who)) => {
                let under = match self.turn.take() {
                    _ if self.actor == Some(who) => self.root,
                    Some(rule) => self.causes.add(Why::OutOfTurn(who, rule), Some(self.root)),
                    None => self.root,
                };
                let cause = self.causes.add(Why::Blow(who, line, rolled.against), Some(under));
                let (whom, hits) = (rolled.against, rolled.outcome.succeeded());
                self.blows.push(Struck { cause, whom, hits, defended: false, harmed: false });
                cause
            }
            (Purpose::Defence(_), Some(who)) => self.on_blow(who, |blow| {
                blow.hits && !std::mem::replace(&mut blow.defended, rolled.outcome.succeeded())
            }),
            (Purpose::Damage(_), _) => match rolled.against {
                Some(whom) => self.on_blow(whom, |blow| blow.hits && !blow.defended),
                None => self.root,
            },
            (Purpose::Morale, who) => match rolled.side {
                Some(side) => {
                    self.root = self.causes.add(Why::Group(side, who), Some(self.root));
                    self.root
                }
                None => self.root,
            },
            (Purpose::Fumble | Purpose::Critical | Purpose::CriticalCondition, _) => {
                let over = self.blows.last().map_or(self.root, |blow| blow.cause);
                self.causes.add(Why::Table(rolled.purpose), Some(over))
            }
            (_, Some(who)) if self.actor != Some(who) => self.of_last_blow(who),
            _ => self.root,
        }
    }

    fn stood(&mut self, who: CombatantId, standing: Standing) -> u16 {
        if !matches!(standing, Standing::Dead | Standing::Down) {
            return self.root;
        }
        let under = self.of_last_blow(who);
        let cause = self.causes.add(Why::Falls(who), Some(under));
        self.fallen.push((who, cause));
        cause
    }

    /// The cause of the first blow at that one that is still open.
    fn on_blow(&mut self, whom: CombatantId, open: impl Fn(&mut Struck) -> bool) -> u16 {
        let found = self.blows.iter_mut().filter(|blow| blow.whom == Some(whom)).find_map(|blow| {
            let cause = blow.cause;
            open(blow).then_some(cause)
        });
        found.unwrap_or(self.root)
    }

    /// The cause of the last blow at that one.
    fn of_last_blow(&self, whom: CombatantId) -> u16 {
        let last = self.blows.iter().rev().find(|blow| blow.whom == Some(whom));
        last.map_or(self.root, |blow| blow.cause)
    }
}
