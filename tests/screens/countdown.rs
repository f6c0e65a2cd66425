//! The same screens of a fight under the rules that count initiative down: several act simultaneously, results are
//! pending, some hold.

use super::{arrive, fight_by, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Act, Arrival, Command, Deed, Fact, Overrule};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::{Hand, Stage};
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::ids::{CombatantId, SideId};
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::rules::ruleset::about::Family;
use wardrum::rules::{self, registry};
use wardrum::store::{Bestiary, ready};
use wardrum::tui::app::{App, Screen};
use wardrum::tui::input::operations::Op;
use wardrum::tui::overlays::referee::settings;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const CY: CombatantId = CombatantId(2);
const GOB: CombatantId = CombatantId(3);
const ORC: CombatantId = CombatantId(4);

/// A fighter, a magic-user and a thief whose dice are typed in against a goblin and an orc.
fn fight() -> App {
    let who = [
        (0, "Ana", "fighter-1"),
        (0, "Bo", "magic-user-1"),
        (0, "Cy", "thief-3"),
        (1, "Gob", "goblin"),
        (1, "Orc", "orc"),
    ];
    let who = who.map(|(side, name, key)| arrive(RulesetId::Countdown, side, name, key));
    let sides = [side("Party", Hand::Typed), side("Foes", Hand::Machine)];
    fight_by(RulesetId::Countdown, sides, who)
}

/// The first round with these initiative numbers, the foes 30' away.
fn counted(order: &[(&[CombatantId], i32)]) -> App {
    let mut app = fight();
    press(&mut app, "Enter Enter");
    while phase(&app) != Some(Phase::Declare) {
        press(&mut app, "n");
    }
    let slot = |(ones, score): &(&[CombatantId], i32)| Slot {
        score: *score,
        sides: Vec::new(),
        ones: ones.to_vec(),
    };
    run(&mut app, Command::Overrule(Overrule::Order(order.iter().map(slot).collect())));
    app
}

/// Proceeds to the first number.
fn at_first_number(order: &[(&[CombatantId], i32)]) -> App {
    let mut app = counted(order);
    while phase(&app) != Some(Phase::Number) {
        press(&mut app, "n");
    }
    app
}

fn phase(app: &App) -> Option<Phase> {
    app.state().window().map(|window| window.phase)
}

fn run(app: &mut App, command: Command) {
    app.submit(vec![command]).expect("the rules let it pass");
}

fn act(app: &mut App, who: CombatantId, deed: Deed, facts: &[Fact]) {
    run(app, Command::Act(Act { facts: facts.iter().cloned().collect(), ..Act::new(who, deed) }));
}

fn condition(app: &mut App, who: CombatantId, condition: Condition) {
    let word = Overrule::Afflict {
        who: vec![who],
        condition,
        value: 0,
        label: None,
        rounds: None,
        toward: None,
    };
    run(app, Command::Overrule(word));
}

fn answer(app: &mut App, faces: &[&str]) {
    for face in faces {
        type_in(app, face);
        press(app, "Enter");
    }
}

const ORDER: [(&[CombatantId], i32); 3] = [(&[ANA, GOB], 6), (&[CY], 4), (&[BO, ORC], 2)];

/// Sides are marked as open to surprise before the fight.
#[test]
fn marks_of_the_sides() {
    let mut app = fight();
    press(&mut app, "v");
    press(&mut app, &"Down ".repeat(16));
    press(&mut app, "Enter Right Right");
    shows("countdown-marks", &app);
    press(&mut app, "Enter");
    assert!(picture(&app, (80, 24)).contains("Party: walks into an ambush"));
    while phase(&app) != Some(Phase::Declare) {
        if phase(&app) == Some(Phase::Surprise) {
            return;
        }
        press(&mut app, "Enter");
    }
    panic!("nobody is rolled for:\n{}", picture(&app, (80, 24)));
}

#[test]
fn declaring() {
    let mut app = counted(&ORDER);
    press(&mut app, "g a");
    shows("countdown-deeds", &app);
    press(&mut app, "d");
    shows("countdown-declare-what", &app);
    press(&mut app, "s j a d d j j a d c");
    shows("countdown-declare", &app);
}

/// Two on one number: Ana has acted, and the result is pending until the other has.
#[test]
fn a_number() {
    let mut app = at_first_number(&ORDER);
    run(&mut app, Command::Overrule(Overrule::Engage(ANA, GOB)));
    shows("countdown-number", &app);
    press(&mut app, "Enter");
    answer(&mut app, &["18", "5"]);
    shows("countdown-waits", &app);
    press(&mut app, "Enter");
    while app.state().window().is_some_and(|w| w.phase == Phase::Number) {
        press(&mut app, "Enter");
    }
    shows("countdown-outcome", &app);
    press(&mut app, "Enter");
    shows("countdown-fallen", &app);
}

#[test]
fn holding_back() {
    let mut app = at_first_number(&[(&[CY], 6), (&[ANA, GOB], 4), (&[BO, ORC], 2)]);
    act(&mut app, CY, Deed::Hold, &[]);
    shows("countdown-holds", &app);
    run(&mut app, Command::Act(Act { at: vec![ORC], ..Act::new(ANA, Deed::Await) }));
    act(&mut app, GOB, Deed::Pass, &[]);
    while phase(&app) != Some(Phase::Gap) {
        let cuts_in = Command::Act(Act::new(CY, Deed::CutIn));
        let may = rules::check(app.fight.chronicle.rules(), app.state(), &cuts_in).is_ok();
        assert_eq!(app.barred(Op::CutIn).is_none(), may, "{:?}", phase(&app));
        press(&mut app, "n");
    }
    shows("countdown-last-call", &app);
}

#[test]
fn a_flask_is_asked_how_it_is_lit_and_a_dagger_is_not() {
    let mut app = at_first_number(&[(&[CY], 6), (&[ANA, GOB], 4), (&[BO, ORC], 2)]);
    app.board.cursor = Some(CY);
    press(&mut app, "a h");
    shows("countdown-dagger", &app);
    press(&mut app, "Left Down Down Down Down Down Down Down Down Right");
    shows("countdown-flask", &app);
}

#[test]
fn prone_held_and_burning() {
    let mut app = at_first_number(&ORDER);
    condition(&mut app, GOB, Condition::PRONE);
    condition(&mut app, ORC, Condition::BURNING);
    run(&mut app, Command::Overrule(Overrule::Engage(ANA, ORC)));
    press(&mut app, "j");
    act(&mut app, GOB, Deed::Stand, &[]);
    condition(&mut app, GOB, Condition::PRONE);
    run(&mut app, Command::Act(Act { at: vec![ORC], ..Act::new(ANA, Deed::Grab) }));
    answer(&mut app, &["19", "19", "1"]);
    shows("countdown-grip", &app);
    while phase(&app) != Some(Phase::Commit) {
        press(&mut app, "n");
    }
    press(&mut app, "n");
    app.board.cursor = Some(ORC);
    shows("countdown-held", &app);
}

/// Every available deed has a form that can be filled in with anything.
#[test]
fn every_form_can_be_filled_in() {
    let mut app = at_first_number(&[(&[CY, ANA, BO], 6), (&[GOB], 4), (&[ORC], 2)]);
    run(&mut app, Command::Overrule(Overrule::Engage(ANA, GOB)));
    for who in [ANA, BO, CY] {
        let offers = wardrum::rules::offers(app.view().rules, app.state(), who);
        for offer in offers.iter().filter(|offer| offer.blocked.is_none()) {
            app.board.cursor = Some(who);
            let view = app.view();
            let form = wardrum::tui::overlays::acts::deeds::open_act(&view, &Act::new(who, offer.deed));
            app.layers.push(form.expect("an open deed has a form"));
            for _ in 0..offer.facts.len() + 3 {
                press(&mut app, "Right Left Space Space Down");
                picture(&app, (60, 16));
            }
            press(&mut app, "Esc");
            assert!(app.layers.is_empty());
        }
    }
}

/// With machine dice on both sides, the fight is played by Enter alone.
#[test]
fn enter_alone_makes_sense() {
    let mut app = counted(&ORDER);
    for side in app.state().side_ids().collect::<Vec<_>>() {
        run(&mut app, Command::Overrule(Overrule::Hand(side, Hand::Machine)));
    }
    for _ in 0..600 {
        if app.place != Screen::Fight || app.state().stage == Stage::Over {
            return;
        }
        if let wardrum::tui::proposal::Proposal::Do { commands, words, .. } = &app.proposal
            && let Some(Command::Act(act)) = commands.last()
        {
            let side = |who: CombatantId| app.state().get(who).map(|c| c.side);
            assert!(act.at.iter().all(|at| side(*at) != side(act.who)), "{words}");
        }
        press(&mut app, "Enter");
    }
    panic!("no end:\n{}", picture(&app, (120, 36)));
}

/// However many numbers there are, the current one is visible.
#[test]
fn two_hundred_numbers() {
    let mut app = fight();
    let block = ready(
        registry::ruleset(RulesetId::Countdown),
        Bestiary::built_in(Family::D20).get("goblin").expect("a key"),
    )
    .into();
    let goblin = Arrival::new(SideId(1), "Gob", block);
    app.submit(vec![Command::Arrive(goblin); 200]).expect("they come");
    press(&mut app, "Enter Enter");
    let all: Vec<CombatantId> = app.state().all().map(|c| c.id).collect();
    let slot = |(who, score): (&CombatantId, i32)| Slot { score, sides: Vec::new(), ones: vec![*who] };
    let slots: Vec<Slot> = all.iter().zip((-10..200).rev()).map(slot).collect();
    let mut seen = 0;
    run(&mut app, Command::Overrule(Overrule::Order(slots)));
    for _ in 0..300 {
        let window = app.state().window();
        if let Some(wardrum::rules::model::window::Whose::Slot(at)) = window.map(|window| window.whose) {
            let score = app.state().order[usize::from(at)].score;
            let shown = picture(&app, (60, 16));
            assert!(shown.contains(&format!("[{score} ")), "{shown}");
            seen += 1;
        }
        press(&mut app, "n");
        if app.state().round > 1 {
            break;
        }
    }
    assert_eq!(seen, all.len());
}

fn proposed(app: &App) -> String {
    match &app.proposal {
        wardrum::tui::proposal::Proposal::Do { words, .. } => words.clone(),
        wardrum::tui::proposal::Proposal::Ask { words, .. } => words.clone(),
        other => format!("{other:?}"),
    }
}

/// Stands up first, then leaves; declared acts precede likely ones.
#[test]
fn what_enter_would_do() {
    let mut app = counted(&[(&[ORC], 6), (&[GOB], 5), (&[BO], 4), (&[ANA], 3), (&[CY], 2)]);
    act(&mut app, GOB, Deed::Declare, &[Fact::Intent(Deed::Hold)]);
    act(&mut app, BO, Deed::Declare, &[Fact::Intent(Deed::Cast)]);
    act(&mut app, ANA, Deed::Declare, &[Fact::Intent(Deed::Move)]);
    act(&mut app, CY, Deed::Declare, &[Fact::Intent(Deed::Pass)]);
    condition(&mut app, ORC, Condition::PRONE);
    condition(&mut app, ORC, Condition::FLEEING);
    let mut seen = Vec::new();
    for _ in 0..40 {
        if matches!(phase(&app), Some(Phase::Number | Phase::Commit)) {
            seen.push(proposed(&app));
        }
        if phase(&app) == Some(Phase::Gap) {
            break;
        }
        match &app.proposal {
            wardrum::tui::proposal::Proposal::Ask { act: asked, .. } => {
                let who = asked.who;
                act(&mut app, who, Deed::Pass, &[]);
            }
            // The order set by hand stays.
            _ if phase(&app) == Some(Phase::Initiative) => press(&mut app, "n"),
            _ => press(&mut app, "Enter"),
        }
    }
    let expected = [
        "Orc stands up",
        "Orc runs from Ana",
        "Gob holds the turn",
        "Bo casts…",
        "Ana moves toward Gob",
        "close Number: Ana, Cy do nothing",
    ];
    assert_eq!(seen, expected);
}

/// The form shows the stat block's facts for the selected spell, and keeps entered ones.
#[test]
fn a_spell_among_several() {
    let mut app = counted(&[(&[BO], 6), (&[ANA, CY, GOB, ORC], 2)]);
    let wizard = ready(
        registry::ruleset(RulesetId::Countdown),
        Bestiary::built_in(Family::D20).get("magic-user-5").expect("a key"),
    )
    .into();
    run(&mut app, Command::Overrule(Overrule::Block(BO, wizard)));
    while phase(&app) != Some(Phase::Number) {
        press(&mut app, "n");
    }
    app.board.cursor = Some(BO);
    press(&mut app, "a");
    press(&mut app, "c");
    let form = picture(&app, (80, 24));
    assert!(form.contains("◂ sleep ▸") && form.contains("◂ asleep ▸"), "{form}");
    press(&mut app, "Down Right");
    let form = picture(&app, (80, 24));
    assert!(form.contains("◂ magic missile ▸") && form.contains("1d6+1"), "{form}");
    assert!(!form.contains("◂ asleep ▸"), "{form}");
    press(&mut app, "Right Right Right");
    shows("countdown-spell-picked", &app);
}

#[test]
fn an_option_takes_any_number_it_may_have() {
    const OPTION: &str = "countdown.option.run-no-con";
    let mut app = fight();
    app.layers.push(settings::options(&app.view()));
    let about = app.view().about();
    let at = about.options.iter().position(|option| &*option.id == OPTION).expect("an option");
    press(&mut app, &"Down ".repeat(at));
    type_in(&mut app, "201");
    press(&mut app, "Enter");
    shows("countdown-option-number", &app);
    press(&mut app, "Backspace");
    type_in(&mut app, "0");
    press(&mut app, "Enter");
    assert_eq!(app.state().option(OPTION), Some("200"));
    app.layers.push(settings::options(&app.view()));
    press(&mut app, &"Down ".repeat(at));
    assert!(picture(&app, (80, 24)).contains("200▏"), "{}", picture(&app, (80, 24)));
}
