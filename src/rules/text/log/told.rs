//! What the rules tell beside the events: deeds, spells, what came of nothing.

use super::{LogLine, act, duration, then};
use crate::rules::model::command::Deed;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{SpellFate, Told};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::about::About;
use crate::rules::text::words::{self, name};

pub(super) fn tell(about: &About, e: &Encounter, told: &Told) -> Option<LogLine> {
    match told {
        Told::Deed(who, deed, line, at) => act(deed_line(e, *who, *deed, *line, at)),
        Told::Spell(who, spell, fate) => {
            let d20 = e.d20(*who).ok();
            let known = d20.and_then(|d20| d20.block.spells.get(usize::from(*spell)));
            let uses = known.is_some_and(|spell| spell.power);
            let (who, spell) = (name(e, *who), words::spell(e, *who, *spell));
            match fate {
                SpellFate::Cast if uses => act(format!("{who} uses {spell}")),
                SpellFate::Announced => act(format!("{who} announces {spell}")),
                SpellFate::Begun => act(format!("{who} begins {spell}")),
                SpellFate::Cast => act(format!("{who} casts {spell}")),
                SpellFate::Disrupted => then(format!("{who}'s {spell} is spoiled")),
                SpellFate::LetGo => act(format!("{who} lets {spell} go")),
            }
        }
        Told::Reaction(row) => then(format!("they are {row}")),
        Told::Broke(who) => then(format!("{} breaks", name(e, *who))),
        Told::Held(side) => then(format!("{} stand", words::side(e, *side))),
        Told::NoCheck(side) => act(format!("{}: no morale check", words::side(e, *side))),
        Told::Evaded(side, pace, theirs, away) => {
            let (side, unit) = (words::side(e, *side), &about.unit);
            let fate = if *away { "and get away" } else { "and are pursued" };
            act(format!("{side} break off at {pace}{unit} against {theirs}{unit} {fate}"))
        }
        Told::Baited(_, true) => then("the pursuers stop for it".into()),
        Told::Baited(_, false) => then("the pursuers pay it no heed".into()),
        Told::Rested(who, rounds) => {
            let time = duration(rounds.saturating_mul(about.round_seconds));
            act(format!("{} rests for {time}", name(e, *who)))
        }
        Told::Ran(who, rounds, ground) => {
            let time = duration(rounds.saturating_mul(about.round_seconds));
            act(format!("{} runs for {time}: {ground}{}", name(e, *who), about.unit))
        }
        // Where turns are what each combatant has, nobody speaks of these.
        Told::TurnOver(_) if about.phases.contains_key(&Phase::Turn) => None,
        Told::TurnOver(turn) => act(format!("Turn {turn} is over")),
        Told::Driven(who, true) => then(format!("{} is destroyed", name(e, *who))),
        Told::Driven(who, false) => then(format!("{} is driven off", name(e, *who))),
        Told::Item(who, item, kept) => {
            let fate = if *kept { "outlasts its owner" } else { "is lost" };
            then(format!("{}'s {item} {fate}", name(e, *who)))
        }
        Told::Withstood(who, damage, most, least) => {
            then(format!("{damage} does {} no harm ({most}/{least})", name(e, *who)))
        }
        Told::Unmoved(who, damage, least) => {
            then(format!("{damage} does not move {} (Minimum Will {least})", name(e, *who)))
        }
        Told::CoverStruck(who) => then(format!("what {} stands behind is struck", name(e, *who))),
        Told::Scattered(who, face, squares) => {
            then(format!("{}'s throw goes astray: direction {face}, {squares} squares", name(e, *who)))
        }
        Told::Lost(who) => then(format!("{}'s action comes to nothing", name(e, *who))),
        Told::Row(who, _, text) => then(format!("{}: {text}", name(e, *who))),
        Told::Cured(who, what) => then(format!("{} is over the {what}", name(e, *who))),
        Told::Experience(who, points, total, level) => {
            act(format!("{} earns {points} points: {total} at level {level}", name(e, *who)))
        }
        Told::Reminder(who, what, of) => act(format!("Remember, {}, {what}: {of}", name(e, *who))),
        Told::Rule(id) => about.rule(id).and_then(|rule| then(rule.title.to_string())),
    }
}

pub(super) fn deed_line(
    e: &Encounter,
    who: CombatantId,
    deed: Deed,
    line: Option<u8>,
    at: &[CombatantId],
) -> String {
    let said = deed.words();
    let handles = said.handles.filter(|_| line.is_some());
    let mut text = format!("{} {}", name(e, who), handles.unwrap_or(said.does));
    let with = line.map(|_| words::weapon(e, who, line));
    if let Some(weapon) = with.filter(|_| said.handles.is_some()) {
        text.push_str(&format!(" {weapon}"));
    }
    let targets: Vec<&str> = at.iter().map(|id| name(e, *id)).collect();
    if !targets.is_empty() {
        let space = if said.to.is_empty() { "" } else { " " };
        text.push_str(&format!("{space}{} {}", said.to, targets.join(", ")));
    }
    if let Some(weapon) = with.filter(|_| said.handles.is_none()) {
        text.push_str(&format!(" with {weapon}"));
    }
    text
}
