//! Traits specific to this ruleset.

use crate::rules::model::block::d20::Trait;

/// Immune to fire.
pub const FIREPROOF: Trait = Trait::new("Fireproof");
/// Immune to punches and kicks.
pub const BRAWL_PROOF: Trait = Trait::new("BrawlProof");
