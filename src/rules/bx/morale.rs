//! Morale: what shakes a side, and who breaks.

use super::condition;
use super::options::{self, MORALE};
use super::state::{self, with_morale};
use super::{declare, sequence};
use crate::rules::d20::morale::{self, FEARLESS};
use crate::rules::engine::resolution::{Change, Resolution};
use crate::rules::model::combatant::{Combatant, Counter, Standing};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::{Slot, Subject, Window};
use std::ops::RangeInclusive;

/// What the referee may add to a score (`bx.morale.adjustment`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;
/// Never fights (`bx.morale.extremes`).
const CRAVEN: i32 = 2;
/// Checks passed after which a group fights to the death (`bx.morale.two-successes`).
const STEADFAST_AFTER: i32 = 2;
/// A trigger waits for the side's next morale step.
const DUE: i32 = 2;
/// A trigger has been met: it comes once an encounter.
const MET: i32 = 1;

/// Members that would stand or break now.
fn able(e: &Encounter, side: SideId) -> impl Iterator<Item = (&Combatant, i32)> {
    with_morale(e, side).filter(|(c, _)| state::is_able(c) && !c.has(Condition::FLEEING))
}

/// After a command: remembers what shakes a side from the moment it happens (`bx.morale.step`).
pub fn note_triggers(r: &mut Resolution) {
    let falls = |change: &Change| {
        matches!(change, Change::Stood(..) | Change::Began(..) | Change::Committed | Change::HpSet(_))
    };
    if !r.changes().iter().any(falls) || !options::on(r.encounter(), MORALE) {
        return;
    }
    for side in r.encounter().side_ids() {
        let e = r.encounter();
        let took_part = with_morale(e, side).filter(|(c, _)| c.standing != Standing::Gone).count();
        let dead = with_morale(e, side).filter(|(c, _)| c.standing == Standing::Dead).count();
        let out = with_morale(e, side).filter(|(c, _)| is_out_of_action(c)).count();
        if dead > 0 {
            trigger(r, side, Counter::FirstDeath);
        }
        // Nobody is left to see a lone monster fall (R11).
        if took_part > 1 && 2 * out >= took_part {
            trigger(r, side, Counter::HalfDown);
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

fn trigger(r: &mut Resolution, side: SideId, counter: Counter) {
    if r.encounter().side(side).is_some_and(|s| s.count(counter) == 0) {
        r.emit(Event::Counted(Bearer::Side(side), counter, DUE));
    }
}

fn is_due(e: &Encounter, side: SideId) -> bool {
    let triggered = e
        .side(side)
        .is_some_and(|s| s.count(Counter::FirstDeath) == DUE || s.count(Counter::HalfDown) == DUE);
    triggered
        && !is_steadfast(e, side)
        && able(e, side).any(|(_, score)| score != FEARLESS && score != CRAVEN)
}

/// It has passed two checks and makes no more (`bx.morale.two-successes`).
fn is_steadfast(e: &Encounter, side: SideId) -> bool {
    e.side(side).is_some_and(|s| s.count(Counter::ChecksPassed) >= STEADFAST_AFTER)
}

/// Members that never fight have yet to be asked, at the side's first morale step.
fn unwilling(e: &Encounter, side: SideId) -> bool {
    e.side(side).is_some_and(|s| s.count(Counter::Unwilling) == 0)
        && able(e, side).any(|(_, score)| score == CRAVEN)
}

/// The first side of the slot with a check to make; with a slot for each combatant the check comes
/// with the slot of its first member that still has one: not of the dead, nor of somebody without a
/// score (R20).
pub fn due(e: &Encounter, slot: &Slot) -> Option<SideId> {
    if !options::on(e, MORALE) {
        return None;
    }
    let ones = slot.ones.iter().filter_map(|who| e.get(*who));
    let ones = ones.filter(|c| state::can_act(c) && state::bears_morale(e, c).is_some()).map(|c| c.side);
    slot.sides.iter().copied().chain(ones).find(|side| is_due(e, *side) || unwilling(e, *side))
}

/// The referee waives the check.
pub fn waive(r: &mut Resolution, side: SideId) {
    meet(r, side);
    r.tell(|| Event::Told(Told::NoCheck(side)));
}

/// The triggers that were due are met; one roll serves for both (`bx.morale.check`).
fn meet(r: &mut Resolution, side: SideId) {
    for counter in [Counter::FirstDeath, Counter::HalfDown] {
        if r.encounter().side(side).is_some_and(|s| s.count(counter) == DUE) {
            r.emit(Event::Counted(Bearer::Side(side), counter, MET));
        }
    }
    if unwilling(r.encounter(), side) {
        r.emit(Event::Counted(Bearer::Side(side), Counter::Unwilling, MET));
    }
}

/// The referee has the group check now; where its check is due, this is it.
pub fn by_referee(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let due = |window: &Window| window.subject == Some(Subject::Side(side));
    if let Some(window) = r.encounter().window().filter(|window| due(window)).cloned() {
        r.emit(Event::Closed);
        check(r, side, adjustment)?;
        sequence::report_passed_over(r, &window);
        return Ok(());
    }
    check(r, side, adjustment)
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
        broken.extend(roll(r, side, &tested, adjustment)?);
    } else if broken.is_empty() {
        r.tell(|| Event::Told(Told::NoCheck(side)));
    }
    if broken.is_empty() { Ok(()) } else { break_up(r, side, &broken) }
}

/// Rolls; those who break. Where all stand, the side has passed a check.
fn roll(
    r: &mut Resolution,
    side: SideId,
    tested: &[(CombatantId, i32)],
    adjustment: i32,
) -> Result<Vec<CombatantId>, Stop> {
    let broken = morale::roll(r, side, tested, adjustment)?;
    if broken.is_empty() {
        hold(r, side);
    }
    Ok(broken)
}

fn hold(r: &mut Resolution, side: SideId) {
    let passed =
        r.encounter().side(side).map_or(0, |s| s.count(Counter::ChecksPassed)).saturating_add(1);
    r.emit(Event::Counted(Bearer::Side(side), Counter::ChecksPassed, passed));
    r.tell(|| Event::Told(Told::Held(side)));
    if passed != STEADFAST_AFTER {
        return;
    }
    let e = r.encounter();
    let stand: Vec<CombatantId> = able(e, side).map(|(c, _)| c.id).collect();
    for who in stand {
        let effect = r.effect(condition::STEADFAST, None);
        r.afflict(who, effect);
    }
}

/// The broken flee or yield, as the referee says (`bx.morale.break`). Whoever flees from melee
/// retreats, unannounced, from now on.
fn break_up(r: &mut Resolution, side: SideId, broken: &[CombatantId]) -> Result<(), Stop> {
    let yields = morale::yields(r, side, broken)?;
    for &who in broken {
        r.tell(|| Event::Told(Told::Broke(who)));
        if yields {
            r.emit(Event::Stood(who, Standing::Surrendered));
            continue;
        }
        declare::undo(r, who);
        let effect = r.effect(Condition::FLEEING, None);
        r.afflict(who, effect);
        let e = r.encounter();
        if e.get(who).is_some_and(|c| state::in_melee(e, c)) {
            declare::retreat(r, who);
            declare::expose(r, who);
        }
    }
    Ok(())
}
