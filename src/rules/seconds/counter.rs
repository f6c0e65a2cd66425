//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// The difficulty of the next check against dying.
pub const DYING_DC: Counter = Counter::new("DyingDc");

/// Checks failed since it was broken.
pub const BROKEN_CHECKS: Counter = Counter::new("BrokenChecks");

/// Seconds of calm outside the fight since something last tried its nerve.
pub const CALM: Counter = Counter::new("Calm");

/// Seconds of its turn to come that others have spent already.
pub const SPENT_BY_OTHERS: Counter = Counter::new("SpentByOthers");

/// The mind that acted with it last: its id, and one more.
pub const LAST_MIND: Counter = Counter::new("LastMind");

/// Metres moved just before, with nothing done since.
pub const RUN_UP: Counter = Counter::new("RunUp");

/// Checks made in a row.
pub const MADE: Counter = Counter::new("Made");

/// Checks failed in a row.
pub const FAILED: Counter = Counter::new("Failed");

/// Doses taken.
pub const DOSES: Counter = Counter::new("Doses");

/// Full intervals spent in it.
pub const INTERVALS: Counter = Counter::new("Intervals");

/// The round in which it is checked first.
pub const FIRST_ROUND: Counter = Counter::new("FirstRound");

/// The poison that brought it: its effect's id, and one more.
pub const BROUGHT_BY: Counter = Counter::new("BroughtBy");

/// Wounds it has brought.
pub const WOUNDS_BROUGHT: Counter = Counter::new("WoundsBrought");

/// Penalties to Will it has brought.
pub const PENALTIES_BROUGHT: Counter = Counter::new("PenaltiesBrought");
