//! Refusals that only this ruleset has.

use crate::rules::model::error::Refusal;

/// Not in this step of the slot.
pub const WRONG_STEP: Refusal = Refusal::new("WrongStep");
/// Has moved in too many rounds to keep up its rate.
pub const WINDED: Refusal = Refusal::new("Winded");
