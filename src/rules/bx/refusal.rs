//! Refusals that nobody but this ruleset has.

use crate::rules::model::error::Refusal;

/// Not at this step of the slot.
pub const WRONG_STEP: Refusal = Refusal::new("WrongStep");

/// Has no strength left to keep that pace.
pub const WINDED: Refusal = Refusal::new("Winded");
