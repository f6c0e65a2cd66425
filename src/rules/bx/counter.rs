//! Counters that only this ruleset has.

use crate::rules::model::counter::Counter;

/// Rounds of this encounter in which the combatant has moved.
pub const ROUNDS_MOVED: Counter = Counter::new("RoundsMoved");
