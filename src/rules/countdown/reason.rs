//! Modifier reasons specific to this ruleset.

use crate::rules::model::tally::Reason;

/// Shooting at a target at point blank.
pub const POINT_BLANK: Reason = Reason::new("PointBlank");
/// The target is unaware of the attacker.
pub const UNNOTICED: Reason = Reason::new("Unnoticed");
/// Attacking with the flat of the blade.
pub const FLAT: Reason = Reason::new("Flat");
/// A kick.
pub const KICK: Reason = Reason::new("Kick");
/// Shaken.
pub const SHAKEN: Reason = Reason::new("Shaken");
/// Off balance.
pub const STUMBLING: Reason = Reason::new("Stumbling");
/// The weapon's own attack roll modifier.
pub const ENGINE: Reason = Reason::new("Engine");
/// Dodging.
pub const DODGING: Reason = Reason::new("Dodging");
/// Size.
pub const SIZE: Reason = Reason::new("Size");
/// An ambush.
pub const AMBUSH: Reason = Reason::new("Ambush");
/// The better of Strength and Dexterity.
pub const MIGHT: Reason = Reason::new("Might");
/// One of several simultaneous injuries.
pub const BLOW: Reason = Reason::new("Blow");
/// Damage beyond what was left to lose.
pub const SPENT: Reason = Reason::new("Spent");
/// The block's own bonus.
pub const OWN: Reason = Reason::new("Own");
