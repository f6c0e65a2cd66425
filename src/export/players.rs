//! A fight as the players may see it afterwards: in its states and its log, what they do not know is left out.

use super::moments::Chapter;
use crate::chronicle::{Chronicle, EntryId};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::watch::told;

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

/// The log of the fight as far as it is applied.
pub(super) fn chapters(fight: &Chronicle) -> Vec<Chapter> {
    let mut chapters = vec![Chapter::first(fight)];
    for line in told(fight) {
        match (line.round, chapters.last_mut()) {
            (None, Some(chapter)) => chapter.lines.push((line.at, line.text)),
            _ => chapters.push(Chapter { title: line.text.into(), at: line.at, lines: Vec::new() }),
        }
    }
    chapters
}
