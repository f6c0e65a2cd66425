//! Minor and major injuries: body part, side, effects and healing (section 3.12).

use super::asset::tables;
use super::blow::Blow;
use super::gear::{self, Side};
use super::harm::{self, Incapacity};
use super::options::{TORSO_CHECK, TorsoCheck};
use super::state::{PARTS, rounds_on};
use super::tables::{Injury, Part, Row};
use super::{checks, condition, counter, figures, saving};
use crate::rules::model::block::d20::{Ability, Save};
use crate::rules::model::event::Told;
use crate::rules::model::moment::{Moment, When};
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::RangeTable;

/// Conditions of a minor and a major injury of that body part.
fn marks(part: Part) -> Option<(Condition, Condition)> {
    PARTS.iter().find(|(of, ..)| *of == part).map(|(_, minor, major)| (*minor, *major))
}

/// Inflicts a minor injury (`house.critical.minor-injury`).
pub fn minor(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    r.under(|| Why::Table(Purpose::CriticalCondition), |r| lesser(r, blow))
}

fn lesser(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let Some((injury, side)) = which(r, blow, &tables().minor_injury, 0)? else { return Ok(()) };
    let (who, value) = (blow.target, side.map_or(0, Side::figure));
    let Some((mark, _)) = marks(injury.part) else { return head(r, who) };
    match injury.part {
        Part::Groin | Part::Torso => middle(r, who, mark),
        _ => lasting(r, who, mark, value),
    }
    if let (Part::Hand | Part::Arm, Some(side)) = (injury.part, side) {
        gear::drop_from(r, who, side);
    }
    Ok(())
}

/// Incapacitates, then blinds for 1d4 rounds, rolled at once (`house.critical.minor-head`).
fn head(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let rounds = r.figure(RollRequest::new(Purpose::Duration, 1, 4).by(who))?;
    harm::incapacitate(r, who, Incapacity::Rounds(1));
    let effect = Effect { value: rounds, ..rounds_on(r, condition::INJURED_HEAD, 1) };
    harm::take_hold(r, who, effect);
    Ok(())
}

/// At the end of a head injury's own incapacity, blinds the combatant, or waits for the end of any other.
pub fn head_clears(r: &mut Resolution, who: CombatantId, injury: &Effect) {
    let effect = Effect { value: injury.value, ..r.effect(condition::INJURED_HEAD, None) };
    r.afflict(who, effect);
    recover(r, who, injury.until);
}

/// Blinds a combatant with a head injury once nothing incapacitates it any more: for the rounds rolled, of which the
/// first is the next one after an incapacity that lasted to the end of a round, otherwise the current one.
pub fn recover(r: &mut Resolution, who: CombatantId, ended: Option<When>) {
    let Some(c) = r.encounter().get(who).filter(|c| !c.means(Meaning::OUT)) else { return };
    let Some(injury) = c.effect(condition::INJURED_HEAD) else { return };
    let whole = ended.is_some_and(|when| matches!(when.moment, Moment::RoundEnd(_)));
    let rounds = u32::try_from(injury.value).unwrap_or(1).max(1);
    r.relieve(who, condition::INJURED_HEAD);
    r.afflict(who, rounds_on(r, Condition::BLIND, if whole { rounds } else { rounds - 1 }));
}

/// Inflicts a major injury, with `added` on the d100 (`house.critical.major-injury`,
/// `house.critical.major-injury-plus`).
pub fn major(r: &mut Resolution, blow: &Blow, added: i32) -> Result<(), Stop> {
    r.under(|| Why::Table(Purpose::CriticalCondition), |r| graver(r, blow, added))
}

fn graver(r: &mut Resolution, blow: &Blow, added: i32) -> Result<(), Stop> {
    let Some((injury, side)) = which(r, blow, &tables().major_injury, added)? else { return Ok(()) };
    let (who, value) = (blow.target, side.map_or(0, Side::figure));
    if let (Part::Hand | Part::Arm, Some(side)) = (injury.part, side) {
        // Before the arm becomes unusable, as an unusable arm holds nothing that could fall.
        gear::drop_from(r, who, side);
    }
    let lives = injury.part != Part::Torso || survives(r, who)?;
    let Some((_, mark)) = marks(injury.part).filter(|_| lives) else {
        harm::die(r, who);
        return Ok(());
    };
    // The bleeding is first on the roster row, as it needs a roll every round.
    bleeds(r, who, injury);
    lasting(r, who, mark, value);
    if !matches!(injury.part, Part::Hand | Part::Arm) {
        harm::incapacitate(r, who, Incapacity::Injury);
    }
    Ok(())
}

/// `house.critical.major-torso`: a Challenging Constitution check, or a save with the option (A38).
fn survives(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    if TORSO_CHECK.is(r.encounter(), TorsoCheck::DeathSave) {
        return saving::save(r, who, Save::Death, 0, false);
    }
    checks::check(r, who, Ability::Con, checks::CHALLENGING)
}

/// Rolls the injury, and its side if the part is paired. Returns `None` if the creature has no such part; one without
/// anatomy rolls no die (`house.critical.discretion`).
fn which(
    r: &mut Resolution,
    blow: &Blow,
    chart: &'static RangeTable<Row<Injury>>,
    added: i32,
) -> Result<Option<(Injury, Option<Side>)>, Stop> {
    if !figures::has_anatomy(r.encounter(), blow.target) {
        return Ok(None);
    }
    let tally = Tally::new().with(Reason::STRENGTH, added);
    let ask = RollRequest::new(Purpose::CriticalCondition, 1, 100).by(blow.who).against(blow.target);
    let face = r.figure(ask.adding(tally).bands(chart.bands(added, 2..=100)))?;
    let Some(row) = chart.at(face.clamp(1, 100)) else { return Ok(None) };
    r.tell(|| Told::row(blow.target, &row.rule, row.text.clone()));
    if !figures::has_part(r.encounter(), blow.target, row.what.part) {
        return Ok(None);
    }
    let side = if row.what.part.is_paired() { Some(gear::which_side(r, blow.target)?) } else { None };
    Ok(Some((row.what, side)))
}

fn lasting(r: &mut Resolution, who: CombatantId, condition: Condition, value: i32) {
    let effect = Effect { value, ..r.effect(condition, None) };
    r.afflict(who, effect);
}

/// Incapacitates to the end of the next round, and leaves a penalty (`house.critical.minor-groin`,
/// `house.critical.minor-torso`).
fn middle(r: &mut Resolution, who: CombatantId, condition: Condition) {
    harm::incapacitate(r, who, Incapacity::Rounds(1));
    let mut effect = r.effect(condition, None);
    effect.counters.set(counter::BEGAN_IN, r.encounter().round_number());
    harm::take_hold(r, who, effect);
}

/// Starts bleeding, from the end of this round on (`house.damage.ongoing`).
fn bleeds(r: &mut Resolution, who: CombatantId, injury: Injury) {
    let mut effect = Effect { value: injury.bleeds.into(), ..r.effect(condition::BLEEDING, None) };
    effect.counters.set(counter::BEGAN_IN, r.encounter().round_number());
    effect.counters.set(counter::MAGIC_ALONE, injury.magic_alone.into());
    r.afflict(who, effect);
}
