//! Traits that nobody but this ruleset asks about.

use crate::rules::model::block::d20::Trait;

/// Carries a holy symbol.
pub const HOLY_SYMBOL: Trait = Trait::new("HolySymbol");
