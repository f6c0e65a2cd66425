//! The fight gone through once more, event by event.

use super::luck::Rolls;
use super::{Chapter, Close, Fall, Line, One, Report, SideSum};
use crate::chronicle::{Chronicle, Step};
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::dice::RollRequest;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::event::{Event, Outcome, Rolled, Source};
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::ruleset::about::About;
use crate::rules::text::log;
use crate::rules::text::words;
use std::collections::BTreeMap;

/// For whom a roll counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    One(CombatantId),
    Side(SideId),
}

/// What a combatant did and bore.
#[derive(Debug, Default)]
struct Ledger {
    dealt: i64,
    taken: i64,
    healed: i64,
    felled: Vec<CombatantId>,
    /// Who harmed it last.
    by: Vec<CombatantId>,
    /// The least it had left (hit points), or the most it bore (wounds), and in which round.
    worst: Option<(i32, u32)>,
}

/// Everything gathered on the way.
struct Walk<'a> {
    about: &'static About,
    /// The state at the end: names outlast everything.
    end: &'a Encounter,
    /// The state at this point.
    e: Encounter,
    ledgers: BTreeMap<CombatantId, Ledger>,
    /// Harm that waits for its outcome: by whom, how much.
    waiting: BTreeMap<CombatantId, Vec<(CombatantId, i32)>>,
    rolls: Rolls<Whose>,
    falls: Vec<Fall>,
    close: Vec<Close>,
    log: Vec<Chapter>,
}

/// The whole report.
pub(super) fn told(title: &str, fight: &Chronicle) -> Report {
    let end = fight.now();
    let mut walk = Walk {
        about: fight.rules().about(),
        end,
        e: fight.start().clone(),
        ledgers: BTreeMap::new(),
        waiting: BTreeMap::new(),
        rolls: Rolls::new(),
        falls: Vec::new(),
        close: Vec::new(),
        log: Vec::new(),
    };
    let done = fight.line().get(..fight.at()).unwrap_or_default();
    let steps: Vec<&Step> =
        done.iter().filter_map(|id| fight.entry(*id)).flat_map(|entry| &entry.steps).collect();
    steps.iter().for_each(|step| walk.step(step));
    walk.tell(fight.start().round, &steps.iter().map(|step| step.happened()).collect());
    walk.report(title)
}

impl Walk<'_> {
    fn step(&mut self, step: &Step) {
        for answered in &step.answers {
            let sides = &self.e;
            self.rolls.note(answered, |ask| whose(sides, ask));
        }
        for event in &step.events {
            self.e.apply(event);
            self.bear(event);
            if let (Event::Rolled(rolled), Some(what)) =
                (event, log::in_full(self.about, self.end, event))
                && by_a_hair(rolled)
            {
                self.close.push(Close { round: self.e.round, what });
            }
        }
    }

    /// The whole log, a chapter a round, from the one in which it begins.
    fn tell(&mut self, began: u32, steps: &log::Steps) {
        let teller = log::Teller { about: self.about, e: self.end, record: steps };
        self.log.push(Chapter { round: began, lines: Vec::new() });
        for passage in teller.forward(None) {
            match (passage.round(), self.log.last_mut()) {
                (Some(round), _) => self.log.push(Chapter { round, lines: Vec::new() }),
                (None, Some(chapter)) => {
                    chapter.lines.push(Line { indent: 0, text: teller.line(&passage).text() });
                }
                (None, None) => {}
            }
        }
    }

    /// What the event did to somebody.
    fn bear(&mut self, event: &Event) {
        match event {
            Event::Harmed { who, amount, source, tally } => {
                let blows = tally.terms().iter().any(|term| self.about.sums_blows(&term.0));
                self.harmed(*who, *amount, *source, blows);
            }
            Event::Wounded { who, source, .. } => self.harmed(*who, 1, *source, false),
            Event::Healed { who, amount } => self.ledger(*who).healed += i64::from(*amount),
            Event::HpSet(who, _) => self.ledger(*who).by.clear(),
            Event::Deferred(event) => self.defer(event),
            Event::Stood(who, standing) if *standing != Standing::Up => self.fell(*who, *standing),
            _ => {}
        }
        if let Event::Harmed { who, .. } | Event::Wounded { who, .. } | Event::HpSet(who, _) = event {
            self.note_worst(*who);
        }
    }

    fn ledger(&mut self, who: CombatantId) -> &mut Ledger {
        self.ledgers.entry(who).or_default()
    }

    fn defer(&mut self, event: &Event) {
        if let Event::Harmed { who, amount, source, .. } = event
            && let Some(by) = doer(*source)
        {
            self.waiting.entry(*who).or_default().push((by, *amount));
        }
    }

    /// Harm at one instant from several is one sum: each is credited with what waited of it.
    fn harmed(&mut self, who: CombatantId, amount: i32, source: Source, blows: bool) {
        let waited = self.waiting.remove(&who).unwrap_or_default();
        let mut by: Vec<(CombatantId, i32)> = match doer(source) {
            Some(by) => vec![(by, amount)],
            None if blows => waited,
            None => Vec::new(),
        };
        let mut left = amount;
        for (doer, share) in &mut by {
            *share = (*share).min(left);
            left -= *share;
            self.ledger(*doer).dealt += i64::from(*share);
        }
        let ledger = self.ledger(who);
        ledger.taken += i64::from(amount);
        ledger.by = by.into_iter().map(|(doer, _)| doer).collect();
        ledger.by.dedup();
    }

    fn note_worst(&mut self, who: CombatantId) {
        let Some(vitals) = self.e.get(who).map(|c| c.vitals) else { return };
        let (figure, round) = (vitals.figure(), self.e.round);
        let worse = |old: i32| match vitals {
            Vitals::HitPoints { .. } => figure < old,
            Vitals::Wounds(_) => figure > old,
        };
        let ledger = self.ledger(who);
        if ledger.worst.is_none_or(|(old, _)| worse(old)) {
            ledger.worst = Some((figure, round));
        }
    }

    /// Whoever ran or gave up did it by itself; whoever dies of what put it down, by the same hand.
    fn fell(&mut self, who: CombatantId, standing: Standing) {
        if standing == Standing::Gone {
            return;
        }
        let struck = matches!(standing, Standing::Down | Standing::Dead);
        let by = if struck { self.ledger(who).by.clone() } else { Vec::new() };
        for doer in &by {
            let felled = &mut self.ledger(*doer).felled;
            if !felled.contains(&who) {
                felled.push(who);
            }
        }
        let fall = Fall {
            round: self.e.round,
            who: self.name(who),
            side: self.end.get(who).map_or_else(|| "".into(), |c| words::side(self.end, c.side).into()),
            what: words::becomes(standing),
            by: by.iter().map(|doer| self.name(*doer)).collect(),
        };
        self.falls.push(fall);
    }

    fn name(&self, who: CombatantId) -> Text {
        words::name(self.end, who).into()
    }

    fn report(mut self, title: &str) -> Report {
        let combatants: Vec<One> = self.end.all().map(|c| self.one(c)).collect();
        let sides = self.end.side_ids().map(|side| self.side(side, &combatants)).collect();
        let mut closest: Vec<(i64, Close)> = self.end.all().filter_map(|c| self.narrow(c)).collect();
        closest.sort_by_key(|(left, close)| (*left, close.round));
        let mut closest: Vec<Close> = closest.into_iter().map(|(_, close)| close).collect();
        closest.append(&mut self.close);
        Report {
            title: title.into(),
            ruleset: self.end.ruleset.name(),
            rules: self.about.title.clone(),
            over: self.end.stage == Stage::Over,
            rounds: self.log.last().map_or(0, |chapter| chapter.round),
            clock: self.end.clock,
            counted_in: words::harm(self.about),
            sides,
            combatants,
            falls: self.falls,
            closest,
            dice: self.rolls.dice(),
            log: self.log,
        }
    }

    fn one(&self, c: &Combatant) -> One {
        let none = Ledger::default();
        let ledger = self.ledgers.get(&c.id).unwrap_or(&none);
        let most = match c.vitals {
            Vitals::HitPoints { max, .. } => Some(max),
            Vitals::Wounds(_) => None,
        };
        One {
            name: c.name.clone(),
            side: words::side(self.end, c.side).into(),
            stands: words::standing(c.standing),
            left: c.vitals.figure(),
            most,
            dealt: ledger.dealt,
            taken: ledger.taken,
            healed: ledger.healed,
            felled: ledger.felled.iter().map(|who| self.name(*who)).collect(),
            luck: self.rolls.luck(Whose::One(c.id)),
        }
    }

    fn side(&self, side: SideId, all: &[One]) -> SideSum {
        let name: Text = words::side(self.end, side).into();
        let its: Vec<&One> = all.iter().filter(|one| one.side == name).collect();
        SideSum {
            up: self.end.in_standing(side, Standing::Up),
            of: its.len(),
            dealt: its.iter().map(|one| one.dealt).sum(),
            taken: its.iter().map(|one| one.taken).sum(),
            luck: self.rolls.luck(Whose::Side(side)),
            name,
        }
    }

    /// Whoever is in the fight still and had a quarter left at the worst, or bore two wounds; the
    /// nearest to death has the least number.
    fn narrow(&self, c: &Combatant) -> Option<(i64, Close)> {
        let (worst, round) = self.ledgers.get(&c.id)?.worst.filter(|_| c.is_up())?;
        let (left, what) = match c.vitals {
            Vitals::HitPoints { max, .. } if worst.saturating_mul(4) <= max => {
                let left = i64::from(worst) * 1000 / i64::from(max.max(1));
                (left, format!("{} was down to {worst} of {max} hit points", c.name))
            }
            Vitals::Wounds(_) if worst >= 2 => {
                (-i64::from(worst), format!("{} bore {worst} wounds", c.name))
            }
            _ => return None,
        };
        Some((left, Close { round, what }))
    }
}

fn doer(source: Source) -> Option<CombatantId> {
    match source {
        Source::Attack(who) | Source::Sparing(who) | Source::Effect(who) => Some(who),
        Source::Lasting | Source::Referee => None,
    }
}

/// A roll counts for whoever made it, and for its side.
fn whose(e: &Encounter, ask: &RollRequest) -> Vec<Whose> {
    let one = ask.who.and_then(|who| e.get(who));
    let side = ask.side.or(one.map(|c| c.side));
    let one = one.map(|c| Whose::One(c.id));
    one.into_iter().chain(side.map(Whose::Side)).collect()
}

/// It came off on the last number that does, or failed by one.
fn by_a_hair(rolled: &Rolled) -> bool {
    let (Some(need), Some(_)) = (rolled.need, rolled.dice) else { return false };
    let off = rolled.total().saturating_sub(need);
    match rolled.outcome {
        Outcome::Success => off == 0,
        Outcome::Failure => off.abs() == 1,
        _ => false,
    }
}
