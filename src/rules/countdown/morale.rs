//! Morale: when a side first meets opposition, and when half of it is down.

use super::condition;
use super::options::{self, MORALE};
use super::state::{self, with_morale};
use crate::rules::d20::morale::{self, FEARLESS};
use crate::rules::engine::resolution::{Change, Resolution};
use crate::rules::model::combatant::{Combatant, Counter, Standing};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::window::{Subject, Window};
use std::ops::RangeInclusive;

/// What the referee may add to a score (`countdown.morale.check`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;
/// The check has been made, or waived.
const MET: i32 = 1;
/// It waits for the end of the round.
const DUE: i32 = 2;

/// Members that would stand or break now.
fn able(e: &Encounter, side: SideId) -> impl Iterator<Item = (&Combatant, i32)> {
    with_morale(e, side).filter(|(c, _)| state::is_able(c) && !c.has(Condition::FLEEING))
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
    let members: Vec<&Combatant> =
        with_morale(e, side).map(|(c, _)| c).filter(|c| c.standing != Standing::Gone).collect();
    if let [lone] = members[..] {
        return 2 * lone.vitals.hp() <= lone.vitals.max();
    }
    let lost = members.iter().filter(|c| is_lost(c)).count();
    !members.is_empty() && 2 * lost >= members.len()
}

/// After a command: remembers a side that is down to half; the check comes when the round is over.
pub fn note(r: &mut Resolution) {
    let falls = |change: &Change| {
        matches!(
            change,
            Change::Stood(..)
                | Change::Began(..)
                | Change::Hurt(_)
                | Change::HpSet(_)
                | Change::Committed
        )
    };
    if !r.changes().iter().any(falls) || !options::on(r.encounter(), MORALE) {
        return;
    }
    for side in r.encounter().side_ids() {
        let e = r.encounter();
        let new = e.side(side).is_some_and(|s| s.count(Counter::HalfDown) == 0);
        if new && is_halved(e, side) {
            r.emit(Event::Counted(Bearer::Side(side), Counter::HalfDown, DUE));
        }
    }
}

/// Whether the side has a check to make before the round begins.
pub fn is_due(e: &Encounter, side: SideId) -> bool {
    let asked = e
        .side(side)
        .is_some_and(|s| s.count(Counter::Opposed) != MET || s.count(Counter::HalfDown) == DUE);
    options::on(e, MORALE) && asked && able(e, side).any(|(_, score)| score < FEARLESS)
}

fn meet(r: &mut Resolution, side: SideId) {
    let count = |counter| r.encounter().side(side).map_or(0, |s| s.count(counter));
    let (opposed, half) = (count(Counter::Opposed), count(Counter::HalfDown));
    if opposed != MET {
        r.emit(Event::Counted(Bearer::Side(side), Counter::Opposed, MET));
    }
    if half == DUE {
        r.emit(Event::Counted(Bearer::Side(side), Counter::HalfDown, MET));
    }
}

/// The referee waives the check.
pub fn waive(r: &mut Resolution, side: SideId) {
    meet(r, side);
    r.tell(|| Event::Told(Told::NoCheck(side)));
}

/// The referee has the side check now; where its check is due, this is it.
pub fn by_referee(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let due = |window: &Window| window.subject == Some(Subject::Side(side));
    if r.encounter().window().is_some_and(due) {
        r.emit(Event::Closed);
    }
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
        r.tell(|| Event::Told(Told::NoCheck(side)));
        return Ok(());
    }
    let broken = morale::roll(r, side, &tested, adjustment)?;
    if broken.is_empty() {
        r.tell(|| Event::Told(Told::Held(side)));
        return Ok(());
    }
    let yields = morale::yields(r, side, &broken)?;
    for who in broken {
        r.tell(|| Event::Told(Told::Broke(who)));
        if yields {
            r.emit(Event::Stood(who, Standing::Surrendered));
        } else {
            let effect = r.effect(Condition::FLEEING, None);
            r.afflict(who, effect);
        }
    }
    Ok(())
}
