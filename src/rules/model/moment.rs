//! Moments: the instants at which effects lapse and timers fall due.

use super::ids::CombatantId;
use serde::{Deserialize, Serialize};

/// A combat round; 0 is the time before the first (surprise, distance, reaction).
pub type Round = u32;

/// Seconds: of the encounter's clock, or of one combatant's own clock.
pub type Second = u32;

/// The most seconds that may pass at once; more is taken for a typing error.
pub const YEAR: Second = 365 * 24 * 3600;

/// Seconds in a minute.
pub const MINUTE: Second = 60;
/// Seconds in an hour.
pub const HOUR: Second = 60 * MINUTE;
/// Seconds in a day.
pub const DAY: Second = 24 * HOUR;

/// An instant of the fight. Of several moments reached together, they are processed in the order of the variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Moment {
    /// The round begins, before its first window.
    RoundStart(Round),
    /// The round is over, after its last window.
    RoundEnd(Round),
    /// The combatant's own clock reaches that second. Sorts before what ends with its turn.
    OwnSecond(CombatantId, Second),
    /// The combatant's turn of that round begins.
    TurnStart(CombatantId, Round),
    /// The combatant's turn of that round ends.
    TurnEnd(CombatantId, Round),
    /// The encounter's clock reaches that second.
    Clock(Second),
}

/// A moment, and the step within it at which the ruleset processes an effect or timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The instant.
    pub moment: Moment,
    /// Lower steps first, for example ticks before expiries or the reverse.
    pub step: u8,
}

/// The step at which timed effects expire, whatever their source; those that end together do so in order of creation.
/// Effects that last only part of the round end at an earlier step.
pub const TIMED: u8 = 100;

impl Moment {
    /// Returns this moment at the given step.
    pub fn at(self, step: u8) -> When {
        When { moment: self, step }
    }
}
