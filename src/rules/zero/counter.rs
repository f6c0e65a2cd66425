//! Counters that nobody but this ruleset has.

use crate::rules::model::counter::Counter;

/// Damage rolls made to subdue: every second one draws blood (`zero.damage.unarmed`).
pub const SUBDUAL_ROLLS: Counter = Counter::new("SubdualRolls");

/// The groups of the side check their morale as the fight begins; on the first of a group: it has
/// (`zero.morale.triggers`).
pub const START_CHECK: Counter = Counter::new("StartCheck");

/// New dice are due for everybody's initiative (`zero.initiative.reroll-after-escape`).
pub const REROLL_DUE: Counter = Counter::new("RerollDue");

/// Someone of the side attacked in the surprise round: the fight has begun (`zero.declare.choice`).
pub const STRUCK_FIRST: Counter = Counter::new("StruckFirst");

/// The round whose first and last blows are settled (`zero.initiative.first-and-last`).
pub const BATCHES_SETTLED: Counter = Counter::new("BatchesSettled");

/// All sides were surprised: nobody loses the first round.
pub const SURPRISE_CANCELLED: Counter = Counter::new("SurpriseCancelled");

/// On being unconscious: something else than hit points that are used up has brought it (`zero.death.knockout`).
pub const BROUGHT: Counter = Counter::new("Brought");
