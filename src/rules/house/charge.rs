//! Charges: at least 20 feet in a straight line, within its speed (`house.attack.charge`).

use super::asset::about;
use super::movement::{self, arrive};
use super::options::CHARGING;
use super::state::this_round;
use super::trip::Trip;
use super::{disruption, leave, speed, state, trip};
use crate::rules::d20::aim;
use crate::rules::d20::charge::{self, RunUp};
use crate::rules::d20::movement::named;
use crate::rules::d20::relations::Way;
use crate::rules::model::encounter::Stage;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Minimum length of a charge, in feet.
const LEAST: i32 = 20;

/// Runs straight at a target to attack it with a bonus; uses up all movement.
pub const CHARGE: DeedRule = DeedRule {
    rule: "house.attack.charge",
    when: When::Beside,
    phase: Some(Phase::Movement),
    told: LogForm::Named,
    may: |at| {
        at.unless(CHARGING.is_on(at.e), Refusal::OPTION_OFF)?;
        speed::may_go(at)?;
        at.unless(!at.c.spent.acted, Refusal::ALREADY_ACTED)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)?;
        let first = at.e.window().is_none_or(|window| window.phase != Phase::Remaining);
        at.unless(first && at.e.stage == Stage::Running, Refusal::NOT_IN_THIS_PHASE)?;
        charge::may_run(at, run_up(at))
    },
    shape: |at, offer| {
        let free = |foe: &&Combatant| {
            let act = Act { at: vec![foe.id], ..Act::new(at.c.id, Deed::Charge) };
            leave::check_undeclared(at, &as_move(at, &act)).is_ok()
        };
        let (foes, feet) = charge::targets(about(), at, at.e.foes(at.c).filter(free), run_up(at));
        let most = speed::allowance(at, Deed::Move);
        let fouled = trip::fouled_places(at.e).next().map(|_| movement::rough_field(most));
        let facts = [feet, FactField::flag(Fact::NoRoom)].into_iter().chain(fouled).collect();
        Offer { at: foes, facts, ..offer }
    },
    check: |at, act| {
        let target = aim::target(at, act)?;
        at.unless(target.side != at.c.side, Refusal::BAD_TARGET)?;
        let clear = !act.facts.has(&Fact::NoRoom) && trip::rough(at, &as_move(at, act)) == 0;
        at.unless(clear, Refusal::NO_CLEAR_WAY)?;
        charge::check(about(), at, act, target.id, run_up(at), Refusal::NO_RUN_UP)?;
        leave::check_undeclared(at, &as_move(at, act))
    },
    run: charge,
    ..DeedRule::of(Deed::Charge)
};

fn run_up(at: &At) -> RunUp {
    RunUp { least: LEAST, most: speed::allowance(at, Deed::Move) }
}

/// Returns the charge as a move, to find whose reach it leaves.
fn as_move(at: &At, act: &Act) -> Act {
    let mut act = Act { deed: Deed::Move, ..act.clone() };
    act.facts.set(Fact::Contact);
    act.facts.set(Fact::Feet(charge::feet(about(), at.e, &act).unwrap_or(LEAST)));
    act
}

/// Charges: the modifiers apply from its start, and a declared spell is dropped.
fn charge(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let (feet, moves) = (charge::feet(about(), at.e, act).unwrap_or(LEAST), as_move(&at, act));
    let others = named(about(), at.e, &moves);
    disruption::let_go(r, act.who);
    r.afflict(act.who, this_round(r, Condition::CHARGING));
    if leave::strike(r, &moves, &[])? {
        let trip = Trip { feet, rough: 0, way: Way::Contact }.shortened(r, &moves)?;
        arrive(r, &moves, trip, &others)?;
    }
    Ok(())
}
