//! Morale: what shakes a side, and who breaks.

use super::options::MORALE;
use super::{about, declare, sequence, state};
use crate::rules::d20::morale::{self, CRAVEN, FEARLESS, FLEE_OR_SURRENDER, MET};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::counter::Counter;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::Slot;
use std::ops::RangeInclusive;

/// What the referee may add to a score (`bx.morale.adjustment`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;
/// Checks passed after which a group fights to the death (`bx.morale.two-successes`).
const STEADFAST_AFTER: i32 = 2;
/// What shakes a side (`bx.morale.first-death`, `bx.morale.half-down`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// Members that would stand or break now.
fn able(e: &Encounter, side: SideId) -> impl Iterator<Item = (&Combatant, i32)> {
    morale::able(about(), e, side)
}

/// After a command: remembers what shakes a side from the moment it happens (`bx.morale.step`).
pub fn note_triggers(r: &mut Resolution) {
    if !r.changes().iter().any(morale::may_shake) || !about().on(r.encounter(), MORALE) {
        return;
    }
    for side in r.encounter().side_ids() {
        let members = morale::members(r.encounter(), side);
        let dead = members.iter().any(|c| c.standing == Standing::Dead);
        // Nobody is left to see a lone monster fall (R11).
        let halved = members.len() > 1 && morale::half_lost(&members, is_out_of_action);
        if dead {
            morale::trigger(r, side, Counter::FIRST_DEATH);
        }
        if halved {
            morale::trigger(r, side, Counter::HALF_DOWN);
        }
    }
}

/// Dead, paralysed, petrified, asleep; those who merely fled do not count (`bx.morale.half-down`).
fn is_out_of_action(c: &Combatant) -> bool {
    match c.standing {
        Standing::Dead | Standing::Down => true,
        Standing::Up => !state::is_able(c),
        Standing::Fled | Standing::Surrendered | Standing::Gone => false,
    }
}

fn is_due(e: &Encounter, side: SideId) -> bool {
    morale::is_due(e, side, &TRIGGERS)
        && !is_steadfast(e, side)
        && able(e, side).any(|(_, score)| score != FEARLESS && score != CRAVEN)
}

/// It has passed two checks and makes no more (`bx.morale.two-successes`).
fn is_steadfast(e: &Encounter, side: SideId) -> bool {
    morale::is_steadfast(e, side, STEADFAST_AFTER)
}

/// Members that never fight have yet to be asked, at the side's first morale step.
fn unwilling(e: &Encounter, side: SideId) -> bool {
    e.side(side).is_some_and(|s| s.count(Counter::UNWILLING) == 0)
        && able(e, side).any(|(_, score)| score == CRAVEN)
}

/// The first side of the slot with a check to make; with a slot for each combatant the check comes
/// with the slot of its first member that still has one: not of the dead, nor of somebody without a
/// score (R20).
pub fn due(e: &Encounter, slot: &Slot) -> Option<SideId> {
    if !about().on(e, MORALE) {
        return None;
    }
    let ones = slot.ones.iter().filter_map(|who| e.get(*who));
    let ones = ones.filter(|c| state::can_act(c) && state::bears_morale(e, c).is_some()).map(|c| c.side);
    slot.sides.iter().copied().chain(ones).find(|side| is_due(e, *side) || unwilling(e, *side))
}

/// The referee waives the check.
pub fn waive(r: &mut Resolution, side: SideId) {
    meet(r, side);
    morale::not_checked(r, side);
}

/// The triggers that were due are met; one roll serves for both (`bx.morale.check`).
fn meet(r: &mut Resolution, side: SideId) {
    morale::meet(r, side, &TRIGGERS);
    if unwilling(r.encounter(), side) {
        r.count(side, Counter::UNWILLING, MET);
    }
}

/// The referee has the group check now; where its check is due, this is it.
pub fn by_referee(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let own = morale::close_own(r, side);
    check(r, side, adjustment)?;
    if let Some(window) = own {
        sequence::report_passed_over(r, &window);
    }
    Ok(())
}

/// The group checks: 2d6 once, read against each member's own score (`bx.morale.check`). The
/// adjustment never touches scores of 2 and 12 (`bx.morale.adjustment`).
pub fn check(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let e = r.encounter();
    let reluctant: Vec<CombatantId> = if unwilling(e, side) {
        able(e, side).filter(|(_, score)| *score == CRAVEN).map(|(c, _)| c.id).collect()
    } else {
        Vec::new()
    };
    let tested: Vec<(CombatantId, i32)> = able(e, side)
        .filter(|(_, score)| *score != FEARLESS && *score != CRAVEN)
        .map(|(c, score)| (c.id, score + adjustment))
        .collect();
    let only_reluctant = !reluctant.is_empty() && !is_due(e, side);
    meet(r, side);
    let mut broken = reluctant;
    if !tested.is_empty() && !only_reluctant && !is_steadfast(r.encounter(), side) {
        let fled = morale::roll(r, side, &tested, adjustment)?;
        if fled.is_empty() {
            morale::hold(r, about(), side, Some((STEADFAST_AFTER, Condition::STEADFAST)));
        }
        broken.extend(fled);
    } else if broken.is_empty() {
        morale::not_checked(r, side);
    }
    if broken.is_empty() {
        return Ok(());
    }
    morale::break_up(r, side, &broken, &FLEE_OR_SURRENDER, |r, who, _| flee(r, who))
}

/// Whoever flees from melee retreats, unannounced, from now on (`bx.morale.break`).
fn flee(r: &mut Resolution, who: CombatantId) {
    declare::undo(r, who);
    r.begin(who, Condition::FLEEING, None);
    let e = r.encounter();
    if e.get(who).is_some_and(|c| state::in_melee(e, c)) {
        declare::retreat(r, who);
        declare::expose(r, who);
    }
}
