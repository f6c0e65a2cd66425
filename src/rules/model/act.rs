//! One combatant's act.

use super::deed::Deed;
use super::fact::Facts;
use super::ids::CombatantId;
use super::share::Share;
use serde::{Deserialize, Serialize};

/// One of several blows: its attack line, its target, and its own facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The attack line; absent: the act's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// The target; absent: the act's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<CombatantId>,
    /// Facts for this blow alone.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
}

/// One combatant's act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The actor.
    pub who: CombatantId,
    /// The deed.
    pub deed: Deed,
    /// The attack line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<u8>,
    /// The targets, in order: at, toward or away from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// The facts entered for it.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
    /// Its separate blows, if it has several, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

fn no_facts(facts: &Facts) -> bool {
    facts.0.is_empty()
}

impl Act {
    /// Creates an act without targets, attack line or facts.
    pub fn new(who: CombatantId, deed: Deed) -> Self {
        Self { who, deed, with: None, at: Vec::new(), facts: Facts::default(), parts: Vec::new() }
    }

    /// Returns the first target.
    pub fn target(&self) -> Option<CombatantId> {
        self.at.first().copied()
    }

    /// Returns the share a target takes of the act's amount; full unless set.
    pub fn share_of(&self, who: CombatantId) -> Share {
        let own = self.parts.iter().filter(|part| part.at == Some(who));
        own.filter_map(|part| part.facts.share()).next_back().unwrap_or_default()
    }

    /// The targets it affects: those with no share are skipped entirely.
    pub fn reached(&self) -> impl Iterator<Item = CombatantId> {
        self.at.iter().copied().filter(|who| self.share_of(*who) != Share::None)
    }
}
