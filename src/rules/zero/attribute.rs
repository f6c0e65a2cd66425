//! Figures of creatures and weapons that nobody but this ruleset has (section 1.1 of the catalogue); where one is a
//! matter of yes or no, 1 is yes and 0 is no.

use crate::rules::model::block::d20::Attribute;

/// It surprises others on 1 to that of a d6, 0..=6.
pub const SURPRISES: Attribute = Attribute::new("Surprises");

/// It is surprised on 1 to that of a d6, 0..=6.
pub const SURPRISED_ON: Attribute = Attribute::new("SurprisedOn");

/// Bonus in place of what the score of Strength gives, -5..=8.
pub const STRENGTH_BONUS: Attribute = Attribute::new("StrengthBonus");

/// Bonus in place of what the score of Dexterity gives, -5..=8.
pub const DEXTERITY_BONUS: Attribute = Attribute::new("DexterityBonus");

/// The score of PSY, 3..=18; absent: that of Wisdom.
pub const PSY: Attribute = Attribute::new("Psy");

/// Bonus in place of what the score of PSY gives, -5..=8.
pub const PSY_BONUS: Attribute = Attribute::new("PsyBonus");

/// May use Dexterity for Strength in melee; absent: fighters and pirates may (R41).
pub const SWASHBUCKLER: Attribute = Attribute::new("Swashbuckler");

/// Fights by trade; absent: as its class.
pub const FIGHTER_TYPE: Attribute = Attribute::new("FighterType");

/// Its saving throw against being turned to stone, 2..=20; absent: by the table (`zero.save.table`).
pub const SAVE_STONE: Attribute = Attribute::new("SaveStone");

/// One of the referee's that matters: attacks as often as a player's fighter.
pub const IMPORTANT: Attribute = Attribute::new("Important");

/// A Normal Man or the equal of one; absent: by Hit Dice (R44).
pub const NORMAL_TYPE: Attribute = Attribute::new("NormalType");

/// Its mount charges with it; absent: it does (R63).
pub const MOUNT_CHARGES: Attribute = Attribute::new("MountCharges");

/// Understands what treasure is; absent: it does (`zero.pursuit.distraction`).
pub const INTELLIGENT: Attribute = Attribute::new("Intelligent");

/// Has big horns or tusks (`zero.special.horned-charge`).
pub const HORNED: Attribute = Attribute::new("Horned");

/// Men in a unit, 2..=999: it fights as one (`zero.mass.unit`).
pub const MEN: Attribute = Attribute::new("Men");

/// Only a weapon of that much magic or more harms it, 0..=5 (`zero.attack.special-material`).
pub const NEEDS_PLUS: Attribute = Attribute::new("NeedsPlus");

/// How far a weapon reaches, 0..=6; absent: as the table of weapons has it, or by the size of its bearer.
pub const REACH: Attribute = Attribute::new("Reach");
