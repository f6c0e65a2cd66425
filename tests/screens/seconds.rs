//! The same screens of a fight under the rules with seconds: turns on own clocks, wounds and will.

use super::{app, arrive, fight_by, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Act, Command, Deed, Fact, Facts, Overrule};
use wardrum::rules::model::encounter::Hand;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::rules::ruleset::about::Family;
use wardrum::store::Bestiary;
use wardrum::tui::app::{App, Screen};
use wardrum::tui::stock::Stock;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const BANDIT: CombatantId = CombatantId(2);
const ARCHER: CombatantId = CombatantId(3);

/// Two characters whose dice are typed in against a bandit and an archer.
fn fight() -> App {
    let who = [
        (0, "Ana", "duelist-5"),
        (0, "Bo", "necromancer"),
        (1, "Bandit", "bandit"),
        (1, "Archer", "archer"),
    ];
    let who = who.map(|(side, name, key)| arrive(RulesetId::Seconds, side, name, key));
    let sides = [side("Party", Hand::Typed), side("Foes", Hand::Machine)];
    let mut app = fight_by(RulesetId::Seconds, sides, who);
    app.stock = Stock::of(Bestiary::built_in(Family::Wounds));
    app
}

/// The first round, in a known order: Ana, the bandit, Bo, the archer.
fn begun() -> App {
    let mut app = fight();
    press(&mut app, "Enter Space Enter Enter");
    for face in ["6", "3"] {
        type_in(&mut app, face);
        press(&mut app, "Down");
    }
    press(&mut app, "Enter");
    let order = [(ANA, 16), (BANDIT, 12), (BO, 9), (ARCHER, 7)];
    let slots = order.map(|(who, score)| Slot { score, sides: Vec::new(), ones: vec![who] }).to_vec();
    run(&mut app, Command::Overrule(Overrule::Order(slots)));
    app
}

fn run(app: &mut App, command: Command) {
    app.submit(vec![command]).expect("the rules let it pass");
}

fn act(app: &mut App, act: Act) {
    run(app, Command::Act(act));
}

/// Presses Enter until a condition holds, answering questions on the way.
fn enter_until(app: &mut App, there: impl Fn(&App) -> bool) {
    for _ in 0..200 {
        if there(app) {
            return;
        }
        press(app, "Enter");
    }
    panic!("it never came:\n{}", picture(app, (120, 36)));
}

fn turn_of(app: &App, who: CombatantId) -> bool {
    app.layers.is_empty() && app.board.owing.first() == Some(&who)
}

#[test]
fn rules_are_chosen() {
    let mut app = app();
    press(&mut app, "n Down");
    shows("seconds-rules", &app);
}

/// The rules report the line and the valid values, brackets included.
#[test]
fn a_fault_in_an_attack_line_stands_at_it() {
    let mut app = begun();
    press(&mut app, "b");
    super::fields::to(&mut app, "attack");
    press(&mut app, "End");
    type_in(&mut app, ", poison curare");
    press(&mut app, "Enter");
    shows("seconds-block-fault", &app);
}

#[test]
fn a_turn() {
    let mut app = begun();
    shows("seconds-turn", &app);
    press(&mut app, "Tab");
    shows("seconds-focus", &app);
    // The overflow can be scrolled, until the cursor moves to another combatant.
    press(&mut app, "PgDn");
    shows("seconds-focus-on", &app);
    press(&mut app, "j");
    assert!(picture(&app, (80, 24)).contains("▸ Bandit"), "{}", picture(&app, (80, 24)));
    press(&mut app, "k");
    assert!(picture(&app, (80, 24)).contains("Duelist, level 5"), "{}", picture(&app, (80, 24)));
    press(&mut app, "w");
    shows("seconds-figures", &app);
    press(&mut app, "Esc Tab Tab a");
    shows("seconds-deeds", &app);
}

#[test]
fn keys_of_other_rules_say_so() {
    let mut app = begun();
    press(&mut app, "m");
    let shown = picture(&app, (80, 24));
    assert!(shown.contains("morale") && app.layers.is_empty() && app.message.fault, "{shown}");
}

#[test]
fn called_shots_and_combos() {
    let mut app = begun();
    press(&mut app, "a s Down Down Down Right Right");
    shows("seconds-called", &app);
    press(&mut app, "Esc a o Down Down Down Right Down Down Right");
    shows("seconds-combo", &app);
    press(&mut app, "Enter");
    shows("seconds-combo-dice", &app);
}

#[test]
fn a_held_turn() {
    let mut app = begun();
    act(&mut app, Act::new(ANA, Deed::Hold));
    enter_until(&mut app, |app| {
        app.layers.is_empty() && app.state().window().is_some_and(|w| w.phase == Phase::Gap)
    });
    shows("seconds-gap", &app);
    press(&mut app, "i");
    shows("seconds-cut-in", &app);
}

#[test]
fn carried_over_and_due() {
    let mut app = begun();
    act(&mut app, Act::new(ANA, Deed::Pass));
    enter_until(&mut app, |app| turn_of(app, BO));
    let rot = app
        .state()
        .wounds(BO)
        .ok()
        .and_then(|body| body.attacks.iter().position(|line| line.delay > 0))
        .and_then(|at| u8::try_from(at).ok())
        .expect("a necromancer has something that takes its time");
    act(&mut app, Act { with: Some(rot), at: vec![ARCHER], ..Act::new(BO, Deed::Cast) });
    app.board.cursor = Some(BO);
    press(&mut app, "Tab");
    shows("seconds-due", &app);
    press(&mut app, "Tab Tab");
    act(&mut app, Act { with: Some(0), at: vec![BANDIT], ..Act::new(BO, Deed::Cast) });
    shows("seconds-carried", &app);
}

#[test]
fn dying_and_wounds() {
    let mut app = begun();
    press(&mut app, "d");
    type_in(&mut app, "30");
    shows("seconds-damage", &app);
    press(&mut app, "Enter");
    enter_until(&mut app, |app| {
        app.layers.is_empty() && app.state().window().is_some_and(|w| w.phase == Phase::Dying)
    });
    shows("seconds-dying", &app);
    press(&mut app, "v w");
    shows("seconds-wounds", &app);
}

#[test]
fn a_defence() {
    let mut app = begun();
    act(&mut app, Act::new(ANA, Deed::Pass));
    let facts = Facts::from(Fact::Modifier(20));
    act(&mut app, Act { with: Some(0), at: vec![ANA], facts, ..Act::new(BANDIT, Deed::Strike) });
    shows("seconds-defence", &app);
    press(&mut app, "Enter");
    shows("seconds-defence-dice", &app);
}

/// Nobody attacks the fallen or friends unbidden, and nobody runs back and forth.
#[test]
fn enter_alone_makes_sense() {
    let mut app = begun();
    for side in app.state().side_ids().collect::<Vec<_>>() {
        run(&mut app, Command::Overrule(Overrule::Hand(side, Hand::Machine)));
    }
    for _ in 0..400 {
        if app.place != Screen::Fight {
            return;
        }
        if let wardrum::tui::proposal::Proposal::Do { commands, words, .. } = &app.proposal
            && let Some(Command::Act(act)) = commands.last()
            && act.deed != Deed::Tend
        {
            let side = |who: CombatantId| app.state().get(who).map(|c| c.side);
            let stands = |who: &CombatantId| app.state().get(*who).is_some_and(|c| c.is_up());
            assert!(act.at.iter().all(stands), "{words}");
            assert!(act.at.iter().all(|at| side(*at) != side(act.who)), "{words}");
            assert_ne!(act.deed, Deed::Move, "{words}");
        }
        press(&mut app, "Enter");
    }
    panic!("no end:\n{}", picture(&app, (120, 36)));
}

/// A stray shot may hit anybody: the candidates are ticked.
#[test]
fn astray() {
    let mut app = begun();
    act(&mut app, Act::new(ANA, Deed::Pass));
    enter_until(&mut app, |app| turn_of(app, BO));
    app.board.cursor = Some(BO);
    press(&mut app, "a c Right");
    shows("seconds-area-form", &app);
    press(&mut app, "Esc");
    let facts = Facts::from(Fact::Modifier(-20));
    act(&mut app, Act { with: Some(1), at: vec![ARCHER], facts, ..Act::new(BO, Deed::Cast) });
    for face in ["2", "3", "4"] {
        type_in(&mut app, face);
        press(&mut app, "Enter");
    }
    press(&mut app, "Space Down Space");
    shows("seconds-area", &app);
}
