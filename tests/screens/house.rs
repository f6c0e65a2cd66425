//! The same screens of a fight in which everybody rolls initiative, moves and then acts, with charts for critical hits.

use super::{arrive, fight_by, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Act, Command, Deed, Fact, Facts, Overrule};
use wardrum::rules::model::encounter::Hand;
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::tui::shell::Shell;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const CY: CombatantId = CombatantId(2);
const OGRE: CombatantId = CombatantId(3);
const ORC: CombatantId = CombatantId(4);
const ORC_2: CombatantId = CombatantId(5);

/// A fighter of the ninth level, a magic-user and a thief against an ogre and two orcs.
fn fight() -> Shell {
    let who = [
        (0, "Ana", "fighter-9"),
        (0, "Bo", "magic-user-3"),
        (0, "Cy", "thief-3"),
        (1, "Ogre", "ogre"),
        (1, "Orc", "orc"),
        (1, "Orc", "orc"),
    ];
    let who = who.map(|(side, name, key)| arrive(RulesetId::House, side, name, key));
    let sides = [side("Party", Hand::Typed), side("Foes", Hand::Typed)];
    fight_by(RulesetId::House, sides, who)
}

fn run(shell: &mut Shell, command: Overrule) {
    shell
        .with(|session| session.submit(vec![Command::Overrule(command)]))
        .expect("the rules let it pass");
}

/// Submits an act, answering each question with a die or a pick.
fn act(shell: &mut Shell, act: Act, answers: &[&str]) {
    shell.with(|session| session.submit(vec![Command::Act(act)])).expect("the rules let it pass");
    for answer in answers {
        type_in(shell, answer);
        press(shell, "Enter");
    }
}

fn strike(who: CombatantId, whom: CombatantId) -> Act {
    Act { with: Some(0), at: vec![whom], ..Act::new(who, Deed::Strike) }
}

fn pass_until(shell: &mut Shell, there: impl Fn(&Shell) -> bool) {
    for _ in 0..60 {
        if there(shell) {
            return;
        }
        press(shell, "n");
    }
    panic!("it never came:\n{}", picture(shell, (120, 36)));
}

fn in_phase(shell: &Shell, phase: Phase) -> bool {
    shell.session.state().window().is_some_and(|window| window.phase == phase)
}

/// Ana is in melee with the ogre and an orc, Cy with the other orc; Bo is behind.
fn declaring() -> Shell {
    let mut shell = fight();
    press(&mut shell, "Enter Enter");
    run(&mut shell, Overrule::Engage(ANA, OGRE));
    run(&mut shell, Overrule::Engage(ANA, ORC));
    run(&mut shell, Overrule::Engage(CY, ORC_2));
    pass_until(&mut shell, |shell| in_phase(shell, Phase::Declare));
    shell
}

/// The same in round 1, each on its own initiative number, at that phase.
fn at(phase: Phase, order: [CombatantId; 6]) -> Shell {
    let mut shell = declaring();
    pass_until(&mut shell, |shell| in_phase(shell, Phase::Initiative));
    let slot = |(score, who): (i32, CombatantId)| Slot { score, sides: Vec::new(), ones: vec![who] };
    run(&mut shell, Overrule::Order((1..=6).rev().zip(order).map(slot).collect()));
    pass_until(&mut shell, |shell| in_phase(shell, phase));
    shell
}

const ANA_FIRST: [CombatantId; 6] = [ANA, OGRE, CY, ORC_2, BO, ORC];
const OGRE_FIRST: [CombatantId; 6] = [OGRE, ANA, CY, ORC_2, BO, ORC];

#[test]
fn declarations() {
    let mut shell = declaring();
    shows("house-declare", &shell);
    act(&mut shell, Act { facts: Facts::from(Fact::Spell(0)), ..Act::new(BO, Deed::DeclareSpell) }, &[]);
    act(&mut shell, Act::new(CY, Deed::DeclareRetreat), &[]);
    shows("house-declared", &shell);
}

/// A combatant has made one of several attacks, and another holds its own.
#[test]
fn attacks_left() {
    let mut shell = at(Phase::Action, OGRE_FIRST);
    let facts = Facts::from(Fact::Intent(Deed::Move));
    act(&mut shell, Act { at: vec![ANA], facts, ..Act::new(OGRE, Deed::Hold) }, &[]);
    act(&mut shell, strike(ANA, ORC), &["2"]);
    shows("house-attacks", &shell);
}

/// A critical hit severs a hand: the chart result is in the log, the wound on the row and in the focus.
#[test]
fn a_critical_hit() {
    let mut shell = at(Phase::Action, ANA_FIRST);
    act(&mut shell, strike(ANA, OGRE), &["20", "96", "1", "1", "10", "1"]);
    shows("house-critical", &shell);
    press(&mut shell, "j");
    shows("house-critical-row", &shell);
    press(&mut shell, "Tab");
    shows("house-wounds", &shell);
}

/// At 0 hit points after a successful save: how long it lives.
#[test]
fn the_dying_clock() {
    let mut shell = at(Phase::Action, OGRE_FIRST);
    run(&mut shell, Overrule::Hp(ANA, 2));
    act(&mut shell, strike(OGRE, ANA), &["19", "2", "18", "1"]);
    shows("house-dying", &shell);
    press(&mut shell, "Tab");
    shows("house-dying-focus", &shell);
}

/// During a move, a combatant is asked whether it strikes.
#[test]
fn an_opportunity_attack() {
    let mut shell = at(Phase::Movement, [BO, ANA, OGRE, CY, ORC_2, ORC]);
    run(&mut shell, Overrule::Distance(BO, ORC, Some(Tenths::whole(20))));
    let facts = |facts: &[Fact]| Facts::from_iter(facts.iter().cloned());
    act(
        &mut shell,
        Act { at: vec![ORC], facts: facts(&[Fact::Contact]), ..Act::new(BO, Deed::Move) },
        &[],
    );
    let away = facts(&[Fact::Feet(10), Fact::Away]);
    act(&mut shell, Act { facts: away, ..Act::new(BO, Deed::Move) }, &[]);
    shows("house-opportunity", &shell);
}

/// With another weapon in the form, only the targets in its reach are left to choose from.
#[test]
fn a_form_lists_the_targets_in_reach_of_the_weapon() {
    let mut shell = at(Phase::Action, ANA_FIRST);
    let draw = Act { with: Some(2), facts: Facts::from(Fact::LetFall), ..Act::new(ANA, Deed::Draw) };
    act(&mut shell, draw, &[]);
    run(&mut shell, Overrule::Disengage(ANA, OGRE));
    run(&mut shell, Overrule::Disengage(ANA, ORC));
    run(&mut shell, Overrule::Distance(ANA, OGRE, Some(Tenths::whole(10))));
    run(&mut shell, Overrule::Distance(ANA, ORC, Some(Tenths::whole(5))));
    run(&mut shell, Overrule::Distance(ANA, ORC_2, Some(Tenths::whole(50))));
    press(&mut shell, "a s Down Right");
    shows("house-reach-lance", &shell);
    press(&mut shell, "Up Right");
    shows("house-reach-hands", &shell);
}
