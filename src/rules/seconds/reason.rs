//! Reasons of totals that nobody but this ruleset has.

use crate::rules::model::tally::Reason;

/// The finished bonus of a skill.
pub const SKILL: Reason = Reason::new("Skill");

/// Its own size.
pub const SCALE: Reason = Reason::new("Scale");

/// The target's size.
pub const TARGET_SCALE: Reason = Reason::new("TargetScale");

/// Range steps.
pub const RANGE: Reason = Reason::new("Range");

/// With the breath held.
pub const ON_THE_EXHALE: Reason = Reason::new("OnTheExhale");

/// Without raising the weapon.
pub const FROM_THE_HIP: Reason = Reason::new("FromTheHip");

/// A hurt hand.
pub const HURT_HAND: Reason = Reason::new("HurtHand");

/// Wounds of the weapon.
pub const WORN_WEAPON: Reason = Reason::new("WornWeapon");

/// Hard to see.
pub const CONCEALMENT: Reason = Reason::new("Concealment");

/// Unseen.
pub const INVISIBLE: Reason = Reason::new("Invisible");

/// Crouching or lying.
pub const POSTURE: Reason = Reason::new("Posture");

/// Speed.
pub const SPEED: Reason = Reason::new("Speed");

/// The place that is aimed at.
pub const CALLED_SHOT: Reason = Reason::new("CalledShot");

/// Not ready.
pub const FLAT_FOOTED: Reason = Reason::new("FlatFooted");

/// In a rage.
pub const RAGE: Reason = Reason::new("Rage");

/// Out of the middle of an area.
pub const DODGED: Reason = Reason::new("Dodged");

/// Through the cover.
pub const THROUGH_COVER: Reason = Reason::new("ThroughCover");

/// From an unseen or flanking place.
pub const SNEAK: Reason = Reason::new("Sneak");

/// Endurance.
pub const ENDURANCE: Reason = Reason::new("Endurance");

/// Wounds.
pub const WOUNDS: Reason = Reason::new("Wounds");

/// Spirit.
pub const SPIRIT: Reason = Reason::new("Spirit");

/// Discipline and the like.
pub const DISCIPLINE: Reason = Reason::new("Discipline");

/// Penalties to Will.
pub const PENALTIES: Reason = Reason::new("Penalties");

/// Penalties to mobility.
pub const MOBILITY: Reason = Reason::new("Mobility");

/// Will.
pub const WILL: Reason = Reason::new("Will");

/// The height of a fall.
pub const HEIGHT: Reason = Reason::new("Height");

/// What it lands on.
pub const SURFACE: Reason = Reason::new("Surface");

/// Several doses.
pub const DOSES: Reason = Reason::new("Doses");

/// Time spent in it.
pub const EXPOSURE: Reason = Reason::new("Exposure");

/// Asleep.
pub const ASLEEP: Reason = Reason::new("Asleep");

/// The object's own hardness.
pub const DURABILITY: Reason = Reason::new("Durability");

/// Armour.
pub const ARMOUR: Reason = Reason::new("Armour");
