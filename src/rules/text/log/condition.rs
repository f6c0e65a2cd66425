//! Conditions as text.

use super::full::OfOne;
use crate::rules::model::condition::Meaning;
use crate::rules::model::custom::CustomEffect;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Moment;
use crate::rules::model::phrase::Verb;
use crate::rules::ruleset::about::About;
use crate::rules::text::words::{self, name};

pub(super) fn afflicted(
    about: &About,
    e: &Encounter,
    who: CombatantId,
    effect: &Effect,
) -> Option<OfOne> {
    if effect.condition == Condition::TEMPORARY_HP {
        return Some(OfOne::does(who, Verb::GAIN.alone(), &words::temporary(effect.value)));
    }
    let begins = begins(about, e, effect)?;
    Some(match effect.condition.is(Meaning::DECLARED) {
        true => OfOne { who, does: Some(Verb::DECLARE), rest: format!(": {begins}") },
        false => OfOne::has(who, begins),
    })
}

/// Formats a condition that begins; `None` if it is not reported.
fn begins(about: &About, e: &Encounter, effect: &Effect) -> Option<String> {
    let row = effect.condition;
    if row.is(Meaning::UNTOLD) {
        return None;
    }
    match effect.toward.map(|toward| name(e, toward)) {
        Some(_) if row.toward.is_some() => Some(condition_toward(about, e, effect)),
        // A condition toward one foe that the rules impose is part of something already reported.
        Some(whom) => row.is(Meaning::OFFERED).then(|| format!("{} ({whom})", condition(about, effect))),
        None if row.is(Meaning::DECLARED) => Some(condition(about, effect)),
        None => Some(format!("{}{}{}", condition(about, effect), adds(about, effect), time(effect))),
    }
}

/// Formats the end of a timed condition: `, to the end of round 61`.
fn time(effect: &Effect) -> String {
    let timed = effect.condition.is(Meaning::TIMED);
    match effect.until.filter(|_| timed).map(|when| when.moment) {
        Some(Moment::RoundEnd(n)) => format!(", to the end of round {n}"),
        _ => String::new(),
    }
}

/// Formats the modifiers of a custom effect on its bearer: ` (+1 to hit, −2 saves)`.
pub fn adds(about: &About, effect: &Effect) -> String {
    match effect.custom.as_deref() {
        Some(made) if !made.adds.is_empty() => format!(" ({})", modifiers(about, made)),
        _ => String::new(),
    }
}

/// Lists the modifiers of a custom effect: `+1 to hit, −2 saves`.
pub fn modifiers(about: &About, made: &CustomEffect) -> String {
    let one =
        |(head, n): &(_, i32)| format!("{} {}", words::signed(*n), about.head(*head).unwrap_or(""));
    made.adds.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Formats a condition with the combatant toward whom it holds, if the ruleset names that: `held by Orc`, and, behind a
/// label of its own, `until it moves (Orc)`.
pub fn condition_toward(about: &About, e: &Encounter, effect: &Effect) -> String {
    let called = condition(about, effect);
    match (effect.condition.toward, effect.toward) {
        (Some(_), Some(whom)) if effect.label.is_some() => format!("{called} ({})", name(e, whom)),
        (Some(""), Some(whom)) => format!("{called} {}", name(e, whom)),
        (Some(word), Some(whom)) => format!("{called} {word} {}", name(e, whom)),
        _ => called,
    }
}

/// Formats a condition: its label, or its name in the ruleset.
pub fn condition(about: &About, effect: &Effect) -> String {
    match &effect.label {
        Some(label) => {
            amount(about, effect).map_or_else(|| label.to_string(), |it| format!("{label}, {it}"))
        }
        None => effect.condition.label_at(effect.value),
    }
}

/// Formats the end of a condition: `no longer prone`, `bless ends`.
pub fn condition_over(about: &About, effect: &Effect) -> String {
    match &effect.label {
        Some(label) => format!("{label} ends"),
        None if effect.condition.over.is_some() => effect.condition.ending(),
        None => format!("no longer {}", condition(about, effect)),
    }
}

/// Formats the accumulated amount of an effect, if more than one.
fn amount(about: &About, effect: &Effect) -> Option<String> {
    let mut told = about.counters.iter().filter(|row| !row.label.is_empty());
    told.find_map(|row| {
        let value = effect.count(row.counter);
        (value > 1).then(|| format!("{value} {}", row.label))
    })
}

/// Formats the end of a condition of the rules. Those that only mark the round end with it, unreported.
pub(super) fn relieved(about: &About, ended: Condition) -> Option<String> {
    about.condition(ended).filter(|row| row.is(Meaning::OFFERED)).map(|row| row.ending())
}
