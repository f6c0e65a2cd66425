//! The rulesets there are: the only place that names one.

use super::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A ruleset, as saves name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RulesetId {
    /// B/X Classic.
    Bx,
    /// Six Seconds.
    Seconds,
    /// Countdown d20.
    Countdown,
}

/// Every ruleset, in the order in which they are offered.
pub const ALL: [RulesetId; 3] = [RulesetId::Bx, RulesetId::Seconds, RulesetId::Countdown];

/// The rules themselves.
pub fn ruleset(id: RulesetId) -> &'static dyn Ruleset {
    match id {
        RulesetId::Bx => &super::bx::Bx,
        RulesetId::Seconds => &super::seconds::Seconds,
        RulesetId::Countdown => &super::countdown::Countdown,
    }
}

impl RulesetId {
    /// What it is called, known without reading its rules; the same stands there.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bx => "B/X Classic",
            Self::Seconds => "Six Seconds",
            Self::Countdown => "Countdown d20",
        }
    }

    /// As saves and rule ids write it: `bx`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bx => "bx",
            Self::Seconds => "seconds",
            Self::Countdown => "countdown",
        }
    }
}

impl FromStr for RulesetId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        ALL.into_iter().find(|id| id.name() == text).ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|id| id.name()).collect();
            format!("no ruleset \"{text}\": expected one of {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_is_called_what_its_rules_say() {
        for id in ALL {
            assert_eq!(id.title(), &*ruleset(id).about().title);
        }
    }
}
