//! Conditions that only this ruleset has.

use crate::rules::model::effect::Condition;

/// Acts in the slow tail this round.
pub const SLOW: Condition = Condition::new("Slow");
/// Taken out of the slow tail by the referee, so no slow attack this round.
pub const NOT_SLOW: Condition = Condition::new("NotSlow");
/// Missiles cannot reach it.
pub const COMPLETE_COVER: Condition = Condition::new("CompleteCover");
/// Splashed, and damaged again next round.
pub const DOUSED: Condition = Condition::new("Doused");
/// Its gear was destroyed with it.
pub const GEAR_DESTROYED: Condition = Condition::new("GearDestroyed");
/// Overloaded, by the referee's word.
pub const OVERLOADED: Condition = Condition::new("Overloaded");
