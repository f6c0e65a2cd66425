//! The counters of this ruleset.

use crate::rules::model::counter::{Counter, CounterRow, counters};

counters! {
    /// Attack rolls made against it while it may be casting.
    ATTACKED = Attacked;
    /// On a side: 1 if it may be surprised, 2 if it is open to ambush.
    UNWARY = Unwary;
    /// On a side: 1 once the morale check on first meeting opposition is dealt with.
    OPPOSED = Opposed of_group();
    /// Last round in which a fire on the ground harmed it.
    SCORCHED = Scorched round();
    /// Last round in which it drew a weapon.
    DREW = Drew round();
    HALF_DOWN of_group();
    HOME of_group();
    CHECKS_PASSED of_group();
}
