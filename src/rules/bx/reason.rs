//! Reasons in totals that only this ruleset has.

use crate::rules::model::tally::Reason;

/// No shield, because the weapon takes both hands.
pub const TWO_HANDED: Reason = Reason::new("TwoHanded");
