//! Tags of attack lines.

use crate::rules::model::name::{Name, WordKind, named};
use crate::rules::model::word::{Row, names};

named! {
    /// A property of an attack line that the rules use. Tags of a single ruleset are defined in its folder.
    Tag
}

names! {
    Tag;
    BLUNT = Blunt "Blunt.";
    BRACE = Brace "Can be braced against a charge.";
    CHARGE = Charge "Doubles its damage on a charge, under the ruleset's conditions.";
    FIRE = Fire "Fire.";
    GRENADE = Grenade "A flask that breaks on impact.";
    HOLY = Holy "Harms only the undead.";
    MAGIC = Magic "Enchanted, or a magical attack.";
    SILVER = Silver "Made of silver.";
    TWO_HANDED = TwoHanded "Needs both hands, so no shield.";
    UNARMED = Unarmed "Bare hands.";
    RELOAD = Reload "Shoots every other round.";
    SLING = Sling "A sling.";
    NATURAL = Natural "A part of the body.";
    REACH = Reach "Has a longer reach than other weapons.";
    SPLASH = Splash "Deals damage on impact and again the next round.";
}

/// A tag as a ruleset calls it.
#[derive(Debug, Clone, Copy)]
pub struct TagRow {
    /// The tag.
    pub tag: Tag,
    /// Its label.
    pub label: &'static str,
}

impl Row for TagRow {
    const KIND: WordKind = WordKind::Tag;

    fn name(&self) -> Name {
        *self.tag.name()
    }
}

impl TagRow {
    /// Creates a row.
    pub const fn new(tag: Tag, label: &'static str) -> Self {
        Self { tag, label }
    }
}

/// Defines a ruleset's tags: `WHIP = Whip "whip";`, or a shared one as it calls it.
macro_rules! tags {
    ($($(#[$doc:meta])* $name:ident $(= $id:ident)? $label:literal;)*) => {
        $crate::rules::model::word::words! {
            Tag TagRow;
            $($(#[$doc])* $name $(= $id)? ($label);)*
        }
    };
}
pub(in crate::rules) use tags;
