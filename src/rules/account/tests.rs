//! What is told of hand-made steps.

use super::{Account, Did, Doers, Happened, Reader, Steps, What, Whom};
use crate::rules::model::cause::Causes;
use crate::rules::model::combatant::Standing;
use crate::rules::model::command::{Act, Command, Deed};
use crate::rules::model::dice::Purpose;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Outcome, Rolled, Told};
use crate::rules::model::ids::{CombatantId, RulesetId};
use crate::rules::registry::ruleset;

const ANA: CombatantId = CombatantId(0);
const GOB: CombatantId = CombatantId(1);

/// The accounts of one step of `bx`, without causes as in format 1.
fn regrouped(command: &Command, events: &[Event]) -> Vec<Account> {
    let (e, causes) = (Encounter::new(RulesetId::Bx), Causes::default());
    let steps: Steps = [Happened { command, events, causes: &causes }].into_iter().collect();
    let reader = Reader { about: ruleset(RulesetId::Bx).about(), e: &e, record: &steps };
    reader.of_step((0, 0))
}

fn attack(who: CombatantId, at: CombatantId, outcome: Outcome) -> Event {
    let rolled = Rolled::new(Purpose::Attack(0), outcome);
    Event::Rolled(Box::new(Rolled { who: Some(who), against: Some(at), ..rolled }))
}

#[test]
fn an_attack_of_another_in_a_save_without_causes_is_out_of_turn() {
    let command = Command::Act(Act { at: vec![GOB], ..Act::new(ANA, Deed::Strike) });
    let rule = Event::Told(Told::Rule("bx.attack.x".into()));
    let events = [attack(ANA, GOB, Outcome::Failure), rule, attack(GOB, ANA, Outcome::Failure)];
    let accounts = regrouped(&command, &events);
    let told: Vec<_> = accounts.iter().map(|one| (one.who.clone(), one.turn.is_some())).collect();
    assert_eq!(told, [(Doers::Ones(vec![ANA]), false), (Doers::Ones(vec![GOB]), true)]);
}

#[test]
fn who_dies_is_not_said_to_go_down_as_well() {
    let command = Command::Act(Act { at: vec![GOB], ..Act::new(ANA, Deed::Strike) });
    let stood = |standing| Event::Stood(GOB, standing);
    let events = [attack(ANA, GOB, Outcome::Success), stood(Standing::Down), stood(Standing::Dead)];
    let accounts = regrouped(&command, &events);
    let [blow] = &accounts[..] else { panic!("one account: {accounts:?}") };
    assert_eq!(blow.did, Did::Deed(Deed::Strike));
    let of_gob: Vec<_> = blow.came_of(Whom::One(GOB)).map(|came| &came.what).collect();
    assert_eq!(of_gob, [&What::Stands(Standing::Dead)]);
}
