//! Possession: several minds, one body.

use super::clock;
use crate::rules::command::Act;
use crate::rules::encounter::Encounter;
use crate::rules::error::RuleError;
use crate::rules::event::Stop;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// Whether several minds share the body.
pub fn is_shared(_: &Encounter, _: CombatantId) -> bool {
    false
}

/// Whether somebody may gainsay the turn that opens.
pub fn is_contested(_: &Encounter, _: CombatantId) -> bool {
    false
}

/// The turn closes: what is left of it goes by.
pub fn close_turn(r: &mut Resolution, who: CombatantId) {
    clock::wait_out(r, who);
}

/// Whether the deed is possible.
pub fn check(_: &Encounter, _: &Act) -> Result<(), RuleError> {
    Ok(())
}

/// What the deed does.
pub fn act(_: &mut Resolution, _: &Act) -> Result<(), Stop> {
    Ok(())
}

/// The contest of wills as a turn opens.
pub fn contest(_: &mut Resolution, _: CombatantId) -> Result<(), Stop> {
    Ok(())
}
