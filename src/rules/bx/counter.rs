//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// Rounds of this encounter with movement.
pub const ROUNDS_MOVED: Counter = Counter::new("RoundsMoved");

/// Rounds of running.
pub const ROUNDS_RUN: Counter = Counter::new("RoundsRun");

/// The side's first morale step has seen to those that never fight.
pub const UNWILLING: Counter = Counter::new("Unwilling");
