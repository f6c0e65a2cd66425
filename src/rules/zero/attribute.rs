//! Attributes of creatures and weapons that only this ruleset has (section 1.1 of the catalogue). In flags, 1 is yes
//! and 0 is no.

use crate::rules::model::block::d20::Attribute;

/// It surprises others on 1 to this number of a d6, 0..=6.
pub const SURPRISES: Attribute = Attribute::new("Surprises");
/// It is surprised on 1 to this number of a d6, 0..=6.
pub const SURPRISED_ON: Attribute = Attribute::new("SurprisedOn");
/// STR bonus, -5..=8; absent: by the score.
pub const STRENGTH_BONUS: Attribute = Attribute::new("StrengthBonus");
/// DEX bonus, -5..=8; absent: by the score.
pub const DEXTERITY_BONUS: Attribute = Attribute::new("DexterityBonus");
/// PSY score, 3..=18; absent: the Wisdom score.
pub const PSY: Attribute = Attribute::new("Psy");
/// PSY bonus, -5..=8; absent: by the score.
pub const PSY_BONUS: Attribute = Attribute::new("PsyBonus");
/// Flag: may use DEX for STR in melee; absent: fighters and pirates may (R41).
pub const SWASHBUCKLER: Attribute = Attribute::new("Swashbuckler");
/// Flag: is a fighter type; absent: by class.
pub const FIGHTER_TYPE: Attribute = Attribute::new("FighterType");
/// Saving throw against petrification, 2..=20; absent: by the table (`zero.save.table`).
pub const SAVE_STONE: Attribute = Attribute::new("SaveStone");
/// Flag: an NPC fighter type that makes many attacks like a player character.
pub const IMPORTANT: Attribute = Attribute::new("Important");
/// Flag: a Normal Man or equal; absent: by Hit Dice (R44).
pub const NORMAL_TYPE: Attribute = Attribute::new("NormalType");
/// Flag: its mount charges with it; absent: yes (R63).
pub const MOUNT_CHARGES: Attribute = Attribute::new("MountCharges");
/// Flag: intelligent; absent: yes (`zero.pursuit.distraction`).
pub const INTELLIGENT: Attribute = Attribute::new("Intelligent");
/// Flag: has big horns or tusks (`zero.special.horned-charge`).
pub const HORNED: Attribute = Attribute::new("Horned");
/// Number of men in a unit, 2..=999 (`zero.mass.unit`).
pub const MEN: Attribute = Attribute::new("Men");
/// Only weapons with at least this magic bonus harm it, 0..=5 (`zero.attack.special-material`).
pub const NEEDS_PLUS: Attribute = Attribute::new("NeedsPlus");
/// Reach class of a weapon, 0..=6; absent: by the weapon table, or by its bearer's size.
pub const REACH: Attribute = Attribute::new("Reach");
