//! Exposure to poisons and diseases: by weapon, source, drink or air.

use super::asset::tables;
use super::blow::Blow;
use super::course::{Course, count, row, stays_in};
use super::form::{MOST, aimed, figure, others};
use super::options::{POISON_FIRST_CHECK, PoisonFirstCheck};
use super::poison::{by_slots, caught, check_once, set_check};
use super::tables::{Poison, Rate};
use super::{body, checks, condition, counter, presence, reason, slot, state, symptom};
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::encounter::Stage;
use crate::rules::model::event::Told;
use crate::rules::model::moment::{HOUR, Moment, TIMED};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Most doses at once: each drink is a separate roll (`seconds.poison.alcohol`).
const MOST_DOSES: i32 = 1000;
/// Metres within which an airborne disease infects (`seconds.poison.airborne`).
const NEAR: i32 = 3;
/// The d6 result that infects (`seconds.poison.airborne`).
const CAUGHT_ON: i32 = 1;

/// What a victim takes of a poison.
#[derive(Debug, Clone, Copy)]
struct Dose {
    /// The row of the poison.
    row: &'static Poison,
    /// How many doses.
    doses: i32,
    /// The DC, if not that of the row.
    dc: Option<i32>,
    /// As [`Course::spared`], for a check at once.
    spared: bool,
}

impl Dose {
    /// Returns one dose of the poison.
    fn one(row: &'static Poison) -> Self {
        Self { row, doses: 1, dc: None, spared: false }
    }
}

/// Exposes the target of a poisoned weapon that dealt damage, even without a wound
/// (`seconds.poison.exposure`).
pub fn from_weapon(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<(), Stop> {
    let Some(row) = blow.line.poison.as_deref().and_then(row) else { return Ok(()) };
    let spared = !before.has(blow.target, Condition::DYING);
    take(r, blow.target, Dose { spared, ..Dose::one(row) })
}

/// Exposure to a poison or disease.
pub const EXPOSURE: DeedRule = DeedRule {
    rule: "seconds.poison.exposure",
    when: When::Ever,
    told: deed::LogForm::Named,
    concerns: |at| !state::is_object(at.e, at.c.id),
    shape: |at, offer| {
        let last = u8::try_from(tables().poisons.len().saturating_sub(1)).unwrap_or(0);
        let which = FactField::needed(Fact::Poison(0), 0, last.into());
        let facts = vec![
            FactField { stands: true, ..which },
            FactField::number(Fact::Doses(1), 1, MOST_DOSES),
            figure(Fact::Difficulty(4), 40),
            figure(Fact::Distance(Tenths::whole(1)), MOST),
        ];
        Offer { at: aimed(others(at.e, at.c), 0, 1), facts, ..offer }
    },
    check: |at, act| {
        let known = act.facts.poison().is_some_and(|row| usize::from(row) < tables().poisons.len());
        let doses = act.facts.doses().is_none_or(|doses| (1..=MOST_DOSES).contains(&doses));
        at.unless(doses, Refusal::BAD_MODIFIER)?;
        at.unless(!state::is_object(at.e, act.who), Refusal::BAD_TARGET)?;
        at.unless(known, Refusal::MISSING_FACT)
    },
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

/// Resolves an exposure stated by the referee: plain, near an infected combatant, or to a source.
fn expose(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(at) = act.facts.poison().map(usize::from) else { return Ok(()) };
    let Some(row) = tables().poisons.get(at) else { return Ok(()) };
    let doses = act.facts.doses().unwrap_or(1);
    let dose = |row| Dose { doses, dc: act.facts.difficulty(), ..Dose::one(row) };
    match act.target() {
        Some(source) if row.radiates => match weakened(r.encounter(), act, source, at) {
            Some(row) => take(r, act.who, dose(row)),
            None => {
                r.tell(|| Told::row(act.who, "seconds.poison.radiation", "out of range of the source"));
                Ok(())
            }
        },
        Some(other) if row.airborne => try_infect(r, act.who, other, row),
        _ => take(r, act.who, dose(row)),
    }
}

/// Returns the severity of a source at the distance stated: one less per area beyond the first
/// (`seconds.poison.radiation`); `None` if nothing is left.
fn weakened(e: &Encounter, act: &Act, source: CombatantId, at: usize) -> Option<&'static Poison> {
    let scale = state::scale(e, source);
    let metres = act.facts.distance().or_else(|| e.distance(act.who, source)).unwrap_or_default();
    let grades = tables().poisons.iter().skip(at).take_while(|row| row.radiates);
    let mut areas = (scale.saturating_add(1)..).zip(grades);
    areas.find(|(area, _)| reaches(*area, metres)).map(|(_, row)| row)
}

/// Whether a sphere of that scale extends that far from its centre; one beyond the largest scale always does.
fn reaches(area: i32, metres: Tenths) -> bool {
    let largest = tables().scales.iter().map(|row| row.scale).max().unwrap_or(0);
    area > largest || metres.0.saturating_mul(2) <= body::square(area).0
}

/// Poisons a victim, or adds doses to a poison already in it.
fn take(r: &mut Resolution, who: CombatantId, dose: Dose) -> Result<(), Stop> {
    let Dose { row, doses, dc, .. } = dose;
    if state::is_object(r.encounter(), who) || !presence::is_alive(r.encounter(), who) {
        return Ok(());
    }
    if row.rate == Rate::Drink {
        return drink(r, who, row, doses, dc);
    }
    let now = r.encounter().clock;
    let held = r.encounter().get(who).and_then(|c| caught(c, row)).cloned();
    match held {
        Some(effect) => {
            let course = Course::of(who, effect.id, row, now);
            count(r, &course, counter::DOSES, effect.count(counter::DOSES).max(1).saturating_add(doses));
            count(r, &course, counter::MADE, 0);
            stay_in(r, &course);
            Ok(())
        }
        None => begin(r, who, dose),
    }
}

fn begin(r: &mut Resolution, who: CombatantId, dose: Dose) -> Result<(), Stop> {
    let Dose { row, doses, dc, spared } = dose;
    let e = r.encounter();
    let (now, over) = (e.clock, e.stage == Stage::Over);
    let first = e.get(who).map_or(0, |c| slot::next_slot(e, c));
    let first = i32::try_from(first).unwrap_or(i32::MAX);
    let effect = Effect {
        value: dc.unwrap_or(row.dc),
        label: Some(row.name.clone()),
        counters: [(counter::DOSES, doses.max(1)), (counter::FIRST_ROUND, first)].into_iter().collect(),
        ..r.effect(Condition::POISONED, None)
    };
    let course = Course { spared, ..Course::of(who, effect.id, row, now) };
    r.afflict(who, effect);
    stay_in(r, &course);
    if over || !by_slots(row.rate) {
        set_check(r, &course);
    }
    if POISON_FIRST_CHECK.is(r.encounter(), PoisonFirstCheck::AtOnce) {
        check_once(r, &course)?;
    }
    Ok(())
}

/// Keeps it exposed to what it inhales until the referee ends that.
fn stay_in(r: &mut Resolution, course: &Course) {
    let stays = r.encounter().get(course.who).is_some_and(|c| stays_in(c, course.id));
    if course.row.inhaled && !stays {
        let effect = Effect { with: Some(course.id), ..r.effect(condition::EXPOSED, None) };
        r.afflict(course.who, effect);
    }
}

/// Resolves drinks one after the other, each raising the DC of those in the next hour; those already Drunk
/// make no check (`seconds.poison.alcohol`).
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
        let marks = c.effects_of(condition::EXPOSED).filter(of_this);
        marks.map(|effect| effect.count(counter::DOSES)).fold(0, i32::saturating_add)
    });
    for earlier in 0..drinks.clamp(1, MOST_DOSES) {
        if r.encounter().has(who, condition::DRUNK) {
            break;
        }
        let needing = Tally::new()
            .with(Reason::BASE, dc.unwrap_or(row.dc))
            .with(reason::DOSES, earlier.saturating_add(marks));
        let tally = body::skill(r.encounter(), who, Skill::Fortitude);
        if !checks::roll_against(r, Purpose::Poison, who, None, tally, needing)? {
            symptom::bring(r, &Course::of(who, r.next_id(), row, now), 1, 0)?;
        }
    }
    let until = Moment::Clock(now.saturating_add(HOUR)).at(TIMED);
    let (label, counters) =
        (Some(row.name.clone()), [(counter::DOSES, drinks.max(1))].into_iter().collect());
    let effect = Effect { label, counters, ..r.effect(condition::EXPOSED, Some(until)) };
    r.afflict(who, effect);
    Ok(())
}

/// Returns those near an infected combatant, each with the first such one and the disease.
fn threatened(e: &Encounter) -> Vec<(CombatantId, CombatantId, &'static Poison)> {
    let rows = || tables().poisons.iter().filter(|row| row.airborne);
    let living = e.all().filter(|c| presence::is_here(c) && !state::is_object(e, c.id));
    let pairs = living.flat_map(|c| rows().map(move |row| (c, row)));
    pairs
        .filter(|(c, row)| caught(c, row).is_none())
        .filter_map(|(c, row)| {
            let spreads = |other: &&Combatant| {
                other.id != c.id && presence::is_here(other) && caught(other, row).is_some()
            };
            let near = |other: &&Combatant| is_near(e, c.id, other.id);
            e.all().filter(spreads).find(near).map(|other| (c.id, other.id, row))
        })
        .collect()
}

/// Whether they are known to be near each other; unknown distances are not asked for.
fn is_near(e: &Encounter, one: CombatantId, other: CombatantId) -> bool {
    e.engaged(one, other) || e.distance(one, other).is_some_and(|metres| metres <= Tenths::whole(NEAR))
}

/// Whether any disease may spread at the end of this round.
pub fn spreads(e: &Encounter) -> bool {
    !threatened(e).is_empty()
}

/// Rolls, at the end of the round, for infection of those near the infected (`seconds.poison.airborne`).
pub fn spread(r: &mut Resolution) -> Result<(), Stop> {
    let threatened = threatened(r.encounter());
    threatened.into_iter().try_for_each(|(who, other, row)| try_infect(r, who, other, row))
}

fn try_infect(
    r: &mut Resolution,
    who: CombatantId,
    other: CombatantId,
    row: &'static Poison,
) -> Result<(), Stop> {
    let ask = RollRequest::new(Purpose::Contagion, 1, 6).by(who).against(other).at_most(CAUGHT_ON);
    if r.test(ask)? { take(r, who, Dose::one(row)) } else { Ok(()) }
}
