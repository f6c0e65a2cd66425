//! A session without a screen: it does things, asks for dice, and says what went wrong.

use wardrum::chronicle::{Ask, Provenance};
use wardrum::machine_dice::Thrown;
use wardrum::rules::model::command::Arrival;
use wardrum::rules::model::command::Command;
use wardrum::rules::model::dice::{Answer, Purpose, Roll};
use wardrum::rules::model::encounter::{Encounter, Hand, Side, Stage};
use wardrum::rules::model::ids::{RulesetId, SideId};
use wardrum::rules::registry;
use wardrum::rules::ruleset::about::Family;
use wardrum::store::{Bestiary, ThemeName, ready};
use wardrum::tui::fight::Fight;
use wardrum::tui::paint::theme::Theme;
use wardrum::tui::screens::start::Start;
use wardrum::tui::session::{Screen, Session};
use wardrum::tui::stock::Stock;

/// A session with a fighter whose dice are typed against an orc of the machine's, ready to begin.
fn session() -> Session {
    let empty = || Fight::loose(Encounter::new(RulesetId::Bx));
    let (theme, dice) = (Theme::for_terminal(ThemeName::default()), Box::new(Thrown::seeded(7)));
    let mut session = Session::new(Start::default(), empty(), Stock::default(), theme, dice);
    session.enter(empty(), Screen::Fight);
    let side = |name, hand| Command::Side(Side { hand, ..Side::new(name) });
    let rules = registry::ruleset(RulesetId::Bx);
    let bestiary = Bestiary::built_in(Family::D20);
    let arrive = |side, name, key| {
        let block = ready(rules, bestiary.get(key).expect("a key of the bestiary"));
        Command::Arrive(Arrival::new(SideId(side), name, block.into()))
    };
    let all = vec![
        side("Heroes", Hand::Typed),
        side("Orcs", Hand::Machine),
        arrive(0, "Ana", "fighter-1"),
        arrive(1, "Orc", "orc"),
    ];
    session.submit(all).expect("the sides stand");
    session
}

/// What the open question rolls for.
fn asks(session: &Session) -> Option<Purpose> {
    match session.question()? {
        Ask::Roll(ask) => Some(ask.purpose),
        Ask::Choice(_) => None,
    }
}

fn face(n: u16) -> Answer {
    Answer::Roll(Roll::Faces(vec![n]))
}

/// The prompt is there because a question is open; a wrong answer leaves both as they are.
#[test]
fn what_is_asked_follows_from_what_was_submitted() {
    let mut session = session();
    assert!(session.question().is_none() && session.prompt().is_none());
    let acts = session.fight.chronicle.at();
    session.submit(vec![Command::Proceed]).expect("the fight begins, or asks");
    while session.question().is_none() {
        session.submit(vec![Command::Proceed]).expect("the next step");
    }
    assert!(session.prompt().is_some());
    let (purpose, scene) = (asks(&session), session.scene());
    let refused = session.answer(face(40), Provenance::Typed).expect_err("no die shows 40");
    assert!(refused.why.contains("40"), "{}", refused.why);
    assert_eq!((asks(&session), session.scene()), (purpose, scene), "it is still asked");
    session.answer(face(1), Provenance::Typed).expect("a face");
    assert!(session.scene() > scene, "what was asked is over");
    assert!(session.fight.chronicle.at() > acts || session.question().is_some());
}

#[test]
fn what_is_cancelled_has_not_happened() {
    let mut session = session();
    while session.question().is_none() {
        session.submit(vec![Command::Proceed]).expect("the next step");
    }
    let before = session.fight.chronicle.now().clone();
    assert!(session.take_back().is_err(), "nothing was answered yet");
    session.forget();
    assert!(session.question().is_none() && session.prompt().is_none());
    assert_eq!(*session.fight.chronicle.now(), before);
}

#[test]
fn what_cannot_be_is_an_error_and_changes_nothing() {
    let mut session = session();
    let before = session.fight.chronicle.now().clone();
    assert_eq!(before.stage, Stage::Setup);
    let morale = Command::Morale { side: SideId(1), like: None, adjustment: 0 };
    let refused = session.submit(vec![morale]).expect_err("nobody fights yet");
    assert!(!refused.why.is_empty());
    assert_eq!(*session.fight.chronicle.now(), before);
    while session.undo().is_ok() {}
    assert_eq!(session.fight.chronicle.at(), 0);
    let Err(refused) = session.undo() else { panic!("nothing is left to undo") };
    assert_eq!(refused.why, "nothing to undo");
}
