//! Identifiers of things in an encounter: assigned when the thing is added, never reused.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::Arc;

/// A short, shared string that is cheap to clone.
pub type Text = Arc<str>;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl $name {
            /// The position in the encounter's list.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A combatant; [`Encounter::combatants`](super::encounter::Encounter) is sorted by it.
    CombatantId(u32)
);
id!(
    /// A side: its position in [`Encounter::sides`](super::encounter::Encounter).
    SideId(u8)
);
id!(
    /// A stat block: its position in [`Encounter::blocks`](super::encounter::Encounter).
    BlockId(u32)
);
id!(
    /// An effect or a timer, numbered in order of creation.
    EffectId(u32)
);

/// A ruleset, as named in saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RulesetId {
    /// B/X Classic.
    Bx,
    /// Six Seconds.
    Seconds,
    /// Countdown d20.
    Countdown,
    /// Original Edition House.
    Zero,
    /// Advanced House Rules.
    House,
}

impl RulesetId {
    /// Every ruleset, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Bx, Self::Seconds, Self::Countdown, Self::Zero, Self::House];

    /// The display name, available without loading the ruleset, which repeats it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bx => "B/X Classic",
            Self::Seconds => "Six Seconds",
            Self::Countdown => "Countdown d20",
            Self::Zero => "Original Edition House",
            Self::House => "Advanced House Rules",
        }
    }

    /// The name in saves and rule ids: `bx`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bx => "bx",
            Self::Seconds => "seconds",
            Self::Countdown => "countdown",
            Self::Zero => "zero",
            Self::House => "house",
        }
    }
}

impl FromStr for RulesetId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|id| id.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|id| id.name()).collect();
            format!("no ruleset \"{text}\": expected one of {}", names.join(", "))
        })
    }
}
