//! Refusals that nobody but this ruleset has.

use crate::rules::model::error::Refusal;

/// Sees nothing: no attack (`house.condition.blinded`).
pub const BLIND: Refusal = Refusal::new("Blind");

/// Not for anybody so small (`house.attack.size-limits`).
pub const TOO_SMALL: Refusal = Refusal::new("TooSmall");

/// Needs both hands, and has not both free (`house.attack.size-limits`).
pub const NEEDS_BOTH_HANDS: Refusal = Refusal::new("NeedsBothHands");

/// The hand or arm it needs cannot be used (`house.critical.major-hand`).
pub const MAIMED: Refusal = Refusal::new("Maimed");

/// The weapon is held fast (`house.fumble.trapped-weapon`).
pub const WEAPON_TRAPPED: Refusal = Refusal::new("WeaponTrapped");

/// No weapon of it is held fast (`house.fumble.trapped-weapon`).
pub const NOT_TRAPPED: Refusal = Refusal::new("NotTrapped");

/// Whoever loads does not move (`house.missile.reload-r1`).
pub const MOVED_TO_LOAD: Refusal = Refusal::new("MovedToLoad");

/// The flask is not prepared (`house.missile.oil`).
pub const NOT_PREPARED: Refusal = Refusal::new("NotPrepared");

/// The flask is prepared already (`house.missile.oil`).
pub const ALREADY_PREPARED: Refusal = Refusal::new("AlreadyPrepared");

/// No focus, no spell (`house.spell.focus`).
pub const NO_FOCUS: Refusal = Refusal::new("NoFocus");

/// Changed weapons in melee: no attack this round (`house.attack.change-weapon`).
pub const WEAPON_SWITCHED: Refusal = Refusal::new("WeaponSwitched");

/// Somebody stands there (`house.movement.occupied-squares`).
pub const OCCUPIED: Refusal = Refusal::new("Occupied");

/// Nobody leaves an opponent so without having said so (`house.declare.flee`).
pub const MUST_WITHDRAW: Refusal = Refusal::new("MustWithdraw");

/// Neither dying nor bleeding (`house.death.stabilize`).
pub const NOT_DYING: Refusal = Refusal::new("NotDying");

/// No injury to tend (`house.healing.tend`).
pub const NOT_INJURED: Refusal = Refusal::new("NotInjured");

/// Has failed to turn, or was interrupted (`house.class.turn-limits`).
pub const TURNING_OVER: Refusal = Refusal::new("TurningOver");

/// Does not understand a word (`house.class.vicious-mockery`).
pub const CANNOT_UNDERSTAND: Refusal = Refusal::new("CannotUnderstand");

/// Not of the class that can do that (section 3.15).
pub const NOT_ITS_CRAFT: Refusal = Refusal::new("NotItsCraft");

/// Has no second weapon in hand (`house.attack.two-weapons`).
pub const NOT_BOTH_WEAPONS: Refusal = Refusal::new("NotBothWeapons");

/// The second weapon has struck this round (`house.attack.two-weapons`).
pub const OFF_HAND_SPENT: Refusal = Refusal::new("OffHandSpent");
