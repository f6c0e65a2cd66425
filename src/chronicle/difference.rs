//! What an amendment of the past comes to: two lines of one fight compared.

use crate::chronicle::align::same_effect;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Command;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Round;
use std::collections::BTreeMap;

/// A recorded command that became impossible: it is passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Void {
    /// The round in which it was done.
    pub round: Round,
    /// What was commanded.
    pub command: Command,
    /// Why it cannot be done any more.
    pub why: RuleError,
}

/// Somebody has an act now that it did not have, and nobody said what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Idle {
    /// Who.
    pub who: CombatantId,
    /// In which round.
    pub round: Round,
}

/// When somebody went out of the fight, and how.
pub type Fall = (Round, Standing);

/// What is written down while two lines are played side by side.
#[derive(Debug, Clone, Default)]
pub(super) struct Ledger {
    pub(super) void: Vec<Void>,
    pub(super) idle: Vec<Idle>,
    old: BTreeMap<CombatantId, Fall>,
    new: BTreeMap<CombatantId, Fall>,
}

impl Ledger {
    /// That happened on the old line, which is in that state since.
    pub(super) fn old_happened(&mut self, e: &Encounter, event: &Event) {
        fell(&mut self.old, e.round, event);
    }

    /// That happened on the new line, one after the other from that state on.
    pub(super) fn new_happened(&mut self, before: &Encounter, events: &[Event]) {
        let mut round = before.round;
        for event in events {
            if let Event::RoundBegan(next) = event {
                round = *next;
            }
            fell(&mut self.new, round, event);
        }
    }
}

fn fell(falls: &mut BTreeMap<CombatantId, Fall>, round: Round, event: &Event) {
    match event {
        Event::Stood(who, Standing::Up) => {
            falls.remove(who);
        }
        Event::Stood(who, standing) => {
            falls.insert(*who, (round, *standing));
        }
        _ => {}
    }
}

/// Before, and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change<T> {
    /// On the old line.
    pub was: T,
    /// On the new one.
    pub now: T,
}

/// What is another with somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fate {
    /// Who.
    pub who: CombatantId,
    /// When it fell, where that differs; `None` in it: it stands.
    pub fall: Option<Change<Option<Fall>>>,
    /// Hit points or wounds, where they differ.
    pub vitals: Option<Change<Vitals>>,
    /// Conditions it has no more, and those it has now.
    pub conditions: Change<Vec<Effect>>,
    /// It is in the fight on one line only.
    pub presence: Option<Change<bool>>,
}

/// What an amendment comes to.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Who fares otherwise, in the order in which they came.
    pub fates: Vec<Fate>,
    /// What became impossible.
    pub void: Vec<Void>,
    /// Who does nothing because nobody said what.
    pub idle: Vec<Idle>,
    /// The states both lines lead to.
    pub states: Change<Encounter>,
}

impl Difference {
    pub(super) fn of(old: &Encounter, new: &Encounter, ledger: &Ledger) -> Self {
        let mut everybody: Vec<CombatantId> = old.all().chain(new.all()).map(|c| c.id).collect();
        everybody.sort_unstable();
        everybody.dedup();
        let fates = everybody.into_iter().map(|who| fate(who, old, new, ledger));
        Self {
            fates: fates.filter(Fate::differs).collect(),
            void: ledger.void.clone(),
            idle: ledger.idle.clone(),
            states: Change { was: old.clone(), now: new.clone() },
        }
    }

    /// Whether nothing came of it: everybody fares as before, and nothing became impossible.
    pub fn is_empty(&self) -> bool {
        self.fates.is_empty() && self.void.is_empty() && self.idle.is_empty()
    }
}

impl Fate {
    fn differs(&self) -> bool {
        let conditions = !self.conditions.was.is_empty() || !self.conditions.now.is_empty();
        self.fall.is_some() || self.vitals.is_some() || conditions || self.presence.is_some()
    }
}

fn fate(who: CombatantId, old: &Encounter, new: &Encounter, ledger: &Ledger) -> Fate {
    let (was, now) = (old.get(who), new.get(who));
    let fall = |c: Option<&Combatant>, falls: &BTreeMap<CombatantId, Fall>| {
        c.filter(|c| !c.is_up()).and_then(|_| falls.get(&who)).copied()
    };
    let fall = change(fall(was, &ledger.old), fall(now, &ledger.new));
    let both = was.zip(now);
    let vitals = both.and_then(|(was, now)| change(was.vitals, now.vitals));
    let without = |of: Option<&Combatant>, other: Option<&Combatant>| {
        let mut left: Vec<&Effect> = other.map_or(Vec::new(), |c| c.effects.iter().collect());
        let mut only = Vec::new();
        for effect in of.map_or(&[][..], |c| &c.effects) {
            match left.iter().position(|other| same_effect(effect, other)) {
                Some(at) => drop(left.swap_remove(at)),
                None => only.push(effect.clone()),
            }
        }
        only
    };
    let conditions = match both {
        Some(_) => Change { was: without(was, now), now: without(now, was) },
        None => Change { was: Vec::new(), now: Vec::new() },
    };
    Fate { who, fall, vitals, conditions, presence: change(was.is_some(), now.is_some()) }
}

fn change<T: PartialEq>(was: T, now: T) -> Option<Change<T>> {
    (was != now).then_some(Change { was, now })
}
