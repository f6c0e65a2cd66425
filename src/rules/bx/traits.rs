//! Traits that nobody but this ruleset asks about.

use crate::rules::model::block::d20::Trait;

/// Too dull to be subdued or to parley.
pub const MINDLESS: Trait = Trait::new("Mindless");

/// Carries a holy symbol.
pub const HOLY_SYMBOL: Trait = Trait::new("HolySymbol");
