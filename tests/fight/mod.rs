//! A small fight to record, undo and save.
#![allow(dead_code)]

use std::sync::Arc;
use wardrum::chronicle::{Ask, Chronicle, Pending, Progress, Provenance, by_side};
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::block::d20::Block;
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Arrival, Command, Share};
use wardrum::rules::model::dice::{Answer, Dice, DiceExpr};
use wardrum::rules::model::encounter::{Encounter, Hand, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};

/// Adds the sides; the heroes' dice are typed, the orcs' are rolled.
pub fn setting() -> Vec<Command> {
    let heroes = Side { hand: Hand::Typed, ..Side::new("heroes") };
    let mut commands = vec![Command::Side(heroes), Command::Side(Side::new("orcs"))];
    commands.extend(["Ana", "Bea"].map(|name| arrival(0, name)));
    commands.extend(["Grak", "Hruk", "Thok"].map(|name| arrival(1, name)));
    commands
}

pub fn arrival(side: u8, name: &str) -> Command {
    let hd = "1".parse().expect("Hit Dice");
    let block = Block {
        name: "Orc".into(),
        hd: Some(hd),
        hp: Some(8),
        ac: Some(6),
        morale: Some(8),
        save_as: Some((None, 0)),
        ..Block::default()
    };
    let block = Arc::new(StatBlock::Written(Box::new(block)));
    Command::Arrive(Arrival::new(SideId(side), name, block))
}

/// A fight after all arrivals, which are one entry.
pub fn begun() -> Chronicle {
    let mut chronicle = Chronicle::new(Encounter::new(RulesetId::Bx));
    act(&mut chronicle, setting(), &mut Thrown::seeded(1));
    chronicle
}

/// Carries out commands as one act, typing the dice asked of the table.
pub fn act(chronicle: &mut Chronicle, commands: Vec<Command>, dice: &mut Thrown) {
    let pending = finished(chronicle, commands, dice);
    chronicle.accept(pending).expect("it is done");
}

/// An act with every question answered.
pub fn finished(chronicle: &Chronicle, commands: Vec<Command>, dice: &mut Thrown) -> Pending {
    let mut pending = Pending::new(commands);
    loop {
        match pending.run(chronicle, dice, &by_side) {
            Progress::Done => return pending,
            Progress::Refused(error) => panic!("refused: {error}"),
            Progress::Asks(ask) => {
                pending.answer(typed(&ask, dice), Provenance::Typed).expect("it fits")
            }
        }
    }
}

pub fn typed(ask: &Ask, dice: &mut Thrown) -> Answer {
    match ask {
        Ask::Roll(ask) => Answer::Roll(dice.roll(ask).expect("thrown dice always fall")),
        Ask::Choice(ask) => ask.standing(),
    }
}

pub fn note(text: &str) -> Vec<Command> {
    vec![Command::Note(text.into())]
}

pub fn harm(who: u32, amount: i32) -> Vec<Command> {
    let who = vec![(CombatantId(who), Share::Full)];
    vec![Command::Harm { amount: DiceExpr::flat(amount), who }]
}

/// The nth act of a long fight: mostly steps forward, with some harm and healing.
pub fn nth(n: usize) -> Vec<Command> {
    let who = vec![(CombatantId((n % 5) as u32), Share::Full)];
    match n % 4 {
        0 => vec![Command::Harm { amount: DiceExpr::new(1, 2, 0), who }],
        1 => vec![Command::Heal { amount: DiceExpr::flat(3), who }],
        2 => note("a torch gutters"),
        _ => vec![Command::Proceed],
    }
}

/// A fight with that many acts after the arrivals.
pub fn fought(acts: usize) -> Chronicle {
    let mut chronicle = begun();
    let mut dice = Thrown::seeded(7);
    act(&mut chronicle, vec![Command::Proceed], &mut dice);
    for n in 1..acts {
        act(&mut chronicle, nth(n), &mut dice);
    }
    chronicle
}
