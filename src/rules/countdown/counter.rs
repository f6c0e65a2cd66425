//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// Rolls to hit made against it while it may be casting.
pub const ATTACKED: Counter = Counter::new("Attacked");

/// The side may be caught unawares (1), or lies open to an ambush (2).
pub const UNWARY: Counter = Counter::new("Unwary");

/// The first meeting with opposition has been answered for (1).
pub const OPPOSED: Counter = Counter::new("Opposed");

/// The last round in which a fire on the ground harmed it.
pub const SCORCHED: Counter = Counter::new("Scorched");

/// The last round in which it drew a weapon.
pub const DREW: Counter = Counter::new("Drew");
