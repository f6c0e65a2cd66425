//! The counters of this ruleset.

use crate::rules::model::counter::{Counter, CounterRow, counters};

counters! {
    /// The DC of the next dying check.
    DYING_DC = DyingDc;
    /// Broken checks failed since Will reached 0.
    BROKEN_CHECKS = BrokenChecks;
    /// Seconds of calm outside the fight since the last morale penalty.
    CALM = Calm;
    /// The round of the turn whose checks are all made, where that turn may yet come up in another slot.
    CHECKED = Checked;
    /// Seconds of its next turn that other minds have already spent.
    SPENT_BY_OTHERS = SpentByOthers;
    /// The mind that last acted with the body: its id plus one.
    LAST_MIND = LastMind;
    /// Metres of straight movement just made, with nothing done since.
    RUN_UP = RunUp;
    /// Poison checks passed in a row.
    MADE = Made;
    /// Poison checks failed in a row.
    FAILED = Failed;
    /// Doses taken.
    DOSES = Doses "doses";
    /// Full intervals spent in an inhaled poison.
    INTERVALS = Intervals;
    /// The round of the first check.
    FIRST_ROUND = FirstRound round();
    /// Wounds the poison has caused.
    WOUNDS_BROUGHT = WoundsBrought;
    /// The poison that caused the symptom: its effect's id plus one.
    BROUGHT_BY = BroughtBy;
    /// Morale penalties the poison has caused.
    PENALTIES_BROUGHT = PenaltiesBrought;
}
