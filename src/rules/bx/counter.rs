//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// Rounds of this encounter with movement.
pub const ROUNDS_MOVED: Counter = Counter::new("RoundsMoved");
