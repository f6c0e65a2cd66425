//! Compares two lines of a fight: the effect of an amendment.

use crate::chronicle::align::same_effect;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::command::Command;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Round;
use std::collections::BTreeMap;

/// A recorded command that has become impossible and is skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoidCommand {
    /// The round in which it was recorded.
    pub round: Round,
    /// The command.
    pub command: Command,
    /// Why it is impossible now.
    pub why: RuleError,
}

/// A combatant that owes an act it did not owe before, and does nothing for want of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Idle {
    /// The combatant.
    pub who: CombatantId,
    /// The round.
    pub round: Round,
}

/// When a combatant left the fight, and how.
pub type Fall = (Round, Standing);

/// Notes taken while two lines are replayed side by side.
#[derive(Debug, Clone, Default)]
pub(super) struct Ledger {
    pub(super) void: Vec<VoidCommand>,
    pub(super) idle: Vec<Idle>,
    old: BTreeMap<CombatantId, Fall>,
    new: BTreeMap<CombatantId, Fall>,
}

impl Ledger {
    /// Records an event of the old line and the state after it.
    pub(super) fn old_happened(&mut self, e: &Encounter, event: &Event) {
        fell(&mut self.old, e.round, event);
    }

    /// Records events of the new line, from the state before them.
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

/// An old and a new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change<T> {
    /// On the old line.
    pub was: T,
    /// On the new line.
    pub now: T,
}

/// How the fate of a combatant differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fate {
    /// The combatant.
    pub who: CombatantId,
    /// When it fell, if that differs. `None` inside means that it is up.
    pub fall: Option<Change<Option<Fall>>>,
    /// Hit points or wounds, if they differ.
    pub vitals: Option<Change<Vitals>>,
    /// Its temporary hit points, which are no condition here; `vitals` is given if these differ.
    pub temporary: Change<i32>,
    /// The conditions it had only on the old line, and only on the new one.
    pub conditions: Change<Vec<Effect>>,
    /// Whether it is present, if that differs.
    pub presence: Option<Change<bool>>,
}

/// The effect of an amendment.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The combatants whose fate differs, ordered by id.
    pub fates: Vec<Fate>,
    /// The commands that became impossible.
    pub void: Vec<VoidCommand>,
    /// Those who do nothing for want of a command.
    pub idle: Vec<Idle>,
    /// The states at the end of both lines.
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

    /// Whether nothing differs: no fate has changed, nothing became impossible, and nobody is idle.
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

fn conditions_of(c: Option<&Combatant>) -> impl Iterator<Item = &Effect> {
    let effects = c.into_iter().flat_map(|c| &c.effects);
    effects.filter(|effect| effect.condition != Condition::TEMPORARY_HP)
}

fn fate(who: CombatantId, old: &Encounter, new: &Encounter, ledger: &Ledger) -> Fate {
    let (was, now) = (old.get(who), new.get(who));
    let fall = |c: Option<&Combatant>, falls: &BTreeMap<CombatantId, Fall>| {
        c.filter(|c| !c.is_up()).and_then(|_| falls.get(&who)).copied()
    };
    let fall = change(fall(was, &ledger.old), fall(now, &ledger.new));
    let both = was.zip(now);
    let on_top = |c: Option<&Combatant>| c.map_or(0, Combatant::temporary);
    let temporary = Change { was: on_top(was), now: on_top(now) };
    let differ = |(was, now): &(&Combatant, &Combatant)| {
        was.vitals != now.vitals || temporary.was != temporary.now
    };
    let vitals = both.filter(differ).map(|(was, now)| Change { was: was.vitals, now: now.vitals });
    let without = |of: Option<&Combatant>, other: Option<&Combatant>| {
        let mut left: Vec<&Effect> = conditions_of(other).collect();
        let mut only = Vec::new();
        for effect in conditions_of(of) {
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
    Fate { who, fall, vitals, temporary, conditions, presence: change(was.is_some(), now.is_some()) }
}

fn change<T: PartialEq>(was: T, now: T) -> Option<Change<T>> {
    (was != now).then_some(Change { was, now })
}
