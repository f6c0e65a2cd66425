//! The tags of attack lines of this ruleset.

use crate::rules::model::block::d20::Tag;
use crate::rules::model::block::tag::{TagRow, tags};

tags! {
    BLUNT "blunt";
    BRACE "brace";
    CHARGE "charge";
    /// Destroys the gear of a foe that it kills.
    DESTRUCTIVE = Destructive "destructive";
    FIRE "fire";
    HOLY "holy";
    MAGIC "magic";
    RELOAD "reload";
    SILVER "silver";
    /// Used in the slow tail.
    SLOW = Slow "slow";
    SPLASH "splash";
    TWO_HANDED "two-handed";
    UNARMED "unarmed";
}
