//! Recovery: what time heals.

use crate::rules::command::Act;
use crate::rules::event::Stop;
use crate::rules::moment::Second;
use crate::rules::resolution::Resolution;

/// Somebody rests.
pub fn rest(_: &mut Resolution, _: &Act) -> Result<(), Stop> {
    Ok(())
}

/// So many seconds went by outside the fight.
pub fn elapsed(r: &mut Resolution, seconds: Second) {
    super::morale::calm_hours(r, seconds);
}

/// The fight is over.
pub fn ended(_: &mut Resolution) {}
