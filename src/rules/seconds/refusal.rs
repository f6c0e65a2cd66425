//! Refusals specific to this ruleset.

use crate::rules::model::error::Refusal;

/// Dying.
pub const DYING: Refusal = Refusal::new("Dying");
/// Broken: Will is 0.
pub const BROKEN: Refusal = Refusal::new("Broken");
/// Asleep.
pub const ASLEEP: Refusal = Refusal::new("Asleep");
/// Paralysed.
pub const PARALYSED: Refusal = Refusal::new("Paralysed");
/// No seconds left.
pub const OUT_OF_SECONDS: Refusal = Refusal::new("OutOfSeconds");
/// In the middle of an action.
pub const INSIDE_ACTION: Refusal = Refusal::new("InsideAction");
/// No action is in progress.
pub const NOTHING_BEGUN: Refusal = Refusal::new("NothingBegun");
/// The target is already dead or destroyed.
pub const TARGET_DEAD: Refusal = Refusal::new("TargetDead");
/// The target has no such location.
pub const NO_SUCH_LOCATION: Refusal = Refusal::new("NoSuchLocation");
/// The actor has no such combo.
pub const NO_SUCH_COMBO: Refusal = Refusal::new("NoSuchCombo");
/// A run shorter than three seconds.
pub const RUN_TOO_SHORT: Refusal = Refusal::new("RunTooShort");
/// Running over such ground is impossible.
pub const BAD_GROUND: Refusal = Refusal::new("BadGround");
/// Spells cannot be aimed.
pub const CANNOT_AIM: Refusal = Refusal::new("CannotAim");
/// The defender lacks that defence, or may not use it.
pub const NO_SUCH_DEFENCE: Refusal = Refusal::new("NoSuchDefence");
/// The combo exceeds the actor's Combo Rating.
pub const COMBO_RATING: Refusal = Refusal::new("ComboRating");
/// The combo has more components than the actor can use.
pub const COMBO_SIZE: Refusal = Refusal::new("ComboSize");
/// The combo has more attacks than the actor can make in one.
pub const COMBO_ATTACKS: Refusal = Refusal::new("ComboAttacks");
/// Disabled: no combos and no weapons above light.
pub const DISABLED: Refusal = Refusal::new("Disabled");
/// Raging: no casting and no concentration.
pub const RAGING: Refusal = Refusal::new("Raging");
/// Broken: Will is 0.
pub const NO_WILL: Refusal = Refusal::new("NoWill");
/// Reloading takes at least one loader.
pub const TOO_FEW_HELPERS: Refusal = Refusal::new("TooFewHelpers");
/// The rider does not control the mount.
pub const UNCONTROLLED: Refusal = Refusal::new("Uncontrolled");
/// It sits on a mount, which does the moving.
pub const RIDING: Refusal = Refusal::new("Riding");
/// The weapon is jammed.
pub const JAMMED: Refusal = Refusal::new("Jammed");
/// The actor cannot fly, or its wings no longer carry it.
pub const CANNOT_FLY: Refusal = Refusal::new("CannotFly");
/// The actor can only crawl.
pub const ONLY_CRAWLS: Refusal = Refusal::new("OnlyCrawls");
/// The actor cannot possess, or is already in another body.
pub const CANNOT_POSSESS: Refusal = Refusal::new("CannotPossess");
