//! Refusals specific to this ruleset.

use crate::rules::model::error::Refusal;

/// Blinded: no attack (`house.condition.blinded`).
pub const BLIND: Refusal = Refusal::new("Blind");
/// The combatant is too small for the weapon (`house.attack.size-limits`).
pub const TOO_SMALL: Refusal = Refusal::new("TooSmall");
/// Needs both hands free (`house.attack.size-limits`).
pub const NEEDS_BOTH_HANDS: Refusal = Refusal::new("NeedsBothHands");
/// The hand or arm it needs is maimed (`house.critical.major-hand`).
pub const MAIMED: Refusal = Refusal::new("Maimed");
/// The weapon is trapped (`house.fumble.trapped-weapon`).
pub const WEAPON_TRAPPED: Refusal = Refusal::new("WeaponTrapped");
/// None of its weapons is trapped (`house.fumble.trapped-weapon`).
pub const NOT_TRAPPED: Refusal = Refusal::new("NotTrapped");
/// Has moved, so it cannot load (`house.missile.reload-r1`).
pub const MOVED_TO_LOAD: Refusal = Refusal::new("MovedToLoad");
/// The flask is not prepared (`house.missile.oil`).
pub const NOT_PREPARED: Refusal = Refusal::new("NotPrepared");
/// The flask is already prepared (`house.missile.oil`).
pub const ALREADY_PREPARED: Refusal = Refusal::new("AlreadyPrepared");
/// A spell needs a focus (`house.spell.focus`).
pub const NO_FOCUS: Refusal = Refusal::new("NoFocus");
/// Changed weapons in melee: no attack this round (`house.attack.change-weapon`).
pub const WEAPON_SWITCHED: Refusal = Refusal::new("WeaponSwitched");
/// The square is occupied (`house.movement.occupied-squares`).
pub const OCCUPIED: Refusal = Refusal::new("Occupied");
/// Leaving an opponent this way needs a declaration (`house.declare.flee`).
pub const MUST_WITHDRAW: Refusal = Refusal::new("MustWithdraw");
/// Neither dying nor bleeding (`house.death.stabilize`).
pub const NOT_DYING: Refusal = Refusal::new("NotDying");
/// No injury to tend (`house.healing.tend`).
pub const NOT_INJURED: Refusal = Refusal::new("NotInjured");
/// Has failed to turn, or was interrupted, in this fight (`house.class.turn-limits`).
pub const TURNING_OVER: Refusal = Refusal::new("TurningOver");
/// The target does not understand the words (`house.class.vicious-mockery`).
pub const CANNOT_UNDERSTAND: Refusal = Refusal::new("CannotUnderstand");
/// Its class cannot do this (section 3.15).
pub const NOT_ITS_CRAFT: Refusal = Refusal::new("NotItsCraft");
/// Has no second weapon in hand (`house.attack.two-weapons`).
pub const NOT_BOTH_WEAPONS: Refusal = Refusal::new("NotBothWeapons");
/// The second weapon has already attacked this round (`house.attack.two-weapons`).
pub const OFF_HAND_SPENT: Refusal = Refusal::new("OffHandSpent");
