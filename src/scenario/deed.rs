//! One combatant's act, in names instead of ids.

use super::names::Names;
use crate::rules::command::{Act, Deed, Fact, Facts, Part};
use crate::rules::ids::CombatantId;
use serde::{Deserialize, Serialize};

/// What a combatant does: an [`Act`] with names.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActWord {
    /// Who.
    pub who: String,
    /// What.
    pub deed: Deed,
    /// With which attack line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// At whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
    /// Which spell of its block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spell: Option<String>,
    /// Which of its combos.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combo: Option<String>,
    /// The thing that hides the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
    /// What the referee says of it.
    #[serde(default, skip_serializing_if = "no_facts")]
    pub facts: Facts,
    /// Its single blows, where it is made of several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartWord>,
}

/// One blow of several: a [`Part`] with names.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PartWord {
    /// With which attack line; absent: the act's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// At whom; absent: the act's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The thing that hides the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
    /// What holds for it alone.
    #[serde(skip_serializing_if = "no_facts")]
    pub facts: Facts,
}

fn no_facts(facts: &Facts) -> bool {
    facts.0.is_empty()
}

impl ActWord {
    /// The act it stands for.
    pub(super) fn act(&self, names: Names) -> Act {
        let who = names.who(&self.who);
        let mut facts = facts(&self.facts, self.screen.as_deref(), names);
        if let Some(spell) = &self.spell {
            facts.set(Fact::Spell(names.spell(who, spell)));
        }
        if let Some(combo) = &self.combo {
            facts.set(Fact::Combo(names.combo(who, combo)));
        }
        Act {
            who,
            deed: self.deed,
            with: self.with.as_deref().map(|line| names.line(who, line)),
            at: names.all(&self.at),
            facts,
            parts: self.parts.iter().map(|part| part.part(who, names)).collect(),
        }
    }
}

impl PartWord {
    fn part(&self, who: CombatantId, names: Names) -> Part {
        Part {
            with: self.with.as_deref().map(|line| names.line(who, line)),
            at: self.at.as_deref().map(|name| names.who(name)),
            facts: facts(&self.facts, self.screen.as_deref(), names),
        }
    }
}

/// The facts with those that are given by name.
fn facts(said: &Facts, screen: Option<&str>, names: Names) -> Facts {
    let mut facts = said.clone();
    if let Some(screen) = screen {
        facts.set(Fact::Screen(names.who(screen)));
    }
    facts
}
