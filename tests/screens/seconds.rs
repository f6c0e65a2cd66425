//! The same screens of a fight under the rules with seconds: turns on own clocks, wounds and will.

use super::{arrive, fight_by, picture, press, shows, side, started, type_in};
use wardrum::rules::model::command::{Act, Command, Deed, Fact, Facts, Overrule};
use wardrum::rules::model::encounter::Hand;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::rules::ruleset::about::Family;
use wardrum::store::Bestiary;
use wardrum::tui::session::Screen;
use wardrum::tui::shell::Shell;
use wardrum::tui::stock::Stock;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const BANDIT: CombatantId = CombatantId(2);
const ARCHER: CombatantId = CombatantId(3);

/// Two characters whose dice are typed in against a bandit and an archer.
fn fight() -> Shell {
    let who = [
        (0, "Ana", "duelist-5"),
        (0, "Bo", "necromancer"),
        (1, "Bandit", "bandit"),
        (1, "Archer", "archer"),
    ];
    let who = who.map(|(side, name, key)| arrive(RulesetId::Seconds, side, name, key));
    let sides = [side("Party", Hand::Typed), side("Foes", Hand::Machine)];
    let mut shell = fight_by(RulesetId::Seconds, sides, who);
    shell.session.stock = Stock::of(Bestiary::built_in(Family::Wounds));
    shell
}

/// The first round, in a known order: Ana, the bandit, Bo, the archer.
fn begun() -> Shell {
    let mut shell = fight();
    press(&mut shell, "Enter Space Enter Enter");
    for face in ["6", "3"] {
        type_in(&mut shell, face);
        press(&mut shell, "Down");
    }
    press(&mut shell, "Enter");
    let order = [(ANA, 16), (BANDIT, 12), (BO, 9), (ARCHER, 7)];
    let slots = order.map(|(who, score)| Slot { score, sides: Vec::new(), ones: vec![who] }).to_vec();
    run(&mut shell, Command::Overrule(Overrule::Order(slots)));
    shell
}

fn run(shell: &mut Shell, command: Command) {
    shell.with(|session| session.submit(vec![command])).expect("the rules let it pass");
}

fn act(shell: &mut Shell, act: Act) {
    run(shell, Command::Act(act));
}

/// Presses Enter until a condition holds, answering questions on the way.
fn enter_until(shell: &mut Shell, there: impl Fn(&Shell) -> bool) {
    for _ in 0..200 {
        if there(shell) {
            return;
        }
        press(shell, "Enter");
    }
    panic!("it never came:\n{}", picture(shell, (120, 36)));
}

fn turn_of(shell: &Shell, who: CombatantId) -> bool {
    shell.layers.is_empty() && shell.session.board.owing.first() == Some(&who)
}

#[test]
fn rules_are_chosen() {
    let mut shell = started();
    press(&mut shell, "n Esc r Down");
    shows("seconds-rules", &shell);
}

/// The rules report the line and the valid values, brackets included.
#[test]
fn a_fault_in_an_attack_line_stands_at_it() {
    let mut shell = begun();
    press(&mut shell, "b");
    super::fields::to(&mut shell, "attack");
    press(&mut shell, "End");
    type_in(&mut shell, ", poison curare");
    press(&mut shell, "Enter");
    shows("seconds-block-fault", &shell);
}

#[test]
fn a_turn() {
    let mut shell = begun();
    shows("seconds-turn", &shell);
    press(&mut shell, "Tab");
    shows("seconds-focus", &shell);
    // The overflow can be scrolled, until the cursor moves to another combatant.
    press(&mut shell, "PgDn");
    shows("seconds-focus-on", &shell);
    press(&mut shell, "j");
    assert!(picture(&shell, (80, 24)).contains("▸ Bandit"), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "k");
    assert!(picture(&shell, (80, 24)).contains("Duelist, level 5"), "{}", picture(&shell, (80, 24)));
    press(&mut shell, "w");
    shows("seconds-figures", &shell);
    press(&mut shell, "Esc Tab Tab a");
    shows("seconds-deeds", &shell);
}

#[test]
fn keys_of_other_rules_say_so() {
    let mut shell = begun();
    press(&mut shell, "m");
    let shown = picture(&shell, (80, 24));
    assert!(
        shown.contains("morale") && shell.layers.is_empty() && shell.session.message.fault,
        "{shown}"
    );
}

#[test]
fn called_shots_and_combos() {
    let mut shell = begun();
    press(&mut shell, "a s Down Down Down Right Right");
    shows("seconds-called", &shell);
    press(&mut shell, "Esc a o Down Down Down Right Down Down Right");
    shows("seconds-combo", &shell);
    press(&mut shell, "Enter");
    shows("seconds-combo-dice", &shell);
}

#[test]
fn a_held_turn() {
    let mut shell = begun();
    act(&mut shell, Act::new(ANA, Deed::Hold));
    enter_until(&mut shell, |shell| {
        shell.layers.is_empty() && shell.session.state().window().is_some_and(|w| w.phase == Phase::Gap)
    });
    shows("seconds-gap", &shell);
    press(&mut shell, "i");
    shows("seconds-cut-in", &shell);
}

#[test]
fn carried_over_and_due() {
    let mut shell = begun();
    act(&mut shell, Act::new(ANA, Deed::Pass));
    enter_until(&mut shell, |shell| turn_of(shell, BO));
    let rot = shell
        .session
        .state()
        .wounds(BO)
        .ok()
        .and_then(|body| body.attacks.iter().position(|line| line.delay > 0))
        .and_then(|at| u8::try_from(at).ok())
        .expect("a necromancer has something that takes its time");
    act(&mut shell, Act { with: Some(rot), at: vec![ARCHER], ..Act::new(BO, Deed::Cast) });
    shell.session.board.cursor = Some(BO);
    press(&mut shell, "Tab");
    shows("seconds-due", &shell);
    press(&mut shell, "Tab Tab");
    act(&mut shell, Act { with: Some(0), at: vec![BANDIT], ..Act::new(BO, Deed::Cast) });
    shows("seconds-carried", &shell);
}

#[test]
fn dying_and_wounds() {
    let mut shell = begun();
    press(&mut shell, "d");
    type_in(&mut shell, "30");
    shows("seconds-damage", &shell);
    press(&mut shell, "Enter");
    enter_until(&mut shell, |shell| {
        shell.layers.is_empty()
            && shell.session.state().window().is_some_and(|w| w.phase == Phase::Dying)
    });
    shows("seconds-dying", &shell);
    press(&mut shell, "v w");
    shows("seconds-wounds", &shell);
}

#[test]
fn a_defence() {
    let mut shell = begun();
    act(&mut shell, Act::new(ANA, Deed::Pass));
    let facts = Facts::from(Fact::Modifier(20));
    act(&mut shell, Act { with: Some(0), at: vec![ANA], facts, ..Act::new(BANDIT, Deed::Strike) });
    shows("seconds-defence", &shell);
    press(&mut shell, "Enter");
    shows("seconds-defence-dice", &shell);
}

/// Nobody attacks the fallen or friends unbidden, and nobody runs back and forth.
#[test]
fn enter_alone_makes_sense() {
    let mut shell = begun();
    for side in shell.session.state().side_ids().collect::<Vec<_>>() {
        run(&mut shell, Command::Overrule(Overrule::Hand(side, Hand::Machine)));
    }
    for _ in 0..400 {
        if shell.session.place != Screen::Fight {
            return;
        }
        if let wardrum::tui::proposal::Proposal::Do { commands, words, .. } = &shell.session.proposal
            && let Some(Command::Act(act)) = commands.last()
            && act.deed != Deed::Tend
        {
            let side = |who: CombatantId| shell.session.state().get(who).map(|c| c.side);
            let stands = |who: &CombatantId| shell.session.state().get(*who).is_some_and(|c| c.is_up());
            assert!(act.at.iter().all(stands), "{words}");
            assert!(act.at.iter().all(|at| side(*at) != side(act.who)), "{words}");
            assert_ne!(act.deed, Deed::Move, "{words}");
        }
        press(&mut shell, "Enter");
    }
    panic!("no end:\n{}", picture(&shell, (120, 36)));
}

/// A stray shot may hit anybody: the candidates are ticked.
#[test]
fn astray() {
    let mut shell = begun();
    act(&mut shell, Act::new(ANA, Deed::Pass));
    enter_until(&mut shell, |shell| turn_of(shell, BO));
    shell.session.board.cursor = Some(BO);
    press(&mut shell, "a c Right");
    shows("seconds-area-form", &shell);
    press(&mut shell, "Esc");
    let facts = Facts::from(Fact::Modifier(-20));
    act(&mut shell, Act { with: Some(1), at: vec![ARCHER], facts, ..Act::new(BO, Deed::Cast) });
    for face in ["2", "3", "4"] {
        type_in(&mut shell, face);
        press(&mut shell, "Enter");
    }
    press(&mut shell, "Space Down Space");
    shows("seconds-area", &shell);
}
