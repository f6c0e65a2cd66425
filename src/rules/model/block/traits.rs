//! Traits of creatures.

use crate::rules::model::name::named;

named! {
    /// What else the rules must know of a creature. A ruleset's own stand in its folder.
    Trait
}

impl Trait {
    /// Has no hands: cannot cast.
    pub const HANDLESS: Self = Self::new("Handless");

    /// Does not speak: cannot cast.
    pub const MUTE: Self = Self::new("Mute");

    /// Turned by clerics, harmed by holy water.
    pub const UNDEAD: Self = Self::new("Undead");

    /// Never taken by surprise.
    pub const WARY: Self = Self::new("Wary");

    /// Fights on horseback.
    pub const MOUNTED: Self = Self::new("Mounted");

    /// Too dull to be subdued or to parley.
    pub const MINDLESS: Self = Self::new("Mindless");

    /// Carries a holy symbol.
    pub const HOLY_SYMBOL: Self = Self::new("HolySymbol");

    /// Has no shape that could be held, and no limbs.
    pub const SHAPELESS: Self = Self::new("Shapeless");
}
