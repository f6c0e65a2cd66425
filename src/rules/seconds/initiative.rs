//! Initiative: rolled once per encounter, in descending order; newcomers are inserted.

use super::checks::ROLLS;
use super::form::{aimed, is_alone, others};
use super::slot::{FIRST_SLOT, GAP, LAST_GAP, LULL};
use super::{body, exposure, presence, state};
use crate::rules::model::event::Told;
use crate::rules::model::window::{Place, Slot, Subject, Whose};
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The rule a contest is logged under.
const CONTESTED: &str = "seconds.initiative.contest";

/// Whether it rolls: inert objects and mounts have no slot of their own (`seconds.special.mount-turn`).
pub fn rolls(e: &Encounter, c: &Combatant) -> bool {
    presence::is_here(c) && !state::is_inert(e, c.id) && state::rider_of(e, c.id).is_none()
}

/// Rolls for everyone; ties roll again among themselves.
pub fn roll(r: &mut Resolution) -> Result<(), Stop> {
    let all = r.encounter().those(|c| rolls(r.encounter(), c));
    let scored = score(r, &all, Purpose::Initiative, false)?;
    let order = settle_ties(r, scored)?;
    r.emit(Event::Ordered(Arc::new(order)));
    Ok(())
}

/// Orders the slots by the roster, without rolls.
fn keep_roster_order(r: &mut Resolution) {
    let e = r.encounter();
    let slot = |c: &Combatant| Slot::of(0, c.id);
    let order: Vec<Slot> = e.all().filter(|c| rolls(e, c)).map(slot).collect();
    r.emit(Event::Ordered(Arc::new(order)));
}

/// Rolls a total for each, in roster order.
fn score(
    r: &mut Resolution,
    who: &[CombatantId],
    purpose: Purpose,
    again: bool,
) -> Result<Vec<(CombatantId, i32)>, Stop> {
    let first = who.first();
    who.iter().map(|who| Ok((*who, one(r, *who, purpose, again && first == Some(who))?))).collect()
}

/// Rolls d6 + initiative bonus (`seconds.initiative.roll`).
fn one(r: &mut Resolution, who: CombatantId, purpose: Purpose, again: bool) -> Result<i32, Stop> {
    let tally = body::initiative(r.encounter(), who);
    r.figure(RollRequest::new(purpose, 1, 6).by(who).adding(tally).once_more(again))
}

/// Returns slots in descending order; the re-roll of a tie orders only those who share it
/// (`seconds.initiative.ties`).
fn settle_ties(r: &mut Resolution, scored: Vec<(CombatantId, i32)>) -> Result<Vec<Slot>, Stop> {
    let mut order = Vec::with_capacity(scored.len());
    for (score, tied) in groups(scored) {
        let tied = separate(r, tied, Purpose::InitiativeTie, false, ROLLS)?;
        order.extend(tied.into_iter().map(|who| Slot::of(score, who)));
    }
    Ok(order)
}

/// Groups equal totals, highest first, keeping the given order within a group.
fn groups(mut scored: Vec<(CombatantId, i32)>) -> Vec<(i32, Vec<CombatantId>)> {
    scored.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    let mut groups: Vec<(i32, Vec<CombatantId>)> = Vec::new();
    for (who, score) in scored {
        match groups.last_mut() {
            Some((last, tied)) if *last == score => tied.push(who),
            _ => groups.push((score, vec![who])),
        }
    }
    groups
}

/// Orders tied combatants by further rolls until none are tied. `again` marks rolls that repeat one in which
/// all of them tied again.
fn separate(
    r: &mut Resolution,
    tied: Vec<CombatantId>,
    purpose: Purpose,
    again: bool,
    rolls: usize,
) -> Result<Vec<CombatantId>, Stop> {
    if tied.len() < 2 || rolls == 0 {
        return Ok(tied);
    }
    let scored = score(r, &tied, purpose, again)?;
    let mut order = Vec::with_capacity(tied.len());
    for (_, still) in groups(scored) {
        let all = still.len() == tied.len();
        order.extend(separate(r, still, purpose, all, rolls - 1)?);
    }
    Ok(order)
}

/// Returns a combatant that joined the running fight and has no slot yet.
pub fn newcomer(e: &Encounter) -> Option<CombatantId> {
    if e.round == 0 {
        return None;
    }
    // Called at every step of settling: mostly everybody has a slot, and nobody has two.
    let slots: usize = e.order.iter().map(|slot| slot.ones.len()).sum();
    if slots >= e.combatants.len() {
        return None;
    }
    let placed = placed(e);
    let mut all = e.all().zip(placed);
    all.find(|(c, placed)| !placed && rolls(e, c)).map(|(c, _)| c.id)
}

/// Returns for each combatant, in roster order, whether it has a slot.
fn placed(e: &Encounter) -> SmallVec<[bool; 64]> {
    let mut placed = smallvec![false; e.combatants.len()];
    for who in e.order.iter().flat_map(|slot| &slot.ones) {
        if let Some(flag) = e.row(*who).ok().and_then(|row| placed.get_mut(row)) {
            *flag = true;
        }
    }
    placed
}

/// Gives a place at the end of the order to mounts without one whose turn this round is not in their rider's
/// slot: no roll, which might cost them that turn (`seconds.special.mount-turn`).
pub fn place_mounts(r: &mut Resolution) {
    let e = r.encounter();
    let apart = e.all().zip(placed(e));
    let acts = |c: &Combatant| presence::is_here(c) && !state::is_inert(e, c.id);
    let apart = apart.filter(|(c, placed)| !placed && acts(c) && state::is_apart(e, c));
    for who in apart.map(|(c, _)| c.id).collect::<Vec<_>>() {
        put_last(r, who);
    }
}

/// Returns the window in which a newcomer rolls for its slot.
pub fn late_window(e: &Encounter) -> Option<Window> {
    let who = newcomer(e)?;
    let window = Window::procedure(Phase::Initiative, e.place, Whose::One(who));
    Some(window.about(Subject::Combatant(who)))
}

/// Rolls for a newcomer and inserts its slot; the round stays where it is
/// (`seconds.initiative.late-arrival`). In a tie, all who share the total roll for the newcomer's place among
/// them, but keep their own order, so that nobody loses a turn.
pub fn arrive(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let score = one(r, who, Purpose::Initiative, false)?;
    let order: Vec<Slot> = r.encounter().order.to_vec();
    let (tied, others): (Vec<Slot>, Vec<Slot>) = order.into_iter().partition(|slot| slot.score == score);
    let mut tied: Vec<CombatantId> = tied.into_iter().flat_map(|slot| slot.ones).collect();
    let rolled = separate(r, [&tied[..], &[who]].concat(), Purpose::InitiativeTie, false, ROLLS)?;
    let before = rolled.iter().take_while(|one| **one != who).count();
    tied.insert(before, who);
    let at = others.partition_point(|slot| slot.score > score);
    let mut order = others;
    let slots = tied.into_iter().map(|who| Slot::of(score, who));
    order.splice(at..at, slots);
    put_in_order(r, order);
    Ok(())
}

/// Handles initiative passed over without rolls.
pub fn waive(r: &mut Resolution, window: &Window) {
    match (window.phase, &window.subject) {
        (Phase::Initiative, Some(Subject::Combatant(who))) => put_last(r, *who),
        (Phase::Initiative, _) => keep_roster_order(r),
        _ => {}
    }
}

/// Puts a newcomer last, without a roll.
fn put_last(r: &mut Resolution, who: CombatantId) {
    let mut order = r.encounter().order.to_vec();
    let score = order.last().map_or(0, |slot| slot.score);
    order.push(Slot::of(score, who));
    put_in_order(r, order);
}

/// Changes the order of slots while the open slot stays open. In the gap before a slot, a new slot right
/// before it is still ahead; after the last slot, so is a new slot at the end.
pub fn put_in_order(r: &mut Resolution, order: Vec<Slot>) {
    let (place, before) = (r.encounter().place, Arc::clone(&r.encounter().order));
    let is_new = |slot: &Slot| before.iter().all(|old| old.ones != slot.ones);
    let at = usize::try_from(place.part.saturating_sub(FIRST_SLOT)).ok();
    let open = at.and_then(|at| before.get(at)).and_then(|slot| slot.ones.first()).copied();
    let mut now = open.and_then(|who| order.iter().position(|slot| slot.ones.contains(&who)));
    while place.order == GAP && now.is_some_and(|now| now > 0 && order.get(now - 1).is_some_and(is_new))
    {
        now = now.map(|now| now - 1);
    }
    let mut step = place.order;
    if is_behind_slots(r.encounter()) {
        let behind = order.iter().rev().take_while(|slot| is_new(slot)).count();
        now = Some(order.len() - behind).filter(|_| behind > 0);
        step = GAP;
    }
    r.emit(Event::Ordered(Arc::new(order)));
    if let Some(now) = now.and_then(|now| i32::try_from(now).ok()) {
        let moved = Place::new(FIRST_SLOT.saturating_add(now), step);
        if moved != place {
            r.emit(Event::Placed(moved));
        }
    }
}

/// A contest for who acts first.
pub const CONTEST: DeedRule = DeedRule {
    rule: CONTESTED,
    when: When::Free,
    told: deed::LogForm::Named,
    shape: |at, offer| Offer { at: aimed(others(at.e, at.c), 1, usize::MAX), ..offer },
    check: |at, act| at.unless(!is_alone(act), Refusal::BAD_TARGET),
    run: contest,
    ..DeedRule::of(Deed::Contest)
};

/// Resolves a contest for who acts first outside combat (`seconds.initiative.contest`).
fn contest(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let mut all = vec![act.who];
    all.extend(act.at.iter().filter(|who| **who != act.who));
    let order = separate(r, all, Purpose::Contest, false, ROLLS)?;
    for (who, place) in order.into_iter().zip(1..) {
        r.tell(|| Told::row(who, CONTESTED, format!("place {place}")));
    }
    Ok(())
}

/// Whether all slots are over but the round end is still to come, so that a slot added last still opens.
fn is_behind_slots(e: &Encounter) -> bool {
    e.place == LAST_GAP || (e.place == LULL && !exposure::spreads(e))
}
