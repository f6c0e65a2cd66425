//! Marks of weapons that nobody but this ruleset has (section 5 of the catalogue).

use crate::rules::model::block::d20::Tag;

/// Fights where there is no room for others (`zero.melee.weapon-fitness`).
pub const TIGHT: Tag = Tag::new("Tight");

/// Long enough to reach a rider on even terms (`zero.melee.mounted`).
pub const LONG_SHAFT: Tag = Tag::new("LongShaft");

/// Can pull a rider out of the saddle (`zero.special.dismount`).
pub const POLEARM: Tag = Tag::new("Polearm");

/// At the charge from the saddle (`zero.special.lance`).
pub const LANCE: Tag = Tag::new("Lance");

/// Entangles at 10 feet (`zero.special.whip`).
pub const WHIP: Tag = Tag::new("Whip");

/// Shot with Dexterity, on the damage as well (`zero.attack.ability-ranged`).
pub const BOW: Tag = Tag::new("Bow");

/// Shot with Strength (`zero.missile.great-bow`).
pub const GREAT_BOW: Tag = Tag::new("GreatBow");

/// Shot as a bow every other round (`zero.missile.crossbow`).
pub const CROSSBOW: Tag = Tag::new("Crossbow");

/// Shot without any ability (`zero.missile.firearms`).
pub const FIREARM: Tag = Tag::new("Firearm");

/// What elves throw on the run (`zero.movement.fire-on-run`).
pub const JAVELIN: Tag = Tag::new("Javelin");

/// Horns or tusks (`zero.special.horned-charge`).
pub const HORNS: Tag = Tag::new("Horns");
