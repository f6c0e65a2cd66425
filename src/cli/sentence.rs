//! Parses an act from a plain sentence: `Ana strikes Gob with sword`, `Mirel casts sleep at Orc 1, Orc 2`, with facts as
//! a scenario writes them: `Ana shoots Gob, facts: [Distance(30), Cover(-2)]`.

use crate::policy;
use crate::rules;
use crate::rules::engine::deeds;
use crate::rules::model::command::{Act, Fact, Facts};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::Offer;
use crate::rules::model::phrase::Number;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words;
use crate::store;

/// Parses a sentence into an act. What it leaves out gets the defaults of a form.
///
/// # Errors
/// Says which word was found, and what was expected there.
pub(super) fn act(rules: &dyn Ruleset, e: &Encounter, text: &str) -> Result<Act, String> {
    let (text, facts) = said(text.trim())?;
    let (who, rest) = subject(e, text)?;
    let offers = rules::offers(rules, e, who);
    let (offer, rest) = deed(e, who, &offers, rest)?;
    let (first, rest) = spell(e, who, offer, rest);
    let (at, with) = targets(e, rest)?;
    let mut act = Act::new(who, offer.deed);
    act.with = line(e, who, offer, with)?;
    act.facts = offer.standing(act.with);
    let named = || spell(e, who, offer, with?).0;
    first.or_else(named).into_iter().for_each(|at| act.facts.set(Fact::Spell(at)));
    act.at = at;
    if act.at.is_empty() && offer.at.least > 0 {
        act.at = policy::likely(e, who, &offer.at.ids).into_iter().take(offer.at.least).collect();
    }
    let kinds = kinds(rules, e, &act, offer);
    for fact in facts.0 {
        let found = kind(&fact);
        if !kinds.contains(&found) {
            let what = format!("a fact that {} {}", words::name(e, who), offer.deed.words().entry());
            return Err(expected(&found, &format!("{what} with"), kinds.iter().map(String::as_str)));
        }
        act.facts.set(fact);
    }
    Ok(act)
}

/// What begins the facts.
const FACTS: &str = "facts:";

/// The sentence without its facts, and the facts.
fn said(text: &str) -> Result<(&str, Facts), String> {
    let Some((sentence, facts)) = text.rsplit_once(FACTS) else { return Ok((text, Facts::default())) };
    let facts = rules::read(facts).map_err(|error| match &error.code {
        ron::Error::NoSuchEnumVariant { expected: known, found, .. } => {
            expected(found, "a fact", known.iter().copied())
        }
        code => format!("--act: {FACTS}{facts}: {}", store::misread(code)),
    })?;
    Ok((sentence.trim_end_matches([' ', ',']), facts))
}

/// The kinds of facts that the act's form asks for.
fn kinds(rules: &dyn Ruleset, e: &Encounter, act: &Act, offer: &Offer) -> Vec<String> {
    let asked = deeds::asked(rules, e, act, offer);
    let mut kinds = Vec::new();
    for field in asked.iter().chain(&offer.facts) {
        let kind = kind(&field.fact);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The name of a fact, without its value.
fn kind(fact: &Fact) -> String {
    format!("{fact:?}").split('(').next().unwrap_or_default().to_string()
}

/// The actor at the start of the sentence, and the rest.
fn subject<'a>(e: &Encounter, text: &'a str) -> Result<(CombatantId, &'a str), String> {
    find_name(e, text).ok_or_else(|| unknown(e, first_word(text)))
}

/// The combatant with the longest name that the text begins with, and the rest.
fn find_name<'a>(e: &Encounter, text: &'a str) -> Option<(CombatantId, &'a str)> {
    let begins = e.all().filter_map(|c| Some((c, strip(text, &c.name)?)));
    begins.max_by_key(|(c, _)| c.name.len()).map(|(c, rest)| (c.id, rest))
}

/// The error for a name that no combatant has.
fn unknown(e: &Encounter, found: &str) -> String {
    expected(found, "somebody in the fight", e.all().map(|c| &*c.name))
}

/// The deed that follows, and the rest.
fn deed<'a, 'o>(
    e: &Encounter,
    who: CombatantId,
    offers: &'o [Offer],
    text: &'a str,
) -> Result<(&'o Offer, &'a str), String> {
    let first = first_word(text);
    let called = |offer: &Offer| {
        let words = offer.deed.words();
        let (does, first) = (words.does.says(Number::One), words.does.verb.says(Number::One));
        [does, words.entry(), words.name.to_lowercase(), first.into()]
    };
    let begins = offers.iter().flat_map(|offer| {
        called(offer).into_iter().filter_map(move |name| Some((offer, strip(text, &name)?, name.len())))
    });
    // The longest name of a deed that can be done now, ahead of one that cannot.
    let found = begins.max_by_key(|(offer, _, length)| (offer.blocked.is_none(), *length));
    let Some((offer, rest, _)) = found else {
        let free = offers.iter().filter(|offer| offer.blocked.is_none());
        let known: Vec<String> = free.map(|offer| offer.deed.words().entry()).collect();
        let what = format!("what {} may do now", words::name(e, who));
        return Err(expected(first, &what, known.iter().map(String::as_str)));
    };
    Ok((offer, rest))
}

/// The line of the named weapon; by default, the first that serves.
fn line(
    e: &Encounter,
    who: CombatantId,
    offer: &Offer,
    with: Option<&str>,
) -> Result<Option<u8>, String> {
    let Some(weapon) = with.filter(|_| !offer.with.is_empty()) else {
        return Ok(offer.with.first().copied());
    };
    let named = |at: &u8| words::means(e, who, Some(*at));
    let is = |name: &str| name.eq_ignore_ascii_case(weapon.trim());
    match offer.with.iter().find(|at| is(named(at)) || is(words::weapon(e, who, Some(**at)))) {
        Some(at) => Ok(Some(*at)),
        None => Err(expected(weapon.trim(), "a weapon at hand", offer.with.iter().map(named))),
    }
}

/// The spell with the longest name that the text begins with, if the deed casts one, and the rest.
fn spell<'a>(e: &Encounter, who: CombatantId, offer: &Offer, text: &'a str) -> (Option<u8>, &'a str) {
    let spells = offer.facts.iter().filter_map(|field| match field.fact {
        Fact::Spell(at) => Some((at, strip(text, words::spell(e, who, at))?)),
        _ => None,
    });
    spells.min_by_key(|(_, rest)| rest.len()).map_or((None, text), |(at, rest)| (Some(at), rest))
}

/// The targets, separated by commas or `and`, and what follows `with`; a name may itself contain any of these.
fn targets<'a>(e: &Encounter, text: &'a str) -> Result<(Vec<CombatantId>, Option<&'a str>), String> {
    let words = ["at", "on", "from", "toward", "to"];
    let mut text = words.iter().find_map(|word| strip(text, word)).unwrap_or(text);
    let mut named = Vec::new();
    loop {
        text = text.trim_start_matches([' ', ',']);
        text = strip(text, "and").unwrap_or(text);
        if text.is_empty() {
            return Ok((named, None));
        }
        let Some((who, rest)) = find_name(e, text) else {
            let with = strip(text, "with");
            return with.map(|with| (named, Some(with))).ok_or_else(|| {
                let ends = [",", " and ", " with "].iter().filter_map(|end| text.find(end));
                unknown(e, text[..ends.min().unwrap_or(text.len())].trim())
            });
        };
        named.push(who);
        text = rest;
    }
}

/// The text after a leading word or words, ignoring case.
fn strip<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
    let rest = &text[head.len()..];
    (rest.is_empty() || rest.starts_with([' ', ','])).then(|| rest.trim_start())
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

/// The error message: what was found, what was expected, and the nearest known name or all of them.
fn expected<'a>(found: &str, what: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = |name: &&&str| strsim::jaro_winkler(&found.to_lowercase(), &name.to_lowercase());
    let nearest = known.iter().max_by(|a, b| near(a).total_cmp(&near(b)));
    match nearest.filter(|name| near(name) > 0.75) {
        Some(near) => format!("--act: found \"{found}\", expected {what}; did you mean {near}?"),
        None => format!("--act: found \"{found}\", expected {what}: {}", known.join(", ")),
    }
}
