//! Conditions specific to this ruleset.

use crate::rules::model::effect::Condition;

/// A wound: T and M -1 each. Only listed in tables: wounds are counted, not kept as effects.
pub const WOUND: Condition = Condition::new("Wound");
/// Morale penalties; the value is their number.
pub const MORALE_PENALTY: Condition = Condition::new("MoralePenalty");
/// Mobility penalties; the value is their number.
pub const MOBILITY_PENALTY: Condition = Condition::new("MobilityPenalty");
/// No longer dying, still unconscious.
pub const STABLE: Condition = Condition::new("Stable");
/// An object out of use.
pub const DESTROYED: Condition = Condition::new("Destroyed");
/// Flat-footed toward one attacker, or toward all.
pub const FLAT_FOOTED: Condition = Condition::new("FlatFooted");
/// Acts by the confusion table.
pub const CONFUSED: Condition = Condition::new("Confused");
/// Confused, but under its player's control.
pub const LUCID: Condition = Condition::new("Lucid");
/// Must flee; toward the source, if known.
pub const PANICKED: Condition = Condition::new("Panicked");
/// Must attack; toward the source, if known.
pub const RAGING: Condition = Condition::new("Raging");
/// Stunned for 1d6 seconds of each turn.
pub const STAGGERED: Condition = Condition::new("Staggered");
/// Disabled: half the seconds of action, crawling only.
pub const DISABLED: Condition = Condition::new("Disabled");
/// Crouching.
pub const CROUCHING: Condition = Condition::new("Crouching");
/// Behind cover; the value is its step, 1 (light) to 4 (total).
pub const COVERED: Condition = Condition::new("Covered");
/// Concealed.
pub const CONCEALED: Condition = Condition::new("Concealed");
/// Invisible to one observer, or to all.
pub const INVISIBLE: Condition = Condition::new("Invisible");
/// Fast-moving; the value is added to Target.
pub const SPEEDING: Condition = Condition::new("Speeding");
/// Aiming at the target it is toward.
pub const AIMING: Condition = Condition::new("Aiming");
/// A leg is hurt; the value is the squares of speed lost, 2 also makes it useless.
pub const LEG_HURT: Condition = Condition::new("LegHurt");
/// An arm is useless.
pub const ARM_HURT: Condition = Condition::new("ArmHurt");
/// A hand is hurt: 1 hampers it, 2 makes it useless.
pub const HAND_HURT: Condition = Condition::new("HandHurt");
/// A wing is hurt: 1 costs a square of flight speed, 2 prevents flight.
pub const WING_HURT: Condition = Condition::new("WingHurt");
/// The body is shared with the mind it is toward.
pub const POSSESSED: Condition = Condition::new("Possessed");
/// The mind is in the body it is toward.
pub const POSSESSING: Condition = Condition::new("Possessing");
/// Shares skills with the mind it is toward, if that cooperates too.
pub const COOPERATING: Condition = Condition::new("Cooperating");
/// Faced a veto this round, successful or not, by the mind it is toward.
pub const VETOED: Condition = Condition::new("Vetoed");
/// Riding the mount it is toward.
pub const RIDING: Condition = Condition::new("Riding");
/// Controlled this round by the rider it is toward.
pub const CONTROLLED: Condition = Condition::new("Controlled");
/// In bed: heals faster.
pub const BEDRIDDEN: Condition = Condition::new("Bedridden");
/// The soul is gone.
pub const SOUL_COMA: Condition = Condition::new("SoulComa");
/// Tired.
pub const TIRED: Condition = Condition::new("Tired");
/// Nauseated.
pub const NAUSEATED: Condition = Condition::new("Nauseated");
/// Drunk.
pub const DRUNK: Condition = Condition::new("Drunk");
/// Still exposed to what it inhales, or, with a label, the drinks of the last hour.
pub const EXPOSED: Condition = Condition::new("Exposed");
