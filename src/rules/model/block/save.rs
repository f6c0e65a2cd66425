//! The categories of saving throw.

use crate::rules::model::listed::Listed;
use serde::{Deserialize, Serialize};

/// The categories of saving throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Save {
    /// Death ray or poison.
    Death,
    /// Magic wands.
    Wands,
    /// Paralysis or petrification.
    Paralysis,
    /// Breath attacks.
    Breath,
    /// Spells, rods, staves.
    Spells,
    /// Petrification, where a ruleset lists it separately.
    Stone,
}

impl Save {
    /// The five categories common to all rulesets, in the printed order.
    pub const ALL: [Self; 5] = [Self::Death, Self::Wands, Self::Paralysis, Self::Breath, Self::Spells];

    /// The display name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Death => "death",
            Self::Wands => "wands",
            Self::Paralysis => "paralysis",
            Self::Breath => "breath",
            Self::Spells => "spells",
            Self::Stone => "stone",
        }
    }

    /// Returns the index in the printed order; petrification shares that of paralysis.
    pub fn index(self) -> usize {
        match self {
            Self::Stone => Self::Paralysis as usize,
            printed => printed as usize,
        }
    }
}

impl Listed for Save {
    const LIST: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }
}
