//! Counters specific to this ruleset.

use crate::rules::model::counter::Counter;

/// The DC of the next dying check.
pub const DYING_DC: Counter = Counter::new("DyingDc");
/// Broken checks failed since Will reached 0.
pub const BROKEN_CHECKS: Counter = Counter::new("BrokenChecks");
/// Seconds of calm outside the fight since the last morale penalty.
pub const CALM: Counter = Counter::new("Calm");
/// Seconds of its next turn that other minds have already spent.
pub const SPENT_BY_OTHERS: Counter = Counter::new("SpentByOthers");
/// The mind that last acted with the body: its id plus one.
pub const LAST_MIND: Counter = Counter::new("LastMind");
/// The round of the turn whose checks are all made, where that turn may yet come up in another slot.
pub const CHECKED: Counter = Counter::new("Checked");
/// Metres of straight movement just made, with nothing done since.
pub const RUN_UP: Counter = Counter::new("RunUp");
/// Poison checks passed in a row.
pub const MADE: Counter = Counter::new("Made");
/// Poison checks failed in a row.
pub const FAILED: Counter = Counter::new("Failed");
/// Doses taken.
pub const DOSES: Counter = Counter::new("Doses");
/// Full intervals spent in an inhaled poison.
pub const INTERVALS: Counter = Counter::new("Intervals");
/// The round of the first check.
pub const FIRST_ROUND: Counter = Counter::new("FirstRound");
/// The poison that caused the symptom: its effect's id plus one.
pub const BROUGHT_BY: Counter = Counter::new("BroughtBy");
/// Wounds the poison has caused.
pub const WOUNDS_BROUGHT: Counter = Counter::new("WoundsBrought");
/// Morale penalties the poison has caused.
pub const PENALTIES_BROUGHT: Counter = Counter::new("PenaltiesBrought");
