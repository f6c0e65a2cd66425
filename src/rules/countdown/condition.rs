//! Conditions that nobody but this ruleset has.

use crate::rules::model::effect::Condition;

/// Its weapon shoots again only later: the value is the attack line.
pub const RECHARGING: Condition = Condition::new("Recharging");

/// Has said what it means to do: the value is its position in the ruleset's list.
pub const DECLARED: Condition = Condition::new("Declared");

/// Parries and dodges.
pub const DODGING: Condition = Condition::new("Dodging");

/// Shaken.
pub const SHAKEN: Condition = Condition::new("Shaken");

/// Off balance.
pub const STUMBLING: Condition = Condition::new("Stumbling");

/// Attacks nobody, from the round on that is the value.
pub const NO_ATTACK: Condition = Condition::new("NoAttack");

/// Beats at the flames, and does nothing else.
pub const SMOTHERING: Condition = Condition::new("Smothering");

/// In a fire on the ground.
pub const IN_FIRE: Condition = Condition::new("InFire");

/// Waits until a number of the count: the value.
pub const HOLDING_UNTIL: Condition = Condition::new("HoldingUntil");

/// Waits for the one it holds toward, to act at the same time.
pub const AWAITING: Condition = Condition::new("Awaiting");

/// Keeps a spell until just before the one it holds toward acts.
pub const FORESTALLING: Condition = Condition::new("Forestalling");

/// Was taken by surprise from behind by the one it holds toward.
pub const SNEAKED_ON: Condition = Condition::new("SneakedOn");

/// Charmed.
pub const CHARMED: Condition = Condition::new("Charmed");
