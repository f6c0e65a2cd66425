//! Morale: when a side first meets opposition, and when half of it is down.

use super::condition;
use super::counter;
use super::options::MORALE;
use super::{about, state};
use crate::rules::d20::morale::{self, FEARLESS, FLEE_OR_SURRENDER, MET};
use crate::rules::engine::resolution::{Change, Resolution};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::counter::Counter;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::{CombatantId, SideId};
use std::ops::RangeInclusive;

/// What the referee may add to a score (`countdown.morale.check`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;
/// Members that would stand or break now.
fn able(e: &Encounter, side: SideId) -> impl Iterator<Item = (&Combatant, i32)> {
    morale::able(about(), e, side)
}

/// Lost to its side: the fallen, those who fled or gave up, and as good as fallen the held, the charmed
/// and the sleeping (`countdown.morale.check`).
fn is_lost(c: &Combatant) -> bool {
    match c.standing {
        Standing::Dead | Standing::Down | Standing::Fled | Standing::Surrendered => true,
        Standing::Up => !state::is_able(c) || c.has(Condition::HELD) || c.has(condition::CHARMED),
        Standing::Gone => false,
    }
}

/// Whether the side is down to half: of its number, or a lone one of its hit points.
fn is_halved(e: &Encounter, side: SideId) -> bool {
    match morale::members(e, side)[..] {
        [lone] => 2 * lone.vitals.hp() <= lone.vitals.max(),
        ref members => morale::half_lost(members, is_lost),
    }
}

/// After a command: remembers a side that is down to half; the check comes when the round is over.
pub fn note(r: &mut Resolution) {
    let falls = |change: &Change| morale::may_shake(change) || matches!(change, Change::Hurt(_));
    if !r.changes().iter().any(falls) || !about().on(r.encounter(), MORALE) {
        return;
    }
    for side in r.encounter().side_ids() {
        let new = r.encounter().count_of(side, Counter::HALF_DOWN) == 0;
        if new && is_halved(r.encounter(), side) {
            morale::trigger(r, side, Counter::HALF_DOWN);
        }
    }
}

/// Whether the side has a check to make before the round begins.
pub fn is_due(e: &Encounter, side: SideId) -> bool {
    let asked = is_opposed(e, side) || morale::is_due(e, side, &[Counter::HALF_DOWN]);
    about().on(e, MORALE) && asked && able(e, side).any(|(_, score)| score < FEARLESS)
}

/// It has not answered for its first meeting with opposition yet.
fn is_opposed(e: &Encounter, side: SideId) -> bool {
    e.side(side).is_some_and(|s| s.count(counter::OPPOSED) != MET)
}

fn meet(r: &mut Resolution, side: SideId) {
    if is_opposed(r.encounter(), side) {
        r.count(side, counter::OPPOSED, MET);
    }
    morale::meet(r, side, &[Counter::HALF_DOWN]);
}

/// The referee waives the check.
pub fn waive(r: &mut Resolution, side: SideId) {
    meet(r, side);
    morale::not_checked(r, side);
}

/// The referee has the side check now.
pub fn by_referee(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    morale::close_own(r, side);
    check(r, side, adjustment)
}

/// The side checks (`countdown.morale.check`): the adjustment never touches a score of 12.
pub fn check(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let tested: Vec<(CombatantId, i32)> = able(r.encounter(), side)
        .filter(|(_, score)| *score < FEARLESS)
        .map(|(c, score)| (c.id, score + adjustment))
        .collect();
    meet(r, side);
    if tested.is_empty() {
        morale::not_checked(r, side);
        return Ok(());
    }
    let broken = morale::roll(r, side, &tested, adjustment)?;
    if broken.is_empty() {
        morale::hold(r, about(), side, None);
        return Ok(());
    }
    morale::break_up(r, side, &broken, &FLEE_OR_SURRENDER, |r, who, _| {
        r.begin(who, Condition::FLEEING, None);
    })
}
