//! Conditions that nobody but this ruleset has.

use crate::rules::model::effect::Condition;

/// Acts after everybody else this round.
pub const SLOW: Condition = Condition::new("Slow");

/// Taken out of the slow by the referee: no slow attack this round.
pub const NOT_SLOW: Condition = Condition::new("NotSlow");

/// Missiles cannot reach it.
pub const COMPLETE_COVER: Condition = Condition::new("CompleteCover");

/// Splashed: harmed again next round.
pub const DOUSED: Condition = Condition::new("Doused");

/// Its gear went with it.
pub const GEAR_DESTROYED: Condition = Condition::new("GearDestroyed");

/// Carries more than anybody can, by the referee's word.
pub const OVERLOADED: Condition = Condition::new("Overloaded");
