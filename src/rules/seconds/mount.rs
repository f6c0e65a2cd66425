//! Riders and mounts.

use super::form::action;
use super::{clock, condition, initiative, minds, refusal, slot, state};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::wounds::Technique;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Controlling a mount. It takes seconds of the turn, but is not an action: it does not interrupt one in
/// progress, and takes the disabled no longer.
pub const CONTROL_MOUNT: DeedRule = DeedRule {
    when: When::Beside,
    concerns: |at| state::mount_of(at.e, at.c.id).is_some() && !is_free(at.e, at.c.id),
    may: check,
    is_vain: |at, _| !state::led(at.e, at.c.id).is_some_and(|mount| can_obey(at.e, mount)),
    run: control,
    price: |at, _| clock::price(at, cost(at.e, at.c.id)),
    ..action(Deed::ControlMount, "seconds.special.mount-control")
};

/// Whether its held turn is its rider's to take, because that one's turn is not over
/// (`seconds.special.mount-turn`).
pub fn is_held_by_rider(e: &Encounter, mount: CombatantId) -> bool {
    let leader = state::rider_of(e, mount).and_then(|rider| e.get(rider));
    leader.is_some_and(slot::is_turn_ahead)
}

/// Returns the mount whose turn closes with this one's: the one it leads, or led until it died, unless another
/// who now leads it still has a turn this round.
pub fn closes_with(e: &Encounter, who: CombatantId) -> Option<CombatantId> {
    let mount = e.get(e.get(who)?.toward(condition::RIDING)?)?;
    let leader = state::rider_of(e, mount.id).filter(|leader| *leader != who).and_then(|id| e.get(id));
    let has_time = mount.spent.seconds < state::TURN;
    let goes_on = leader.is_some_and(|leader| has_time && !state::has_had_turn(e, leader));
    (!goes_on && !state::has_turn_open(e, mount.id)).then_some(mount.id)
}

/// Returns the mount that obeys in the rider's open turn: one it leads and controls this round
/// (`seconds.special.mount-control`).
pub fn commanded(e: &Encounter, rider: CombatantId) -> Option<CombatantId> {
    state::led(e, rider).filter(|mount| obeys(e, *mount))
}

/// Whether it obeys its rider this round: the rider has paid or need not pay, can act, its turn is not over,
/// and the mount's own has begun.
pub fn obeys(e: &Encounter, mount: CombatantId) -> bool {
    let rider = state::rider_of(e, mount).and_then(|rider| e.get(rider));
    rider.is_some_and(|rider| {
        let says = !state::has_had_turn(e, rider) && state::can_act(e, rider);
        let begun = e.get(mount).is_some_and(slot::is_turn_ahead);
        says && begun && (is_controlled(e, mount, rider.id) || is_free(e, rider.id))
    })
}

/// Whether the mount could do anything if it were told to.
fn can_obey(e: &Encounter, mount: CombatantId) -> bool {
    let able = e.get(mount).is_some_and(|c| state::can_act(e, c));
    able && state::seconds_left(e, mount) > 0
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
    match state::led(e, rider) {
        None => at.no(Refusal::BAD_TARGET),
        Some(mount) if is_controlled(e, mount, rider) => at.no(Refusal::ALREADY_SPENT),
        Some(mount) if at.c.spent.acted || is_over(e, mount) => at.no(Refusal::ALREADY_SPENT),
        Some(_) if state::time_budget(e, rider) < cost => at.no(refusal::OUT_OF_SECONDS),
        Some(_) => Ok(()),
    }
}

/// Whether the mount's turn cannot be had together with its rider's: it is over, or elsewhere this round.
fn is_over(e: &Encounter, mount: CombatantId) -> bool {
    !e.get(mount).is_some_and(slot::is_turn_ahead)
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
    let Some(mount) = state::led(r.encounter(), rider) else { return Ok(()) };
    if cost > 0 {
        clock::spend(r, rider, cost);
        r.emit(Event::Spent(rider, Spending::Action));
    }
    let until = slot::until_turn_ends(r.encounter(), mount);
    let effect = Effect { toward: Some(rider), ..r.effect(condition::CONTROLLED, Some(until)) };
    r.afflict(mount, effect);
    Ok(())
}

/// Handles a mount that comes under another leader or under none.
pub fn follow(r: &mut Resolution) {
    release(r);
    end_spent(r);
    if changes_riders(r.changes()) {
        mark_checked(r);
        initiative::place_mounts(r);
    }
}

/// Whether anybody may have mounted, dismounted, fallen or come back.
fn changes_riders(changes: &[Change]) -> bool {
    let rides = |change: &Change| {
        matches!(
            change,
            Change::Began(_, condition::RIDING)
                | Change::Ended(_, condition::RIDING)
                | Change::Stood(..)
        )
    };
    changes.iter().any(rides)
}

/// Whether anybody has dismounted.
fn dismounts(changes: &[Change]) -> bool {
    changes.iter().any(|change| matches!(change, Change::Ended(_, condition::RIDING)))
}

/// Records that the checks of mounts are made whose turn goes on in the slot of another rider, or in their own.
fn mark_checked(r: &mut Resolution) {
    let dismounted = dismounts(r.changes());
    let mounts: Vec<CombatantId> =
        r.encounter().all().filter_map(|c| c.toward(condition::RIDING)).collect();
    slot::mark_checked(r, |c| dismounted || mounts.contains(&c.id));
}

/// Gives up the held turn of a mount that comes under a leader who does not hold: it acts in that one's turn
/// this round (`seconds.special.mount-turn`).
fn release(r: &mut Resolution) {
    let e = r.encounter();
    let released = e.those(|c| {
        let leader = || state::rider_of(e, c.id).and_then(|rider| e.get(rider));
        c.has(Condition::HOLDING)
            && leader().is_some_and(|leader| {
                let acts = leader.turns.0 < c.turns.0 || state::has_turn_open(e, leader.id);
                acts && !leader.has(Condition::HOLDING)
            })
    });
    for who in released {
        clock::take_held_turn(r, who);
    }
}

/// Ends the turns of mounts that have spent all their seconds once their rider has dismounted: nothing is left to
/// wait for.
fn end_spent(r: &mut Resolution) {
    if !dismounts(r.changes()) {
        return;
    }
    let e = r.encounter();
    let spent = e.those(|c| {
        c.spent.seconds >= state::TURN && slot::is_turn_ahead(c) && !c.has(Condition::HOLDING)
    });
    for who in spent {
        let e = r.encounter();
        let waits = e.get(who).is_some_and(|c| slot::is_ticking(e, c));
        if !waits && !state::has_turn_open(e, who) && !minds::is_shared(e, minds::body_of(e, who)) {
            r.emit(Event::TurnEnded(who));
        }
    }
}
