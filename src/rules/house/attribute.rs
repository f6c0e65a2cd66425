//! Attributes of creatures and weapons specific to this ruleset (section 1.1 of the catalogue). For flags, 1 is yes and
//! 0 is no.

use crate::rules::model::block::d20::Attribute;

/// A retainer: dies as a character does, but checks morale (`house.death.exactly-zero`).
pub const RETAINER: Attribute = Attribute::new("Retainer");
/// Carries a spellcasting focus; by default any caster does (`house.spell.focus`).
pub const FOCUS: Attribute = Attribute::new("Focus");
/// Load in CW, 0..=99999; by default nothing that slows it (`house.encumbrance.rate`).
pub const CARRIED: Attribute = Attribute::new("Carried");
/// Feet above the ground, 0..=300 (`house.missile.bombing`).
pub const ALTITUDE: Attribute = Attribute::new("Altitude");
/// Has the two-weapon fighting talent (`house.class.two-weapon-fighting`).
pub const TWO_WEAPONS: Attribute = Attribute::new("TwoWeapons");
/// Has the Slayer talent (`house.class.slayer`).
pub const SLAYER: Attribute = Attribute::new("Slayer");
/// Has the Cleave talent (`house.class.cleave`).
pub const CLEAVE: Attribute = Attribute::new("Cleave");
/// Has the Defender talent (`house.class.defender`).
pub const DEFENDER: Attribute = Attribute::new("Defender");
/// Has the Leader talent (`house.class.leader`).
pub const LEADER: Attribute = Attribute::new("Leader");
/// An animal that follows a beast master (`house.morale.companion-animals`).
pub const COMPANION: Attribute = Attribute::new("Companion");
/// Chance to track in percent, before Wisdom, 0..=200; by default by class and level (`house.check.tracking`).
pub const TRACKING: Attribute = Attribute::new("Tracking");
/// Faces of the Hit Die of its class, 4..=12; by default by class (`house.attack.nonproficient`).
pub const HIT_DIE: Attribute = Attribute::new("HitDie");
/// Of an attack line: whether its bearer has specialized in the weapon (`house.class.weapon-specialization`).
pub const SPECIALIZED: Attribute = Attribute::new("Specialized");
/// Of an attack line: minimum Strength, 3..=18 (`house.attack.understrength`).
pub const STRENGTH_NEEDED: Attribute = Attribute::new("StrengthNeeded");
/// Of an attack line: hands needed, 1..=2 (`house.equipment.lists`).
pub const HANDS: Attribute = Attribute::new("Hands");
