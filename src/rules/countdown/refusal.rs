//! Refusals that nobody but this ruleset has.

use crate::rules::model::error::Refusal;

/// Has declared something else, and is held to it.
pub const DECLARED_OTHERWISE: Refusal = Refusal::new("DeclaredOtherwise");

/// Attacks nobody this round.
pub const NO_ATTACK: Refusal = Refusal::new("NoAttack");

/// Too tired to run.
pub const FATIGUED: Refusal = Refusal::new("Fatigued");

/// In somebody's hold.
pub const HELD: Refusal = Refusal::new("Held");

/// Has hold of somebody.
pub const HAS_HOLD: Refusal = Refusal::new("HasHold");

/// A wait that can never come true.
pub const CANNOT_WAIT: Refusal = Refusal::new("CannotWait");

/// Cannot be hurt by blows of the hand.
pub const BRAWL_PROOF: Refusal = Refusal::new("BrawlProof");

/// Cannot be held.
pub const GRAPPLE_PROOF: Refusal = Refusal::new("GrappleProof");

/// It has no flat side.
pub const NO_FLAT: Refusal = Refusal::new("NoFlat");

/// Not on fire.
pub const NOT_BURNING: Refusal = Refusal::new("NotBurning");
