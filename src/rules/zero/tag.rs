//! The tags of attack lines of this ruleset.

use crate::rules::model::block::d20::Tag;
use crate::rules::model::block::tag::{TagRow, tags};

tags! {
    BLUNT "blunt";
    /// Suited to a chop (`zero.melee.weapon-fitness`).
    CHOP = Chop "chops";
    /// DEX bonus to hit and to damage (`zero.attack.ability-ranged`).
    BOW = Bow "bow";
    BRACE "can be set";
    CHARGE "charge";
    /// As a bow, but shoots only every other round (`zero.missile.crossbow`).
    CROSSBOW = Crossbow "crossbow";
    /// No ability bonus (`zero.missile.firearms`).
    FIREARM = Firearm "firearm";
    /// STR bonus to hit and to damage (`zero.missile.great-bow`).
    GREAT_BOW = GreatBow "great bow";
    /// Horns or tusks (`zero.special.horned-charge`).
    HORNS = Horns "horns";
    /// Elves may throw it on the run (`zero.movement.fire-on-run`).
    JAVELIN = Javelin "javelin";
    /// Used in a mounted charge (`zero.special.lance`).
    LANCE = Lance "lance";
    /// Long enough to cancel the modifiers between mounted and unmounted (`zero.melee.mounted`).
    LONG_SHAFT = LongShaft "long shaft";
    MAGIC "magic";
    NATURAL "natural";
    /// Can unhorse a rider (`zero.special.dismount`).
    POLEARM = Polearm "polearm";
    RELOAD "every other round";
    SILVER "silver";
    SLING "sling";
    /// Usable in a tight space (`zero.melee.weapon-fitness`).
    TIGHT = Tight "in tight space";
    TWO_HANDED "two-handed";
    UNARMED "unarmed";
    /// Entangles at 10 feet (`zero.special.whip`).
    WHIP = Whip "whip";
}
