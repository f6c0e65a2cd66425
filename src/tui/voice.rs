//! Refusals and questions in the referee's words.

use crate::rules::dice::{ChoiceRequest, Purpose, RollRequest};
use crate::rules::encounter::Encounter;
use crate::rules::error::RuleError;
use crate::rules::ruleset::Ruleset;
use crate::rules::words;
use crate::tui::proposal;

/// Why the rules say no: `Ana: It has no attack left this round.`
pub fn refusal(rules: &dyn Ruleset, e: &Encounter, error: &RuleError) -> String {
    let who = error.who.map_or_else(String::new, |who| format!("{}: ", words::name(e, who)));
    format!("{who}{}", reason(rules, error))
}

/// The same where it is plain who is meant.
pub fn reason(rules: &dyn Ruleset, error: &RuleError) -> String {
    let text =
        rules.about().refusals.get(&error.refusal).map_or("That cannot be done now.", |text| text);
    match &error.detail {
        Some(detail) => format!("{text} ({detail})"),
        None => text.to_string(),
    }
}

/// Who is asked for dice, and what for: `Ana attacks Orc 2 with sword: hits on 12+`.
pub fn roll(e: &Encounter, ask: &RollRequest) -> String {
    let who = match (ask.who, ask.side) {
        (Some(who), _) => words::name(e, who).to_string(),
        (None, Some(side)) => words::side(e, side).to_string(),
        (None, None) => String::new(),
    };
    let against = ask.against.map(|id| words::name(e, id));
    let what = match (ask.purpose, ask.who, against) {
        (Purpose::Attack(line), Some(id), Some(target)) => {
            format!("{who} attacks {target} with {}", words::weapon(e, id, Some(line)))
        }
        (Purpose::Damage(line), Some(id), Some(target)) => {
            format!("damage to {target}: {who}, {}", words::weapon(e, id, Some(line)))
        }
        (purpose, ..) if who.is_empty() => words::purpose(purpose),
        (purpose, ..) => format!("{}: {who}", words::purpose(purpose)),
    };
    match proposal::needs(ask) {
        Some(needs) => format!("{what}: {needs}"),
        None => what,
    }
}

/// What a decision is about: `A tie: Heroes`.
pub fn choice(e: &Encounter, ask: &ChoiceRequest) -> String {
    let about = match (&ask.among[..], ask.who, ask.side) {
        ([_, ..], ..) => {
            ask.among.iter().map(|pick| words::pick(e, pick)).collect::<Vec<_>>().join(", ")
        }
        ([], _, Some(side)) => words::side(e, side).into(),
        ([], Some(who), None) => words::name(e, who).into(),
        ([], None, None) => return words::question(ask.question).into(),
    };
    format!("{}: {about}", words::question(ask.question))
}
