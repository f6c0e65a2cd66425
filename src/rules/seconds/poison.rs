//! Poisons, diseases, radiation: how they are caught, the checks against them, what they bring.
//! What is caught is an effect with the name of its row as label and the difficulty as figure.

use super::attack::Blow;
use super::deeds::{MOST, aimed, figure, others};
use super::options::{self, POISON_FIRST_CHECK};
use super::tables::{Poison, Rate};
use super::{body, checks, harm, recovery, state, symptom, tables};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::combatant::{Combatant, Counter, Standing};
use crate::rules::model::command::{Act, Deed, Fact, Facts};
use crate::rules::model::dice::{DiceExpr, Purpose, RollRequest};
use crate::rules::model::effect::{Condition, Effect, Errand, Timer};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::error::Refusal;
use crate::rules::model::event::{Bearer, Event, Outcome, Rolled, Stop, Told};
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::moment::{Moment, Second, TIMED};
use crate::rules::model::offer::{FactField, Offer};
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::ruleset::deed::{self, At, DeedRule, Verdict, When};

/// Doses at once at most: each drink is a die of its own (`seconds.poison.alcohol`).
const MOST_DOSES: i32 = 1000;
/// Checks made in a row that cure (`seconds.poison.recovery`).
const CURED_BY: i32 = 3;
/// Metres within which a disease of the air is caught (`seconds.poison.airborne`).
const NEAR: i32 = 3;
/// It is caught when the d6 shows this (`seconds.poison.airborne`).
const CAUGHT_ON: i32 = 1;
/// Seconds of a day.
pub const DAY: Second = 24 * harm::HOUR;
/// By the clock a check comes after what ends at that second, so that a symptom may come again.
const CHECK: u8 = TIMED + 1;

/// A poison in somebody's blood: whose, which effect, which row.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// Whose.
    pub who: CombatantId,
    /// The effect.
    pub id: EffectId,
    /// The row.
    pub row: &'static Poison,
    /// Seconds of the clock at which it is checked.
    pub now: Second,
}

/// The row of that name.
fn row(name: &str) -> Option<&'static Poison> {
    tables().poisons.iter().find(|row| *row.name == *name)
}

/// The row behind the effect.
fn row_of(effect: &Effect) -> Option<&'static Poison> {
    effect.label.as_deref().filter(|_| effect.condition == Condition::Poisoned).and_then(row)
}

/// What is in its blood, in the order in which it was caught.
fn courses(c: &Combatant) -> impl Iterator<Item = (&Effect, &'static Poison)> {
    c.effects.iter().filter_map(|effect| Some((effect, row_of(effect)?)))
}

/// The effect of that row, if it has it.
fn caught<'a>(c: &'a Combatant, row: &Poison) -> Option<&'a Effect> {
    courses(c).find(|(_, own)| own.name == row.name).map(|(effect, _)| effect)
}

/// Whether something in it can wound: nothing heals of itself meanwhile
/// (`seconds.poison.no-healing`).
pub fn can_wound(c: &Combatant) -> bool {
    courses(c).any(|(_, row)| row.symptoms.iter().any(symptom::wounds))
}

/// The numbers of the wounds that cannot be healed before the cure, ascending
/// (`seconds.poison.no-healing`).
pub fn lasting_wounds(c: &Combatant) -> Vec<i32> {
    let mut lasting: Vec<i32> = state::effects(c, Condition::Wound).map(|effect| effect.wound).collect();
    lasting.sort_unstable();
    lasting
}

/// Penalties to its Will that no calm takes away before the cure (`seconds.poison.no-healing`).
pub fn lasting_penalties(c: &Combatant) -> i32 {
    let brought = courses(c).map(|(effect, _)| effect.count(Counter::PenaltiesBrought));
    brought.fold(0, i32::saturating_add)
}

/// Whether the rate is counted in slots.
fn by_slots(rate: Rate) -> bool {
    matches!(rate, Rate::Round | Rate::Second)
}

/// Seconds between two checks.
fn interval(rate: Rate) -> Second {
    match rate {
        Rate::Second | Rate::Round | Rate::Drink => state::TURN,
        Rate::Hour => harm::HOUR,
        Rate::Day => DAY,
    }
}

/// Whether something in it is checked as its slot opens: from the first slot after it was caught
/// (`seconds.poison.check`).
pub fn is_checked(c: &Combatant) -> bool {
    courses(c).any(|(effect, row)| is_due(c, effect, row))
}

fn is_due(c: &Combatant, effect: &Effect, row: &Poison) -> bool {
    let first = effect.count(Counter::FirstRound);
    by_slots(row.rate) && i32::try_from(c.turns.0).unwrap_or(i32::MAX) >= first
}

/// The checks of a slot.
pub fn check(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let now = r.encounter().clock;
    let due: Vec<Course> = r.encounter().get(who).map_or_else(Vec::new, |c| {
        let due = courses(c).filter(|(effect, row)| is_due(c, effect, row));
        due.map(|(effect, row)| Course { who, id: effect.id, row, now }).collect()
    });
    due.iter().try_for_each(|course| check_interval(r, course))
}

/// The checks of one interval: one, or by the second six of them (`seconds.poison.check`).
fn check_interval(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let times = if course.row.rate == Rate::Second { state::TURN } else { 1 };
    if in_blood(r.encounter(), course).is_some() {
        let (rule, name) = ("seconds.poison.check".into(), course.row.name.clone());
        r.emit(Event::Told(Told::Row(course.who, rule, name)));
    }
    (0..times).try_for_each(|_| check_once(r, course))
}

/// The effect, while it is there and its bearer lives.
fn in_blood<'a>(e: &'a Encounter, course: &Course) -> Option<&'a Effect> {
    e.get(course.who).filter(|c| state::is_here(c))?.effect_by_id(course.id)
}

/// One check: d6 + fortitude + scale against the difficulty.
fn check_once(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(effect) = in_blood(e, course).cloned() else { return Ok(()) };
    let tally = body::skill(e, course.who, Skill::Fortitude);
    let needing = difficulty(&effect);
    let stays = e.get(course.who).is_some_and(|c| stays_in(c, course.id));
    let made = checks::roll_against(r, Purpose::Poison, course.who, None, tally, needing)?;
    if stays && course.row.inhaled {
        count(r, course, Counter::Intervals, effect.count(Counter::Intervals).saturating_add(1));
    }
    let (made, failed) = if made {
        (effect.count(Counter::Made).saturating_add(1), 0)
    } else {
        (0, effect.count(Counter::Failed).saturating_add(1))
    };
    count(r, course, Counter::Made, made);
    count(r, course, Counter::Failed, failed);
    if made >= CURED_BY {
        cure(r, course, &effect);
    } else if failed > 0 {
        symptom::bring(r, course, failed, severity(&effect))?;
    }
    Ok(())
}

/// What the check must reach: the row's figure, more for several doses
/// (`seconds.poison.overdose`) and for the time spent in it (`seconds.poison.inhaled`).
fn difficulty(effect: &Effect) -> Tally {
    Tally::new()
        .with(Reason::Base, effect.value)
        .with(Reason::Doses, severity(effect))
        .with(Reason::Exposure, effect.count(Counter::Intervals))
}

/// How often its doses were doubled (`seconds.poison.overdose`).
fn severity(effect: &Effect) -> i32 {
    let doses = effect.count(Counter::Doses).max(1).unsigned_abs();
    i32::try_from(doses.ilog2()).unwrap_or(0)
}

/// Whether it is still in what it breathes.
fn stays_in(c: &Combatant, id: EffectId) -> bool {
    state::effects(c, Condition::Exposed)
        .any(|effect| effect.label.is_none() && effect.with.is_none_or(|with| with == id))
}

/// Sets a counter of the effect.
pub fn count(r: &mut Resolution, course: &Course, counter: Counter, value: i32) {
    let stands = in_blood(r.encounter(), course).map(|effect| effect.count(counter));
    if stands.is_some_and(|stands| stands != value) {
        r.emit(Event::Counted(Bearer::Effect(course.who, course.id), counter, value));
    }
}

/// It is overcome (`seconds.poison.recovery`).
fn cure(r: &mut Resolution, course: &Course, effect: &Effect) {
    r.emit(Event::relieved(course.who, effect, false));
    r.emit(Event::Told(Told::Cured(course.who, course.row.name.clone())));
}

/// Whether the check that falls due still has something to do.
pub fn still_matters(e: &Encounter, timer: &Timer) -> bool {
    due_course(e, timer).is_some()
}

/// What a timer is about: something still in the blood of the living, or what rises from the dead.
fn due_course(e: &Encounter, timer: &Timer) -> Option<Course> {
    let (Errand::Recheck(id), Moment::Clock(now)) = (&timer.errand, timer.due.moment) else {
        return None;
    };
    let c = e.get(timer.who?)?;
    let row = row_of(c.effect_by_id(*id)?)?;
    let matters = state::is_here(c) || (c.standing == Standing::Dead && row.rises.is_some());
    matters.then_some(Course { who: c.id, id: *id, row, now })
}

/// A check by the clock falls due, and the next one is set from that moment on; or the dead rise.
pub fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    let Some(course) = due_course(r.encounter(), timer) else { return Ok(()) };
    if !state::is_alive(r.encounter(), course.who) {
        return rise(r, &course);
    }
    let could_wound = r.encounter().get(course.who).is_some_and(can_wound);
    check_interval(r, &course)?;
    if in_blood(r.encounter(), &course).is_some() {
        set_check(r, &course);
    }
    if could_wound && !r.encounter().get(course.who).is_some_and(can_wound) {
        recovery::make_up(r, course.who, course.now);
    }
    Ok(())
}

/// The next check by the clock, an interval after that moment.
fn set_check(r: &mut Resolution, course: &Course) {
    let due = Moment::Clock(course.now.saturating_add(interval(course.row.rate))).at(CHECK);
    r.set_timer(due, Some(course.who), Errand::Recheck(course.id));
}

/// The fight is over: what was checked as slots opened is checked by the clock from now on.
pub fn go_by_the_clock(r: &mut Resolution) {
    let e = r.encounter();
    let now = e.clock;
    let of = |c: &Combatant| {
        let going = courses(c).filter(|(_, row)| by_slots(row.rate));
        let course = |(effect, row): (&Effect, _)| Course { who: c.id, id: effect.id, row, now };
        going.map(course).collect::<Vec<Course>>()
    };
    let all: Vec<Course> = e.all().filter(|c| state::is_here(c)).flat_map(of).collect();
    for course in &all {
        set_check(r, course);
    }
}

/// A poisoned weapon did damage, with a wound or without (`seconds.poison.exposure`).
pub fn from_weapon(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    match blow.line.poison.as_deref().and_then(row) {
        Some(row) => take(r, blow.target, row, 1, None),
        None => Ok(()),
    }
}

/// Somebody is exposed to a poison or disease.
pub const EXPOSURE: DeedRule = DeedRule {
    rule: "seconds.poison.exposure",
    when: When::Ever,
    told: deed::Told::Named,
    concerns: |at| !state::is_object(at.e, at.c.id),
    shape: |at, offer| {
        let last = u8::try_from(tables().poisons.len().saturating_sub(1)).unwrap_or(0);
        let which = FactField::needed(Fact::Poison(0), 0, last.into());
        let facts = vec![
            FactField { stands: true, ..which },
            FactField::number(Fact::Doses(1), 1, MOST_DOSES),
            figure(Fact::Difficulty(4), 40),
            figure(Fact::Distance(1), MOST),
        ];
        Offer { at: aimed(others(at.e, at.c), 0, 1), facts, ..offer }
    },
    check: check_exposure,
    run: expose,
    choices: |_, _, fact| match fact {
        Fact::Poison(_) => {
            let rows = (0u8..).zip(&tables().poisons);
            rows.map(|(at, row)| (row.name.clone(), Fact::Poison(at))).collect()
        }
        _ => Vec::new(),
    },
    ..DeedRule::of(Deed::Exposure)
};

/// Whether it can be exposed to that, in so many doses.
fn check_exposure(at: &At, act: &Act) -> Verdict {
    let known = act.facts.poison().is_some_and(|row| usize::from(row) < tables().poisons.len());
    if act.facts.doses().is_some_and(|doses| !(1..=MOST_DOSES).contains(&doses)) {
        at.no(Refusal::BadModifier)
    } else if state::is_object(at.e, act.who) {
        at.no(Refusal::BadTarget)
    } else if !known {
        at.no(Refusal::MissingFact)
    } else {
        Ok(())
    }
}

/// Somebody is exposed by the referee's word; near somebody infected, or to a source.
fn expose(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(at) = act.facts.poison().map(usize::from) else { return Ok(()) };
    let Some(row) = tables().poisons.get(at) else { return Ok(()) };
    let (doses, dc) = (act.facts.doses().unwrap_or(1), act.facts.difficulty());
    match act.target() {
        Some(source) if row.radiates => match weakened(r.encounter(), act, source, at) {
            Some(row) => take(r, act.who, row, doses, dc),
            None => {
                let rule = "seconds.poison.radiation".into();
                r.emit(Event::Told(Told::Row(act.who, rule, "out of reach of the source".into())));
                Ok(())
            }
        },
        Some(other) if row.airborne => breathe_in(r, act.who, other, row),
        _ => take(r, act.who, row, doses, dc),
    }
}

/// What is left of a source's severity where the act says it is felt: a grade less for each area
/// beyond the first (`seconds.poison.radiation`). `None`: nothing.
fn weakened(e: &Encounter, act: &Act, source: CombatantId, at: usize) -> Option<&'static Poison> {
    let scale = e.wounds(source).map_or(0, |body| body.scale);
    let metres = metres(e, &act.facts, act.who, source);
    let grades = tables().poisons.iter().skip(at).take_while(|row| row.radiates);
    let mut areas = (scale.saturating_add(1)..).zip(grades);
    areas.find(|(area, _)| reaches(*area, metres)).map(|(_, row)| row)
}

/// Whether a sphere of that scale reaches so far from its middle; none is larger than the largest.
fn reaches(area: i32, metres: i32) -> bool {
    let largest = tables().scales.iter().map(|row| row.scale).max().unwrap_or(0);
    area > largest || metres.saturating_mul(20) <= body::square(area).0
}

/// Metres between the two; where they are not known, none.
fn metres(e: &Encounter, facts: &Facts, who: CombatantId, other: CombatantId) -> i32 {
    facts.distance().or_else(|| e.distance(who, other)).unwrap_or(0)
}

/// It is in its blood from now on; or it is more of what was there already.
fn take(
    r: &mut Resolution,
    who: CombatantId,
    row: &'static Poison,
    doses: i32,
    dc: Option<i32>,
) -> Result<(), Stop> {
    if state::is_object(r.encounter(), who) || !state::is_alive(r.encounter(), who) {
        return Ok(());
    }
    if row.rate == Rate::Drink {
        return drink(r, who, row, doses, dc);
    }
    let now = r.encounter().clock;
    let held = r.encounter().get(who).and_then(|c| caught(c, row)).cloned();
    match held {
        Some(effect) => {
            let course = Course { who, id: effect.id, row, now };
            count(r, &course, Counter::Doses, effect.count(Counter::Doses).saturating_add(doses));
            count(r, &course, Counter::Made, 0);
            stay_in(r, &course);
            Ok(())
        }
        None => begin(r, who, row, doses, dc),
    }
}

fn begin(
    r: &mut Resolution,
    who: CombatantId,
    row: &'static Poison,
    doses: i32,
    dc: Option<i32>,
) -> Result<(), Stop> {
    let e = r.encounter();
    let (now, over) = (e.clock, e.stage == Stage::Over);
    let first = e.get(who).map_or(0, |c| state::next_slot(e, c));
    let first = i32::try_from(first).unwrap_or(i32::MAX);
    let effect = Effect {
        value: dc.unwrap_or(row.dc),
        label: Some(row.name.clone()),
        counters: vec![(Counter::Doses, doses.max(1)), (Counter::FirstRound, first)],
        ..r.effect(Condition::Poisoned, None)
    };
    let course = Course { who, id: effect.id, row, now };
    r.afflict(who, effect);
    stay_in(r, &course);
    if over || !by_slots(row.rate) {
        set_check(r, &course);
    }
    if options::is(r.encounter(), POISON_FIRST_CHECK, "at-once") {
        check_once(r, &course)?;
    }
    Ok(())
}

/// It is in what it breathes until the referee says that it is out of there.
fn stay_in(r: &mut Resolution, course: &Course) {
    let stays = r.encounter().get(course.who).is_some_and(|c| stays_in(c, course.id));
    if course.row.inhaled && !stays {
        let effect = Effect { with: Some(course.id), ..r.effect(Condition::Exposed, None) };
        r.afflict(course.who, effect);
    }
}

/// Drinks, one after the other, each harder than the last of this hour; who is drunk already makes
/// no check (`seconds.poison.alcohol`).
fn drink(
    r: &mut Resolution,
    who: CombatantId,
    row: &'static Poison,
    drinks: i32,
    dc: Option<i32>,
) -> Result<(), Stop> {
    let now = r.encounter().clock;
    let of_this = |effect: &&Effect| effect.label.as_deref() == Some(&*row.name);
    let marks = r.encounter().get(who).map_or(0, |c| {
        let marks = state::effects(c, Condition::Exposed).filter(of_this);
        marks.map(|effect| effect.count(Counter::Doses)).fold(0, i32::saturating_add)
    });
    for earlier in 0..drinks.max(1) {
        if r.encounter().get(who).is_some_and(|c| c.has(Condition::Drunk)) {
            break;
        }
        let needing = Tally::new()
            .with(Reason::Base, dc.unwrap_or(row.dc))
            .with(Reason::Doses, earlier.saturating_add(marks));
        let tally = body::skill(r.encounter(), who, Skill::Fortitude);
        if !checks::roll_against(r, Purpose::Poison, who, None, tally, needing)? {
            symptom::bring(r, &Course { who, id: r.next_id(), row, now }, 1, 0)?;
        }
    }
    let until = Moment::Clock(now.saturating_add(harm::HOUR)).at(TIMED);
    let (label, counters) = (Some(row.name.clone()), vec![(Counter::Doses, drinks.max(1))]);
    let effect = Effect { label, counters, ..r.effect(Condition::Exposed, Some(until)) };
    r.afflict(who, effect);
    Ok(())
}

/// Those who breathe what somebody near them spreads, each with the first that does.
fn threatened(e: &Encounter) -> Vec<(CombatantId, CombatantId, &'static Poison)> {
    let rows = || tables().poisons.iter().filter(|row| row.airborne);
    let pairs = e.all().filter(|c| is_healthy(e, c)).flat_map(|c| rows().map(move |row| (c, row)));
    pairs
        .filter(|(c, row)| caught(c, row).is_none())
        .filter_map(|(c, row)| {
            let spreads = |other: &&Combatant| {
                other.id != c.id && state::is_here(other) && caught(other, row).is_some()
            };
            let near = |other: &&Combatant| is_near(e, c.id, other.id);
            e.all().filter(spreads).find(near).map(|other| (c.id, other.id, row))
        })
        .collect()
}

fn is_healthy(e: &Encounter, c: &Combatant) -> bool {
    state::is_here(c) && !state::is_object(e, c.id)
}

/// Whether they are known to be so near: nobody is asked where everybody stands.
fn is_near(e: &Encounter, one: CombatantId, other: CombatantId) -> bool {
    e.engaged(one, other) || e.distance(one, other).is_some_and(|metres| metres <= NEAR)
}

/// Whether a disease spreads at the end of this round.
pub fn spreads(e: &Encounter) -> bool {
    !threatened(e).is_empty()
}

/// The round's end: whoever is near somebody infected may catch it (`seconds.poison.airborne`).
pub fn spread(r: &mut Resolution) -> Result<(), Stop> {
    let threatened = threatened(r.encounter());
    threatened.into_iter().try_for_each(|(who, other, row)| breathe_in(r, who, other, row))
}

fn breathe_in(
    r: &mut Resolution,
    who: CombatantId,
    other: CombatantId,
    row: &'static Poison,
) -> Result<(), Stop> {
    let ask = RollRequest::new(Purpose::Contagion, 1, 6).by(who).against(other).at_most(CAUGHT_ON);
    let dice = r.roll(ask)?.total();
    let catches = dice <= CAUGHT_ON;
    let outcome = if catches { Outcome::Success } else { Outcome::Failure };
    let rolled = Rolled {
        who: Some(who),
        against: Some(other),
        dice: Some(dice),
        need: Some(CAUGHT_ON),
        ..Rolled::new(Purpose::Contagion, outcome)
    };
    r.emit(Event::Rolled(Box::new(rolled)));
    if catches { take(r, who, row, 1, None) } else { Ok(()) }
}

/// Somebody died: what rises from it will do so (zombie virus).
pub fn died(r: &mut Resolution, who: CombatantId) {
    let now = r.encounter().clock;
    let c = r.encounter().get(who).filter(|c| c.standing == Standing::Dead);
    let rising = c.and_then(|c| courses(c).find(|(_, row)| row.rises.is_some()));
    if let Some((effect, _)) = rising {
        let id = effect.id;
        r.set_timer(Moment::Clock(now).at(CHECK), Some(who), Errand::Recheck(id));
    }
}

/// In how many rounds it rises: the referee is reminded then.
fn rise(r: &mut Resolution, course: &Course) -> Result<(), Stop> {
    let Some((dice, text)) = &course.row.rises else { return Ok(()) };
    let rounds = harm::duration(r, course.who, *dice)?;
    let seconds = Second::try_from(rounds).unwrap_or(0).saturating_mul(state::TURN);
    let e = r.encounter();
    let name = e.get(course.who).map_or("", |c| &*c.name);
    let text = format!("{name} {text}").into();
    let due = Moment::Clock(e.clock.saturating_add(seconds)).at(TIMED);
    let effect = e.get(course.who).and_then(|c| c.effect_by_id(course.id)).cloned();
    r.set_timer(due, Some(course.who), Errand::Remind(text));
    if let Some(effect) = effect {
        r.emit(Event::relieved(course.who, &effect, false));
    }
    Ok(())
}

/// Dice of a duration, so many times as many for an overdose (`seconds.poison.overdose`).
pub fn times(dice: DiceExpr, severity: i32) -> DiceExpr {
    let times = u8::try_from(severity.saturating_add(1)).unwrap_or(1);
    DiceExpr { count: dice.count.saturating_mul(times), ..dice }
}
