//! Prepared fights that come with wardrum: saves with nothing but their start.

use super::line::{Head, Line, head};
use crate::rules;
use crate::rules::model::encounter::Encounter;
use crate::rules::registry;

/// The ready fights, in the order in which they are offered.
pub const READY: [&str; 17] = [
    include_str!("../../saves/first-fight.ron"),
    include_str!("../../saves/spell-casters.ron"),
    include_str!("../../saves/three-sides.ron"),
    include_str!("../../saves/horde.ron"),
    include_str!("../../saves/duel.ron"),
    include_str!("../../saves/giant.ron"),
    include_str!("../../saves/possession.ron"),
    include_str!("../../saves/shared-number.ron"),
    include_str!("../../saves/oil-ambush.ron"),
    include_str!("../../saves/watch.ron"),
    include_str!("../../saves/hedge-of-spears.ron"),
    include_str!("../../saves/battle.ron"),
    include_str!("../../saves/pursuit.ron"),
    include_str!("../../saves/rearguard.ron"),
    include_str!("../../saves/brawl.ron"),
    include_str!("../../saves/last-breath.ron"),
    include_str!("../../saves/skirmish.ron"),
];

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// What a save is called and by which rules it goes; its state is not read.
pub fn titled(text: &str) -> Option<Head> {
    head(lines(text).next()?).ok()
}

/// What a save is called and how it starts; `None`: it is none that this wardrum can read.
pub fn prepared(text: &str) -> Option<(Head, Encounter)> {
    let mut lines = lines(text);
    let head = head(lines.next()?).ok()?;
    match registry::asking_first(head.ruleset, || rules::read(lines.next()?).ok())? {
        Line::Kept { state, .. } => Some((head, state.into_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ready_fight_can_be_begun() {
        for text in READY {
            let ready = prepared(text);
            assert!(ready.is_some_and(|(head, start)| !head.title.is_empty() && start.sides.len() > 1));
        }
    }
}
