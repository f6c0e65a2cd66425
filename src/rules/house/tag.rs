//! Marks of weapons that nobody but this ruleset has (section 3.18 of the catalogue).

use crate::rules::model::block::d20::Tag;

/// A missile that is thrown (T).
pub const THROWN: Tag = Tag::new("Thrown");

/// Gnomes and hobbits need both hands for it (2GH, `house.attack.size-limits`).
pub const SMALL_TWO_HANDS: Tag = Tag::new("SmallTwoHands");

/// Not for gnomes and hobbits (!GH, `house.attack.size-limits`).
pub const NOT_FOR_SMALL: Tag = Tag::new("NotForSmall");

/// Whoever loads it does not move (R1, `house.missile.reload-r1`).
pub const LOADED_STANDING: Tag = Tag::new("LoadedStanding");

/// Too short to be used from the saddle (`house.attack.mounted`).
pub const SHORT: Tag = Tag::new("Short");

/// Can be the second of two weapons (`house.attack.two-weapons`).
pub const OFF_HAND: Tag = Tag::new("OffHand");

/// Can be the second weapon beside one of its own kind (`house.attack.two-weapons`).
pub const PAIRED: Tag = Tag::new("Paired");

/// Brings poison and no damage (`house.missile.blowgun`).
pub const BLOWGUN: Tag = Tag::new("Blowgun");

/// Burns, and must be prepared (`house.missile.oil`).
pub const OIL: Tag = Tag::new("Oil");

/// Dropped from a height (`house.missile.bombing`).
pub const BOMB: Tag = Tag::new("Bomb");

/// Its die has a star that nobody explains (`house.equipment.lists`).
pub const STARRED: Tag = Tag::new("Starred");

/// A mage's staff: harms what only magic harms (`house.class.mage-staff`).
pub const MAGE_STAFF: Tag = Tag::new("MageStaff");
