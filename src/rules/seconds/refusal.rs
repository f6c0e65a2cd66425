//! Refusals that nobody but this ruleset has.

use crate::rules::model::error::Refusal;

/// Dying.
pub const DYING: Refusal = Refusal::new("Dying");

/// Will is gone.
pub const BROKEN: Refusal = Refusal::new("Broken");

/// Asleep.
pub const ASLEEP: Refusal = Refusal::new("Asleep");

/// Cannot move a limb.
pub const PARALYSED: Refusal = Refusal::new("Paralysed");

/// No seconds left.
pub const OUT_OF_SECONDS: Refusal = Refusal::new("OutOfSeconds");

/// In the middle of an action.
pub const INSIDE_ACTION: Refusal = Refusal::new("InsideAction");

/// Nothing was begun.
pub const NOTHING_BEGUN: Refusal = Refusal::new("NothingBegun");

/// Dead or destroyed already.
pub const TARGET_DEAD: Refusal = Refusal::new("TargetDead");

/// It has no such limb or place.
pub const NO_SUCH_LOCATION: Refusal = Refusal::new("NoSuchLocation");

/// It has no such combo.
pub const NO_SUCH_COMBO: Refusal = Refusal::new("NoSuchCombo");

/// A run under three seconds.
pub const RUN_TOO_SHORT: Refusal = Refusal::new("RunTooShort");

/// Not over such ground.
pub const BAD_GROUND: Refusal = Refusal::new("BadGround");

/// Magic is never aimed.
pub const CANNOT_AIM: Refusal = Refusal::new("CannotAim");

/// The defender lacks that defence, or may not use it.
pub const NO_SUCH_DEFENCE: Refusal = Refusal::new("NoSuchDefence");

/// Beyond its Combo Rating.
pub const COMBO_RATING: Refusal = Refusal::new("ComboRating");

/// More components than it can use.
pub const COMBO_SIZE: Refusal = Refusal::new("ComboSize");

/// More attacks than it can make in one.
pub const COMBO_ATTACKS: Refusal = Refusal::new("ComboAttacks");

/// Disabled: neither combos nor heavier weapons.
pub const DISABLED: Refusal = Refusal::new("Disabled");

/// In a rage: no casting, no concentration.
pub const RAGING: Refusal = Refusal::new("Raging");

/// No Will left.
pub const NO_WILL: Refusal = Refusal::new("NoWill");

/// It takes at least one.
pub const TOO_FEW_HELPERS: Refusal = Refusal::new("TooFewHelpers");

/// The rider does not control it.
pub const UNCONTROLLED: Refusal = Refusal::new("Uncontrolled");

/// The weapon is jammed.
pub const JAMMED: Refusal = Refusal::new("Jammed");

/// It can only crawl.
pub const ONLY_CRAWLS: Refusal = Refusal::new("OnlyCrawls");

/// It cannot possess, or is in a body already.
pub const CANNOT_POSSESS: Refusal = Refusal::new("CannotPossess");
