//! Partial cover; its degrees are the values of the condition.

use crate::rules::ruleset::about::About;
use crate::rules::ruleset::condition::ConditionRule;
use crate::rules::ruleset::prelude::*;

/// Asks for the target's cover, as a penalty from the worst that the rules have to 0.
pub fn field(about: &About, suggested: i32) -> FactField {
    let worst = rule_of(about).and_then(ConditionRule::range).map_or(0, |(worst, _)| worst);
    FactField { range: Some((worst, 0)), ..FactField::may(Fact::Cover(suggested)) }
}

/// Checks that the stated cover is none, or one that the rules have.
///
/// # Errors
/// `bad-modifier`.
pub fn check(about: &About, at: &At, act: &Act) -> Allowed {
    match (act.facts.cover().unwrap_or(0), rule_of(about)) {
        (0, _) | (_, None) => Ok(()),
        (cover, Some(rule)) => {
            let refused = |fault| at.why(Refusal::BAD_MODIFIER).saying(fault);
            rule.accepts(cover).map_err(refused)
        }
    }
}

/// Returns the degrees of cover, where the rules have only some.
pub fn values(about: &About) -> impl Iterator<Item = i32> {
    rule_of(about).into_iter().flat_map(|rule| rule.only.iter().copied())
}

/// Returns the rule of the condition whose values are the degrees of cover.
fn rule_of(about: &About) -> Option<&ConditionRule> {
    about.condition(Condition::PARTIAL_COVER)
}
