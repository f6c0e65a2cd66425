//! Refusals that nobody but this ruleset has.

use crate::rules::model::error::Refusal;

/// Not at this step of the slot.
pub const WRONG_STEP: Refusal = Refusal::new("WrongStep");

/// Had to be announced.
pub const NOT_DECLARED: Refusal = Refusal::new("NotDeclared");

/// Whoever runs does not fight.
pub const RETREATING: Refusal = Refusal::new("Retreating");

/// Carries too much to move.
pub const OVERLOADED: Refusal = Refusal::new("Overloaded");

/// Moving while in melee must be announced.
pub const IN_MELEE: Refusal = Refusal::new("InMelee");

/// Not in melee with anybody.
pub const NOT_IN_MELEE: Refusal = Refusal::new("NotInMelee");

/// Has no strength left to keep that pace.
pub const WINDED: Refusal = Refusal::new("Winded");
