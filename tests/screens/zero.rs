//! The same screens of a fight in which all of one number act simultaneously, with two damage pools.

use super::{arrive, fight_by, press, shows, side, type_in};
use wardrum::rules::model::command::{Act, Command, Deed, Fact, Facts, Overrule};
use wardrum::rules::model::effect::Condition;
use wardrum::rules::model::encounter::Hand;
use wardrum::rules::model::ids::CombatantId;
use wardrum::rules::model::ids::RulesetId;
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::tui::shell::Shell;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const CY: CombatantId = CombatantId(2);
const OGRE: CombatantId = CombatantId(3);
const GOB: CombatantId = CombatantId(4);

/// A fighter of the third level, a magic-user and a thief against an ogre and two goblins.
fn fight() -> Shell {
    let who = [
        (0, "Ana", "fighter-3"),
        (0, "Bo", "magic-user-1"),
        (0, "Cy", "thief-3"),
        (1, "Ogre", "ogre"),
        (1, "Goblin", "goblin"),
        (1, "Goblin", "goblin"),
    ];
    let who = who.map(|(side, name, key)| arrive(RulesetId::Zero, side, name, key));
    let sides = [side("Party", Hand::Typed), side("Foes", Hand::Typed)];
    fight_by(RulesetId::Zero, sides, who)
}

fn phase(shell: &Shell) -> Option<Phase> {
    shell.session.state().window().map(|window| window.phase)
}

fn run(shell: &mut Shell, command: Overrule) {
    shell
        .with(|session| session.submit(vec![Command::Overrule(command)]))
        .expect("the rules let it pass");
}

fn act(shell: &mut Shell, act: Act, faces: &[&str]) {
    shell.with(|session| session.submit(vec![Command::Act(act)])).expect("the rules let it pass");
    for face in faces {
        type_in(shell, face);
        press(shell, "Enter");
    }
}

/// Opens the first number, with these combatants on the numbers.
fn on_numbers(shell: &mut Shell, order: &[(i32, &[CombatantId])]) {
    while phase(shell) != Some(Phase::Initiative) {
        press(shell, "n");
    }
    let slot = |(score, ones): &(i32, &[CombatantId])| Slot {
        score: *score,
        sides: Vec::new(),
        ones: ones.to_vec(),
    };
    run(shell, Overrule::Order(order.iter().map(slot).collect()));
    while phase(shell) != Some(Phase::Number) {
        press(shell, "n");
    }
}

/// Ana and a goblin have the same number and are in melee with each other from the start.
fn counted() -> Shell {
    let mut shell = fight();
    press(&mut shell, "Enter");
    run(&mut shell, Overrule::Engage(ANA, GOB));
    run(&mut shell, Overrule::Engage(CY, OGRE));
    on_numbers(&mut shell, &[(6, &[BO]), (4, &[ANA, OGRE]), (2, &[CY, GOB, CombatantId(5)])]);
    shell
}

/// The numbers with their batches: those who strike first and last are on the rail twice.
#[test]
fn numbers() {
    let shell = counted();
    shows("zero-numbers", &shell);
}

/// Temporary damage is shown next to hit points on the row.
#[test]
fn two_pools() {
    let mut shell = counted();
    let bruise = Overrule::Afflict {
        who: vec![CY],
        condition: Condition::SUBDUED,
        value: 4,
        label: None,
        rounds: None,
        toward: None,
    };
    run(&mut shell, bruise);
    run(&mut shell, Overrule::Hp(CY, 7));
    shows("zero-two-pools", &shell);
}

/// Two on one number: the fallen ogre still strikes before its fall takes effect.
#[test]
fn a_fall_waits() {
    let mut shell = fight();
    press(&mut shell, "Enter");
    run(&mut shell, Overrule::Engage(ANA, OGRE));
    run(&mut shell, Overrule::Hp(OGRE, 2));
    on_numbers(&mut shell, &[(4, &[ANA, OGRE]), (2, &[BO, CY, GOB])]);
    act(&mut shell, Act { with: Some(0), at: vec![OGRE], ..Act::new(ANA, Deed::Strike) }, &["15", "4"]);
    shows("zero-waits", &shell);
}

/// The prompt for each die of a contest says who contests what with whom.
#[test]
fn a_contest() {
    let mut shell = counted();
    act(&mut shell, Act::new(ANA, Deed::Retreat), &[]);
    shows("zero-contest-own", &shell);
    type_in(&mut shell, "3");
    press(&mut shell, "Enter");
    shows("zero-contest", &shell);
}

/// A whole side flees and is pursued round by round; a group decides on pursuit with one roll.
#[test]
fn a_pursuit() {
    let mut shell = fight();
    press(&mut shell, "Enter");
    on_numbers(&mut shell, &[(4, &[ANA, BO, CY]), (2, &[OGRE, GOB])]);
    let far = Facts::from(Fact::Distance(Tenths::whole(200)));
    act(&mut shell, Act { facts: far, ..Act::new(ANA, Deed::Evade) }, &["4"]);
    shows("zero-pursuit-asked", &shell);
    for face in ["5", "9"] {
        type_in(&mut shell, face);
        press(&mut shell, "Enter");
    }
    shows("zero-pursuit", &shell);
}
