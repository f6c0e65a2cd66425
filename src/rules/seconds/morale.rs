//! Will: morale damage, penalties, Broken.

use crate::rules::combatant::Combatant;
use crate::rules::command::Act;
use crate::rules::encounter::Encounter;
use crate::rules::event::Stop;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;
use crate::rules::wounds::block::Dread;

/// Whether it makes a Broken check as its slot opens.
pub fn is_checked(_: &Encounter, _: &Combatant) -> bool {
    false
}

/// Morale damage from one source.
pub fn damage(
    _: &mut Resolution,
    _: CombatantId,
    _: i32,
    _: Dread,
    _: Option<CombatantId>,
) -> Result<(), Stop> {
    Ok(())
}

/// Something tries its nerve.
pub fn quail(_: &mut Resolution, _: &Act) -> Result<(), Stop> {
    Ok(())
}

/// The check of a slot.
pub fn check(_: &mut Resolution, _: CombatantId) -> Result<(), Stop> {
    Ok(())
}
