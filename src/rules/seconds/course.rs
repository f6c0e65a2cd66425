//! Poisons in the blood of a victim.

use super::asset::tables;
use super::tables::{Poison, Symptom};
use super::{condition, counter, presence};
use crate::rules::model::counter::Counter;
use crate::rules::model::event::Bearer;
use crate::rules::model::ids::EffectId;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::prelude::*;

/// A poison in a victim.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// The victim.
    pub who: CombatantId,
    /// The effect of the poison.
    pub id: EffectId,
    /// The row of the poison.
    pub row: &'static Poison,
    /// The clock at the time of the check, in seconds.
    pub now: Second,
    /// Whether it was not dying before the instant of the check, so that a wound does not kill it, though the same
    /// instant may have started that (`seconds.death.wound-while-dying`).
    pub spared: bool,
}

impl Course {
    /// Returns the course of a poison in a victim at that time.
    pub fn of(who: CombatantId, id: EffectId, row: &'static Poison, now: Second) -> Self {
        Self { who, id, row, now, spared: false }
    }
}

/// Returns the row of that name.
pub fn row(name: &str) -> Option<&'static Poison> {
    tables().poisons.iter().find(|row| *row.name == *name)
}

/// Returns the row of the effect.
pub fn row_of(effect: &Effect) -> Option<&'static Poison> {
    effect.label.as_deref().filter(|_| effect.condition == Condition::POISONED).and_then(row)
}

/// Returns the poisons in it, in the order of exposure.
pub fn courses(c: &Combatant) -> impl Iterator<Item = (&Effect, &'static Poison)> {
    c.effects_of(Condition::POISONED).filter_map(|effect| Some((effect, row_of(effect)?)))
}

/// Returns the effect while it lasts and the victim is alive.
pub fn in_blood<'a>(e: &'a Encounter, course: &Course) -> Option<&'a Effect> {
    e.get(course.who).filter(|c| presence::is_here(c))?.effect_by_id(course.id)
}

/// Whether it is still exposed to what it inhales.
pub fn stays_in(c: &Combatant, id: EffectId) -> bool {
    c.effects_of(condition::EXPOSED)
        .any(|effect| effect.label.is_none() && effect.with.is_none_or(|with| with == id))
}

/// Sets a counter of the effect.
pub fn count(r: &mut Resolution, course: &Course, counter: Counter, value: i32) {
    let stands = in_blood(r.encounter(), course).map(|effect| effect.count(counter));
    if stands.is_some_and(|stands| stands != value) {
        r.count(Bearer::Effect(course.who, course.id), counter, value);
    }
}

/// Multiplies the dice of a duration for an overdose (`seconds.poison.overdose`).
pub fn times(dice: DiceExpr, severity: i32) -> DiceExpr {
    let times = u8::try_from(severity.saturating_add(1)).unwrap_or(1);
    DiceExpr { count: dice.count.saturating_mul(times), ..dice }
}

/// Returns the morale penalties that calm cannot remove before the cure (`seconds.poison.no-healing`).
pub fn lasting_penalties(c: &Combatant) -> i32 {
    let brought = courses(c).map(|(effect, _)| effect.count(counter::PENALTIES_BROUGHT));
    brought.fold(0, i32::saturating_add)
}

/// Whether it can wound.
fn wounds(symptom: &Symptom) -> bool {
    matches!(symptom, Symptom::Wound | Symptom::Random)
}

/// Whether any poison in it can wound, which prevents natural healing (`seconds.poison.no-healing`).
pub fn can_wound(c: &Combatant) -> bool {
    courses(c).any(|(_, row)| row.symptoms.iter().any(wounds))
}
