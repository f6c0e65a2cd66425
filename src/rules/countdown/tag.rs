//! The tags of attack lines of this ruleset.

use crate::rules::model::block::d20::Tag;
use crate::rules::model::block::tag::{TagRow, tags};

tags! {
    BRACE "brace";
    CHARGE "charge";
    FIRE "fire";
    GRENADE "flask";
    HOLY "holy";
    MAGIC "magic";
    NATURAL "natural";
    /// Edged or pointed on every side, so it has no flat.
    NO_FLAT = NoFlat "no flat";
    REACH "reach";
    SILVER "silver";
    SLING "sling";
    TWO_HANDED "two-handed";
    UNARMED "unarmed";
}
