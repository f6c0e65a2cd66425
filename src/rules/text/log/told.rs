//! Informative events as text: deeds, spells, results without effect.

use super::rounds_told;
use crate::rules::model::command::Deed;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{SpellFate, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::about::About;
use crate::rules::text::span::counted;
use crate::rules::text::words::{self, among, name};

pub(super) fn tell(about: &About, e: &Encounter, told: &Told) -> Option<String> {
    match told {
        Told::Deed(who, deed, line, at) => Some(deed_line(e, *who, *deed, *line, at)),
        Told::Spell(who, spell, fate) => {
            let d20 = e.d20(*who).ok();
            let known = d20.and_then(|d20| d20.block.spells.get(usize::from(*spell)));
            let uses = known.is_some_and(|spell| spell.power);
            let (who, spell) = (name(e, *who), words::spell(e, *who, *spell));
            Some(match spell_words(*fate, uses) {
                Some((verb, rest)) => format!("{who} {verb} {spell}{rest}"),
                None => format!("{who}'s {spell} is spoiled"),
            })
        }
        Told::Reaction(row) => Some(format!("they react: {row}")),
        Told::Broke(who) => Some(format!("{} breaks", name(e, *who))),
        Told::Held(side) => Some(format!("{} hold", words::side(e, *side))),
        Told::NoCheck(side) => Some(format!("{}: no morale check", words::side(e, *side))),
        Told::Evaded(side, pace, theirs, away) => {
            let (side, unit) = (words::side(e, *side), &about.unit);
            let fate = if *away { "and get away" } else { "and are pursued" };
            Some(format!("{side} break off at {pace}{unit} against {theirs}{unit} {fate}"))
        }
        Told::Baited(_, true) => Some("the pursuers stop for it".into()),
        Told::Baited(_, false) => Some("the pursuers ignore it".into()),
        Told::Rested(who, rounds) => {
            Some(format!("{} rests for {}", name(e, *who), rounds_told(about, *rounds)))
        }
        Told::Ran(who, rounds, ground) => {
            let time = rounds_told(about, *rounds);
            Some(format!("{} runs {ground}{} in {time}", name(e, *who), about.unit))
        }
        // In rulesets where each combatant has turns, turns of the clock are not reported.
        Told::TurnOver(_) if about.phases.contains_key(&Phase::Turn) => None,
        Told::TurnOver(turn) => Some(format!("Turn {turn} is over")),
        Told::Driven(who, true) => Some(format!("{} is destroyed", name(e, *who))),
        Told::Driven(who, false) => Some(format!("{} is driven off", name(e, *who))),
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
        Told::KeptTemporary(who, amount) => {
            Some(format!("{} keeps {}", name(e, *who), words::temporary(*amount)))
        }
        Told::CoverStruck(who) => Some(format!("{}'s cover is struck", name(e, *who))),
        Told::Scattered(who, face, squares) => {
            let far = counted(squares.unsigned_abs(), "square");
            Some(format!("{}'s throw goes astray: direction {face}, {far}", name(e, *who)))
        }
        Told::Lost(who) => Some(format!("{}'s action is lost", name(e, *who))),
        Told::Row(who, _, text) => Some(format!("{}: {text}", name(e, *who))),
        Told::Cured(who, what) => Some(format!("{} has recovered from the {what}", name(e, *who))),
        Told::Experience(who, points, total, level) => Some(format!(
            "{} earns {points} experience points: level {level}, {total} points",
            name(e, *who)
        )),
        Told::Reminder(who, what, of) => Some(format!("Reminder for {}, {what}: {of}", name(e, *who))),
        Told::Rule(id) => about.rule(id).map(|rule| rule.title.to_string()),
    }
}

/// Returns the words before and after a spell's name; `None` if the spell is disrupted.
pub(super) fn spell_words(fate: SpellFate, uses: bool) -> Option<(&'static str, &'static str)> {
    Some(match fate {
        SpellFate::Cast if uses => ("uses", ""),
        SpellFate::Announced => ("announces", ""),
        SpellFate::Begun => ("begins", ""),
        SpellFate::Cast => ("casts", ""),
        SpellFate::LetGo => ("lets", " go"),
        SpellFate::Disrupted => return None,
    })
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
    format!("{} {verb}{rest}", name(e, who))
}

/// Formats a deed without the actor, its verb separate: `takes`, ` up sword`.
pub(super) fn deed_words(
    e: &Encounter,
    who: CombatantId,
    deed: Deed,
    line: Option<u8>,
    at: &[CombatantId],
) -> (String, String) {
    let said = deed.words();
    let handles = said.handles.filter(|_| line.is_some());
    let does = handles.unwrap_or(said.does);
    let (verb, rest) = does.split_at(does.find(' ').unwrap_or(does.len()));
    let mut rest = rest.to_string();
    let with = line.map(|_| words::weapon(e, who, line));
    if let Some(weapon) = with.filter(|_| said.handles.is_some()) {
        rest.push_str(&format!(" {weapon}"));
    }
    if !at.is_empty() {
        let space = if said.to.is_empty() { "" } else { " " };
        rest.push_str(&format!("{space}{} {}", said.to, among(e, at)));
    }
    if let Some(weapon) = with.filter(|_| said.handles.is_none()) {
        rest.push_str(&format!(" with {weapon}"));
    }
    (verb.to_string(), rest)
}
