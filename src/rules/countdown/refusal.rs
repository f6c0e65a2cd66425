//! Refusals specific to this ruleset.

use crate::rules::model::error::Refusal;

/// Has declared something else, which is binding.
pub const DECLARED_OTHERWISE: Refusal = Refusal::new("DeclaredOtherwise");
/// May not attack this round.
pub const NO_ATTACK: Refusal = Refusal::new("NoAttack");
/// Too tired to run.
pub const FATIGUED: Refusal = Refusal::new("Fatigued");
/// Held by another creature.
pub const HELD: Refusal = Refusal::new("Held");
/// Not held, so there is no hold to break.
pub const NOT_HELD: Refusal = Refusal::new("NotHeld");
/// Holding another creature.
pub const HAS_HOLD: Refusal = Refusal::new("HasHold");
/// Waiting for something that cannot occur.
pub const CANNOT_WAIT: Refusal = Refusal::new("CannotWait");
/// Immune to unarmed attacks.
pub const BRAWL_PROOF: Refusal = Refusal::new("BrawlProof");
/// Immune to grappling.
pub const GRAPPLE_PROOF: Refusal = Refusal::new("GrappleProof");
/// The weapon has no flat.
pub const NO_FLAT: Refusal = Refusal::new("NoFlat");
/// Not on fire.
pub const NOT_BURNING: Refusal = Refusal::new("NotBurning");
