//! What caused what: the events of a command as a tree of causes. The engine and the rules state each cause where they
//! emit its events, so that nobody has to guess it from their order.

use super::combatant::Standing;
use super::command::Act;
use super::deed::Deed;
use super::dice::Purpose;
use super::event::{Event, SpellFate, Told};
use super::ids::{CombatantId, EffectId, SideId, Text};
use serde::{Deserialize, Serialize};

/// What caused events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The act of the command, by its actor.
    Act(CombatantId),
    /// An act begun earlier that goes on: its actor, deed, line and targets.
    GoesOn(CombatantId, Deed, Option<u8>, Vec<CombatantId>),
    /// One attack: by whom, with which line, at whom. A line of no block is a bare hand.
    Blow(CombatantId, u8, Option<CombatantId>),
    /// An attack out of turn: by whom, and the id of the rule that allows it.
    OutOfTurn(CombatantId, Text),
    /// What an act does to one of its targets, or to somebody beside.
    Target(CombatantId),
    /// The morale of a side, or of the kind of that member.
    Group(SideId, Option<CombatantId>),
    /// It breaks, and what it does then.
    Breaks(CombatantId),
    /// A roll on a table, of that purpose, and what its row brings.
    Table(Purpose),
    /// It falls, and everything about it that follows from that.
    Falls(CombatantId),
    /// What was held back while acts were simultaneous takes hold.
    Outcome,
    /// A timer falls due: a poison, a reminder, reinforcements.
    Due(EffectId),
    /// What lasts on it does its work: fire, bleeding, what it is swallowed by.
    Ticks(CombatantId),
    /// An effect ends because its time is up.
    Ends(CombatantId, EffectId),
    /// What runs by itself: procedures, windows, rounds, whatever falls due.
    Sequence,
    /// A rule of the house book, by its id.
    House(Text),
    /// The referee's word.
    Referee,
}

/// A cause, and the one under which it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// What it is.
    pub why: Why,
    /// The index of the cause above it; `None` for a root. Always less than its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<u16>,
}

/// The causes of a command's events: a tree, and which of its nodes each event lies under. An event belongs to one cause;
/// a cause may be left and entered again, as the blows of a combo are.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Causes {
    /// The causes, each after the one above it.
    tree: Vec<Cause>,
    /// Stretches of events under the same cause, in order: the cause's index, and how many events.
    runs: Vec<(u16, u16)>,
}

impl Causes {
    /// Adds a cause and returns its index.
    pub(in crate::rules) fn add(&mut self, why: Why, under: Option<u16>) -> u16 {
        let at = u16::try_from(self.tree.len()).unwrap_or(u16::MAX);
        self.tree.push(Cause { why, under });
        at
    }

    /// Puts the next event under a cause.
    pub(in crate::rules) fn put(&mut self, cause: u16) {
        match self.runs.last_mut() {
            Some((last, count)) if *last == cause && *count < u16::MAX => *count += 1,
            _ => self.runs.push((cause, 1)),
        }
    }

    /// Whether none are recorded.
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// The cause at an index.
    pub fn get(&self, at: u16) -> Option<&Cause> {
        self.tree.get(usize::from(at))
    }

    /// The cause of each event, in the events' order.
    pub fn of_events(&self) -> impl Iterator<Item = u16> {
        self.runs.iter().flat_map(|(cause, count)| std::iter::repeat_n(*cause, usize::from(*count)))
    }

    /// Whether what happens to that one may lie under the cause.
    pub(in crate::rules) fn concerns(&self, at: u16, who: CombatantId) -> bool {
        self.chain(at).find_map(|why| why.concerns(who)) != Some(false)
    }

    /// The indexes of a cause and of those above it, up to the root.
    pub fn up(&self, at: u16) -> impl Iterator<Item = u16> {
        let first = self.get(at).map(|_| at);
        std::iter::successors(first, |at| self.get(*at)?.under)
    }

    /// A cause and those above it, up to the root.
    pub fn chain(&self, at: u16) -> impl Iterator<Item = &Why> {
        self.up(at).filter_map(|at| self.get(at)).map(|cause| &cause.why)
    }

    /// The nearest such cause at or over one.
    pub fn ancestor(&self, at: u16, is: impl Fn(&Why) -> bool) -> Option<u16> {
        self.up(at).find(|at| self.get(*at).is_some_and(|cause| is(&cause.why)))
    }

    /// Checks that every event lies under a cause where it belongs, and the causes nest.
    ///
    /// # Errors
    /// The index of the first event that lies under none, or where it does not belong, or of the first cause that does not
    /// stand after the one above it.
    pub fn hold(&self, events: &[Event]) -> Result<(), usize> {
        let nests =
            |(at, cause): (usize, &Cause)| cause.under.is_none_or(|above| usize::from(above) < at);
        if let Some(at) = self.tree.iter().enumerate().position(|one| !nests(one)) {
            return Err(at);
        }
        let known = self.of_events().take_while(|cause| self.get(*cause).is_some()).count();
        if known != events.len() {
            return Err(known);
        }
        let lawful = |(event, cause): (&Event, u16)| belongs(event, || self.chain(cause));
        events.iter().zip(self.of_events()).position(|one| !lawful(one)).map_or(Ok(()), Err)
    }
}

impl Why {
    /// The act as one begun earlier that goes on.
    pub fn going_on(act: &Act) -> Self {
        Self::GoesOn(act.who, act.deed, act.with, act.at.clone())
    }

    /// Whom it is done to: the target of a blow, or of an act.
    fn whom(&self) -> Option<CombatantId> {
        match self {
            Self::Blow(_, _, whom) => *whom,
            Self::Target(whom) | Self::Ticks(whom) => Some(*whom),
            _ => None,
        }
    }

    /// Whether what happens to that one may lie right under it; `None` if that is for the cause above it to say.
    fn concerns(&self, who: CombatantId) -> Option<bool> {
        Some(match self {
            Self::Table(_) => return None,
            Self::Act(one)
            | Self::GoesOn(one, ..)
            | Self::OutOfTurn(one, _)
            | Self::Target(one)
            | Self::Falls(one)
            | Self::Breaks(one)
            | Self::Ticks(one)
            | Self::Ends(one, _) => *one == who,
            Self::Blow(by, _, at) => *by == who || *at == Some(who),
            _ => true,
        })
    }

    /// Whether somebody does something, or the referee says so.
    const fn is_done(&self) -> bool {
        matches!(
            self,
            Self::Act(_) | Self::GoesOn(..) | Self::OutOfTurn(..) | Self::House(_) | Self::Referee
        )
    }

    /// Whether it hurts, of itself.
    const fn hurts(&self) -> bool {
        use Why::{Blow, Due, House, Outcome, Referee, Target, Ticks};
        matches!(self, Blow(..) | Target(_) | Outcome | Due(_) | Ticks(_) | House(_) | Referee)
    }
}

/// Whether an event may lie under such causes, the innermost first.
fn belongs<'a, C: Iterator<Item = &'a Why>>(event: &Event, chain: impl Fn() -> C) -> bool {
    match event {
        Event::Rolled(rolled) => match rolled.purpose {
            Purpose::Attack(_) => {
                let own = |why: &Why| matches!(why, Why::Blow(by, ..) if rolled.who == Some(*by));
                let aimed = |why: &Why| rolled.against.is_none() || why.whom() == rolled.against;
                let blow = chain().find(|why| matches!(why, Why::Blow(..)));
                blow.is_some_and(|why| own(why) && aimed(why)) && chain().any(Why::is_done)
            }
            Purpose::Defence(_) => chain().find_map(Why::whom) == rolled.who,
            Purpose::Morale => chain().any(|why| matches!(why, Why::Group(..))),
            Purpose::Critical
            | Purpose::CriticalCondition
            | Purpose::Fumble
            | Purpose::Interrupted
            | Purpose::WildMagic
            | Purpose::Confusion => chain().any(|why| *why == Why::Table(rolled.purpose)),
            _ => true,
        },
        Event::Harmed { who, .. } | Event::Wounded { who, .. } => {
            chain().find(|why| why.hurts()).is_some_and(|why| why.whom().is_none_or(|whom| whom == *who))
        }
        Event::Healed { who, .. } | Event::Afflicted(who, _) => {
            chain().find_map(|why| why.concerns(*who)) != Some(false)
        }
        Event::Committed => chain().next() == Some(&Why::Outcome),
        Event::Relieved { lapsed: true, .. } => {
            chain().any(|why| matches!(why, Why::Ends(..) | Why::Due(_) | Why::Falls(_)))
        }
        Event::Told(Told::Spell(_, _, fate)) => {
            matches!(fate, SpellFate::Disrupted | SpellFate::LetGo) || chain().any(Why::is_done)
        }
        Event::Told(Told::Broke(who)) => chain().next() == Some(&Why::Breaks(*who)),
        Event::Stood(who, Standing::Dead | Standing::Down) => chain().next() == Some(&Why::Falls(*who)),
        _ => true,
    }
}

/// The events of a command, in order, with their causes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// Their causes.
    pub causes: Causes,
}
