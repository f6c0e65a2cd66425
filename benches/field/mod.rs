//! Fights of any size to measure on.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use wardrum::chronicle::{Ask, Chronicle, Pending, Progress, Provenance};
use wardrum::rules::combatant::StatBlock;
use wardrum::rules::command::{Arrival, Command};
use wardrum::rules::d20::block::Block;
use wardrum::rules::dice::Dice;
use wardrum::rules::encounter::{Encounter, Side};
use wardrum::rules::ids::SideId;
use wardrum::rules::registry::{RulesetId, ruleset};
use wardrum::rules::{notation, resolve};
use wardrum::store::Journal;

#[path = "../../tests/player/mod.rs"]
pub mod player;

use player::Seeded;

#[derive(serde::Deserialize)]
struct Bestiary {
    creatures: BTreeMap<String, Block>,
    characters: BTreeMap<String, Block>,
}

/// So many combatants, one in four a character, set up and not begun.
pub fn set_up(size: usize) -> Encounter {
    set_up_tough(size, 1)
}

/// The same with so many times their hit points, for fights that last.
pub fn set_up_tough(size: usize, times: i32) -> Encounter {
    let bestiary: Bestiary =
        notation::read(include_str!("../../assets/bestiary/d20.ron")).expect("the bestiary parses");
    let rules = ruleset(RulesetId::Bx);
    let mut dice = Seeded(1);
    let mut e = Encounter::new(RulesetId::Bx);
    let mut go = |command: Command| {
        e = resolve(rules, e.clone(), &command, &mut dice).expect("a sound set-up").0;
    };
    go(Command::Side(Side::new("Heroes")));
    go(Command::Side(Side::new("Foes")));
    for at in 0..size {
        let (side, block) = match at % 4 {
            0 => (SideId(0), &bestiary.characters["fighter-3"]),
            _ => (SideId(1), &bestiary.creatures["orc"]),
        };
        let mut block = block.clone();
        let usual = block.hp.or(block.hd.map(|hd| hd.average_hp()));
        block.hp = usual.map(|hp| hp * times);
        let name = format!("{} {}", block.name, at + 1).into();
        let block = Arc::new(StatBlock::Written(Box::new(block)));
        go(Command::Arrive(Arrival { side, name, block, most: None, hp: None }));
    }
    e
}

/// One act, every question answered by the dice or by its standing answer.
pub fn play(chronicle: &mut Chronicle, command: Command, dice: &mut dyn Dice) {
    let mut pending = Pending::new(vec![command]);
    loop {
        match pending.run(chronicle, dice, &|_, _| Provenance::Machine) {
            Progress::Asks(Ask::Choice(ask)) => {
                pending.answer(ask.standing(), Provenance::Typed).expect("a standing answer fits");
            }
            Progress::Done => break,
            other => panic!("{other:?}"),
        }
    }
    chronicle.accept(pending).expect("a finished act is accepted");
}

/// A fight of that size, played to its end or for so many acts.
pub fn recorded(size: usize, most: usize) -> Chronicle {
    let mut chronicle = Chronicle::new(set_up(size));
    let mut dice = Seeded(7);
    for _ in 0..most {
        let Some(command) = player::next(chronicle.rules(), chronicle.now()) else { break };
        play(&mut chronicle, command, &mut dice);
    }
    chronicle
}

/// How many events a fight has recorded.
pub fn events(chronicle: &Chronicle) -> usize {
    let entries = chronicle.line().iter().filter_map(|id| chronicle.entry(*id));
    entries.map(|entry| entry.events().count()).sum()
}

/// A fight of that size in a file, played until so many events are recorded, its journal written
/// as the program writes it.
pub fn saved(path: &Path, size: usize, most: usize) -> (Chronicle, Journal) {
    let mut chronicle = Chronicle::new(set_up_tough(size, if most > 1_000 { 40 } else { 1 }));
    let mut journal = Journal::create(path, "Field", chronicle.start()).expect("a new file");
    let mut dice = Seeded(7);
    let mut recorded = 0;
    while recorded < most {
        let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
        play(&mut chronicle, command, &mut dice);
        journal.accepted(&chronicle).expect("written");
        recorded += chronicle.entry(chronicle.position()).map_or(0, |entry| entry.events().count());
    }
    (chronicle, journal)
}

/// A fight of that size in a window for acts.
pub fn running(size: usize) -> Encounter {
    recorded(size, 12).now().clone()
}
