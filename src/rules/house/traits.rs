//! Traits specific to this ruleset.

use crate::rules::model::block::d20::Trait;

/// An animal (`house.reaction.roll`).
pub const ANIMAL: Trait = Trait::new("Animal");
/// A person (`house.class.mage-suggestion`).
pub const PERSON: Trait = Trait::new("Person");
