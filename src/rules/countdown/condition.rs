//! Conditions specific to this ruleset.

use crate::rules::model::effect::Condition;

/// A weapon cannot shoot again yet; the value is the attack line.
pub const RECHARGING: Condition = Condition::new("Recharging");
/// Has declared its intent; the value is its position in the ruleset's list.
pub const DECLARED: Condition = Condition::new("Declared");
/// Is parrying and dodging.
pub const DODGING: Condition = Condition::new("Dodging");
/// Shaken.
pub const SHAKEN: Condition = Condition::new("Shaken");
/// Off balance.
pub const STUMBLING: Condition = Condition::new("Stumbling");
/// Cannot attack from the round that is the value.
pub const NO_ATTACK: Condition = Condition::new("NoAttack");
/// Is smothering the flames on it, which takes its whole action.
pub const SMOTHERING: Condition = Condition::new("Smothering");
/// Is in a fire on the ground.
pub const IN_FIRE: Condition = Condition::new("InFire");
/// Holds until a number of the count, which is the value.
pub const HOLDING_UNTIL: Condition = Condition::new("HoldingUntil");
/// Holds to act at the same time as the combatant it is toward.
pub const AWAITING: Condition = Condition::new("Awaiting");
/// Holds a spell until just before the combatant it is toward acts.
pub const FORESTALLING: Condition = Condition::new("Forestalling");
/// Was sneak attacked by the combatant it is toward.
pub const SNEAKED_ON: Condition = Condition::new("SneakedOn");
/// Charmed.
pub const CHARMED: Condition = Condition::new("Charmed");
