//! Fights of any size for measurements.

#![allow(dead_code)]

use std::path::Path;
use std::sync::Arc;
use wardrum::chronicle::{Amending, Amendment, Ask, Chronicle, Pending, Progress, Provenance};
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Arrival, Command, Share};
use wardrum::rules::model::dice::{Dice, DiceExpr};
use wardrum::rules::model::encounter::{Encounter, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::registry::{self, ruleset};
use wardrum::rules::resolve;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, Journal, ready};

#[path = "../../tests/player/mod.rs"]
pub mod player;

use player::Seeded;

/// A fight of `size` combatants under the first ruleset, one in four a character, set up but not begun.
pub fn set_up(size: usize) -> Encounter {
    set_up_by(registry::ALL[0], size, 1)
}

/// The same under any ruleset, with hit points multiplied by `times`, for long fights.
pub fn set_up_by(id: RulesetId, size: usize, times: i32) -> Encounter {
    let rules = ruleset(id);
    let family = rules.about().family;
    let character = match family {
        Family::D20 => "fighter-3",
        Family::Wounds => "knight-3",
    };
    let known = |key| Bestiary::built_in(family).get(key).expect("a key of the bestiary");
    let mut dice = Seeded(1);
    let mut e = Encounter::new(id);
    let mut go = |command: Command| {
        e = resolve(rules, e.clone(), &command, &mut dice).expect("a sound set-up").0;
    };
    go(Command::Side(Side::new("Heroes")));
    go(Command::Side(Side::new("Foes")));
    for at in 0..size {
        let (side, block) = match at % 4 {
            0 => (SideId(0), known(character)),
            _ => (SideId(1), known("orc")),
        };
        let block = Arc::new(tough(ready(rules, block), times));
        let name = format!("{} {}", block.name(), at + 1);
        go(Command::Arrive(Arrival::new(side, name, block)));
    }
    e
}

fn tough(block: StatBlock, times: i32) -> StatBlock {
    match block {
        StatBlock::Written(mut block) => {
            block.hp = block.hp.map(|hp| hp * times);
            StatBlock::Written(block)
        }
        other => other,
    }
}

/// Plays one act, with questions answered by the dice or by default.
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

/// A fight of that size, played to its end or for at most `most` acts.
pub fn recorded(size: usize, most: usize) -> Chronicle {
    recorded_by(registry::ALL[0], size, most)
}

/// The same under any ruleset.
pub fn recorded_by(id: RulesetId, size: usize, most: usize) -> Chronicle {
    let mut chronicle = Chronicle::new(set_up_by(id, size, 1));
    let mut dice = Seeded(7);
    for _ in 0..most {
        let Some(command) = player::next(chronicle.rules(), chronicle.now()) else { break };
        play(&mut chronicle, command, &mut dice);
    }
    chronicle
}

/// A fight of that size, played until `most` events are recorded.
pub fn lasting(size: usize, most: usize) -> Chronicle {
    let mut chronicle = Chronicle::new(set_up_by(registry::ALL[0], size, 400));
    let mut dice = Seeded(7);
    let mut recorded = 0;
    while recorded < most {
        let Some(command) = player::next(chronicle.rules(), chronicle.now()) else { break };
        play(&mut chronicle, command, &mut dice);
        recorded += chronicle.entry(chronicle.position()).map_or(0, |entry| entry.events().count());
    }
    chronicle
}

/// The same fight with some harm inserted before its tenth act.
pub fn amended(chronicle: &Chronicle) -> Chronicle {
    let who = vec![(CombatantId(0), Share::Full)];
    let harm = Command::Harm { amount: DiceExpr::flat(3), who };
    let mut amending =
        Amending::new(chronicle, Amendment::insert(9, vec![harm])).expect("it can be changed");
    loop {
        match amending.run(chronicle, &mut Seeded(3), &|_, _| Provenance::Machine) {
            Progress::Asks(Ask::Choice(ask)) => {
                amending.answer(ask.standing(), Provenance::Typed).expect("a standing answer fits");
            }
            Progress::Done => break,
            other => panic!("{other:?}"),
        }
    }
    let mut after = chronicle.clone();
    after.adopt(amending).expect("a finished amendment is adopted");
    after
}

/// The number of events in a fight.
pub fn events(chronicle: &Chronicle) -> usize {
    let entries = chronicle.line().iter().filter_map(|id| chronicle.entry(*id));
    entries.map(|entry| entry.events().count()).sum()
}

/// A fight of that size in a file, played until `most` events are recorded, with its journal written as the program
/// writes it.
pub fn saved(path: &Path, size: usize, most: usize) -> (Chronicle, Journal) {
    let mut chronicle =
        Chronicle::new(set_up_by(registry::ALL[0], size, if most > 1_000 { 400 } else { 1 }));
    let mut journal = Journal::create(path, "Field", chronicle.start()).expect("a new file");
    let mut dice = Seeded(7);
    let mut recorded = 0;
    while recorded < most {
        let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
        play(&mut chronicle, command, &mut dice);
        journal.accepted(&chronicle).expect("written");
        journal.settle(&chronicle);
        recorded += chronicle.entry(chronicle.position()).map_or(0, |entry| entry.events().count());
    }
    (chronicle, journal)
}

/// Adds that many acts, each undone at once, with the journal written as the program writes it.
pub fn undone(chronicle: &mut Chronicle, journal: &mut Journal, acts: usize) {
    let mut dice = Seeded(11);
    for _ in 0..acts {
        let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
        play(chronicle, command, &mut dice);
        journal.accepted(chronicle).expect("written");
        journal.settle(chronicle);
        chronicle.undo().expect("an act to take back");
        journal.went(chronicle).expect("written");
        journal.settle(chronicle);
    }
}

/// A fight of that size with a window for acts open.
pub fn running(size: usize) -> Encounter {
    running_by(registry::ALL[0], size)
}

/// The same under any ruleset.
pub fn running_by(id: RulesetId, size: usize) -> Encounter {
    recorded_by(id, size, 12).now().clone()
}
