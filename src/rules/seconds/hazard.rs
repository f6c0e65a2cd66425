//! Falls and collisions.

use crate::rules::command::Act;
use crate::rules::event::Stop;
use crate::rules::resolution::Resolution;

/// Somebody falls.
pub fn fall(_: &mut Resolution, _: &Act) -> Result<(), Stop> {
    Ok(())
}

/// Somebody collides.
pub fn collide(_: &mut Resolution, _: &Act) -> Result<(), Stop> {
    Ok(())
}
