//! Morale, group by group: what shakes one, the check, and what becomes of those who break.

use super::options::MORALE_METHOD;
use super::tables::Nerve;
use super::{about, counter, groups, mass, opening, state, tables};
use crate::rules::d20::morale::{DUE, FEARLESS, MET};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Purpose, Question, RollRequest};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::{Reason, Tally};
use std::ops::RangeInclusive;

/// What the referee may add to a score.
pub const ADJUSTMENT: RangeInclusive<i32> = -10..=10;
/// Checks passed after which a group fights to the death (`zero.morale.fight-to-death`).
const STEADFAST_AFTER: i32 = 2;
/// The score of whoever has none of its own (section 1.1).
const STANDARD: i32 = 7;
/// What shakes a group, each once (`zero.morale.triggers`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// A broken group's ways, by the value of its condition: it runs, it falls back fighting.
pub const RUNS: i32 = 0;
/// See [`RUNS`].
pub const FALLS_BACK: i32 = 1;

/// Its group has broken, and it runs.
pub fn runs(c: &Combatant) -> bool {
    c.effect(Condition::BROKEN).is_some_and(|effect| effect.value == RUNS)
}

/// Its group has broken, and it falls back fighting.
pub fn falls_back(c: &Combatant) -> bool {
    c.effect(Condition::BROKEN).is_some_and(|effect| effect.value == FALLS_BACK)
}

/// Its score; players' characters have none (`zero.morale.score`).
fn score(e: &Encounter, c: &Combatant) -> Option<i32> {
    let block = e.d20(c.id).ok().map(|d20| &d20.block).filter(|_| !groups::is_player(e, c))?;
    let own = block.morale.map_or(STANDARD, i32::from);
    Some(if own == FEARLESS { own } else { own.saturating_add(custom::sum(c, Stat::Morale)) })
}

/// Members that would stand or break now.
fn able<'a>(e: &'a Encounter, leader: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    let stands = |c: &&Combatant| state::is_able(c) && !c.has(Condition::BROKEN);
    groups::members(e, leader).filter(stands)
}

/// Remembers what shakes a group: the first death in it, and half of it lost (`zero.morale.triggers`).
pub fn note_triggers(r: &mut Resolution) {
    let e = r.encounter();
    let mut shaken: Vec<(CombatantId, Counter)> = Vec::new();
    for leader in groups::leaders(e).filter(|c| score(e, c).is_some()) {
        let there = |c: &&Combatant| c.standing != Standing::Gone;
        let members: Vec<&Combatant> = groups::members(e, leader).filter(there).collect();
        let dead = members.iter().any(|c| c.standing == Standing::Dead);
        let lost = members.iter().filter(|c| c.standing == Standing::Dead || state::is_lost(c)).count();
        let halved = !members.is_empty() && 2 * lost >= members.len()
            || members.iter().any(|c| mass::is_halved(e, c));
        let found = [(dead, Counter::FIRST_DEATH), (halved, Counter::HALF_DOWN)];
        let news = found.into_iter().filter(|(holds, counter)| *holds && leader.count(*counter) == 0);
        shaken.extend(news.map(|(_, counter)| (leader.id, counter)));
    }
    for (who, counter) in shaken {
        r.emit(Event::Counted(Bearer::One(who), counter, DUE));
    }
}

/// Whether something has shaken the group of which that one is the first, so that it has a check to make.
pub fn is_due(e: &Encounter, leader: &Combatant) -> bool {
    TRIGGERS.iter().any(|counter| leader.count(*counter) == DUE) && would_check(e, leader)
}

/// Whether the group of which that one is the first checks as the fight begins: the referee has marked its side.
pub fn owes_start(e: &Encounter, leader: &Combatant) -> bool {
    is_start(e, leader) && would_check(e, leader)
}

fn is_start(e: &Encounter, leader: &Combatant) -> bool {
    let marked = e.side(leader.side).is_some_and(|side| side.count(counter::START_CHECK) > 0);
    marked && leader.count(counter::START_CHECK) == 0 && !opening::is_surprise_round(e)
}

/// Somebody is left who could break, and it has not passed its two checks.
fn would_check(e: &Encounter, leader: &Combatant) -> bool {
    let shakable = |c: &Combatant| score(e, c).is_some_and(|ml| ml < FEARLESS);
    !is_steadfast(leader) && able(e, leader).any(shakable)
}

/// It has passed two checks and makes no more.
fn is_steadfast(leader: &Combatant) -> bool {
    leader.count(Counter::CHECKS_PASSED) >= STEADFAST_AFTER
}

/// The referee waives the check.
pub fn waive(r: &mut Resolution, leader: CombatantId) {
    meet(r, leader);
}

/// What waited is met: one check serves for all that has come about together.
fn meet(r: &mut Resolution, leader: CombatantId) {
    let due = |counter: &&Counter| r.encounter().get(leader).is_some_and(|c| c.count(**counter) == DUE);
    let due: Vec<Counter> = TRIGGERS.iter().filter(due).copied().collect();
    let start = |c: &Combatant| is_start(r.encounter(), c);
    let start = r.encounter().get(leader).is_some_and(start).then_some(counter::START_CHECK);
    for counter in due.into_iter().chain(start) {
        r.emit(Event::Counted(Bearer::One(leader), counter, MET));
    }
}

/// The referee has every group of a side check now: on a big upset, or as the fight begins.
pub fn by_referee(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let e = r.encounter();
    let leaders: Vec<CombatantId> =
        groups::leaders(e).filter(|c| c.side == side && score(e, c).is_some()).map(|c| c.id).collect();
    leaders.into_iter().try_for_each(|leader| check(r, leader, adjustment))
}

/// A group checks: 2d6 against its score (`zero.morale.check`).
pub fn check(r: &mut Resolution, leader: CombatantId, adjustment: i32) -> Result<(), Stop> {
    meet(r, leader);
    let e = r.encounter();
    let first = e.who(leader)?;
    let tested: Vec<(CombatantId, i32)> = able(e, first)
        .filter_map(|c| Some((c.id, score(e, c)?)))
        .filter(|(_, ml)| *ml < FEARLESS)
        .collect();
    let Some(lowest) = tested.iter().map(|(_, ml)| ml.saturating_add(adjustment)).min() else {
        return Ok(());
    };
    if is_steadfast(first) {
        return Ok(());
    }
    let broken: Vec<CombatantId> = tested.iter().map(|(who, _)| *who).collect();
    // The first of the group may have fallen: whoever stands first now rolls.
    let roller = broken.first().copied().unwrap_or(leader);
    let nerve = if about().is(e, MORALE_METHOD, "reaction") {
        by_reaction(r, roller)?
    } else {
        by_score(r, roller, lowest, adjustment)?
    };
    match nerve {
        Nerve::Holds => hold(r, leader),
        Nerve::FallsBack => broken.iter().for_each(|who| break_one(r, *who, FALLS_BACK)),
        Nerve::Breaks => return break_up(r, &broken),
    }
    Ok(())
}

fn by_score(
    r: &mut Resolution,
    leader: CombatantId,
    score: i32,
    adjustment: i32,
) -> Result<Nerve, Stop> {
    let rolled = r.throw(RollRequest::new(Purpose::Morale, 2, 6).by(leader).at_most(score))?;
    let holds = rolled.total() <= score;
    let needing = Tally::new().with(Reason::REFEREE, adjustment);
    r.rolled(Rolled { needing, ..rolled.judged(holds, score) });
    Ok(if holds { Nerve::Holds } else { Nerve::Breaks })
}

fn by_reaction(r: &mut Resolution, leader: CombatantId) -> Result<Nerve, Stop> {
    let bands = tables().morale_by_reaction.bands(0, 3..=12);
    let rolled = r.throw(RollRequest::new(Purpose::Morale, 2, 6).by(leader).bands(bands))?;
    let nerve = tables().morale_by_reaction.at(rolled.total()).copied().unwrap_or(Nerve::Holds);
    r.rolled(Rolled { outcome: Outcome::of(nerve != Nerve::Breaks), ..rolled });
    Ok(nerve)
}

/// It stands; with the second check passed it makes no more (`zero.morale.fight-to-death`).
fn hold(r: &mut Resolution, leader: CombatantId) {
    let e = r.encounter();
    let Some(first) = e.get(leader) else { return };
    let passed = first.count(Counter::CHECKS_PASSED).saturating_add(1);
    let stand: Vec<CombatantId> = able(e, first).map(|c| c.id).collect();
    let side = first.side;
    r.emit(Event::Counted(Bearer::One(leader), Counter::CHECKS_PASSED, passed));
    r.tell(|| Told::Held(side));
    if passed == STEADFAST_AFTER {
        for who in stand {
            r.begin(who, Condition::STEADFAST, None);
        }
    }
}

/// They do as the referee picks: run, fall back fighting, or yield.
fn break_up(r: &mut Resolution, broken: &[CombatantId]) -> Result<(), Stop> {
    let picks = vec![Pick::Flee, Pick::Named("fall back fighting".into()), Pick::Surrender];
    let ask =
        ChoiceRequest { who: broken.first().copied(), ..ChoiceRequest::one(Question::Broken, picks) };
    let answer = r.choose(ask)?;
    for &who in broken {
        match answer {
            Answer::One(2) => {
                r.tell(|| Told::Broke(who));
                r.emit(Event::Stood(who, Standing::Surrendered));
            }
            Answer::One(1) => break_one(r, who, FALLS_BACK),
            _ => break_one(r, who, RUNS),
        }
    }
    Ok(())
}

fn break_one(r: &mut Resolution, who: CombatantId, way: i32) {
    r.tell(|| Told::Broke(who));
    r.afflict(who, Effect { value: way, ..r.effect(Condition::BROKEN, None) });
}
