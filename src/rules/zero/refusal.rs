//! Refusals that nobody but this ruleset has.

use crate::rules::model::error::Refusal;

/// Stunned.
pub const STUNNED: Refusal = Refusal::new("Stunned");

/// Held down and helpless.
pub const PINNED: Refusal = Refusal::new("Pinned");

/// Wrestling with those that hold it.
pub const STRUGGLING: Refusal = Refusal::new("Struggling");

/// In somebody's belly.
pub const SWALLOWED: Refusal = Refusal::new("Swallowed");

/// The target is inside another creature (`zero.condition.swallowed`).
pub const INSIDE: Refusal = Refusal::new("Inside");

/// A fumble costs it its attacks.
pub const OVEREXTENDED: Refusal = Refusal::new("Overextended");

/// The places around the target are taken.
pub const NO_PLACE: Refusal = Refusal::new("NoPlace");

/// No room for that weapon.
pub const TOO_TIGHT: Refusal = Refusal::new("TooTight");

/// Shooting into a melee is not allowed.
pub const INTO_MELEE: Refusal = Refusal::new("IntoMelee");

/// Has charged within the turn.
pub const CHARGE_SPENT: Refusal = Refusal::new("ChargeSpent");

/// Too many attacks for that: the targets are not all of the common sort.
pub const NOT_NORMAL: Refusal = Refusal::new("NotNormal");

/// Both must hold a one-handed weapon.
pub const NOT_ONE_HANDED: Refusal = Refusal::new("NotOneHanded");

/// Nothing in its hand to be taken.
pub const EMPTY_HANDED: Refusal = Refusal::new("EmptyHanded");

/// Not in the saddle.
pub const NOT_MOUNTED: Refusal = Refusal::new("NotMounted");

/// Too big for a whip.
pub const TOO_BIG: Refusal = Refusal::new("TooBig");

/// Not for a whole unit of men.
pub const NOT_FOR_UNITS: Refusal = Refusal::new("NotForUnits");

/// Holds others in its grip.
pub const GRAPPLING: Refusal = Refusal::new("Grappling");

/// Another opponent keeps it from following.
pub const KEPT_BUSY: Refusal = Refusal::new("KeptBusy");

/// Not all its opponents have somebody else to fight.
pub const NOT_FREE: Refusal = Refusal::new("NotFree");

/// Nobody behind the line to attack.
pub const NO_LINE: Refusal = Refusal::new("NoLine");

/// Not fleeing.
pub const NOT_FLEEING: Refusal = Refusal::new("NotFleeing");

/// No pursuit goes on.
pub const NO_PURSUIT: Refusal = Refusal::new("NoPursuit");

/// Blows of the same slot are worked out first (section 2.4).
pub const BLOWS_FIRST: Refusal = Refusal::new("BlowsFirst");

/// Its group has broken: it runs.
pub const MORALE_BROKEN: Refusal = Refusal::new("MoraleBroken");

/// Not a second weapon that would go with the first.
pub const NO_SECOND_WEAPON: Refusal = Refusal::new("NoSecondWeapon");
