//! Amends the past of a long fight, reviews the diff, adopts it, and finds it after a restart.

use super::{Session, playing, press_to, verify_file};
use std::path::Path;
use std::sync::Arc;
use wardrum::chronicle::{Ask, Chronicle, Pending, Progress, Provenance};
use wardrum::rules;
use wardrum::rules::model::block::d20::{Attack, Block, Class, CreatureKind};
use wardrum::rules::model::combatant::StatBlock;
use wardrum::rules::model::command::{Arrival, Command, Deed};
use wardrum::rules::model::dice::{Answer, Purpose, Tape};
use wardrum::rules::model::encounter::{Encounter, Hand, Side};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::registry::ruleset;
use wardrum::store::Journal;

#[path = "../player/mod.rs"]
mod player;

const ANA: CombatantId = CombatantId(0);
const HRUK: CombatantId = CombatantId(2);

/// A fighter against two orcs who can all take much damage; `hand` rolls the fighter's dice.
fn set_up(hand: Hand) -> Encounter {
    let rules = ruleset(RulesetId::Bx);
    let mut e = Encounter::new(RulesetId::Bx);
    let mut go = |command| {
        let done = rules::resolve(rules, e.clone(), &command, &mut Tape::new(&[]));
        e = done.expect("a sound set-up").0;
    };
    go(Command::Side(Side { hand, ..Side::new("Heroes") }));
    go(Command::Side(Side::new("Orcs")));
    for (side, name) in [(0, "Ana"), (1, "Grak"), (1, "Hruk")] {
        let (kind, class) = if side == 0 {
            (CreatureKind::Pc, Some(Class::FIGHTER))
        } else {
            (CreatureKind::Monster, None)
        };
        let hd = (side == 1).then(|| "1".parse().expect("Hit Dice"));
        let block = Block {
            name: name.into(),
            kind,
            class,
            level: class.map(|_| 1),
            hd,
            hp: Some(900),
            ac: Some(6),
            morale: (side == 1).then_some(12),
            save_as: (side == 1).then_some((None, 0)),
            attacks: vec![Attack::new("sword")],
            ..Block::default()
        };
        let block = Arc::new(StatBlock::from(block));
        go(Command::Arrive(Arrival::new(SideId(side), name, block)));
    }
    e
}

/// Plays that many rounds of it into a file.
fn rounds(path: &Path, count: u32, hand: Hand) -> Chronicle {
    let mut chronicle = Chronicle::new(set_up(hand));
    let mut journal = Journal::create(path, "Many rounds", chronicle.start()).expect("a new file");
    let mut dice = player::Seeded(4);
    while chronicle.now().round <= count {
        let command = player::next(chronicle.rules(), chronicle.now()).expect("the fight goes on");
        let mut pending = Pending::new(vec![command]);
        while let Progress::Asks(Ask::Choice(ask)) =
            pending.run(&chronicle, &mut dice, &|_, _| Provenance::Machine)
        {
            pending.answer(ask.standing(), Provenance::Typed).expect("a standing answer fits");
        }
        chronicle.accept(pending).expect("it is done");
        journal.accepted(&chronicle).expect("written");
    }
    chronicle
}

/// The first hit on Ana: the damage and the round.
fn first_hit(chronicle: &Chronicle) -> (i32, u32) {
    let blows = chronicle.line().iter().enumerate().filter_map(|(place, id)| {
        let step = chronicle.entry(*id)?.steps.first()?;
        let Command::Act(act) = &step.command else { return None };
        let hit = step.answers.iter().find_map(|answered| match (&answered.ask, &answered.answer) {
            (Ask::Roll(ask), Answer::Roll(roll)) if matches!(ask.purpose, Purpose::Damage(_)) => {
                Some(roll.total())
            }
            _ => None,
        });
        let at_ana = act.deed == Deed::Strike && act.at == [ANA];
        hit.filter(|_| at_ana).map(|hit| (hit, chronicle.seek(place).round))
    });
    blows.into_iter().next().expect("a blow that hits")
}

fn hp(chronicle: &Chronicle, who: CombatantId) -> i32 {
    chronicle.now().get(who).expect("somebody").vitals.hp()
}

/// Opens the menu of the first log row with such a blow.
fn up_to(session: &mut Session, told: &str, round: u32) {
    session.press("\x1b[H");
    for _ in 0..200 {
        up_to_next(session);
        let found = session.text().lines().any(|line| line.contains("──") && line.contains(told));
        if found {
            return;
        }
        session.press("\x1b");
        session.wait_until("the menu is gone", |screen| !screen.contains("Remove it"));
        session.press("\x1b[B");
    }
    panic!("no such row in round {round}: {told}\n{}", session.text());
}

fn open(home: &Path, file: Option<&Path>) -> Session {
    let mut command = playing(home);
    if let Some(file) = file {
        command.arg(file);
    }
    Session::run(command, (100, 40))
}

#[test]
fn the_past_of_a_long_fight_is_amended_and_stays_so() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = home.path().join("thirty.ron");
    let chronicle = rounds(&file, 30, Hand::Machine);
    let (hit, round) = first_hit(&chronicle);
    let ana = hp(&chronicle, ANA);

    let mut session = open(home.path(), Some(&file));
    session.wait("Round 31");
    session.press("\t\t");
    session.wait("▸ Log");
    // Changes the damage die of that blow to 1.
    up_to(&mut session, "attacks Ana with sword", round);
    to_a_hit(&mut session, "");
    let to = if hit == 1 { 6 } else { 1 };
    session.press(&format!("{to}\r"));
    session.wait("What changes");
    let amended = ana + hit - to;
    session.wait(&format!("Ana {ana} → {amended} HP"));
    session.press("\r");
    session.wait(&format!("{amended}/900"));
    session.wait("undo: what was amended");
    session.press("u");
    session.wait(&format!("{ana}/900"));
    session.press("U");
    session.wait(&format!("{amended}/900"));
    session.press("q");
    session.gives_the_terminal_back();
    verify_file(&file);

    // It is there after a restart; and adding forgotten harm makes an orc fall long ago.
    let mut session = open(home.path(), None);
    session.wait(&format!("{amended}/900"));
    session.wait("Round 31");
    session.press("\t\t");
    session.wait("▸ Log");
    up_to(&mut session, "attacks Ana with sword", round);
    session.press("i");
    session.wait("What was forgotten?");
    session.press("d");
    session.wait("For whom?");
    session.press("hruk");
    session.wait("/hruk");
    session.press("\r");
    session.wait("damage");
    session.press("950\r");
    session.wait("What changes");
    session.wait("Hruk now falls in round");
    session.wait_until("his acts are void", |screen| {
        screen.contains("acts of Hruk in rounds") && screen.contains("are void")
    });
    // Cancelled, everything is as before.
    session.press("\x1b");
    session.wait(&format!("{amended}/900"));
    assert!(!session.text().contains("dead"));
    up_to(&mut session, "attacks Ana with sword", round);
    session.press("id");
    session.wait("For whom?");
    session.press("hruk\r");
    session.wait("damage");
    session.press("950\r");
    session.wait("Hruk now falls in round");
    session.press("\r");
    session.wait("undo: what was amended");
    session.wait("dead");
    session.signal("-KILL");
    session.ended();

    let mut session = open(home.path(), None);
    session.wait("dead");
    press_to(&mut session, "u", "undo: ");
    session.press("q");
    session.gives_the_terminal_back();
    verify_file(&file);
    let read = wardrum::store::look(&file).expect("it opens").chronicle;
    assert_eq!(hp(&read, HRUK), -50);
    assert!(read.branches().len() >= 2, "both old lines are there");
}

/// Opens the form of the first of these blows that hit, starting from that menu.
fn to_a_hit(session: &mut Session, told: &str) {
    for _ in 0..60 {
        session.press("c");
        let form = session.frame("the form", |screen| screen.contains("Change: "));
        if form.contains("damage 1d") && form.contains(&format!("Change: {told}")) {
            return;
        }
        session.press("\x1b");
        session.wait_until("the form is gone", |screen| !screen.contains("Change: "));
        session.press("\x1b[B");
        up_to_next(session);
    }
    panic!("no blow that hit:\n{}", session.text());
}

/// The dice of a blow are rerolled at the table, the program is killed between them, and the prompt reopens at the same
/// die.
#[test]
fn a_kill_forgets_nothing_of_an_amendment() {
    let home = tempfile::tempdir().expect("a scratch folder");
    let file = home.path().join("few.ron");
    rounds(&file, 9, Hand::Typed);
    let damage = |screen: &str| screen.contains("Enter alone") && !screen.contains("hits on 13+");
    let mut session = open(home.path(), Some(&file));
    session.wait("Round 10");
    session.press("\t\t");
    session.wait("▸ Log");
    up_to(&mut session, "Ana attacks", 1);
    to_a_hit(&mut session, "Ana attacks");
    session.press("\x15\x1b[A\x15\r");
    session.wait("hits on 13+");
    session.press("20\r");
    session.wait_until("the prompt for the damage", damage);
    session.signal("-KILL");
    session.ended();

    let mut session = open(home.path(), None);
    session.wait_until("the prompt for the damage", damage);
    session.press("5\r");
    session.wait("What changes");
    session.signal("-KILL");
    session.ended();

    // The result is shown again; once cancelled, nothing is pending.
    let mut session = open(home.path(), None);
    session.wait("What changes");
    session.press("\x1b");
    session.wait("cancelled: nothing was changed");
    session.signal("-KILL");
    session.ended();
    let mut session = open(home.path(), None);
    session.wait("Round 10");
    assert!(!session.text().contains("What changes"));
    session.press("q");
    session.gives_the_terminal_back();
    verify_file(&file);
}

/// Opens the menu of the next log row.
fn up_to_next(session: &mut Session) {
    let either = |screen: &str| screen.contains("Remove it") || screen.contains("Change which?");
    for _ in 0..200 {
        session.press("e");
        if session.frame("a menu", either).contains("Remove it") {
            return;
        }
        // A line that combines several acts.
        session.press("\x1b");
        session.wait_until("the list is gone", |screen| !screen.contains("Change which?"));
        session.press("\x1b[B");
    }
}
