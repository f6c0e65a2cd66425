//! Reasons for modifiers that are specific to this ruleset.

use crate::rules::model::tally::Reason;

/// The finished bonus of a skill.
pub const SKILL: Reason = Reason::new("Skill");
/// The actor's own scale.
pub const SCALE: Reason = Reason::new("Scale");
/// The target's scale.
pub const TARGET_SCALE: Reason = Reason::new("TargetScale");
/// Range steps.
pub const RANGE: Reason = Reason::new("Range");
/// The technique `on-the-exhale`.
pub const ON_THE_EXHALE: Reason = Reason::new("OnTheExhale");
/// The technique `shoot-from-the-hip`.
pub const FROM_THE_HIP: Reason = Reason::new("FromTheHip");
/// A hurt hand.
pub const HURT_HAND: Reason = Reason::new("HurtHand");
/// Wounds of the weapon.
pub const WORN_WEAPON: Reason = Reason::new("WornWeapon");
/// Concealment.
pub const CONCEALMENT: Reason = Reason::new("Concealment");
/// Invisibility.
pub const INVISIBLE: Reason = Reason::new("Invisible");
/// Crouching or prone.
pub const POSTURE: Reason = Reason::new("Posture");
/// Speed.
pub const SPEED: Reason = Reason::new("Speed");
/// The location of a called shot.
pub const CALLED_SHOT: Reason = Reason::new("CalledShot");
/// Flat-footed.
pub const FLAT_FOOTED: Reason = Reason::new("FlatFooted");
/// Raging.
pub const RAGE: Reason = Reason::new("Rage");
/// An area attack dodged.
pub const DODGED: Reason = Reason::new("Dodged");
/// An attack through wounded cover.
pub const THROUGH_COVER: Reason = Reason::new("ThroughCover");
/// A sneak attack.
pub const SNEAK: Reason = Reason::new("Sneak");
/// Endurance.
pub const ENDURANCE: Reason = Reason::new("Endurance");
/// Wounds.
pub const WOUNDS: Reason = Reason::new("Wounds");
/// Spirit.
pub const SPIRIT: Reason = Reason::new("Spirit");
/// Discipline and the like.
pub const DISCIPLINE: Reason = Reason::new("Discipline");
/// Morale penalties.
pub const PENALTIES: Reason = Reason::new("Penalties");
/// Mobility penalties.
pub const MOBILITY: Reason = Reason::new("Mobility");
/// Will.
pub const WILL: Reason = Reason::new("Will");
/// The height of a fall.
pub const HEIGHT: Reason = Reason::new("Height");
/// The surface a fall ends on.
pub const SURFACE: Reason = Reason::new("Surface");
/// Doses beyond the first.
pub const DOSES: Reason = Reason::new("Doses");
/// Full intervals spent in an inhaled poison.
pub const EXPOSURE: Reason = Reason::new("Exposure");
/// Asleep.
pub const ASLEEP: Reason = Reason::new("Asleep");
/// Durability.
pub const DURABILITY: Reason = Reason::new("Durability");
/// Armour.
pub const ARMOUR: Reason = Reason::new("Armour");
