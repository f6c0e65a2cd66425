//! Missiles that miss: who else is struck, where a flask breaks (section 3.11).

use super::blow::Blow;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::event::Stop;

/// A missile has missed.
pub fn check(_: &mut Resolution, _: &Blow, _: i32) -> Result<(), Stop> {
    Ok(())
}
