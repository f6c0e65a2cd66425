//! Partial cover of a target: stated with the attack, or standing on it as a condition. Its degrees are the values of
//! the condition.

use crate::rules::model::condition::{ConditionRow, Figure};
use crate::rules::model::word::Word;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::prelude::*;

/// Asks for the target's cover, as a penalty from the worst that the rules have to 0.
pub fn field(about: &About, suggested: i32) -> FactField {
    let worst = row(about).map_or(0, |row| row.figure.range().0);
    FactField { range: Some((worst, 0)), ..FactField::may(Fact::Cover(suggested)) }
}

/// Checks that the stated cover is none, or one that the rules have.
///
/// # Errors
/// `bad-modifier`.
pub fn check(about: &About, at: &At, act: &Act) -> Allowed {
    match (act.facts.cover().unwrap_or(0), row(about)) {
        (0, _) | (_, None) => Ok(()),
        (cover, Some(row)) => {
            let refused = |fault| at.why(Refusal::BAD_MODIFIER).at(fault);
            row.accepts(cover).map_err(refused)
        }
    }
}

/// Returns the degrees of cover, where the rules have only some.
pub fn values(about: &About) -> &'static [i32] {
    match row(about).map(|row| row.figure) {
        Some(Figure::Only(values)) => values,
        _ => &[],
    }
}

/// Returns the cover of an attack's target: as stated by the referee, otherwise as it stands.
pub fn of(e: &Encounter, target: CombatantId, facts: &Facts) -> i32 {
    facts.cover().or_else(|| standing(e, target)).unwrap_or(0)
}

/// Returns what the encounter knows of the target's cover, for [`DeedRule::known`].
pub fn known(at: &At, act: &Act, fact: &Fact) -> Option<Fact> {
    match fact {
        Fact::Cover(_) => standing(at.e, act.target()?).map(Fact::Cover),
        _ => None,
    }
}

/// Returns the partial cover that stands on the combatant, a modifier to attacks on it; `None` if there is none.
fn standing(e: &Encounter, who: CombatantId) -> Option<i32> {
    e.get(who)?.effect(Condition::PARTIAL_COVER).map(|effect| effect.value)
}

/// Returns the condition whose values are the degrees of cover.
fn row(about: &About) -> Option<Word<ConditionRow>> {
    about.condition(Condition::PARTIAL_COVER)
}
