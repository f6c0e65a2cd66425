//! Confusion: the d20 as the slot opens.

use crate::rules::combatant::Combatant;
use crate::rules::event::Stop;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// Whether it rolls as its slot opens.
pub fn is_rolled(_: &Combatant) -> bool {
    false
}

/// The d20 of a slot.
pub fn roll(_: &mut Resolution, _: CombatantId) -> Result<(), Stop> {
    Ok(())
}
