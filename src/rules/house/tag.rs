//! Weapon tags specific to this ruleset (section 3.18 of the catalogue).

use crate::rules::model::block::d20::Tag;

/// A thrown missile (T).
pub const THROWN: Tag = Tag::new("Thrown");
/// Two-handed for gnomes and hobbits (2GH, `house.attack.size-limits`).
pub const SMALL_TWO_HANDS: Tag = Tag::new("SmallTwoHands");
/// Unusable by gnomes and hobbits (!GH, `house.attack.size-limits`).
pub const NOT_FOR_SMALL: Tag = Tag::new("NotForSmall");
/// Loading it rules out movement (R1, `house.missile.reload-r1`).
pub const LOADED_STANDING: Tag = Tag::new("LoadedStanding");
/// Too short to use from the saddle (`house.attack.mounted`).
pub const SHORT: Tag = Tag::new("Short");
/// Can be the second of two weapons (`house.attack.two-weapons`).
pub const OFF_HAND: Tag = Tag::new("OffHand");
/// Can be the second weapon beside one of its own kind (`house.attack.two-weapons`).
pub const PAIRED: Tag = Tag::new("Paired");
/// Delivers poison without damage (`house.missile.blowgun`).
pub const BLOWGUN: Tag = Tag::new("Blowgun");
/// Burning oil, which must be prepared (`house.missile.oil`).
pub const OIL: Tag = Tag::new("Oil");
/// Dropped from a height (`house.missile.bombing`).
pub const BOMB: Tag = Tag::new("Bomb");
/// Its damage die has a star that the source does not explain (`house.equipment.lists`).
pub const STARRED: Tag = Tag::new("Starred");
/// A mage's staff: harms creatures that only magic harms (`house.class.mage-staff`).
pub const MAGE_STAFF: Tag = Tag::new("MageStaff");
