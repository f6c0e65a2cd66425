//! Critical misses: the chart of d100 (section 3.12).

use super::blow::Blow;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::event::Stop;

/// A natural 1: what goes wrong (`house.fumble.trigger`).
pub fn chart(_: &mut Resolution, _: &Blow) -> Result<(), Stop> {
    Ok(())
}
