//! A combatant's act, with names in place of ids.

use super::names::Names;
use crate::rules::model::command::{Act, Deed, Fact, Facts, Part};
use crate::rules::model::ids::CombatantId;
use serde::Deserialize;

/// An [`Act`] with names in place of ids.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedAct {
    /// The actor.
    pub who: String,
    /// The deed.
    pub deed: Deed,
    /// The attack used.
    #[serde(default)]
    pub with: Option<String>,
    /// The targets.
    #[serde(default)]
    pub at: Vec<String>,
    /// The spell, by its name in the stat block.
    #[serde(default)]
    pub spell: Option<String>,
    /// The combo.
    #[serde(default)]
    pub combo: Option<String>,
    /// The object in the roster that screens the target.
    #[serde(default)]
    pub screen: Option<String>,
    /// Facts given by the referee.
    #[serde(default)]
    pub facts: Facts,
    /// The single blows of an act made of several.
    #[serde(default)]
    pub parts: Vec<NamedPart>,
}

/// A single blow: a [`Part`] with names in place of ids.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NamedPart {
    /// The attack used; if absent, the act's.
    pub with: Option<String>,
    /// The target; if absent, the act's.
    pub at: Option<String>,
    /// The object in the roster that screens the target.
    pub screen: Option<String>,
    /// Facts of this blow alone.
    pub facts: Facts,
}

impl NamedAct {
    /// Resolves the names to get the act.
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

impl NamedPart {
    fn part(&self, who: CombatantId, names: Names) -> Part {
        Part {
            with: self.with.as_deref().map(|line| names.line(who, line)),
            at: self.at.as_deref().map(|name| names.who(name)),
            facts: facts(&self.facts, self.screen.as_deref(), names),
        }
    }
}

/// Adds the facts given by name.
fn facts(said: &Facts, screen: Option<&str>, names: Names) -> Facts {
    let mut facts = said.clone();
    if let Some(screen) = screen {
        facts.set(Fact::Screen(names.who(screen)));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::rules::model::command::Location;
    use crate::rules::model::encounter::Encounter;
    use crate::rules::model::event::Event;
    use crate::rules::registry;

    /// Ana and a crate, both with bodies.
    fn scene() -> Encounter {
        let events = [
            r#"Sided(name: "party")"#,
            r#"Blocked(Wounds(
                attacks: [(name: "sword"), (name: "gun")],
                combos: [(name: "jab", parts: [Attack]), (name: "flurry", parts: [Attack, Attack])],
            ))"#,
            r#"Joined(id: 0, name: "Ana", side: 0, block: 0, vitals: Wounds(0))"#,
            r#"Joined(id: 1, name: "Crate", side: 0, block: 0, vitals: Wounds(0))"#,
        ];
        let mut e = Encounter::new(registry::ALL[0]);
        for event in events {
            e.apply(&notation::read::<Event>(event).expect(event));
        }
        e
    }

    fn act(e: &Encounter, text: &str) -> Act {
        notation::read::<NamedAct>(text).expect(text).act(Names(e))
    }

    #[test]
    fn lines_combos_screens_and_parts_go_by_their_names() {
        let e = scene();
        let act = act(
            &e,
            r#"(who: "Ana", deed: Combo, with: "gun", combo: "flurry", screen: "Crate", facts: [Flanked],
                parts: [(with: "sword", at: "Crate", facts: [Called(Head)]), (screen: "Ana")])"#,
        );
        let (ana, other) = (CombatantId(0), CombatantId(1));
        assert_eq!((act.who, act.with), (ana, Some(1)));
        assert_eq!(act.facts, Facts::from_iter([Fact::Flanked, Fact::Screen(other), Fact::Combo(1)]));
        let part = |with, at, fact| Part { with, at, facts: Facts::from(fact) };
        let head = part(Some(0), Some(other), Fact::Called(Location::Head));
        assert_eq!(act.parts, [head, part(None, None, Fact::Screen(ana))]);
    }

    #[test]
    fn what_is_not_there_is_left_to_the_rules() {
        let e = scene();
        let act = act(&e, r#"(who: "Bo", deed: Combo, with: "axe", combo: "dance", screen: "wall")"#);
        assert!(e.get(act.who).is_none());
        assert_eq!((act.with, act.facts.combo()), (Some(u8::MAX), Some(u8::MAX)));
        assert!(act.facts.screen().is_some_and(|who| e.get(who).is_none()));
    }
}
