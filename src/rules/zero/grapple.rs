//! Grappling.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;

/// Whether somebody is held whose contest is still to be rolled.
pub fn contests_due(_: &Encounter) -> bool {
    false
}

/// Every contest of the slot.
pub fn contests(_: &mut Resolution) -> Result<(), Stop> {
    Ok(())
}

/// Whoever cannot hold any more lets go.
pub fn release_lost_holds(_: &mut Resolution) {}
