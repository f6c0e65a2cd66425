//! Conditions that nobody but this ruleset has.

use crate::rules::model::effect::Condition;

/// A wound: T and M less one each. Only in tables: wounds are counted, not listed.
pub const WOUND: Condition = Condition::new("Wound");

/// A penalty to Will: the value is how many.
pub const MORALE_PENALTY: Condition = Condition::new("MoralePenalty");

/// A penalty to mobility: the value is how many.
pub const MOBILITY_PENALTY: Condition = Condition::new("MobilityPenalty");

/// No longer dying, still unconscious.
pub const STABLE: Condition = Condition::new("Stable");

/// In pieces.
pub const DESTROYED: Condition = Condition::new("Destroyed");

/// Not ready for an attacker; toward one, or toward all.
pub const FLAT_FOOTED: Condition = Condition::new("FlatFooted");

/// Acts as the table of confusion says.
pub const CONFUSED: Condition = Condition::new("Confused");

/// Confused, but in its player's hands.
pub const LUCID: Condition = Condition::new("Lucid");

/// Flees in terror; toward the source, if it is known.
pub const PANICKED: Condition = Condition::new("Panicked");

/// Attacks in a rage; toward the source, if it is known.
pub const RAGING: Condition = Condition::new("Raging");

/// Loses seconds of each turn by a die.
pub const STAGGERED: Condition = Condition::new("Staggered");

/// Half of everything.
pub const DISABLED: Condition = Condition::new("Disabled");

/// Crouches.
pub const CROUCHING: Condition = Condition::new("Crouching");

/// Behind cover: the value is its step, 1 light to 4 total.
pub const COVERED: Condition = Condition::new("Covered");

/// Hard to see.
pub const CONCEALED: Condition = Condition::new("Concealed");

/// Invisible to the observer it holds toward, or to all.
pub const INVISIBLE: Condition = Condition::new("Invisible");

/// Fast: the value is what its Target rises by.
pub const SPEEDING: Condition = Condition::new("Speeding");

/// Aims at the one it holds toward.
pub const AIMING: Condition = Condition::new("Aiming");

/// A leg is hurt: the value is the squares it costs, 2: useless.
pub const LEG_HURT: Condition = Condition::new("LegHurt");

/// An arm is useless.
pub const ARM_HURT: Condition = Condition::new("ArmHurt");

/// A hand is hurt: the value 1 hampers it, 2 makes it useless.
pub const HAND_HURT: Condition = Condition::new("HandHurt");

/// A wing is hurt: the value 1 costs a square, 2 grounds it.
pub const WING_HURT: Condition = Condition::new("WingHurt");

/// Another mind is in its body: the one it holds toward.
pub const POSSESSED: Condition = Condition::new("Possessed");

/// Its mind is in the body of the one it holds toward.
pub const POSSESSING: Condition = Condition::new("Possessing");

/// Lets the mind it holds toward use its body, and is helped by it.
pub const COOPERATING: Condition = Condition::new("Cooperating");

/// Was gainsaid by the mind it holds toward, this round.
pub const VETOED: Condition = Condition::new("Vetoed");

/// Rides the one it holds toward.
pub const RIDING: Condition = Condition::new("Riding");

/// Its rider controls it this round.
pub const CONTROLLED: Condition = Condition::new("Controlled");

/// Lies in bed: heals faster.
pub const BEDRIDDEN: Condition = Condition::new("Bedridden");

/// Its soul is gone.
pub const SOUL_COMA: Condition = Condition::new("SoulComa");

/// Tired.
pub const TIRED: Condition = Condition::new("Tired");

/// Nauseated.
pub const NAUSEATED: Condition = Condition::new("Nauseated");

/// Drunk.
pub const DRUNK: Condition = Condition::new("Drunk");

/// In the midst of something harmful still, or marked by it for a while.
pub const EXPOSED: Condition = Condition::new("Exposed");
