//! Reasons of totals that nobody but this ruleset has.

use crate::rules::model::tally::Reason;

/// A shooter with the target at hand.
pub const POINT_BLANK: Reason = Reason::new("PointBlank");

/// Its target does not notice it.
pub const UNNOTICED: Reason = Reason::new("Unnoticed");

/// With the flat of the blade.
pub const FLAT: Reason = Reason::new("Flat");

/// A kick.
pub const KICK: Reason = Reason::new("Kick");

/// Shaken.
pub const SHAKEN: Reason = Reason::new("Shaken");

/// Off balance.
pub const STUMBLING: Reason = Reason::new("Stumbling");

/// The weapon's own figure.
pub const ENGINE: Reason = Reason::new("Engine");

/// Dodging.
pub const DODGING: Reason = Reason::new("Dodging");

/// Its size.
pub const SIZE: Reason = Reason::new("Size");

/// In ambush.
pub const AMBUSH: Reason = Reason::new("Ambush");

/// The better of Strength and Dexterity.
pub const MIGHT: Reason = Reason::new("Might");

/// One of several harms at one instant.
pub const BLOW: Reason = Reason::new("Blow");

/// There was no more to lose.
pub const SPENT: Reason = Reason::new("Spent");

/// Its own bonus.
pub const OWN: Reason = Reason::new("Own");
