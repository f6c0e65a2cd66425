//! The tags of attack lines of this ruleset.

use crate::rules::model::block::d20::Tag;
use crate::rules::model::block::tag::{TagRow, tags};

tags! {
    /// Delivers poison without damage (`house.missile.blowgun`).
    BLOWGUN = Blowgun "poison only";
    /// Dropped from a height (`house.missile.bombing`).
    BOMB = Bomb "dropped";
    FIRE "fire";
    GRENADE "flask";
    HOLY "holy";
    /// Loading it rules out movement (R1, `house.missile.reload-r1`).
    LOADED_STANDING = LoadedStanding "R1 loaded standing still";
    MAGIC "magic";
    /// A mage's staff: harms creatures that only magic harms (`house.class.mage-staff`).
    MAGE_STAFF = MageStaff "mage's staff";
    NATURAL "natural";
    /// Unusable by gnomes and hobbits (!GH, `house.attack.size-limits`).
    NOT_FOR_SMALL = NotForSmall "!GH not for gnomes, hobbits";
    /// Can be the second of two weapons (`house.attack.two-weapons`).
    OFF_HAND = OffHand "second hand";
    /// Burning oil, which must be prepared (`house.missile.oil`).
    OIL = Oil "prepared first";
    /// Can be the second weapon beside one of its own kind (`house.attack.two-weapons`).
    PAIRED = Paired "in pairs";
    REACH "R reach";
    RELOAD "R2 a round to load";
    /// Too short to use from the saddle (`house.attack.mounted`).
    SHORT = Short "small";
    SILVER "silver";
    SLING "sling";
    /// Two-handed for gnomes and hobbits (2GH, `house.attack.size-limits`).
    SMALL_TWO_HANDS = SmallTwoHands "2GH two-handed for gnomes, hobbits";
    SPLASH "again next round";
    /// Its damage die has a star that the source does not explain (`house.equipment.lists`).
    STARRED = Starred "starred die";
    /// A thrown missile (T).
    THROWN = Thrown "T thrown";
    TWO_HANDED "2 two-handed";
    UNARMED "unarmed";
}
