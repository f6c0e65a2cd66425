//! Units of men that fight as one.

use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;

/// The most that one hit of a single combatant takes off a unit.
pub fn one_man(_: &Encounter, _: CombatantId) -> Option<i32> {
    None
}
