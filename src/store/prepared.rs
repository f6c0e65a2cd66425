//! Prepared fights that come with wardrum: saves in their starting state.

use super::line::{Head, Line, head};
use crate::rules;
use crate::rules::model::encounter::Encounter;
use crate::rules::registry;

/// The prepared fights, in the order of the start screen.
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

/// The combatants of each by side, so that the start screen need not parse the saves and their rules.
pub const WHO: [&str; READY.len()] = [
    "Heroes: Brea, Odo, Mirel, Tamsin. Goblins: Goblins 1–6",
    "Heroes: Sefa, Brother Hal, Ilmar, Gund. Cult: Mediums 1, 2, 3, Acolytes 1, 2, 3, Orcs 1–8",
    "Heroes: Ana, Dorn, Pip. Orcs: Orcs 1–5. Gnolls: Gnolls 1, 2, 3",
    "Company: Captain Ros, Mother Ide, Corvin, Men-at-arms 1–9, Bowmen 1–6. Horde: Goblins 1–34, Hobgoblins 1–6, Ogres 1, 2",
    "Blade: Isaura, Marshal Orde, Bette. Book: Varro, Golem, Sir Corin",
    "Band: Sir Aldous, Wren, Tomas, Sister Ambry, Pip, Broken wall. Giant: Old Grumble",
    "Watch: Halvar, Mother Sild, Ness. Restless: The Drowned One, Skeletons 1, 2",
    "Heroes: Brea, Dorn, Odo. Orcs: Orcs 1–4",
    "Robbers: Tamsin, Rook, Archers 1, 2. Caravan: Guards 1–5, Mirel",
    "Watch: Sergeant Holt, Watchmen 1–4. Thieves: Nib, Bandits 1, 2",
    "Riders: Lancers 1, 2, Corin. Hedge: Spearmen 1–4, Lash",
    "Host: Brea, First company, Second company, Third company. Horde: Ogre, First band, Second band, Third band",
    "Burglars: Tamsin, Nibs 1, 2. Kennel: Hounds 1–4",
    "Rearguard: Brea, Zorn, Wren. Pursuers: Orcs 1–6, Wolves 1, 2",
    "Sailors: Sailors 1, 2, 3, Brea. Dockers: Dockers 1–4",
    "Heroes: Brea, Tamsin, Sister Maud. Goblins: Goblins 1–5",
    "Heroes: Brea, Ser Odo, Tamsin. Raiders: Ogre, Hobgoblins 1–5",
];

/// What each shows, in the few words of a column on the start screen.
pub const SHOWN: [&str; READY.len()] = [
    "A first fight, goblins",
    "Spells against spells",
    "Three sides at once",
    "A horde of sixty",
    "A duel in seconds",
    "Called shots, a giant",
    "A ghost takes a body",
    "Two fall on one number",
    "Burning oil",
    "Taking them alive",
    "Lances against spears",
    "Battle of companies",
    "A chase with dogs",
    "Giving ground",
    "A brawl with fists",
    "Saving the dying",
    "Critical hits, maiming",
];

/// What a save shows: the comment after its first line; empty if there is none.
pub fn shows(text: &str) -> &str {
    text.lines().nth(1).and_then(|line| line.strip_prefix("// ")).unwrap_or_default()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// Reads the title and ruleset of a save, without parsing its state.
pub fn titled(text: &str) -> Option<Head> {
    head(lines(text).next()?).ok()
}

/// Reads the head and starting state of a save. `None` if this wardrum cannot read it.
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
        assert!(SHOWN.iter().all(|words| words.len() <= 22), "each fits its column");
    }
}
