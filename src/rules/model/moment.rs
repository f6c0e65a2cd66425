//! When something happens: the instants at which effects lapse and timers fall due.

use super::ids::CombatantId;
use serde::{Deserialize, Serialize};

/// A combat round; 0 is the time before the first (surprise, distance, reaction).
pub type Round = u32;

/// Seconds: of the encounter's clock, or of one combatant's own clock.
pub type Second = u32;

/// The most seconds that go by at once: more is a slip of the finger.
pub const YEAR: Second = 365 * 24 * 3600;

/// Seconds of a minute.
pub const MINUTE: Second = 60;
/// Seconds of an hour.
pub const HOUR: Second = 60 * MINUTE;
/// Seconds of a day.
pub const DAY: Second = 24 * HOUR;

/// An instant of the fight. Of those that have come together the first named here is taken first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Moment {
    /// The round begins, before its first window.
    RoundStart(Round),
    /// The round is over, after its last window.
    RoundEnd(Round),
    /// The combatant's own clock shows that second or a later one: before what ends as its turn does.
    OwnSecond(CombatantId, Second),
    /// The combatant's turn of that round begins.
    TurnStart(CombatantId, Round),
    /// The combatant's turn of that round is over.
    TurnEnd(CombatantId, Round),
    /// The encounter's clock shows that second or a later one.
    Clock(Second),
}

/// A moment, and the step inside it at which the ruleset takes what belongs there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The instant.
    pub moment: Moment,
    /// Lower steps first: ticks before expiries, or the other way round.
    pub step: u8,
}

/// The step at which timed effects expire, whoever set them: those that end together go in the order
/// in which they began. What holds for a part of the round ends at an earlier step.
pub const TIMED: u8 = 100;

impl Moment {
    /// This moment, at the given step inside it.
    pub fn at(self, step: u8) -> When {
        When { moment: self, step }
    }
}
