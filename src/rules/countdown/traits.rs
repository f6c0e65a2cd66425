//! Traits that nobody but this ruleset asks about.

use crate::rules::model::block::d20::Trait;

/// Flames do it no harm.
pub const FIREPROOF: Trait = Trait::new("Fireproof");

/// Fists and feet do it no harm.
pub const BRAWL_PROOF: Trait = Trait::new("BrawlProof");
