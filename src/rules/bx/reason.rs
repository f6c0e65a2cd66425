//! Reasons of totals that nobody but this ruleset has.

use crate::rules::model::tally::Reason;

/// Both hands on the weapon: no shield.
pub const TWO_HANDED: Reason = Reason::new("TwoHanded");
