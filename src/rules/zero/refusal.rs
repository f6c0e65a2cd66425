//! Refusals that only this ruleset has.

use crate::rules::model::error::Refusal;

/// Stunned.
pub const STUNNED: Refusal = Refusal::new("Stunned");
/// Held down and helpless.
pub const PINNED: Refusal = Refusal::new("Pinned");
/// Struggling with its holders.
pub const STRUGGLING: Refusal = Refusal::new("Struggling");
/// Inside another creature.
pub const SWALLOWED: Refusal = Refusal::new("Swallowed");
/// The target is inside another creature (`zero.condition.swallowed`).
pub const INSIDE: Refusal = Refusal::new("Inside");
/// Has lost its attacks to a fumble.
pub const OVEREXTENDED: Refusal = Refusal::new("Overextended");
/// No place is left around the target (`zero.melee.surround-limit`).
pub const NO_PLACE: Refusal = Refusal::new("NoPlace");
/// Too little room for the weapon.
pub const TOO_TIGHT: Refusal = Refusal::new("TooTight");
/// Shooting into a melee is not allowed.
pub const INTO_MELEE: Refusal = Refusal::new("IntoMelee");
/// Has charged within the last Turn.
pub const CHARGE_SPENT: Refusal = Refusal::new("ChargeSpent");
/// More attacks than the ordinary routine, but not all targets are normal types.
pub const NOT_NORMAL: Refusal = Refusal::new("NotNormal");
/// Attacker and target must both use a one-handed weapon.
pub const NOT_ONE_HANDED: Refusal = Refusal::new("NotOneHanded");
/// The target has nothing in hand to take.
pub const EMPTY_HANDED: Refusal = Refusal::new("EmptyHanded");
/// The target is not mounted.
pub const NOT_MOUNTED: Refusal = Refusal::new("NotMounted");
/// The target is too big for a whip.
pub const TOO_BIG: Refusal = Refusal::new("TooBig");
/// Not available to or against a unit.
pub const NOT_FOR_UNITS: Refusal = Refusal::new("NotForUnits");
/// Holds others in a grapple.
pub const GRAPPLING: Refusal = Refusal::new("Grappling");
/// Following would leave another able opponent.
pub const KEPT_BUSY: Refusal = Refusal::new("KeptBusy");
/// Not all its opponents are engaged with someone else.
pub const NOT_FREE: Refusal = Refusal::new("NotFree");
/// No foe beyond the line to attack.
pub const NO_LINE: Refusal = Refusal::new("NoLine");
/// Not fleeing.
pub const NOT_FLEEING: Refusal = Refusal::new("NotFleeing");
/// No pursuit is in progress.
pub const NO_PURSUIT: Refusal = Refusal::new("NoPursuit");
/// Attacks of the same slot are computed before spells (section 2.4).
pub const BLOWS_FIRST: Refusal = Refusal::new("BlowsFirst");
/// Its group has failed morale and flees.
pub const MORALE_BROKEN: Refusal = Refusal::new("MoraleBroken");
/// No second weapon that goes with the first.
pub const NO_SECOND_WEAPON: Refusal = Refusal::new("NoSecondWeapon");
