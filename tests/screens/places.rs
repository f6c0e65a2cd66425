//! Distances on screen: on the row of the actor, in target lists, on the line of positions; and the two keys that set
//! them.

use super::{arrive, fight_by, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Command, Overrule};
use wardrum::rules::model::encounter::{Hand, Scene};
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::model::tenths::Tenths;
use wardrum::tui::app::App;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const FOE: CombatantId = CombatantId(2);

/// Two against three that met at that distance, when a combatant is to act.
fn fight(by: RulesetId, keys: [&str; 5], far: i32) -> App {
    let names = [(0, "Ana"), (0, "Bo"), (1, "Ogre"), (1, "Goblin"), (1, "Goblin")];
    let who = names.into_iter().zip(keys).map(|((at, name), key)| arrive(by, at, name, key));
    let mut app = fight_by(by, [side("Party", Hand::Machine), side("Foes", Hand::Machine)], who);
    let scene = Scene { meets_at: Some(Tenths::whole(far)), ..Scene::default() };
    run(&mut app, Overrule::Scene(scene));
    for _ in 0..20 {
        if app.state().round > 0 && !app.board.owing.is_empty() {
            break;
        }
        app.submit(vec![Command::Proceed]).expect("a step forward");
    }
    app
}

fn run(app: &mut App, word: Overrule) {
    app.submit(vec![Command::Overrule(word)]).expect("the rules let it pass");
}

fn bx() -> App {
    fight(RulesetId::Bx, ["fighter-1", "magic-user-1", "ogre", "goblin", "goblin"], 60)
}

/// Compares the line of positions, at first and after some have moved.
fn line(name: &str, mut app: App, near: i32) {
    press(&mut app, "=");
    shows(&format!("{name}-met"), &app);
    run(&mut app, Overrule::Distance(FOE, ANA, Some(Tenths::whole(near))));
    run(&mut app, Overrule::Distance(CombatantId(3), ANA, Some(Tenths::whole(1))));
    shows(name, &app);
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
    let mut app = fight(RulesetId::Seconds, keys, 25);
    run(&mut app, Overrule::Distance(FOE, ANA, Some(Tenths::whole(8))));
    run(&mut app, Overrule::Distance(CombatantId(4), ANA, None));
    press(&mut app, "a Enter Down Down");
    shows("places-targets", &app);
}

#[test]
fn one_key_sets_the_distance_of_two() {
    let mut app = bx();
    app.board.cursor = Some(ANA);
    press(&mut app, "D");
    shows("places-distance", &app);
    type_in(&mut app, "25");
    press(&mut app, "Down Right Enter");
    let far = |app: &App, who, other| app.state().distance(who, other);
    assert_eq!(far(&app, ANA, CombatantId(3)), Some(Tenths::whole(25)), "the second nearest was picked");
    assert_eq!(far(&app, BO, FOE), Some(Tenths::whole(60)));
    press(&mut app, "u");
    assert_eq!(far(&app, ANA, CombatantId(3)), Some(Tenths::whole(60)));
    // With two rows marked, it is the distance between them.
    app.board.mark_all(vec![BO, FOE]);
    press(&mut app, "D");
    type_in(&mut app, "15");
    press(&mut app, "Enter");
    assert_eq!(far(&app, BO, FOE), Some(Tenths::whole(15)));
}

#[test]
fn another_says_who_came_from_where() {
    let mut app = bx();
    app.board.cursor = Some(FOE);
    press(&mut app, "W");
    type_in(&mut app, "40");
    press(&mut app, "Down Down Right");
    shows("places-place", &app);
    press(&mut app, "Enter =");
    shows("places-behind", &app);
    let far = |app: &App, who, other| app.state().distance(who, other);
    assert_eq!(far(&app, FOE, ANA), Some(Tenths::whole(40)));
    assert_eq!(
        far(&app, FOE, CombatantId(3)),
        Some(Tenths::whole(100)),
        "the party stands between them"
    );
    press(&mut app, "=");
    assert!(!picture(&app, (80, 24)).contains("── 60'"), "hidden again");
}

#[test]
fn where_nobody_keeps_distances_none_is_shown() {
    let who = [(0, "Ana", "fighter-1"), (1, "Orc", "orc")];
    let who = who.map(|(at, name, key)| arrive(RulesetId::House, at, name, key));
    let sides = [side("Party", Hand::Machine), side("Foes", Hand::Machine)];
    let mut app = fight_by(RulesetId::House, sides, who);
    for _ in 0..20 {
        app.submit(vec![Command::Proceed]).expect("a step forward");
        if !app.board.owing.is_empty() {
            break;
        }
    }
    press(&mut app, "= W");
    let seen = picture(&app, (80, 24));
    assert!(seen.contains("Distances are off in this fight."), "{seen}");
    assert!(seen.contains("distances are off"), "{seen}");
    assert!(!seen.contains("unknown") && !seen.contains('?') || seen.contains("? help"), "{seen}");
}
