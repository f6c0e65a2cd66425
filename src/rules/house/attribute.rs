//! Figures of creatures and weapons that nobody but this ruleset has (section 1.1 of the catalogue); where one is a
//! matter of yes or no, 1 is yes and 0 is no.

use crate::rules::model::block::d20::Attribute;

/// In somebody's service: dies as a character does, checks morale as others do (`house.death.exactly-zero`).
pub const RETAINER: Attribute = Attribute::new("Retainer");

/// Carries a focus for its spells; absent: whoever has spells does (`house.spell.focus`).
pub const FOCUS: Attribute = Attribute::new("Focus");

/// What it carries in CW, 0..=99999; absent: nothing that slows it (`house.encumbrance.rate`).
pub const CARRIED: Attribute = Attribute::new("Carried");

/// Feet above the ground, 0..=300 (`house.missile.bombing`).
pub const ALTITUDE: Attribute = Attribute::new("Altitude");

/// Has the talent of fighting with two weapons (`house.class.two-weapon-fighting`).
pub const TWO_WEAPONS: Attribute = Attribute::new("TwoWeapons");

/// Has the talent against one kind of foe (`house.class.slayer`).
pub const SLAYER: Attribute = Attribute::new("Slayer");

/// Has the talent (`house.class.cleave`).
pub const CLEAVE: Attribute = Attribute::new("Cleave");

/// Has the talent (`house.class.defender`).
pub const DEFENDER: Attribute = Attribute::new("Defender");

/// Has the talent (`house.class.leader`).
pub const LEADER: Attribute = Attribute::new("Leader");

/// An animal that follows a beast master (`house.morale.companion-animals`).
pub const COMPANION: Attribute = Attribute::new("Companion");

/// Chance in a hundred to track, before Wisdom, 0..=200; absent: by class and level (`house.check.tracking`).
pub const TRACKING: Attribute = Attribute::new("Tracking");

/// Faces of the Hit Die of its class, 4..=12; absent: by class (`house.attack.nonproficient`).
pub const HIT_DIE: Attribute = Attribute::new("HitDie");

/// Of an attack line: the weapon its bearer has specialized in (`house.class.weapon-specialization`).
pub const SPECIALIZED: Attribute = Attribute::new("Specialized");

/// Of an attack line: the least Strength for it, 3..=18 (`house.attack.understrength`).
pub const STRENGTH_NEEDED: Attribute = Attribute::new("StrengthNeeded");

/// Of an attack line: hands on the weapon, 1..=2 (`house.equipment.lists`).
pub const HANDS: Attribute = Attribute::new("Hands");
