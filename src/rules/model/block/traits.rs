//! Traits of creatures.

use crate::rules::model::name::named;

named! {
    /// A property of a creature that the rules use. Traits of a single ruleset are defined in its folder.
    Trait
}

impl Trait {
    /// Has no hands, so it cannot cast.
    pub const HANDLESS: Self = Self::new("Handless");

    /// Cannot speak, so it cannot cast.
    pub const MUTE: Self = Self::new("Mute");

    /// Can be turned by clerics and is harmed by holy water.
    pub const UNDEAD: Self = Self::new("Undead");

    /// Never surprised.
    pub const WARY: Self = Self::new("Wary");

    /// Fights on horseback.
    pub const MOUNTED: Self = Self::new("Mounted");

    /// Too dull to be subdued or to parley.
    pub const MINDLESS: Self = Self::new("Mindless");

    /// Carries a holy symbol.
    pub const HOLY_SYMBOL: Self = Self::new("HolySymbol");

    /// Has no limbs or solid shape to hold.
    pub const SHAPELESS: Self = Self::new("Shapeless");
}
