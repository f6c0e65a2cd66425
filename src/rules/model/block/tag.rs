//! Tags of attack lines.

use crate::rules::model::name::named;

named! {
    /// A property of an attack line that the rules use. Tags of a single ruleset are defined in its folder.
    Tag
}

impl Tag {
    /// Can be braced against a charge.
    pub const BRACE: Self = Self::new("Brace");

    /// Doubles its damage on a charge, under the ruleset's conditions.
    pub const CHARGE: Self = Self::new("Charge");

    /// Fire.
    pub const FIRE: Self = Self::new("Fire");

    /// A flask that breaks on impact.
    pub const GRENADE: Self = Self::new("Grenade");

    /// Harms only the undead.
    pub const HOLY: Self = Self::new("Holy");

    /// Enchanted, or a magical attack.
    pub const MAGIC: Self = Self::new("Magic");

    /// Made of silver.
    pub const SILVER: Self = Self::new("Silver");

    /// Needs both hands, so no shield.
    pub const TWO_HANDED: Self = Self::new("TwoHanded");

    /// Bare hands.
    pub const UNARMED: Self = Self::new("Unarmed");

    /// Shoots every other round.
    pub const RELOAD: Self = Self::new("Reload");

    /// A sling.
    pub const SLING: Self = Self::new("Sling");

    /// A part of the body.
    pub const NATURAL: Self = Self::new("Natural");

    /// Has a longer reach than other weapons.
    pub const REACH: Self = Self::new("Reach");

    /// Deals damage on impact and again the next round.
    pub const SPLASH: Self = Self::new("Splash");
}
