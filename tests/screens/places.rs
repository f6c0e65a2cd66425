//! Distances on screen: on the row of the actor, in target lists, on the line of positions; and the two keys that set
//! them.

use super::{arrive, fight_by, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::encounter::{Hand, Scene};
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::model::tenths::Tenths;
use wardrum::tui::shell::Shell;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const FOE: CombatantId = CombatantId(2);

/// Two against three that met at that distance, when a combatant is to act.
fn fight(by: RulesetId, keys: [&str; 5], far: i32) -> Shell {
    let names = [(0, "Ana"), (0, "Bo"), (1, "Ogre"), (1, "Goblin"), (1, "Goblin")];
    let who = names.into_iter().zip(keys).map(|((at, name), key)| arrive(by, at, name, key));
    let mut shell = fight_by(by, [side("Party", Hand::Machine), side("Foes", Hand::Machine)], who);
    let scene = Scene { meets_at: Some(Tenths::whole(far)), ..Scene::default() };
    run(&mut shell, Overrule::Scene(scene));
    for _ in 0..20 {
        if shell.session.state().round > 0 && !shell.session.board.owing.is_empty() {
            break;
        }
        shell.with(|session| session.submit(vec![Command::Proceed])).expect("a step forward");
    }
    shell
}

fn run(shell: &mut Shell, word: Overrule) {
    shell.with(|session| session.submit(vec![Command::Overrule(word)])).expect("the rules let it pass");
}

fn bx() -> Shell {
    fight(RulesetId::Bx, ["fighter-1", "magic-user-1", "ogre", "goblin", "goblin"], 60)
}

/// Compares the line of positions, at first and after some have moved.
fn line(name: &str, mut shell: Shell, near: i32) {
    press(&mut shell, "=");
    shows(&format!("{name}-met"), &shell);
    run(&mut shell, Overrule::Distance(FOE, ANA, Some(Tenths::whole(near))));
    run(&mut shell, Overrule::Distance(CombatantId(3), ANA, Some(Tenths::whole(1))));
    shows(name, &shell);
}

#[test]
fn the_line_and_the_rows_say_who_stands_where() {
    line("places-bx", bx(), 20);
    let keys = ["duelist-5", "necromancer", "giant", "bandit", "bandit"];
    line("places-seconds", fight(RulesetId::Seconds, keys, 25), 8);
    let keys = ["fighter-3", "magic-user-1", "ogre", "goblin", "goblin"];
    line("places-zero", fight(RulesetId::Zero, keys, 60), 20);
}

#[test]
fn lists_of_targets_say_how_far() {
    let keys = ["duelist-5", "necromancer", "giant", "bandit", "bandit"];
    let mut shell = fight(RulesetId::Seconds, keys, 25);
    run(&mut shell, Overrule::Distance(FOE, ANA, Some(Tenths::whole(8))));
    run(&mut shell, Overrule::Distance(CombatantId(4), ANA, None));
    press(&mut shell, "a Enter Down Down");
    shows("places-targets", &shell);
}

#[test]
fn one_key_sets_the_distance_of_two() {
    let mut shell = bx();
    shell.session.board.cursor = Some(ANA);
    press(&mut shell, "D");
    shows("places-distance", &shell);
    type_in(&mut shell, "25");
    press(&mut shell, "Down Right Enter");
    let far = |shell: &Shell, who, other| shell.session.state().distance(who, other);
    assert_eq!(
        far(&shell, ANA, CombatantId(3)),
        Some(Tenths::whole(25)),
        "the second nearest was picked"
    );
    assert_eq!(far(&shell, BO, FOE), Some(Tenths::whole(60)));
    press(&mut shell, "u");
    assert_eq!(far(&shell, ANA, CombatantId(3)), Some(Tenths::whole(60)));
    // With two rows marked, it is the distance between them.
    shell.session.board.mark_all(vec![BO, FOE]);
    press(&mut shell, "D");
    type_in(&mut shell, "15");
    press(&mut shell, "Enter");
    assert_eq!(far(&shell, BO, FOE), Some(Tenths::whole(15)));
}

#[test]
fn another_says_who_came_from_where() {
    let mut shell = bx();
    shell.session.board.cursor = Some(FOE);
    press(&mut shell, "W");
    type_in(&mut shell, "40");
    press(&mut shell, "Down Down Right");
    shows("places-place", &shell);
    press(&mut shell, "Enter =");
    shows("places-behind", &shell);
    let far = |shell: &Shell, who, other| shell.session.state().distance(who, other);
    assert_eq!(far(&shell, FOE, ANA), Some(Tenths::whole(40)));
    assert_eq!(
        far(&shell, FOE, CombatantId(3)),
        Some(Tenths::whole(100)),
        "the party stands between them"
    );
    press(&mut shell, "=");
    assert!(!picture(&shell, (80, 24)).contains("── 60'"), "hidden again");
}

#[test]
fn where_nobody_keeps_distances_none_is_shown() {
    let who = [(0, "Ana", "fighter-1"), (1, "Orc", "orc")];
    let who = who.map(|(at, name, key)| arrive(RulesetId::House, at, name, key));
    let sides = [side("Party", Hand::Machine), side("Foes", Hand::Machine)];
    let mut shell = fight_by(RulesetId::House, sides, who);
    for _ in 0..20 {
        shell.with(|session| session.submit(vec![Command::Proceed])).expect("a step forward");
        if !shell.session.board.owing.is_empty() {
            break;
        }
    }
    press(&mut shell, "= W");
    let seen = picture(&shell, (80, 24));
    assert!(seen.contains("Distances are off in this fight."), "{seen}");
    assert!(seen.contains("distances are off"), "{seen}");
    assert!(!seen.contains("unknown") && !seen.contains('?') || seen.contains("? help"), "{seen}");
}
