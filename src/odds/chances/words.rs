//! Chances as text: `hits 55 %, drops it 31 %, expected 2.4`.

use super::{Chances, Fate, Party, Trial};
use crate::odds::exact::{Chance, How};
use crate::rules::model::choice::Query;
use crate::rules::model::dice::{Answer, ChoiceRequest, Purpose};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::ruleset::about::About;
use crate::rules::text::{log, words};

/// The most log entries listed; the likeliest are kept.
const MOST_TOLD: usize = 8;

/// Chances below this are left out of the one-line summary.
const WORTH_A_WORD: f64 = 0.03;

/// A line of the description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A result.
    Said(String),
    /// How the chances were computed, or a default they rest on.
    Rests(String),
}

impl Line {
    /// Returns the text.
    pub fn text(&self) -> &str {
        match self {
            Self::Said(text) | Self::Rests(text) => text,
        }
    }
}

/// A row of a bar chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// The value, or the range of values.
    pub label: String,
    /// The chance.
    pub chance: Chance,
}

/// Describes the chances in full: a line for each combatant concerned, then the rest.
pub fn lines(about: &About, e: &Encounter, chances: &Chances) -> Vec<Line> {
    let mut lines: Vec<Line> = said(about, e, chances, 0.0).into_iter().map(Line::Said).collect();
    if lines.is_empty() {
        lines.push(Line::Said("nothing is left to chance".into()));
    }
    lines.extend(rests(e, chances).into_iter().map(Line::Rests));
    lines.extend(is_capped(e, chances).then(|| Line::Rests(CAPPED.into())));
    lines
}

/// What `expected` means where more may be dealt than can land.
const CAPPED: &str = "expected: the damage that lands, at most the hit points left";

/// Whether someone may lose all the hit points it has left.
fn is_capped(e: &Encounter, chances: &Chances) -> bool {
    chances.fates.iter().any(|fate| {
        let left = e.get(fate.who).map_or(0, |c| c.vitals.hp());
        left > 0 && fate.amounts.last().is_some_and(|(most, _)| *most == left)
    })
}

/// Summarizes the chances in one line, without what is less likely than [`WORTH_A_WORD`]. `None` if nothing is left to
/// chance.
pub fn brief(about: &About, e: &Encounter, chances: &Chances) -> Option<String> {
    if chances.is_certain() {
        return None;
    }
    let about_it = if chances.how == How::Exact { "" } else { "about " };
    let mut said = said(about, e, chances, WORTH_A_WORD);
    // How many fall comes before the single targets.
    if let Some(all) = together(chances).filter(|_| chances.aimed.len() > 2) {
        said.retain(|text| *text != all);
        said.insert(0, all);
    }
    (!said.is_empty()).then(|| format!("{about_it}{}", said.join(" · ")))
}

/// The results for each combatant and overall. A chance below `least` is left out.
fn said(about: &About, e: &Encounter, chances: &Chances, least: f64) -> Vec<String> {
    let mut lines = first(e, chances);
    // An attack is weighed by whether it is made, not by whether it hits.
    let weight = |trial: &Trial| if is_attack(trial.test.purpose) { trial.tried } else { trial.made };
    let likely = |trial: &&Trial| trial.tried != Chance::NEVER && weight(trial).number() >= least;
    let mut trials: Vec<&Trial> = chances.trials.iter().filter(likely).collect();
    let alone = chances.fates.len() == 1;
    for fate in &chances.fates {
        let own = trials.iter().filter(|trial| concerns(trial, fate.who));
        let tried = own.map(|trial| attempt(e, chances, trial, fate.who));
        let becomes = falls(fate, alone).into_iter().chain(expected(fate, least));
        let all: Vec<String> = tried.chain(becomes).chain(others(about, fate, least)).collect();
        trials.retain(|trial| !concerns(trial, fate.who));
        if !all.is_empty() {
            let (text, name) = (all.join(", "), words::name(e, fate.who));
            lines.push(if alone { text } else { format!("{name}: {text}") });
        }
    }
    lines.extend(trials.into_iter().map(|trial| on_its_own(e, chances, trial)));
    lines.extend(together(chances));
    lines.extend(told(about, e, chances, least));
    lines
}

/// Summarizes the chances of one of those concerned, for a narrow column: `hits 55 %, falls 31 %`, and what is expected
/// only where nobody falls.
pub fn brief_of(about: &About, e: &Encounter, chances: &Chances, whom: CombatantId) -> Option<String> {
    let fate = chances.fate(whom).filter(|_| !chances.is_certain())?;
    let likely = |trial: &&Trial| trial.made.number() >= WORTH_A_WORD && concerns(trial, whom);
    let tried = chances.trials.iter().filter(likely).map(|trial| attempt(e, chances, trial, whom));
    let falls = falls(fate, false).or_else(|| expected(fate, WORTH_A_WORD));
    let all: Vec<String> = tried.chain(falls).chain(others(about, fate, WORTH_A_WORD)).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// The same once dice were thrown: `saves, 8`, `fails, 16, falls`, and what is still open: `saves 35 %, 8 or 16`.
pub fn so_far(about: &About, e: &Encounter, chances: &Chances, whom: CombatantId) -> Option<String> {
    let fate = chances.fate(whom)?;
    let tried = chances.trials.iter().filter(|trial| concerns(trial, whom));
    let tried = tried.map(|trial| match trial.made {
        Chance::ALWAYS => does(trial).unwrap_or_else(|| succeeds(trial)),
        Chance::NEVER if is_attack(trial.test.purpose) => Verb::MISS.says(Number::One).into(),
        Chance::NEVER => Verb::FAIL.says(Number::One).into(),
        _ => attempt(e, chances, trial, whom),
    });
    let amounts = match &fate.amounts[..] {
        [(0, _)] => None,
        [(one, _)] => Some(one.abs().to_string()),
        [(one, _), (other, _)] => Some(format!("{} or {}", one.abs(), other.abs())),
        _ => expected(fate, WORTH_A_WORD),
    };
    let falls = match fate.falls {
        Chance::ALWAYS => Some(Verb::FALL.says(Number::One).into()),
        _ => falls(fate, false),
    };
    let all: Vec<String> =
        tried.chain(amounts).chain(falls).chain(others(about, fate, WORTH_A_WORD)).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// The chances of an act for one of those concerned, for bars: the tests that are made in any case, and that it falls.
pub fn gauges(chances: &Chances, fate: &Fate) -> Vec<Bar> {
    let sure = |trial: &&Trial| trial.tried == Chance::ALWAYS && concerns(trial, fate.who);
    let tried = chances.trials.iter().filter(sure);
    let tried = tried
        .map(|trial| Bar { label: does(trial).unwrap_or_else(|| succeeds(trial)), chance: trial.made });
    let falls = (fate.falls != Chance::NEVER).then(|| {
        let whose = if Some(fate.who) == chances.actor { Verb::FALL } else { Verb::DROP };
        Bar { label: whose.says(Number::One).into(), chance: fate.falls }
    });
    tried.chain(falls).collect()
}

/// Returns the chance that an attack on the target hits, or `None` if there is no attack on it.
pub fn hit(chances: &Chances, whom: CombatantId) -> Option<Chance> {
    let at = chances.trials.iter().filter(|trial| trial.test.against == Some(whom));
    at.filter(|trial| is_attack(trial.test.purpose)).map(|trial| trial.made).next()
}

/// Describes a default answer: `Strike here? Orc with spear`.
pub fn saying(e: &Encounter, ask: &ChoiceRequest) -> String {
    let question = ask.question.words();
    let whose = ask.who.map_or_else(String::new, |who| format!("{}: ", words::name(e, who)));
    let answer = match ask.standing() {
        Answer::One(at) => ask.picks.get(at).map(|pick| words::pick(e, pick)),
        Answer::Some(_) => Some("none".into()),
        Answer::Number(n) => Some(n.to_string()),
        Answer::Order(_) => Some("in this order".into()),
        Answer::Roll(_) => None,
    };
    let colon = if let Query::Says(_) = question { ":" } else { "" };
    format!("{whose}{}{colon} {}", ask.asked(), answer.unwrap_or_default())
}

/// The distribution of a combatant's losses, in about `most` rows.
pub fn bars(fate: &Fate, most: usize) -> Vec<Bar> {
    let each = fate.amounts.len().div_ceil(most.max(1)).max(1);
    // Zero gets a row of its own.
    let (none, some): (Vec<_>, Vec<_>) =
        fate.amounts.iter().copied().partition(|(amount, _)| each > 1 && *amount == 0);
    let bin = |all: &[(i32, Chance)]| {
        let (least, most) = (all.first()?.0, all.last()?.0);
        let chance = all.iter().fold(Chance::NEVER, |sum, (_, chance)| sum.or(*chance).unwrap_or(sum));
        let label = if least == most { least.to_string() } else { format!("{least}–{most}") };
        Some(Bar { label, chance })
    };
    bin(&none).into_iter().chain(some.chunks(each).filter_map(bin)).collect()
}

fn is_attack(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Attack(_) | Purpose::Grab)
}

/// Whether the test is listed with the combatant: it is the target, or rolls itself for something other than an attack.
fn concerns(trial: &Trial, who: CombatantId) -> bool {
    trial.test.against == Some(who)
        || (trial.test.against.is_none() && trial.test.who == Some(who))
        || (trial.test.who == Some(who) && !is_attack(trial.test.purpose))
}

/// What a test does that is made, in a verb: `hits`, if its purpose has one.
fn does(trial: &Trial) -> Option<String> {
    let number = if trial.test.side.is_some() { Number::Many } else { Number::One };
    trial.test.purpose.words().does.map(|does| does.says(number))
}

/// The same by its name: `fumble check succeeds`.
fn succeeds(trial: &Trial) -> String {
    format!("{} {}", trial.test.purpose.noun(), Verb::SUCCEED.says(Number::One))
}

/// A test with its chance: `hits 55 %`, `then saves 40 %`, `hits 1.2 times of 2`. One without a verb that is rolled
/// only at times states how often: `fumble check 5 %, succeeds in 10 % of those`.
fn attempt(e: &Encounter, chances: &Chances, trial: &Trial, whose: CombatantId) -> String {
    let (verb, succeeds) = (does(trial), succeeds(trial));
    let by = match trial.test.who {
        Some(who) if who != whose && chances.actor != Some(who) => {
            format!("{} ", words::name(e, who))
        }
        _ => String::new(),
    };
    if trial.most > 1 {
        let expected = trial.expected;
        let verb = verb.unwrap_or(succeeds);
        return format!(
            "{by}{verb} {} at least once, {expected:.1} times of {}",
            trial.made, trial.most
        );
    }
    match (trial.made.given(trial.tried), verb) {
        (Some(then), Some(verb)) if trial.tried != Chance::ALWAYS => format!("then {by}{verb} {then}"),
        (Some(then), None) if trial.tried != Chance::ALWAYS => {
            format!("{by}{} {}, succeeds in {then} of those", trial.test.purpose.noun(), trial.tried)
        }
        (_, Some(verb)) => format!("{by}{verb} {}", trial.made),
        (_, None) => format!("{by}{succeeds} {}", trial.made),
    }
}

/// A test that is not listed with any combatant.
fn on_its_own(e: &Encounter, chances: &Chances, trial: &Trial) -> String {
    let whose = match (trial.test.who, trial.test.against, trial.test.side) {
        (Some(who), Some(at), _) => format!("{} at {}: ", words::name(e, who), words::name(e, at)),
        (Some(who), None, _) => format!("{}: ", words::name(e, who)),
        (None, _, Some(side)) => format!("{}: ", words::side(e, side)),
        (None, _, None) => String::new(),
    };
    let nobody = trial.test.who.unwrap_or(CombatantId(u32::MAX));
    format!("{whose}{}", attempt(e, chances, trial, nobody))
}

/// Whether a combatant falls: `drops it 31 %`, or `falls 31 %` unless it is the only one.
fn falls(fate: &Fate, alone: bool) -> Option<String> {
    let named = |fate: &Fate| fate.conditions.iter().any(|(_, chance)| *chance == fate.falls);
    if fate.falls == Chance::NEVER || (named(fate) && fate.dies != fate.falls) {
        return None;
    }
    let does = if alone { Verb::DROP.then("it") } else { Verb::FALL.alone() };
    let verb = does.says(Number::One);
    let dead = if fate.dies == fate.falls || fate.dies == Chance::NEVER {
        String::new()
    } else {
        format!(" (dead {})", fate.dies)
    };
    Some(format!("{verb} {}{dead}", fate.falls))
}

/// What a combatant loses or is healed in the mean: `expected 2.4`.
fn expected(fate: &Fate, least: f64) -> Option<String> {
    if fate.amounts.iter().all(|(amount, _)| *amount == 0) || fate.expected.abs() < least {
        return None;
    }
    let word = if fate.expected < 0.0 { "healed" } else { "expected" };
    Some(format!("{word} {:.1}", fate.expected.abs()))
}

/// What else may become of a combatant: `prone 20 %`.
fn others(about: &About, fate: &Fate, least: f64) -> impl Iterator<Item = String> {
    let begun = fate.conditions.iter().filter(move |(_, chance)| chance.number() >= least);
    let begun = begun.map(|(condition, chance)| {
        let name = about.condition(*condition).map_or("", |row| row.row().label);
        format!("{} {chance}", name.to_lowercase())
    });
    begun.chain(fate.leaves.iter().map(|(how, chance)| format!("{} {chance}", words::standing(*how))))
}

/// How many of several fall: `2.1 of 5 fall, all 3 %`.
fn together(chances: &Chances) -> Option<String> {
    chances.fallen.last().filter(|(most, _)| *most > 0)?;
    let of = chances.aimed.len();
    let weigh = |(count, chance): &(usize, Chance)| {
        f64::from(u32::try_from(*count).unwrap_or(0)) * chance.number()
    };
    let expected: f64 = chances.fallen.iter().map(weigh).sum();
    let none = chances.fallen.first().filter(|(count, _)| *count == 0);
    let none = none.map_or_else(String::new, |(_, chance)| format!(", none {chance}"));
    let all = chances.fallen.last().filter(|(count, _)| *count == of);
    let all = all.map_or_else(String::new, |(_, chance)| format!(", all {chance}"));
    Some(format!("{expected:.1} of {of} fall{none}{all}"))
}

/// Who acts first: `Heroes first 42 %`.
fn first(e: &Encounter, chances: &Chances) -> Vec<String> {
    let said = chances.first.iter().take(MOST_TOLD);
    said.map(|(party, chance)| format!("{} first {chance}", names(e, party))).collect()
}

fn names(e: &Encounter, party: &Party) -> String {
    let sides = party.sides.iter().map(|side| words::side(e, *side));
    let ones = party.ones.iter().map(|who| words::name(e, *who));
    let names: Vec<&str> = sides.chain(ones).collect();
    names.join(" and ")
}

/// The other log entries, the likeliest first.
fn told(about: &About, e: &Encounter, chances: &Chances, least: f64) -> Vec<String> {
    let mut told: Vec<&(_, Chance)> =
        chances.told.iter().filter(|(_, chance)| *chance != Chance::ALWAYS).collect();
    // What a table's row says matters less than its effects.
    told.retain(|(_, chance)| chance.number() >= least * 3.0);
    told.sort_by(|(_, a), (_, b)| b.number().total_cmp(&a.number()));
    let said = told.into_iter().filter_map(|(told, chance)| {
        let text = log::in_full(about, e, &Event::Told(told.clone()))?;
        Some(format!("{text}: {chance}"))
    });
    said.take(MOST_TOLD).collect()
}

/// How the chances were computed, and the defaults they rest on.
fn rests(e: &Encounter, chances: &Chances) -> Vec<String> {
    let how = match chances.how {
        How::Exact => None,
        How::About(margin) => Some(format!("estimated: ±{:.1} %", margin * 100.0)),
    };
    let mut said: Vec<String> = how.into_iter().collect();
    for ask in &chances.stood {
        let text = format!("by default: {}", saying(e, ask));
        if !said.contains(&text) {
            said.push(text);
        }
    }
    said
}
