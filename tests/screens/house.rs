//! The same screens of a fight in which everybody rolls initiative, moves and then acts, with charts for critical hits.

use super::{arrive, fight_by, picture, press, shows, side, type_in};
use wardrum::rules::model::command::{Act, Command, Deed, Fact, Facts, Overrule};
use wardrum::rules::model::encounter::Hand;
use wardrum::rules::model::ids::{CombatantId, RulesetId};
use wardrum::rules::model::tenths::Tenths;
use wardrum::rules::model::window::{Phase, Slot};
use wardrum::tui::app::App;

const ANA: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);
const CY: CombatantId = CombatantId(2);
const OGRE: CombatantId = CombatantId(3);
const ORC: CombatantId = CombatantId(4);
const ORC_2: CombatantId = CombatantId(5);

/// A fighter of the ninth level, a magic-user and a thief against an ogre and two orcs.
fn fight() -> App {
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

fn run(app: &mut App, command: Overrule) {
    app.submit(vec![Command::Overrule(command)]).expect("the rules let it pass");
}

/// Submits an act, answering each question with a die or a pick.
fn act(app: &mut App, act: Act, answers: &[&str]) {
    app.submit(vec![Command::Act(act)]).expect("the rules let it pass");
    for answer in answers {
        type_in(app, answer);
        press(app, "Enter");
    }
}

fn strike(who: CombatantId, whom: CombatantId) -> Act {
    Act { with: Some(0), at: vec![whom], ..Act::new(who, Deed::Strike) }
}

fn pass_until(app: &mut App, there: impl Fn(&App) -> bool) {
    for _ in 0..60 {
        if there(app) {
            return;
        }
        press(app, "n");
    }
    panic!("it never came:\n{}", picture(app, (120, 36)));
}

fn in_phase(app: &App, phase: Phase) -> bool {
    app.state().window().is_some_and(|window| window.phase == phase)
}

/// Ana is in melee with the ogre and an orc, Cy with the other orc; Bo is behind.
fn declaring() -> App {
    let mut app = fight();
    press(&mut app, "Enter Enter");
    run(&mut app, Overrule::Engage(ANA, OGRE));
    run(&mut app, Overrule::Engage(ANA, ORC));
    run(&mut app, Overrule::Engage(CY, ORC_2));
    pass_until(&mut app, |app| in_phase(app, Phase::Declare));
    app
}

/// The same in round 1, each on its own initiative number, at that phase.
fn at(phase: Phase, order: [CombatantId; 6]) -> App {
    let mut app = declaring();
    pass_until(&mut app, |app| in_phase(app, Phase::Initiative));
    let slot = |(score, who): (i32, CombatantId)| Slot { score, sides: Vec::new(), ones: vec![who] };
    run(&mut app, Overrule::Order((1..=6).rev().zip(order).map(slot).collect()));
    pass_until(&mut app, |app| in_phase(app, phase));
    app
}

const ANA_FIRST: [CombatantId; 6] = [ANA, OGRE, CY, ORC_2, BO, ORC];
const OGRE_FIRST: [CombatantId; 6] = [OGRE, ANA, CY, ORC_2, BO, ORC];

#[test]
fn declarations() {
    let mut app = declaring();
    shows("house-declare", &app);
    act(&mut app, Act { facts: Facts::from(Fact::Spell(0)), ..Act::new(BO, Deed::DeclareSpell) }, &[]);
    act(&mut app, Act::new(CY, Deed::DeclareRetreat), &[]);
    shows("house-declared", &app);
}

/// A combatant has made one of several attacks, and another holds its own.
#[test]
fn attacks_left() {
    let mut app = at(Phase::Action, OGRE_FIRST);
    let facts = Facts::from(Fact::Intent(Deed::Move));
    act(&mut app, Act { at: vec![ANA], facts, ..Act::new(OGRE, Deed::Hold) }, &[]);
    act(&mut app, strike(ANA, ORC), &["2"]);
    shows("house-attacks", &app);
}

/// A critical hit severs a hand: the chart result is in the log, the wound on the row and in the focus.
#[test]
fn a_critical_hit() {
    let mut app = at(Phase::Action, ANA_FIRST);
    act(&mut app, strike(ANA, OGRE), &["20", "96", "1", "1", "10", "1"]);
    shows("house-critical", &app);
    press(&mut app, "j");
    shows("house-critical-row", &app);
    press(&mut app, "Tab");
    shows("house-wounds", &app);
}

/// At 0 hit points after a successful save: how long it lives.
#[test]
fn the_dying_clock() {
    let mut app = at(Phase::Action, OGRE_FIRST);
    run(&mut app, Overrule::Hp(ANA, 2));
    act(&mut app, strike(OGRE, ANA), &["19", "2", "18", "1"]);
    shows("house-dying", &app);
    press(&mut app, "Tab");
    shows("house-dying-focus", &app);
}

/// During a move, a combatant is asked whether it strikes.
#[test]
fn an_opportunity_attack() {
    let mut app = at(Phase::Movement, [BO, ANA, OGRE, CY, ORC_2, ORC]);
    run(&mut app, Overrule::Distance(BO, ORC, Some(Tenths::whole(20))));
    let facts = |facts: &[Fact]| Facts::from_iter(facts.iter().cloned());
    act(
        &mut app,
        Act { at: vec![ORC], facts: facts(&[Fact::Contact]), ..Act::new(BO, Deed::Move) },
        &[],
    );
    let away = facts(&[Fact::Feet(10), Fact::Away]);
    act(&mut app, Act { facts: away, ..Act::new(BO, Deed::Move) }, &[]);
    shows("house-opportunity", &app);
}

/// With another weapon in the form, only the targets in its reach are left to choose from.
#[test]
fn a_form_lists_the_targets_in_reach_of_the_weapon() {
    let mut app = at(Phase::Action, ANA_FIRST);
    let draw = Act { with: Some(2), facts: Facts::from(Fact::LetFall), ..Act::new(ANA, Deed::Draw) };
    act(&mut app, draw, &[]);
    run(&mut app, Overrule::Disengage(ANA, OGRE));
    run(&mut app, Overrule::Disengage(ANA, ORC));
    run(&mut app, Overrule::Distance(ANA, OGRE, Some(Tenths::whole(10))));
    run(&mut app, Overrule::Distance(ANA, ORC, Some(Tenths::whole(5))));
    run(&mut app, Overrule::Distance(ANA, ORC_2, Some(Tenths::whole(50))));
    press(&mut app, "a s Down Right");
    shows("house-reach-lance", &app);
    press(&mut app, "Up Right");
    shows("house-reach-hands", &app);
}
