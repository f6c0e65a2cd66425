//! The counters of this ruleset.

use crate::rules::model::counter::{Counter, CounterRow, counters};

counters! {
    /// Rounds of this encounter in which the combatant has moved.
    ROUNDS_MOVED = RoundsMoved;
    ROUNDS_RUN;
    FIRST_DEATH of_group();
    UNWILLING of_group();
    SURPRISED_SIDE;
    HALF_DOWN of_group();
    HOME of_group();
    CHECKS_PASSED of_group();
}
