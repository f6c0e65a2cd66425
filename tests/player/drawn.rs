//! Fights generated from the bestiary, the same for every ruleset of a family, to examine how they are played.

use super::Seeded;
use std::sync::Arc;
use wardrum::rules::model::command::{Arrival, Command};
use wardrum::rules::model::encounter::{Encounter, Scene, Side};
use wardrum::rules::model::ids::{RulesetId, SideId};
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::registry::ruleset;
use wardrum::rules::resolve;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, ready};

/// Bestiary keys, each with a count.
type Members = &'static [(&'static str, usize)];

/// The fights under rules with hit points.
const D20: &[(Members, Members)] = &[
    (&[("fighter-1", 6)], &[("orc", 6)]),
    (
        &[
            ("fighter-3", 2),
            ("cleric-3", 1),
            ("magic-user-3", 1),
            ("thief-3", 1),
            ("man-at-arms", 2),
            ("bowman", 2),
        ],
        &[("goblin", 7), ("wolf", 2), ("ogre", 1)],
    ),
    (&[("dwarf-3", 2), ("elf-3", 1), ("cleric-5", 1)], &[("gnoll", 3), ("hobgoblin-archer", 3)]),
    (&[("fighter-5", 3), ("cleric-5", 1)], &[("hell-hound", 2), ("harpy", 2)]),
    (&[("fighter-5", 2), ("elf-archer", 3)], &[("skeleton", 5), ("ghoul", 3)]),
];

/// The fights under rules with wounds.
const WOUNDS: &[(Members, Members)] = &[
    (&[("squire-1", 4), ("knight-3", 1)], &[("orc", 5)]),
    (
        &[("knight-3", 1), ("archer-4", 1), ("medic-3", 1), ("duelist-5", 1)],
        &[("wolf", 3), ("bandit", 3)],
    ),
    (&[("guard", 3), ("mage-5", 1)], &[("skeleton-archer", 2), ("zombie", 3), ("ogre", 1)]),
];

/// Encounter distances in feet or metres, used in turn.
const APART: [i32; 3] = [20, 60, 10];

/// Every fight under every ruleset, named after its first members.
pub fn fights() -> Vec<(String, Encounter)> {
    let mut fights = Vec::new();
    for id in RulesetId::ALL {
        let drawn = if ruleset(id).about().family == Family::D20 { D20 } else { WOUNDS };
        for (nth, (ours, theirs)) in drawn.iter().enumerate() {
            let name = format!("{id:?}: {} against {}", ours[0].0, theirs[0].0);
            fights.push((name, drawn_up(id, [ours, theirs], APART[nth % APART.len()])));
        }
    }
    fights
}

fn drawn_up(id: RulesetId, sides: [Members; 2], apart: i32) -> Encounter {
    let rules = ruleset(id);
    let bestiary = Bestiary::built_in(rules.about().family);
    let mut e = Encounter::new(id);
    e.scene = Scene { meets_at: Some(Tenths::whole(apart)), ..Scene::default() };
    let mut go = |command: Command| {
        e = resolve(rules, e.clone(), &command, &mut Seeded(1)).expect("sound").0;
    };
    for (at, members) in sides.into_iter().enumerate() {
        go(Command::Side(Side::new(["Ours", "Theirs"][at])));
        for (key, count) in members {
            let block = Arc::new(ready(rules, bestiary.get(key).unwrap_or_else(|| panic!("no {key}"))));
            for number in 1..=*count {
                let side = SideId(u8::try_from(at).expect("two sides"));
                go(Command::Arrive(Arrival::new(side, format!("{key} {number}"), block.clone())));
            }
        }
    }
    e
}
