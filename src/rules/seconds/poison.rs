//! Poisons, diseases, radiation.

use super::attack::Blow;
use crate::rules::combatant::Combatant;
use crate::rules::command::Act;
use crate::rules::effect::Timer;
use crate::rules::encounter::Encounter;
use crate::rules::event::Stop;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// Whether something in it is checked as its slot opens.
pub fn is_checked(_: &Combatant) -> bool {
    false
}

/// The checks of a slot.
pub fn check(_: &mut Resolution, _: CombatantId) -> Result<(), Stop> {
    Ok(())
}

/// Whether the check that falls due still has something to do.
pub fn still_matters(_: &Encounter, _: &Timer) -> bool {
    false
}

/// A check by the clock falls due.
pub fn fall_due(_: &mut Resolution, _: &Timer) -> Result<(), Stop> {
    Ok(())
}

/// A poisoned weapon dealt damage.
pub fn from_weapon(_: &mut Resolution, _: &Blow) -> Result<(), Stop> {
    Ok(())
}

/// Somebody is exposed.
pub fn expose(_: &mut Resolution, _: &Act) -> Result<(), Stop> {
    Ok(())
}
