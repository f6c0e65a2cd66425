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
use wardrum::tui::input::operations::Op;
use wardrum::tui::overlays::referee::settings;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const CY: CombatantId = CombatantId(2);
const GOB: CombatantId = CombatantId(3);
const ORC: CombatantId = CombatantId(4);

/// A fighter, a magic-user and a thief whose dice are typed in against a goblin and an orc.
fn fight() -> Shell {
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
fn counted(order: &[(&[CombatantId], i32)]) -> Shell {
    let mut shell = fight();
    press(&mut shell, "Enter Enter");
    while phase(&shell) != Some(Phase::Declare) {
        press(&mut shell, "n");
    }
    let slot = |(ones, score): &(&[CombatantId], i32)| Slot {
        score: *score,
        sides: Vec::new(),
        ones: ones.to_vec(),
    };
    run(&mut shell, Command::Overrule(Overrule::Order(order.iter().map(slot).collect())));
    shell
}

/// Proceeds to the first number.
fn at_first_number(order: &[(&[CombatantId], i32)]) -> Shell {
    let mut shell = counted(order);
    while phase(&shell) != Some(Phase::Number) {
        press(&mut shell, "n");
    }
    shell
}

fn phase(shell: &Shell) -> Option<Phase> {
    shell.session.state().window().map(|window| window.phase)
}

fn run(shell: &mut Shell, command: Command) {
    shell.with(|session| session.submit(vec![command])).expect("the rules let it pass");
}

fn act(shell: &mut Shell, who: CombatantId, deed: Deed, facts: &[Fact]) {
    run(shell, Command::Act(Act { facts: facts.iter().cloned().collect(), ..Act::new(who, deed) }));
}

fn condition(shell: &mut Shell, who: CombatantId, condition: Condition) {
    let word = Overrule::Afflict {
        who: vec![who],
        condition,
        value: 0,
        label: None,
        rounds: None,
        toward: None,
    };
    run(shell, Command::Overrule(word));
}

fn answer(shell: &mut Shell, faces: &[&str]) {
    for face in faces {
        type_in(shell, face);
        press(shell, "Enter");
    }
}

const ORDER: [(&[CombatantId], i32); 3] = [(&[ANA, GOB], 6), (&[CY], 4), (&[BO, ORC], 2)];

/// Sides are marked as open to surprise before the fight.
#[test]
fn marks_of_the_sides() {
    let mut shell = fight();
    press(&mut shell, "v");
    press(&mut shell, &"Down ".repeat(17));
    press(&mut shell, "Enter Right Right");
    shows("countdown-marks", &shell);
    press(&mut shell, "Enter");
    assert!(picture(&shell, (80, 24)).contains("Party: walks into an ambush"));
    while phase(&shell) != Some(Phase::Declare) {
        if phase(&shell) == Some(Phase::Surprise) {
            return;
        }
        press(&mut shell, "Enter");
    }
    panic!("nobody is rolled for:\n{}", picture(&shell, (80, 24)));
}

#[test]
fn declaring() {
    let mut shell = counted(&ORDER);
    press(&mut shell, "g a");
    shows("countdown-deeds", &shell);
    press(&mut shell, "d");
    shows("countdown-declare-what", &shell);
    press(&mut shell, "s j a d d j j a d c");
    shows("countdown-declare", &shell);
}

/// Two on one number: Ana has acted, and the result is pending until the other has.
#[test]
fn a_number() {
    let mut shell = at_first_number(&ORDER);
    run(&mut shell, Command::Overrule(Overrule::Engage(ANA, GOB)));
    shows("countdown-number", &shell);
    press(&mut shell, "Enter");
    answer(&mut shell, &["18", "5"]);
    shows("countdown-waits", &shell);
    press(&mut shell, "Enter");
    while shell.session.state().window().is_some_and(|w| w.phase == Phase::Number) {
        press(&mut shell, "Enter");
    }
    shows("countdown-outcome", &shell);
    press(&mut shell, "Enter");
    shows("countdown-fallen", &shell);
}

#[test]
fn holding_back() {
    let mut shell = at_first_number(&[(&[CY], 6), (&[ANA, GOB], 4), (&[BO, ORC], 2)]);
    act(&mut shell, CY, Deed::Hold, &[]);
    shows("countdown-holds", &shell);
    run(&mut shell, Command::Act(Act { at: vec![ORC], ..Act::new(ANA, Deed::Await) }));
    act(&mut shell, GOB, Deed::Pass, &[]);
    while phase(&shell) != Some(Phase::Gap) {
        let cuts_in = Command::Act(Act::new(CY, Deed::CutIn));
        let may =
            rules::check(shell.session.fight.chronicle.rules(), shell.session.state(), &cuts_in).is_ok();
        assert_eq!(shell.barred(Op::CutIn).is_none(), may, "{:?}", phase(&shell));
        press(&mut shell, "n");
    }
    shows("countdown-last-call", &shell);
}

#[test]
fn a_flask_is_asked_how_it_is_lit_and_a_dagger_is_not() {
    let mut shell = at_first_number(&[(&[CY], 6), (&[ANA, GOB], 4), (&[BO, ORC], 2)]);
    shell.session.board.cursor = Some(CY);
    press(&mut shell, "a h");
    shows("countdown-dagger", &shell);
    press(&mut shell, "Left Down Down Down Down Down Down Down Down Right");
    shows("countdown-flask", &shell);
}

#[test]
fn prone_held_and_burning() {
    let mut shell = at_first_number(&ORDER);
    condition(&mut shell, GOB, Condition::PRONE);
    condition(&mut shell, ORC, Condition::BURNING);
    run(&mut shell, Command::Overrule(Overrule::Engage(ANA, ORC)));
    press(&mut shell, "j");
    act(&mut shell, GOB, Deed::Stand, &[]);
    condition(&mut shell, GOB, Condition::PRONE);
    run(&mut shell, Command::Act(Act { at: vec![ORC], ..Act::new(ANA, Deed::Grab) }));
    answer(&mut shell, &["19", "19", "1"]);
    shows("countdown-grip", &shell);
    while phase(&shell) != Some(Phase::Commit) {
        press(&mut shell, "n");
    }
    press(&mut shell, "n");
    shell.session.board.cursor = Some(ORC);
    shows("countdown-held", &shell);
}

/// Every available deed has a form that can be filled in with anything.
#[test]
fn every_form_can_be_filled_in() {
    let mut shell = at_first_number(&[(&[CY, ANA, BO], 6), (&[GOB], 4), (&[ORC], 2)]);
    run(&mut shell, Command::Overrule(Overrule::Engage(ANA, GOB)));
    for who in [ANA, BO, CY] {
        let offers = wardrum::rules::offers(shell.session.view().rules, shell.session.state(), who);
        for offer in offers.iter().filter(|offer| offer.blocked.is_none()) {
            shell.session.board.cursor = Some(who);
            let view = shell.session.view();
            let form = wardrum::tui::overlays::acts::deeds::open_act(&view, &Act::new(who, offer.deed));
            shell.layers.push(form.expect("an open deed has a form"));
            for _ in 0..offer.facts.len() + 3 {
                press(&mut shell, "Right Left Space Space Down");
                picture(&shell, (60, 16));
            }
            press(&mut shell, "Esc");
            assert!(shell.layers.is_empty());
        }
    }
}

/// With machine dice on both sides, the fight is played by Enter alone.
#[test]
fn enter_alone_makes_sense() {
    let mut shell = counted(&ORDER);
    for side in shell.session.state().side_ids().collect::<Vec<_>>() {
        run(&mut shell, Command::Overrule(Overrule::Hand(side, Hand::Machine)));
    }
    for _ in 0..600 {
        if shell.session.place != Screen::Fight || shell.session.state().stage == Stage::Over {
            return;
        }
        if let wardrum::tui::proposal::Proposal::Do { commands, words, .. } = &shell.session.proposal
            && let Some(Command::Act(act)) = commands.last()
        {
            let side = |who: CombatantId| shell.session.state().get(who).map(|c| c.side);
            assert!(act.at.iter().all(|at| side(*at) != side(act.who)), "{words}");
        }
        press(&mut shell, "Enter");
    }
    panic!("no end:\n{}", picture(&shell, (120, 36)));
}

/// However many numbers there are, the current one is visible.
#[test]
fn two_hundred_numbers() {
    let mut shell = fight();
    let block = ready(
        registry::ruleset(RulesetId::Countdown),
        Bestiary::built_in(Family::D20).get("goblin").expect("a key"),
    )
    .into();
    let goblin = Arrival::new(SideId(1), "Gob", block);
    shell.with(|session| session.submit(vec![Command::Arrive(goblin); 200])).expect("they come");
    press(&mut shell, "Enter Enter");
    let all: Vec<CombatantId> = shell.session.state().all().map(|c| c.id).collect();
    let slot = |(who, score): (&CombatantId, i32)| Slot { score, sides: Vec::new(), ones: vec![*who] };
    let slots: Vec<Slot> = all.iter().zip((-10..200).rev()).map(slot).collect();
    let mut seen = 0;
    run(&mut shell, Command::Overrule(Overrule::Order(slots)));
    for _ in 0..300 {
        let window = shell.session.state().window();
        if let Some(wardrum::rules::model::window::Whose::Slot(at)) = window.map(|window| window.whose) {
            let score = shell.session.state().order[usize::from(at)].score;
            let shown = picture(&shell, (60, 16));
            assert!(shown.contains(&format!("[{score} ")), "{shown}");
            seen += 1;
        }
        press(&mut shell, "n");
        if shell.session.state().round > 1 {
            break;
        }
    }
    assert_eq!(seen, all.len());
}

fn proposed(shell: &Shell) -> String {
    match &shell.session.proposal {
        wardrum::tui::proposal::Proposal::Do { words, .. } => words.clone(),
        wardrum::tui::proposal::Proposal::Ask { words, .. } => words.clone(),
        other => format!("{other:?}"),
    }
}

/// Stands up first, then leaves; declared acts precede likely ones.
#[test]
fn what_enter_would_do() {
    let mut shell = counted(&[(&[ORC], 6), (&[GOB], 5), (&[BO], 4), (&[ANA], 3), (&[CY], 2)]);
    act(&mut shell, GOB, Deed::Declare, &[Fact::Intent(Deed::Hold)]);
    act(&mut shell, BO, Deed::Declare, &[Fact::Intent(Deed::Cast)]);
    act(&mut shell, ANA, Deed::Declare, &[Fact::Intent(Deed::Move)]);
    act(&mut shell, CY, Deed::Declare, &[Fact::Intent(Deed::Pass)]);
    condition(&mut shell, ORC, Condition::PRONE);
    condition(&mut shell, ORC, Condition::FLEEING);
    let mut seen = Vec::new();
    for _ in 0..40 {
        if matches!(phase(&shell), Some(Phase::Number | Phase::Commit)) {
            seen.push(proposed(&shell));
        }
        if phase(&shell) == Some(Phase::Gap) {
            break;
        }
        match &shell.session.proposal {
            wardrum::tui::proposal::Proposal::Ask { act: asked, .. } => {
                let who = asked.who;
                act(&mut shell, who, Deed::Pass, &[]);
            }
            // The order set by hand stays.
            _ if phase(&shell) == Some(Phase::Initiative) => press(&mut shell, "n"),
            _ => press(&mut shell, "Enter"),
        }
    }
    let expected = [
        "Orc stands up",
        "Orc runs from Ana",
        "Gob holds the turn",
        "Bo casts…",
        "Ana moves toward Gob",
        "Ana, Cy do nothing: on to Last call",
    ];
    assert_eq!(seen, expected);
}

/// The form shows the stat block's facts for the selected spell, and keeps entered ones.
#[test]
fn a_spell_among_several() {
    let mut shell = counted(&[(&[BO], 6), (&[ANA, CY, GOB, ORC], 2)]);
    let wizard = ready(
        registry::ruleset(RulesetId::Countdown),
        Bestiary::built_in(Family::D20).get("magic-user-5").expect("a key"),
    )
    .into();
    run(&mut shell, Command::Overrule(Overrule::Block(BO, wizard)));
    while phase(&shell) != Some(Phase::Number) {
        press(&mut shell, "n");
    }
    shell.session.board.cursor = Some(BO);
    press(&mut shell, "a");
    press(&mut shell, "c");
    let form = picture(&shell, (80, 24));
    assert!(form.contains("[sleep]") && form.contains("◂ asleep ▸"), "{form}");
    press(&mut shell, "Down Right");
    let form = picture(&shell, (80, 24));
    assert!(form.contains("[magic missile]") && form.contains("1d6+1"), "{form}");
    assert!(!form.contains("◂ asleep ▸"), "{form}");
    press(&mut shell, "Right Right Right");
    shows("countdown-spell-picked", &shell);
}

#[test]
fn an_option_takes_any_number_it_may_have() {
    const OPTION: &str = "countdown.option.run-no-con";
    let mut shell = fight();
    shell.layers.push(settings::options(&shell.session.view()));
    let about = shell.session.view().about();
    let at = about.options.iter().position(|option| option.id == OPTION).expect("an option");
    press(&mut shell, &"Down ".repeat(at));
    type_in(&mut shell, "201");
    press(&mut shell, "Enter");
    shows("countdown-option-number", &shell);
    press(&mut shell, "Backspace");
    type_in(&mut shell, "0");
    press(&mut shell, "Enter");
    assert_eq!(shell.session.state().option(OPTION), Some("200"));
    shell.layers.push(settings::options(&shell.session.view()));
    press(&mut shell, &"Down ".repeat(at));
    assert!(picture(&shell, (80, 24)).contains("200▏"), "{}", picture(&shell, (80, 24)));
}
