//! Poisons, diseases and radiation in a victim: checks and recovery.
//!
//! Each is an effect with the name of its row as label and the DC as value.

use super::course::{self, Course, can_wound};
use super::tables::{Poison, Rate};
use super::{body, checks, counter, presence, reason, recovery, state, symptom};
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::encounter::Stage;
use crate::rules::model::event::Told;
use crate::rules::model::ids::EffectId;
use crate::rules::model::moment::{DAY, HOUR, Moment, Second, TIMED};
use crate::rules::ruleset::prelude::*;

/// Successes in a row that cure (`seconds.poison.recovery`).
const CURING_SUCCESSES: i32 = 3;
/// By the clock, a check follows the effects that end at that second, so that a symptom may recur.
const CHECK: u8 = TIMED + 1;

/// Returns the effect of that row, if it has it.
pub fn caught<'a>(c: &'a Combatant, row: &Poison) -> Option<&'a Effect> {
    course::courses(c).find(|(_, own)| own.name == row.name).map(|(effect, _)| effect)
}

/// Whether checks at this rate are made as slots open.
pub fn by_slots(rate: Rate) -> bool {
    matches!(rate, Rate::Round | Rate::Second)
}

/// Returns the seconds between two checks.
fn interval(rate: Rate) -> Second {
    match rate {
        Rate::Second | Rate::Round | Rate::Drink => state::TURN,
        Rate::Hour => HOUR,
        Rate::Day => DAY,
    }
}

/// Whether a check is due as its slot opens: from the first slot after exposure (`seconds.poison.check`).
pub fn is_checked(c: &Combatant) -> bool {
    course::courses(c).any(|(effect, row)| is_due(c, effect, row))
}

fn is_due(c: &Combatant, effect: &Effect, row: &Poison) -> bool {
    let first = effect.count(counter::FIRST_ROUND);
    by_slots(row.rate) && i32::try_from(c.turns.0).unwrap_or(i32::MAX) >= first
}

/// Makes the checks of a slot.
pub fn check(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let now = r.encounter().clock;
    let due: Vec<Course> = r.encounter().get(who).map_or_else(Vec::new, |c| {
        let due = course::courses(c).filter(|(effect, row)| is_due(c, effect, row));
        due.map(|(effect, row)| Course::of(who, effect.id, row, now)).collect()
    });
    due.iter().try_for_each(|course| check_interval(r, course))
}

/// Makes the checks of one interval: one, or six at the rate of seconds (`seconds.poison.check`).
fn check_interval(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let times = if course.row.rate == Rate::Second { state::TURN } else { 1 };
    if course::in_blood(r.encounter(), course).is_some() {
        r.tell(|| Told::row(course.who, "seconds.poison.check", course.row.name.clone()));
    }
    (0..times).try_for_each(|_| check_once(r, course))
}

/// Makes one check: d6 + fortitude + scale against the DC.
pub fn check_once(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(effect) = course::in_blood(e, course).cloned() else { return Ok(()) };
    let tally = body::skill(e, course.who, Skill::Fortitude);
    let needing = difficulty(&effect);
    let stays = e.get(course.who).is_some_and(|c| course::stays_in(c, course.id));
    let made = checks::roll_against(r, Purpose::Poison, course.who, None, tally, needing)?;
    if stays && course.row.inhaled {
        course::count(r, course, counter::INTERVALS, effect.count(counter::INTERVALS).saturating_add(1));
    }
    let (made, failed) = if made {
        (effect.count(counter::MADE).saturating_add(1), 0)
    } else {
        (0, effect.count(counter::FAILED).saturating_add(1))
    };
    course::count(r, course, counter::MADE, made);
    course::count(r, course, counter::FAILED, failed);
    if made >= CURING_SUCCESSES {
        cure(r, course, &effect);
    } else if failed > 0 {
        symptom::bring(r, course, failed, severity(&effect))?;
    }
    Ok(())
}

/// Returns the DC of the check: the row's, raised by further doses (`seconds.poison.overdose`) and by the
/// time spent in it (`seconds.poison.inhaled`).
fn difficulty(effect: &Effect) -> Tally {
    Tally::new()
        .with(Reason::BASE, effect.value)
        .with(reason::DOSES, severity(effect))
        .with(reason::EXPOSURE, effect.count(counter::INTERVALS))
}

/// Returns floor(log2 n) for n doses (`seconds.poison.overdose`).
fn severity(effect: &Effect) -> i32 {
    let doses = effect.count(counter::DOSES).max(1).unsigned_abs();
    i32::try_from(doses.ilog2()).unwrap_or(0)
}

/// Cures the victim (`seconds.poison.recovery`).
fn cure(r: &mut Resolution, course: &Course, effect: &Effect) {
    r.emit(Event::relieved(course.who, effect, false));
    r.tell(|| Told::Cured(course.who, course.row.name.clone()));
}

/// Returns the subject of a timer: a poison in a living victim, or one whose dead rise.
pub fn due_course(e: &Encounter, timer: &Timer) -> Option<Course> {
    let (TimerAction::Recheck(id), Moment::Clock(now)) = (&timer.action, timer.due.moment) else {
        return None;
    };
    let c = e.get(timer.who?)?;
    let row = course::row_of(c.effect_by_id(*id)?)?;
    let matters = presence::is_here(c) || (c.standing == Standing::Dead && row.rises.is_some());
    matters.then_some(Course::of(c.id, *id, row, now))
}

/// Makes a check due by the clock and schedules the next from that moment, or lets the dead rise.
pub fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    let Some(course) = due_course(r.encounter(), timer) else { return Ok(()) };
    if !presence::is_alive(r.encounter(), course.who) {
        return rise(r, &course);
    }
    let could_wound = r.encounter().get(course.who).is_some_and(can_wound);
    check_interval(r, &course)?;
    if course::in_blood(r.encounter(), &course).is_some() {
        set_check(r, &course);
    }
    if could_wound && !r.encounter().get(course.who).is_some_and(can_wound) {
        recovery::make_up(r, course.who, course.now);
    }
    Ok(())
}

/// Schedules the next check by the clock, one interval after that moment.
pub fn set_check(r: &mut Resolution, course: &Course) {
    let due = Moment::Clock(course.now.saturating_add(interval(course.row.rate))).at(CHECK);
    r.set_timer(due, Some(course.who), TimerAction::Recheck(course.id));
}

/// Schedules by the clock, after the fight, the checks that were made as slots opened.
pub fn check_by_clock(r: &mut Resolution) {
    for who in r.encounter().those(presence::is_here) {
        schedule(r, who, |row| by_slots(row.rate));
    }
}

/// Resumes by the clock the poisons in one that is back: their checks fell due in vain while it was dead or
/// away.
pub fn resume(r: &mut Resolution, who: CombatantId) {
    let over = r.encounter().stage == Stage::Over;
    schedule(r, who, |row| over || !by_slots(row.rate));
}

/// Schedules the next checks of those of its poisons for which none is scheduled.
fn schedule(r: &mut Resolution, who: CombatantId, runs: impl Fn(&Poison) -> bool) {
    let e = r.encounter();
    let waits = |id: EffectId| {
        let is_check = |timer: &Timer| matches!(timer.action, TimerAction::Recheck(own) if own == id);
        e.timers.iter().any(is_check)
    };
    let due: Vec<Course> = e.get(who).map_or_else(Vec::new, |c| {
        let due = course::courses(c).filter(|(effect, row)| runs(row) && !waits(effect.id));
        due.map(|(effect, row)| Course::of(who, effect.id, row, e.clock)).collect()
    });
    for course in &due {
        set_check(r, course);
    }
}

/// Schedules the rising of a victim that has died (zombie virus).
pub fn died(r: &mut Resolution, who: CombatantId) {
    let now = r.encounter().clock;
    let c = r.encounter().get(who).filter(|c| c.standing == Standing::Dead);
    let rising = c.and_then(|c| course::courses(c).find(|(_, row)| row.rises.is_some()));
    if let Some((effect, _)) = rising {
        let id = effect.id;
        r.set_timer(Moment::Clock(now).at(CHECK), Some(who), TimerAction::Recheck(id));
    }
}

/// Rolls the rounds until the victim rises, and reminds the referee then.
fn rise(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let Some((dice, text)) = &course.row.rises else { return Ok(()) };
    let rounds = checks::duration(r, course.who, *dice)?;
    let seconds = Second::try_from(rounds).unwrap_or(0).saturating_mul(state::TURN);
    let e = r.encounter();
    let name = e.get(course.who).map_or("", |c| &*c.name);
    let text = format!("{name} {text}").into();
    let due = Moment::Clock(e.clock.saturating_add(seconds)).at(TIMED);
    let effect = e.get(course.who).and_then(|c| c.effect_by_id(course.id)).cloned();
    r.set_timer(due, Some(course.who), TimerAction::Remind(text));
    if let Some(effect) = effect {
        r.emit(Event::relieved(course.who, &effect, false));
    }
    Ok(())
}
