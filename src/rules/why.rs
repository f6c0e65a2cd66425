//! Why a number is what it is: its terms, each with the rule behind it.

use super::dice::Purpose;
use super::event::Event;
use super::ids::Text;
use super::ruleset::About;
use super::tally::{Reason, Tally};

/// One term of a total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyTerm {
    /// How much.
    pub value: i32,
    /// Its word in the sum.
    pub word: Text,
    /// The rule's id.
    pub rule: Text,
    /// What the rule says.
    pub text: Text,
}

/// The terms of what an event came to; empty where there is nothing to explain.
pub fn why(about: &About, event: &Event) -> Vec<WhyTerm> {
    match event {
        Event::Rolled(rolled) => {
            let dice = rolled.dice.map(|dice| thrown(about, rolled.purpose, dice));
            dice.into_iter().chain(terms(about, &rolled.tally)).collect()
        }
        Event::Harmed { tally, .. } => terms(about, tally),
        Event::Deferred(event) => why(about, event),
        _ => Vec::new(),
    }
}

/// The terms of what was needed; empty where there is nothing to explain.
pub fn needing(about: &About, event: &Event) -> Vec<WhyTerm> {
    match event {
        Event::Rolled(rolled) => terms(about, &rolled.needing),
        _ => Vec::new(),
    }
}

/// A tally's terms with their rules.
pub fn terms(about: &About, tally: &Tally) -> Vec<WhyTerm> {
    tally.terms().iter().map(|part| term(about, &part.0, part.1)).collect()
}

/// The dice themselves; their rule is that of attacks, so elsewhere they stand alone.
fn thrown(about: &About, purpose: Purpose, dice: i32) -> WhyTerm {
    let whole = term(about, &Reason::Dice, dice);
    match purpose {
        Purpose::Attack(_) => whole,
        _ => WhyTerm { rule: "".into(), text: "".into(), ..whole },
    }
}

fn term(about: &About, reason: &Reason, value: i32) -> WhyTerm {
    let nothing: Text = "".into();
    if let Reason::Named(name) = reason {
        return WhyTerm {
            value,
            word: format!("{name} (referee)").into(),
            rule: "".into(),
            text: nothing,
        };
    }
    let cited = about.reasons.get(reason);
    let rule = cited.and_then(|cited| about.rule(&cited.rule));
    WhyTerm {
        value,
        word: cited.map_or_else(|| nothing.clone(), |cited| cited.word.clone()),
        rule: cited.map_or_else(|| nothing.clone(), |cited| cited.rule.clone()),
        text: rule.map_or(nothing, |rule| rule.text.clone()),
    }
}
