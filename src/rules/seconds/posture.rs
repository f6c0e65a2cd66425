//! Posture: crouching, prone, standing up.

use super::form::action;
use super::options::STAND_FROM_PRONE;
use super::{clock, condition, minds};
use crate::rules::engine::resolution::Change;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::prelude::*;

/// Standing to crouching.
pub const CROUCH: DeedRule = DeedRule {
    concerns: |at| !is_low(at),
    may: |at| check(at, !is_low(at)),
    run: |r, act| change(r, act, Some(condition::CROUCHING)),
    ..action(Deed::Crouch, "seconds.movement.posture")
};

/// Dropping prone.
pub const LIE_DOWN: DeedRule = DeedRule {
    concerns: |at| !has(at, Condition::PRONE),
    may: |at| check(at, !has(at, Condition::PRONE)),
    run: |r, act| change(r, act, Some(Condition::PRONE)),
    ..action(Deed::LieDown, "seconds.movement.posture")
};

/// Prone to crouching.
pub const RISE: DeedRule = DeedRule {
    concerns: |at| has(at, Condition::PRONE),
    may: |at| check(at, has(at, Condition::PRONE)),
    run: |r, act| change(r, act, Some(condition::CROUCHING)),
    ..action(Deed::Rise, "seconds.movement.posture")
};

/// Standing up.
pub const STAND: DeedRule = DeedRule {
    concerns: is_low,
    may: |at| check(at, is_low(at)),
    run: |r, act| change(r, act, None),
    price: |at, act| clock::price(at, standing_up(at, clock::printed(act.deed))),
    ..action(Deed::Stand, "seconds.movement.posture")
};

fn is_low(at: &At) -> bool {
    has(at, condition::CROUCHING) || has(at, Condition::PRONE)
}

/// Whether the actor's body has the condition.
fn has(at: &At, condition: Condition) -> bool {
    at.e.has(minds::body_of(at.e, at.c.id), condition)
}

/// Refuses a change to the current posture.
fn check(at: &At, changes: bool) -> Allowed {
    at.unless(changes, Refusal::SAME_POSTURE)
}

/// Returns the seconds to stand up (`seconds.option.stand-from-prone`).
fn standing_up(at: &At, from_crouch: Second) -> Second {
    let prone = has(at, Condition::PRONE);
    let long = Second::try_from(STAND_FROM_PRONE.of(at.e)).unwrap_or(2);
    if prone { long } else { from_crouch }
}

/// Changes the posture of the actor's body.
fn change(r: &mut Resolution, act: &Act, posture: Option<Condition>) -> Result<(), Stop> {
    let who = minds::body_of(r.encounter(), act.who);
    take(r, who, posture);
    Ok(())
}

/// Returns the steps below standing: 1 crouching, 2 prone.
pub fn steps_down(c: &Combatant) -> i32 {
    match (c.has(Condition::PRONE), c.has(condition::CROUCHING)) {
        (true, _) => 2,
        (_, true) => 1,
        _ => 0,
    }
}

/// Ends the other posture when the referee sets one.
pub fn follow(r: &mut Resolution) {
    let other = |change: &Change| match change {
        Change::Began(who, Condition::PRONE) => Some((*who, condition::CROUCHING)),
        Change::Began(who, condition::CROUCHING) => Some((*who, Condition::PRONE)),
        _ => None,
    };
    let others: Vec<(CombatantId, Condition)> = r.changes().iter().filter_map(other).collect();
    for (who, before) in others {
        let e = r.encounter();
        if e.has(who, condition::CROUCHING) && e.has(who, Condition::PRONE) {
            r.relieve(who, before);
        }
    }
}

/// Sets the posture; `None` is standing.
pub fn take(r: &mut Resolution, who: CombatantId, posture: Option<Condition>) {
    if posture.is_some_and(|posture| r.encounter().has(who, posture)) {
        return;
    }
    r.relieve(who, condition::CROUCHING);
    r.relieve(who, Condition::PRONE);
    if let Some(posture) = posture {
        r.begin(who, posture, None);
    }
}
