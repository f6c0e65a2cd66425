//! Breaking off, running, resting.

use super::{figures, harm, state};
use crate::rules::combatant::{Combatant, Counter, Standing};
use crate::rules::command::Act;
use crate::rules::dice::{Purpose, RollRequest};
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::event::{Bearer, Event, Outcome, Rolled, Stop, Told};
use crate::rules::ids::{CombatantId, SideId};
use crate::rules::resolution::Resolution;

/// Rounds of running after which it is worn out (`bx.pursuit.exhaustion`).
const EXHAUSTED_AFTER: i32 = 30;
/// Rounds of rest that cure that: three turns.
const REST_FROM_RUNNING: u32 = 180;
/// Rounds in a day (`bx.healing.natural`).
pub const DAY: u32 = 8640;
/// Pursuers stop for bait on this or less of 1d6 (`bx.pursuit.distractions`).
const BAITED_ON: i32 = 3;

/// The base rate of the slowest member that is there (`bx.movement.group-rate`).
pub fn group_rate(e: &Encounter, side: SideId) -> Option<u32> {
    let members = e.all().filter(|c| c.side == side && c.is_up());
    members.filter_map(|c| e.d20(c.id).ok()).map(|d20| figures::rates(e, d20).0).min()
}

/// The whole side breaks off (`bx.pursuit.evasion-dungeon`): the faster group gets away. Against
/// several sides the fastest pursuer counts.
pub fn evade(r: &mut Resolution, act: &Act) {
    let e = r.encounter();
    let Some(side) = e.get(act.who).map(|c| c.side) else { return };
    let pursuers = e.side_ids().filter(|other| *other != side);
    let fastest = pursuers.filter_map(|other| group_rate(e, other)).max().unwrap_or(0);
    let pace = group_rate(e, side).unwrap_or(0);
    let away = pace > fastest;
    let runners: Vec<CombatantId> =
        e.all().filter(|c| c.side == side && state::is_able(c)).map(|c| c.id).collect();
    r.emit(Event::Told(Told::Evaded(side, pace, fastest, away)));
    if away {
        for who in runners {
            r.emit(Event::Stood(who, Standing::Fled));
        }
    }
}

/// A round of running, or as many as are said (`bx.pursuit.running`).
pub fn run(r: &mut Resolution, act: &Act) {
    let rounds = act.facts.rounds().unwrap_or(1);
    let Some(c) = r.encounter().get(act.who) else { return };
    let run = c.count(Counter::RoundsRun).saturating_add(rounds);
    let worn = run > EXHAUSTED_AFTER && !c.has(Condition::Exhausted);
    r.emit(Event::Counted(Bearer::One(act.who), Counter::RoundsRun, run));
    if worn {
        let effect = r.effect(Condition::Exhausted, None);
        r.afflict(act.who, effect);
    }
}

/// Bait for the pursuers (`bx.pursuit.distractions`).
pub fn distract(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let ask = RollRequest::new(Purpose::Distraction, 1, 6).by(act.who).at_most(BAITED_ON);
    let face = r.roll(ask)?.total();
    let stop = face <= BAITED_ON;
    let outcome = if stop { Outcome::Success } else { Outcome::Failure };
    let rolled = Rolled {
        who: Some(act.who),
        dice: Some(face),
        need: Some(BAITED_ON),
        ..Rolled::new(Purpose::Distraction, outcome)
    };
    r.emit(Event::Rolled(Box::new(rolled)));
    if let Some(side) = r.encounter().get(act.who).map(|c| c.side) {
        r.emit(Event::Told(Told::Baited(side, stop)));
    }
    Ok(())
}

/// Rest: a full day each gives back 1d3; three turns give back the wind (`bx.healing.natural`).
pub fn rest(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let rounds = act.facts.rounds().and_then(|n| u32::try_from(n).ok()).unwrap_or(DAY);
    r.emit(Event::Told(Told::Rested(act.who, rounds)));
    for counter in [Counter::RoundsMoved, Counter::RoundsRun] {
        if r.encounter().get(act.who).is_some_and(|c| c.count(counter) != 0) {
            r.emit(Event::Counted(Bearer::One(act.who), counter, 0));
        }
    }
    r.relieve(act.who, Condition::Winded);
    if rounds >= REST_FROM_RUNNING {
        r.relieve(act.who, Condition::Exhausted);
    }
    let days = u8::try_from(rounds / DAY).unwrap_or(100).min(100);
    let wounded = |c: &Combatant| c.vitals.hp() < c.vitals.max();
    if days > 0 && r.encounter().get(act.who).is_some_and(wounded) {
        let healed = r.roll(RollRequest::new(Purpose::Rest, days, 3).by(act.who))?.total();
        harm::heal(r, act.who, healed);
    }
    Ok(())
}
