//! How much the referee lets the players know of a combatant.

use serde::{Deserialize, Serialize};

/// How much of a combatant the players know, as set by the referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Sight {
    /// Seen, and its name known.
    #[default]
    Known,
    /// Seen, but its name unknown.
    Unnamed,
    /// Its presence is unknown.
    Hidden,
}

impl Sight {
    /// All states, in the order a key cycles through them.
    pub const ALL: [Self; 3] = [Self::Known, Self::Unnamed, Self::Hidden];

    /// The display text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Known => "seen and named",
            Self::Unnamed => "seen, name unknown",
            Self::Hidden => "hidden",
        }
    }

    /// Returns the next state, wrapping around.
    pub fn next(self) -> Self {
        match self {
            Self::Known => Self::Unnamed,
            Self::Unnamed => Self::Hidden,
            Self::Hidden => Self::Known,
        }
    }

    /// Whether nothing is hidden from the players.
    pub fn is_known(&self) -> bool {
        *self == Self::Known
    }
}
