//! Riders and mounts.

use super::condition;
use super::deeds::action;
use super::refusal;
use super::{clock, minds, sequence, state};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::wounds::Technique;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Controlling a mount. It takes seconds of the turn, but is not an action: it does not interrupt one in
/// progress, and takes the disabled no longer.
pub const CONTROL_MOUNT: DeedRule = DeedRule {
    when: When::Beside,
    concerns: |at| state::mount_of(at.e, at.c.id).is_some(),
    may: check,
    run: control,
    price: |at, _| clock::price(at, cost(at.e, at.c.id)),
    ..action(Deed::ControlMount, "seconds.special.mount-control")
};

/// Returns the mount the rider leads: one whose first rider it is.
pub fn led(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    state::mount_of(e, rider).filter(|mount| state::rider_of(e, *mount) == Some(rider))
}

/// Returns the mount that obeys in the rider's open turn: one it leads and controls this round
/// (`seconds.special.mount-control`).
pub fn commanded(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    led(e, rider).filter(|mount| obeys(e, *mount))
}

/// Whether it obeys its rider this round: the rider has paid or need not pay, can act, and its turn is not
/// over.
pub fn obeys(e: &Encounter, mount: CombatantId) -> bool {
    let rider = state::rider_of(e, mount).and_then(|rider| e.get(rider));
    rider.is_some_and(|rider| {
        let says = !state::has_had_turn(e, rider) && state::can_act(e, rider);
        says && (is_controlled(e, mount, rider.id) || is_free(e, rider.id))
    })
}

/// Whether the rider has paid for control this round.
fn is_controlled(e: &Encounter, mount: CombatantId, rider: CombatantId) -> bool {
    e.get(mount).is_some_and(|c| state::has_toward(c, condition::CONTROLLED, rider))
}

/// Refuses control except at the start of the rider's turn, with the seconds for it.
fn check(at: &At) -> Allowed {
    let (e, rider) = (at.e, at.c.id);
    let cost = cost(e, rider);
    if cost > 0 && state::seconds_left(e, rider) == 0 {
        return at.no(refusal::OUT_OF_SECONDS);
    }
    match led(e, rider) {
        None => at.no(Refusal::BAD_TARGET),
        Some(mount) if is_controlled(e, mount, rider) => at.no(Refusal::ALREADY_SPENT),
        Some(mount) if at.c.spent.acted || is_over(e, mount) => at.no(Refusal::ALREADY_SPENT),
        Some(_) if state::time_budget(e, rider) < cost => at.no(refusal::OUT_OF_SECONDS),
        Some(_) => Ok(()),
    }
}

fn is_over(e: &Encounter, mount: CombatantId) -> bool {
    e.get(mount).is_some_and(|c| state::has_had_turn(e, c))
}

/// Returns the hands busy with the reins: one, unless the mount stands still (`seconds.special.mount-hand`).
pub fn busy_hands(e: &Encounter, rider: CombatantId) -> usize {
    let moves = |mount| e.get(mount).is_some_and(|c| c.spent.moved.is_some_and(|squares| squares > 0));
    usize::from(led(e, rider).is_some_and(moves))
}

/// Whether the rider controls a mount at no cost.
fn is_free(e: &Encounter, rider: CombatantId) -> bool {
    minds::skills(e, rider).is_ok_and(|body| body.knows(&Technique::FreeMount))
}

/// Returns the seconds that controlling a mount costs the rider.
fn cost(e: &Encounter, rider: CombatantId) -> Second {
    if is_free(e, rider) { 0 } else { clock::printed(Deed::ControlMount) }
}

/// Makes the mount obey until its turn is over.
fn control(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (rider, cost) = (act.who, cost(r.encounter(), act.who));
    let Some(mount) = led(r.encounter(), rider) else { return Ok(()) };
    if cost > 0 {
        clock::spend(r, rider, cost);
        r.emit(Event::Spent(rider, Spending::Action));
    }
    let until = state::until_turn_ends(r.encounter(), mount);
    let effect = Effect { toward: Some(rider), ..r.effect(condition::CONTROLLED, Some(until)) };
    r.afflict(mount, effect);
    Ok(())
}

/// Ends the turns of mounts that have spent all their seconds once their rider has dismounted: nothing is left to
/// wait for.
pub fn follow(r: &mut Resolution) {
    let dismounts = |change: &Change| matches!(change, Change::Ended(_, condition::RIDING));
    if !r.changes().iter().any(dismounts) {
        return;
    }
    let e = r.encounter();
    let spent = e.those(|c| {
        c.spent.seconds >= state::TURN && sequence::is_turn_ahead(c) && !c.has(Condition::HOLDING)
    });
    for who in spent {
        let e = r.encounter();
        let waits = e.get(who).is_some_and(|c| sequence::is_ticking(e, c));
        if !waits && !state::has_turn_open(e, who) && !minds::is_shared(e, minds::body_of(e, who)) {
            r.emit(Event::TurnEnded(who));
        }
    }
}
