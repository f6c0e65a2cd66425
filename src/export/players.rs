//! The log of a fight as the players may read it. It is made from what they see and from plain deeds rather than from
//! the referee's log, so it cannot contain rolls, numbers about foes, notes, or hidden names.

use super::moments::Chapter;
use crate::chronicle::{Chronicle, Entry, EntryId};
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::sight::Knowledge;
use crate::rules::text::log;
use crate::watch::{PlayersView, Row};
use std::collections::BTreeMap;

/// The deeds of foes that everyone sees. Of other deeds, only the effects are logged.
const PLAIN: [Deed; 9] = [
    Deed::Strike,
    Deed::Shoot,
    Deed::Cast,
    Deed::Charge,
    Deed::Move,
    Deed::Run,
    Deed::Withdraw,
    Deed::Retreat,
    Deed::Surrender,
];

/// The title: the referee's own may tell what the players are not to know.
pub(super) const TITLE: &str = "A fight";

/// The states after each applied act. What the players do not know at the end, they do not know throughout, since the
/// referee may have hidden a combatant, or said that a side is not theirs, late.
pub(super) fn moments(fight: &Chronicle) -> impl Iterator<Item = (usize, EntryId, Encounter)> {
    let end = fight.now();
    fight.moments().take(fight.at() + 1).map(move |(at, id, mut e)| {
        for unknown in end.nameless() {
            if e.get(unknown.id).is_some_and(|c| c.sight < unknown.sight) {
                e.apply(&Event::Sighted(unknown.id, unknown.sight));
            }
        }
        for side in e.side_ids().filter(|side| !end.is_players(*side)) {
            e.apply(&Event::PlayersSet(side, false));
        }
        (at, id, e)
    })
}

fn tells(e: &Encounter, text: &str) -> bool {
    let text = text.to_lowercase();
    e.nameless().any(|c| text.contains(&c.name.to_lowercase()))
}

/// The log of the fight as far as it is applied.
pub(super) fn chapters(fight: &Chronicle) -> Vec<Chapter> {
    let chapter = |round: u32, at| {
        let title = if round == 0 { "Before the first round".into() } else { format!("Round {round}") };
        Chapter { title: title.into(), at, lines: Vec::new() }
    };
    let mut chapters = vec![chapter(fight.start().round, 0)];
    let mut before: Option<(Encounter, PlayersView)> = None;
    for (at, id, e) in moments(fight) {
        let seen = PlayersView::of(fight.rules(), &e, &BTreeMap::new());
        if let Some((then, had)) = &before {
            if e.round != then.round {
                chapters.push(chapter(e.round, at));
            }
            let line = fight.entry(id).and_then(|entry| line(&e, entry, had, &seen));
            if let (Some(line), Some(chapter)) = (line, chapters.last_mut()) {
                chapter.lines.push((at, line));
            }
        }
        before = Some((e, seen));
    }
    chapters
}

/// The acts of an entry, and their visible effects.
fn line(e: &Encounter, entry: &Entry, had: &PlayersView, seen: &PlayersView) -> Option<String> {
    let acts: Vec<&Act> = entry
        .steps
        .iter()
        .filter_map(|step| match &step.command {
            Command::Act(act) if is_plain(e, act) => Some(act),
            _ => None,
        })
        .collect();
    let alike = acts.chunk_by(|one, other| one.deed == other.deed);
    let mut parts: Vec<String> = alike.filter_map(|acts| log::acts_label(e, acts)).collect();
    parts.extend(changes(had, seen));
    if seen.when != had.when && !seen.when.starts_with("Round") {
        parts.push(seen.when.clone());
    }
    parts.retain(|part| !tells(e, part));
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Whether everyone involved is known, and the deed is not one a foe could do in secret.
fn is_plain(e: &Encounter, act: &Act) -> bool {
    let knows = |who: CombatantId| e.get(who).map_or(Knowledge::Nothing, |c| e.players_know(c));
    knows(act.who) >= Knowledge::Name
        && act.at.iter().all(|who| knows(*who) >= Knowledge::Name)
        && (knows(act.who) == Knowledge::Figures || PLAIN.contains(&act.deed))
        && act.deed != Deed::Pass
}

/// Changes of health, and new conditions. Only covers those whose name is unique.
fn changes(had: &PlayersView, seen: &PlayersView) -> Vec<String> {
    let before = |row: &Row| had.rows.iter().find(|then| then.name == row.name);
    let single = |row: &&Row| seen.rows.iter().filter(|other| other.name == row.name).count() == 1;
    let one = |row: &Row| {
        let then = before(row)?;
        let health = (then.health != row.health).then(|| row.health.clone());
        let new = row.conditions.iter().filter(|condition| !then.conditions.contains(condition));
        let told: Vec<String> = health.into_iter().chain(new.cloned()).collect();
        (!told.is_empty()).then(|| format!("{}: {}", row.name, told.join(", ")))
    };
    seen.rows.iter().filter(single).filter_map(one).collect()
}
