//! Counters that only this ruleset has.

use crate::rules::model::counter::Counter;

/// Subdual damage rolls made; every second one deals some lethal damage (`zero.damage.unarmed`).
pub const SUBDUAL_ROLLS: Counter = Counter::new("SubdualRolls");
/// On a side: its groups check morale at the start of the conflict. On a group's leader: it has checked
/// (`zero.morale.triggers`).
pub const START_CHECK: Counter = Counter::new("StartCheck");
/// Everyone's initiative must be rolled again (`zero.initiative.reroll-after-escape`).
pub const REROLL_DUE: Counter = Counter::new("RerollDue");
/// The side attacked in the surprise round, so the fight has begun (`zero.declare.choice`).
pub const STRUCK_FIRST: Counter = Counter::new("StruckFirst");
/// The round whose opening and closing batches are settled (`zero.initiative.first-and-last`).
pub const BATCHES_SETTLED: Counter = Counter::new("BatchesSettled");
/// All sides were surprised, so nobody loses the first round (`zero.surprise.both-cancel`).
pub const SURPRISE_CANCELLED: Counter = Counter::new("SurpriseCancelled");
/// On unconsciousness: it has a cause other than lost hit points (`zero.death.knockout`).
pub const BROUGHT: Counter = Counter::new("Brought");
