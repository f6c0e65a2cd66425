//! Informative events as text: deeds, spells, results without effect.

use super::full::OfOne;
use super::rounds_told;
use crate::rules::model::command::Deed;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{SpellFate, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::phrase::{Number, Phrase, Verb};
use crate::rules::ruleset::about::About;
use crate::rules::text::span::counted;
use crate::rules::text::words::phrase::of_spell;
use crate::rules::text::words::{self, among, name};

/// Returns what the event says of one combatant, if it says only that.
pub(super) fn told_of_one(about: &About, e: &Encounter, told: &Told) -> Option<OfOne> {
    let does = |who: &CombatantId, verb: Verb, rest: String| OfOne::does(*who, verb.alone(), &rest);
    Some(match told {
        Told::Deed(who, deed, line, at) => {
            let (verb, rest) = deed_words(e, *who, *deed, *line, at);
            OfOne { who: *who, does: Some(verb), rest }
        }
        Told::Spell(who, spell, fate) => {
            let phrase = spell_phrase(e, *who, *spell, *fate)?;
            OfOne::does(*who, phrase, words::spell(e, *who, *spell))
        }
        Told::Broke(who) => OfOne::does(*who, Verb::BREAK.alone(), ""),
        Told::Rested(who, rounds) => {
            does(who, Verb::REST, format!("for {}", rounds_told(about, *rounds)))
        }
        Told::Ran(who, rounds, ground) => {
            let time = rounds_told(about, *rounds);
            does(who, Verb::RUN, format!("{ground}{} in {time}", about.unit))
        }
        Told::Driven(who, true) => OfOne::does(*who, Verb::BE.then("destroyed"), ""),
        Told::Driven(who, false) => OfOne::does(*who, Verb::BE.then("driven off"), ""),
        Told::KeptTemporary(who, amount) => does(who, Verb::KEEP, words::temporary(*amount)),
        Told::Row(who, _, text) => OfOne::has(*who, &**text),
        Told::Cured(who, what) => does(who, Verb::HAVE, format!("recovered from the {what}")),
        Told::Experience(who, points, total, level) => {
            OfOne::has(*who, format!("{points} experience, now {total} at level {level}"))
        }
        _ => return None,
    })
}

/// Formats an informative event that is not about one combatant only.
pub(super) fn tell(about: &About, e: &Encounter, told: &Told) -> Option<String> {
    match told {
        Told::Spell(who, spell, _) => {
            Some(format!("{}'s {} is spoiled", name(e, *who), words::spell(e, *who, *spell)))
        }
        Told::Reaction(row) => Some(format!("they react: {row}")),
        Told::Held(side) => Some(format!("{} hold", words::side(e, *side))),
        Told::NoCheck(side) => Some(format!("{}: no morale check", words::side(e, *side))),
        Told::Evaded(side, pace, theirs, away) => {
            let (side, unit) = (words::side(e, *side), &about.unit);
            let fate = if *away { "and get away" } else { "and are pursued" };
            Some(format!("{side} break off at {pace}{unit} against {theirs}{unit} {fate}"))
        }
        Told::Baited(_, true) => Some("the pursuers stop for it".into()),
        Told::Baited(_, false) => Some("the pursuers ignore it".into()),
        // In rulesets where each combatant has turns, turns of the clock are not reported.
        Told::TurnOver(_) if about.own_turns => None,
        Told::TurnOver(turn) => Some(format!("Turn {turn} ends")),
        Told::Item(who, item, kept) => {
            let fate = if *kept { "survives" } else { "is lost" };
            Some(format!("{}'s {item} {fate}", name(e, *who)))
        }
        Told::Withstood(who, damage, most, least) => {
            Some(format!("{damage} damage has no effect on {} ({most}/{least})", name(e, *who)))
        }
        Told::Unmoved(who, damage, least) => Some(format!(
            "{damage} morale damage has no effect on {} (Minimum Will {least})",
            name(e, *who)
        )),
        Told::CoverStruck(who) => Some(format!("{}'s cover is struck", name(e, *who))),
        Told::Scattered(who, face, squares) => {
            let far = counted(squares.unsigned_abs(), "square");
            Some(format!("{}'s throw goes astray: direction {face}, {far}", name(e, *who)))
        }
        Told::Lost(who) => Some(format!("{}'s action is lost", name(e, *who))),
        Told::Reminder(who, what, of) => Some(format!("Reminder for {}, {what}: {of}", name(e, *who))),
        Told::Rule(id) => about.rule(id).map(|rule| rule.title.to_string()),
        _ => None,
    }
}

/// What a caster does with its spell or power; `None` if it is spoiled.
pub(super) fn spell_phrase(
    e: &Encounter,
    who: CombatantId,
    spell: u8,
    fate: SpellFate,
) -> Option<Phrase> {
    let d20 = e.d20(who).ok();
    let known = d20.and_then(|d20| d20.block.spells.get(usize::from(spell)));
    of_spell(fate, known.is_some_and(|spell| spell.power))
}

/// Formats a deed: `Ana takes up sword`.
pub(super) fn deed_line(
    e: &Encounter,
    who: CombatantId,
    deed: Deed,
    line: Option<u8>,
    at: &[CombatantId],
) -> String {
    let (verb, rest) = deed_words(e, who, deed, line, at);
    format!("{} {}{rest}", name(e, who), verb.says(Number::One))
}

/// Returns the verb of a deed and the words behind it: `takes`, ` up sword`.
pub(super) fn deed_words(
    e: &Encounter,
    who: CombatantId,
    deed: Deed,
    line: Option<u8>,
    at: &[CombatantId],
) -> (Verb, String) {
    let said = deed.words();
    let weapon = line.map(|_| words::weapon(e, who, line));
    let whom = said.does.whom(&among(e, at));
    let rest = match (said.handles, weapon) {
        (Some(handles), Some(weapon)) => {
            return (handles.verb, format!("{}{whom}", handles.rest(weapon)));
        }
        (None, Some(weapon)) => format!("{whom} with {weapon}"),
        (_, None) => whom,
    };
    (said.does.verb, format!("{}{rest}", said.does.last("").rest("")))
}
