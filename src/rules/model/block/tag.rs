//! Marks of attack lines.

use crate::rules::model::name::named;

named! {
    /// What is special about an attack line; the rules read these. A ruleset's own stand in its folder.
    Tag
}

impl Tag {
    /// Can be set against a charge.
    pub const BRACE: Self = Self::new("Brace");

    /// Doubles its damage on a charge, as the ruleset has it.
    pub const CHARGE: Self = Self::new("Charge");

    /// Burns.
    pub const FIRE: Self = Self::new("Fire");

    /// A flask that breaks where it strikes.
    pub const GRENADE: Self = Self::new("Grenade");

    /// Harms only the undead.
    pub const HOLY: Self = Self::new("Holy");

    /// Enchanted, or a magical attack.
    pub const MAGIC: Self = Self::new("Magic");

    /// Of silver.
    pub const SILVER: Self = Self::new("Silver");

    /// Needs both hands: no shield.
    pub const TWO_HANDED: Self = Self::new("TwoHanded");

    /// Bare hands.
    pub const UNARMED: Self = Self::new("Unarmed");

    /// Shoots every other round.
    pub const RELOAD: Self = Self::new("Reload");

    /// A sling.
    pub const SLING: Self = Self::new("Sling");

    /// A part of the body.
    pub const NATURAL: Self = Self::new("Natural");

    /// Reaches farther than others.
    pub const REACH: Self = Self::new("Reach");

    /// Harms now and again next round.
    pub const SPLASH: Self = Self::new("Splash");
}
