//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// Rounds of this encounter with movement.
pub const ROUNDS_MOVED: Counter = Counter::new("RoundsMoved");

/// Rounds of running.
pub const ROUNDS_RUN: Counter = Counter::new("RoundsRun");

/// The first death has been met with a check (1), or is due one (2).
pub const FIRST_DEATH: Counter = Counter::new("FirstDeath");

/// The side's first morale step has seen to those that never fight.
pub const UNWILLING: Counter = Counter::new("Unwilling");

/// The side was surprised when the encounter began.
pub const SURPRISED_SIDE: Counter = Counter::new("SurprisedSide");
