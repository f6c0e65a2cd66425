//! Symptoms of failed checks against a poison or disease (`seconds.poison.check`).

use super::course::{self, Course};
use super::tables::Symptom;
use super::{body, checks, condition, counter, harm, morale, presence, slot, state, unconscious};
use crate::rules::model::counter::Counter;
use crate::rules::model::encounter::Stage;
use crate::rules::model::moment::{HOUR, MINUTE, Moment, Second, TIMED, When};
use crate::rules::ruleset::prelude::*;

/// Failures in a row that paralyse the whole body.
const PARALYSING_FAILURES: i32 = 3;

/// Applies the symptoms after `failed` failures in a row; an overdose counts as several poisonings.
pub fn bring(r: &mut Resolution, course: &Course, failed: i32, severity: i32) -> Result<(), Stop> {
    for symptom in &course.row.symptoms {
        if presence::is_alive(r.encounter(), course.who) {
            one(r, course, symptom, failed, severity)?;
        }
    }
    Ok(())
}

fn one(
    r: &mut Resolution,
    course: &Course,
    symptom: &Symptom,
    failed: i32,
    severity: i32,
) -> Result<(), Stop> {
    let who = course.who;
    match symptom {
        Symptom::Wound => (0..=severity).try_for_each(|_| wound(r, course)),
        Symptom::Random => (0..=severity).try_for_each(|_| random(r, course)),
        Symptom::Unconscious(dice, minutes) => {
            let sleeps = has_brought(r, course, Condition::UNCONSCIOUS);
            if !sleeps && !r.encounter().has(who, Condition::DYING) {
                let minutes = length(r, who, *dice, severity)?.saturating_mul(*minutes);
                begin_for(r, course, Condition::UNCONSCIOUS, minutes, MINUTE)?;
                unconscious::go_down(r, who);
            }
            Ok(())
        }
        Symptom::Staggered(dice) => by_rounds(r, course, condition::STAGGERED, *dice, severity),
        Symptom::Blind(dice) => by_rounds(r, course, Condition::BLIND, *dice, severity),
        Symptom::Paralysed(_) if failed < PARALYSING_FAILURES => Ok(()),
        Symptom::Paralysed(seconds) => begin_for(r, course, Condition::PARALYSED, *seconds, 1),
        Symptom::Nauseated(hours) => begin_for(r, course, condition::NAUSEATED, *hours, HOUR),
        Symptom::Tired(hours) => begin_for(r, course, condition::TIRED, *hours, HOUR),
        Symptom::Drunk(dice) => {
            let hours = length(r, who, *dice, severity)?;
            begin_for(r, course, condition::DRUNK, hours, HOUR)
        }
    }
}

/// Whether this poison already causes the condition, since it does not add to itself. The same condition from
/// another cause runs separately.
fn has_brought(r: &Resolution, course: &Course, condition: Condition) -> bool {
    let own = |effect: &Effect| effect.count(counter::BROUGHT_BY) == mark(course);
    r.encounter().get(course.who).is_some_and(|c| c.effects_of(condition).any(own))
}

/// Returns the mark of a poison on the effects it causes; 0 means none.
fn mark(course: &Course) -> i32 {
    i32::try_from(course.id.0).unwrap_or(i32::MAX).saturating_add(1)
}

/// Begins the condition unless this poison already causes it.
fn begin(r: &mut Resolution, course: &Course, condition: Condition, until: When) {
    if !has_brought(r, course, condition) {
        let counters = [(counter::BROUGHT_BY, mark(course))].into_iter().collect();
        let effect = Effect { counters, ..r.effect(condition, Some(until)) };
        r.afflict(course.who, effect);
    }
}

/// Begins the condition for `times` times `seconds` from the check on.
fn begin_for(
    r: &mut Resolution,
    course: &Course,
    condition: Condition,
    times: u32,
    seconds: Second,
) -> Result<(), Stop> {
    begin(r, course, condition, after(course, times, seconds));
    Ok(())
}

/// Returns the moment `times` times `seconds` after the check.
fn after(course: &Course, times: u32, seconds: Second) -> When {
    Moment::Clock(course.now.saturating_add(times.saturating_mul(seconds))).at(TIMED)
}

/// Returns the length of a duration, without a roll for a plain number.
fn length(r: &mut Resolution, who: CombatantId, dice: DiceExpr, severity: i32) -> Result<u32, Stop> {
    let length = match dice.count {
        0 => dice.plus,
        _ => checks::duration(r, who, course::times(dice, severity))?,
    };
    Ok(u32::try_from(length).unwrap_or(0))
}

/// Begins a condition counted in the victim's turns, or by the clock after the fight.
fn by_rounds(
    r: &mut Resolution,
    course: &Course,
    condition: Condition,
    dice: DiceExpr,
    severity: i32,
) -> Result<(), Stop> {
    if has_brought(r, course, condition) {
        return Ok(());
    }
    let rounds = length(r, course.who, dice, severity)?;
    let e = r.encounter();
    let until = match e.stage {
        Stage::Over => after(course, rounds, state::TURN),
        _ => slot::until_turns(e, course.who, rounds),
    };
    begin(r, course, condition, until);
    Ok(())
}

/// Deals a wound that cannot be healed before the cure; it kills the dying like any other.
fn wound(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    if !presence::is_alive(r.encounter(), course.who) {
        return Ok(());
    }
    keep_count(r, course, counter::WOUNDS_BROUGHT);
    let was_dying = !course.spared && r.encounter().has(course.who, Condition::DYING);
    let (who, nothing) = (course.who, harm::Consequence::Nothing);
    let hurt = |r: &mut Resolution| {
        harm::wound_at_once(r, who, Source::Lasting, None, nothing, was_dying);
    };
    r.under(|| Why::Ticks(who), hurt);
    let wound = r.encounter().get(course.who).map_or(0, |c| c.vitals.wounds());
    let (toward, with) = (Some(course.who), Some(course.id));
    let effect = Effect { wound, toward, with, ..r.effect(condition::WOUND, None) };
    r.afflict(course.who, effect);
    Ok(())
}

/// Counts what the poison has caused, which stays until the cure (`seconds.poison.no-healing`).
fn keep_count(r: &mut Resolution, course: &Course, counter: Counter) {
    let effect = r.encounter().get(course.who).and_then(|c| c.effect_by_id(course.id));
    let brought = effect.map_or(0, |effect| effect.count(counter));
    course::count(r, course, counter, brought.saturating_add(1));
}

/// Rolls d6: a wound on 1-2, a morale penalty on 3-4, a mobility penalty on 5-6.
fn random(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let who = course.who;
    if !presence::is_alive(r.encounter(), who) {
        return Ok(());
    }
    let ask = RollRequest::new(Purpose::Symptom, 1, 6).by(who).bands(vec![3, 5]);
    match r.figure(ask)? {
        ..=2 => wound(r, course),
        3 | 4 => {
            // A penalty beyond Will is not recorded, so nothing of it stays (`seconds.morale.broken`).
            if body::will(r.encounter(), who) > 0 {
                keep_count(r, course, counter::PENALTIES_BROUGHT);
            }
            morale::penalise(r, who, 1);
            Ok(())
        }
        // The mobility penalty lasts until the cure.
        _ => {
            let (value, with) = (1, Some(course.id));
            let effect = Effect { value, with, ..r.effect(condition::MOBILITY_PENALTY, None) };
            r.afflict(who, effect);
            Ok(())
        }
    }
}
