//! Counters specific to this ruleset.

use crate::rules::model::counter::Counter;

/// Attack rolls made against it while it may be casting.
pub const ATTACKED: Counter = Counter::new("Attacked");
/// On a side: 1 if it may be surprised, 2 if it is open to ambush.
pub const UNWARY: Counter = Counter::new("Unwary");
/// On a side: 1 once the morale check on first meeting opposition is dealt with.
pub const OPPOSED: Counter = Counter::new("Opposed");
/// Last round in which a fire on the ground harmed it.
pub const SCORCHED: Counter = Counter::new("Scorched");
/// Last round in which it drew a weapon.
pub const DREW: Counter = Counter::new("Drew");
