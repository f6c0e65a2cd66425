//! Weapon tags that only this ruleset has (section 5 of the catalogue).

use crate::rules::model::block::d20::Tag;

/// Usable in a tight space (`zero.melee.weapon-fitness`).
pub const TIGHT: Tag = Tag::new("Tight");
/// Long enough to cancel the modifiers between mounted and unmounted (`zero.melee.mounted`).
pub const LONG_SHAFT: Tag = Tag::new("LongShaft");
/// Can unhorse a rider (`zero.special.dismount`).
pub const POLEARM: Tag = Tag::new("Polearm");
/// Used in a mounted charge (`zero.special.lance`).
pub const LANCE: Tag = Tag::new("Lance");
/// Entangles at 10 feet (`zero.special.whip`).
pub const WHIP: Tag = Tag::new("Whip");
/// DEX bonus to hit and to damage (`zero.attack.ability-ranged`).
pub const BOW: Tag = Tag::new("Bow");
/// STR bonus to hit and to damage (`zero.missile.great-bow`).
pub const GREAT_BOW: Tag = Tag::new("GreatBow");
/// As a bow, but shoots only every other round (`zero.missile.crossbow`).
pub const CROSSBOW: Tag = Tag::new("Crossbow");
/// No ability bonus (`zero.missile.firearms`).
pub const FIREARM: Tag = Tag::new("Firearm");
/// Elves may throw it on the run (`zero.movement.fire-on-run`).
pub const JAVELIN: Tag = Tag::new("Javelin");
/// Horns or tusks (`zero.special.horned-charge`).
pub const HORNS: Tag = Tag::new("Horns");
