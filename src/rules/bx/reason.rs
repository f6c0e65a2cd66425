//! Reasons of totals that nobody but this ruleset has.

use crate::rules::model::tally::Reason;

/// The target retreats.
pub const RETREATING: Reason = Reason::new("Retreating");

/// The shield does not count.
pub const SHIELD_IGNORED: Reason = Reason::new("ShieldIgnored");

/// Both hands on the weapon: no shield.
pub const TWO_HANDED: Reason = Reason::new("TwoHanded");

/// Exhausted from running.
pub const EXHAUSTED: Reason = Reason::new("Exhausted");
