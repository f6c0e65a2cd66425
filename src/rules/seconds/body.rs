//! Stat blocks: completing them, and every figure derived from one, with its terms.

use super::asset::tables;
use super::options::{ENCUMBRANCE_SKILLS, EncumbranceSkills};
use super::{condition, minds, reason, state};
use crate::rules::model::block::wounds::{
    Attack, Body, Combo, Component, HarmType, Reach, Skill, Tag, Tenths,
};
use crate::rules::model::combatant::{StatBlock, Thing, Whereabouts};
use crate::rules::model::command::Maneuver;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::error::alternatives;
use crate::rules::model::fault::Path;
use crate::rules::model::supply;
use crate::rules::ruleset::prelude::*;

/// The base of Target (1.1).
const TARGET: i32 = 4;
/// The base of Toughness and Will, and what their minimum is below them (1.1).
const SIX: i32 = 6;
/// Toughness and melee damage per step of scale (1.3), for objects as well.
pub const PER_SCALE: i32 = 3;
/// The endurance of an object (`seconds.damage.toughness`).
const OBJECT_ENDURANCE: i32 = 3;
/// The mobility penalty of a load when the encumbrance step is 0 (`seconds.encumbrance.mobility`).
const OVER_FIVE_STEPS: i32 = 5;
/// Speed lost per mobility penalty, in tenths: half a square (`seconds.encumbrance.mobility`).
const SPEED_PER_PENALTY: i32 = 5;

/// Completes a stat block.
///
/// # Errors
/// Every fault in the block.
pub fn admit(block: StatBlock) -> Result<StatBlock, Vec<Fault>> {
    let StatBlock::Wounds(mut body) = block else {
        return Err(vec![Fault::new("stat block", "one with hit points", "one with wounds")]);
    };
    let faults = faults(&body);
    if !faults.is_empty() {
        return Err(faults);
    }
    if body.attacks.is_empty() && !body.is_object() {
        body.attacks.push(unarmed());
    }
    if body.combos.is_empty() && !body.is_object() {
        body.combos.push(Combo { name: "single attack".into(), parts: vec![Component::Attack] });
    }
    Ok(StatBlock::Wounds(body))
}

/// The default attack: unarmed humans are Close (`seconds.melee.reach`).
fn unarmed() -> Attack {
    Attack {
        name: "unarmed".into(),
        damage: Some(DiceExpr::new(1, 3, 0)),
        harm: HarmType::Bludgeoning,
        reach: Reach::Close,
        light: true,
        hand: Some(0),
        tags: vec![Tag::Natural],
        ..Attack::default()
    }
}

fn faults(body: &Body) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Body::FIGURES.iter().flat_map(|figure| figure.faults(body)).collect();
    let attacks = i32::try_from(body.attacks.len()).unwrap_or(i32::MAX);
    faults.extend(Fault::outside("attacks", attacks, 0..=100));
    for (at, line) in body.attacks.iter().enumerate() {
        let at = Path::entry("attacks", at, &line.name);
        let beyond = |part: &str, found, range| Fault::outside(at.clone().part(part), found, range);
        faults.extend(beyond("bonus", line.bonus.unwrap_or(0), -10..=40));
        faults.extend(beyond("scale", line.scale.unwrap_or(0), -1..=10));
        faults.extend(line.area.and_then(|area| beyond("area", area.scale, -1..=10)));
        faults.extend(line_fault(&at, line));
    }
    for (at, combo) in body.combos.iter().enumerate() {
        let own = combo.parts.iter().filter(|part| matches!(part, Component::Other(..)));
        let at = Path::entry("combos", at, &combo.name).part("rating");
        faults.extend(own.filter_map(|part| Fault::outside(at.clone(), part.rating(), -1..=40)));
    }
    if body.name.trim().is_empty() {
        faults.push(Fault::name("name", "", "a name"));
    }
    faults.extend(supply::faults(&body.counters));
    faults
}

/// Refuses an attack without a name, with dice no weapon has, or with an unknown poison (section 5).
fn line_fault(at: &Path, line: &Attack) -> Option<Fault> {
    const SIDES: [u16; 9] = [2, 3, 4, 6, 8, 10, 12, 20, 100];
    let part = |part: &str| at.clone().part(part);
    if line.name.trim().is_empty() {
        return Some(Fault::name(part("name"), "", "a name"));
    }
    if let Some(dice) = line.damage.filter(|dice| dice.count > 0)
        && !(SIDES.contains(&dice.sides) && dice.count <= 40)
    {
        let expected = format!("1 to 40 dice of {} sides", alternatives(&SIDES));
        return Some(Fault::new(part("damage"), dice, expected));
    }
    if let Some(dice) = line.damage.filter(|dice| dice.count == 0 && dice.plus < 0) {
        return Some(Fault::new(part("damage"), dice, "0 or more"));
    }
    let poison = line.poison.as_ref()?;
    if tables().poisons.iter().any(|known| known.name == *poison) {
        return None;
    }
    let known: Vec<&str> = tables().poisons.iter().map(|poison| &*poison.name).collect();
    Some(Fault::name(part("poison"), poison, format!("one of {}", known.join(", "))))
}

/// Returns the side of a square of the scale.
pub fn square(scale: i32) -> Tenths {
    let row = tables().scales.iter().find(|row| row.scale == scale);
    row.map_or(Tenths::whole(1), |row| row.side)
}

/// Returns the distance in squares of the scale, rounded up.
pub fn squares(metres: Tenths, scale: i32) -> i32 {
    let side = square(scale).0.max(1);
    metres.0.saturating_add(side - 1).div_euclid(side)
}

/// Returns the length of so many squares of the scale, in metres.
pub fn metres(squares: i32, scale: i32) -> Tenths {
    Tenths(square(scale).0.saturating_mul(squares))
}

/// Returns Target by scale alone (`seconds.attack.target-score`, `seconds.scale.table`).
pub fn target_of(scale: i32) -> Tally {
    Tally::new().with(Reason::BASE, TARGET).with(reason::TARGET_SCALE, scale.saturating_neg())
}

/// Returns Toughness by scale alone (`seconds.scale.table`).
pub fn toughness_of(scale: i32) -> Tally {
    Tally::new().with(Reason::BASE, SIX).with(reason::SCALE, PER_SCALE.saturating_mul(scale))
}

/// Returns its endurance.
pub fn endurance(body: &Body) -> i32 {
    if body.is_object() { OBJECT_ENDURANCE } else { body.end }
}

/// Returns the best of its defence sources (`seconds.damage.defence-stacking`).
pub fn defence(c: &Combatant, body: &Body) -> i32 {
    let whole = c.thing(Thing::Armour).at != Whereabouts::Destroyed;
    // A creature without a hide of its own still has skin.
    let natural = body.natural.or((!body.is_object()).then_some(0));
    let sources = [body.armour.filter(|_| whole), natural, body.durability, body.unarmoured];
    sources.into_iter().flatten().max().unwrap_or(0)
}

/// Returns Toughness with its terms (`seconds.damage.toughness`); Minimum Toughness is 6 less.
pub fn toughness(c: &Combatant, body: &Body) -> Tally {
    toughness_behind(c, body, None)
}

/// Returns Toughness behind cover of the durability, if that is the better defence
/// (`seconds.situation.cover-damage`).
pub fn toughness_behind(c: &Combatant, body: &Body, durability: Option<i32>) -> Tally {
    let own = defence(c, body);
    let harder = durability.filter(|hard| *hard > own);
    let mut tally = toughness_of(body.scale)
        .with(reason::ENDURANCE, endurance(body))
        .with(if harder.is_some() { reason::DURABILITY } else { reason::ARMOUR }, harder.unwrap_or(own))
        .with(reason::WOUNDS, c.vitals.wounds().saturating_neg());
    custom::add(&mut tally, c, Stat::Toughness);
    tally
}

/// Returns the minimum of a Toughness or Will score.
pub fn minimum(most: i32) -> i32 {
    most.saturating_sub(SIX)
}

/// Returns Toughness and Minimum Toughness.
pub fn tough(e: &Encounter, who: CombatantId) -> (i32, i32) {
    match (e.get(who), e.wounds(who)) {
        (Some(c), Ok(body)) => {
            let most = toughness(c, body).total();
            (most, minimum(most))
        }
        _ => (0, 0),
    }
}

/// Returns the number of its morale penalties.
pub fn penalties(c: &Combatant) -> i32 {
    c.effect(condition::MORALE_PENALTY).map_or(0, |effect| effect.value)
}

/// Returns Will with its terms (`seconds.morale.will`); unlike [`will`], it may be below 0.
pub fn will_terms(c: &Combatant, body: &Body) -> Tally {
    let mut tally = Tally::new()
        .with(Reason::BASE, SIX)
        .with(reason::SPIRIT, body.spirit)
        .with(reason::DISCIPLINE, body.will_misc)
        .with(reason::PENALTIES, penalties(c).saturating_neg());
    custom::add(&mut tally, c, Stat::Morale);
    tally
}

/// Returns Will, at least 0.
pub fn will(e: &Encounter, who: CombatantId) -> i32 {
    match (e.get(who), e.wounds(who)) {
        (Some(c), Ok(body)) => will_terms(c, body).total().max(0),
        _ => 0,
    }
}

/// Returns the initiative bonus (`seconds.initiative.roll`): dodge + dex unless `initiative` is given. A mind
/// uses its own skill and the dex of the body it is in (`seconds.possession.abilities`).
pub fn initiative(e: &Encounter, who: CombatantId) -> Tally {
    let own = minds::body_of(e, who);
    let (Some(mind), Ok(skills), Ok(body)) = (e.get(who), minds::skills(e, who), e.wounds(own)) else {
        return Tally::new();
    };
    let mut tally = match skills.initiative {
        None => {
            Tally::new().with(reason::SKILL, skills.dodge.unwrap_or(0)).with(Reason::DEXTERITY, body.dex)
        }
        // A given bonus includes its owner's dex.
        Some(bonus) => Tally::new()
            .with(reason::SKILL, bonus)
            .with(Reason::DEXTERITY, body.dex.saturating_sub(skills.dex)),
    };
    tally = tally.with(Reason::LOAD, dexterity_load(e, body)).with(reason::RAGE, rage(mind));
    custom::add(&mut tally, mind, Stat::Initiative);
    tally
}

/// Returns the penalty of rage to dex- and int-based skills (`seconds.condition.raging`).
pub fn rage(c: &Combatant) -> i32 {
    if c.has(condition::RAGING) { -1 } else { 0 }
}

/// Returns the encumbrance step, in tenths of a kilogram (`seconds.encumbrance.step`).
pub fn load_step(body: &Body) -> Tenths {
    let strength = body.end.saturating_add(body.str);
    tables().loads.at(strength).copied().unwrap_or_default()
}

/// Returns the mass carried, rolling mass counting a quarter; in fortieths of a kilogram, to be exact.
fn mass(body: &Body) -> i64 {
    i64::from(body.carried_kg.0) * 4 + i64::from(body.rolling_kg.0)
}

/// Returns the mobility penalty of its load (`seconds.encumbrance.step`).
pub fn load_penalty(body: &Body) -> i32 {
    let (mass, step) = (mass(body), i64::from(load_step(body).0) * 4);
    match (mass, step) {
        (0, _) => 0,
        (_, 0) => OVER_FIVE_STEPS,
        _ => i32::try_from((mass + step - 1) / step - 1).unwrap_or(i32::MAX).max(0),
    }
}

/// Whether its load exceeds five steps, so that it can hardly move (`seconds.encumbrance.step`).
pub fn is_overloaded(body: &Body) -> bool {
    mass(body) > i64::from(load_step(body).0) * 4 * 5
}

/// Returns the total mobility penalty (`seconds.encumbrance.mobility`); load and armour do not add up.
pub fn mobility(c: &Combatant, body: &Body) -> i32 {
    let worn = c.thing(Thing::Armour).at != Whereabouts::Destroyed;
    let armour = if worn { body.armour_mobility } else { 0 };
    let other = c.effects_of(condition::MOBILITY_PENALTY);
    let other = other.map(|effect| effect.value.max(1)).fold(0, i32::saturating_add);
    load_penalty(body).max(armour).saturating_add(body.other_mobility).saturating_add(other)
}

/// Returns the penalty of a load to dex-based figures (`seconds.option.encumbrance-skills`).
pub fn dexterity_load(e: &Encounter, body: &Body) -> i32 {
    let counts = || ENCUMBRANCE_SKILLS.is(e, EncumbranceSkills::DexBased);
    match load_penalty(body) {
        load if load != 0 && counts() => load.saturating_neg(),
        _ => 0,
    }
}

/// Returns the squares per second, on foot or flying, less the losses to mobility penalties and hurt limbs.
pub fn speed(c: &Combatant, body: &Body, flying: bool) -> Tenths {
    let (base, hurt) = if flying {
        (body.fly_speed.unwrap_or_default(), condition::WING_HURT)
    } else {
        (body.speed, condition::LEG_HURT)
    };
    let cost =
        |condition| c.effects_of(condition).map(|effect| effect.value).fold(0, i32::saturating_add);
    let hurt = cost(hurt).saturating_mul(10);
    let lost = mobility(c, body).saturating_mul(SPEED_PER_PENALTY).saturating_add(hurt);
    let gained = custom::sum(c, Stat::Movement).saturating_mul(10);
    Tenths(base.0.saturating_sub(lost).saturating_add(gained).max(0))
}

/// Returns a skill bonus with its terms (`seconds.check.basic`, `seconds.check.scale-skills`).
pub fn skill(e: &Encounter, who: CombatantId, skill: Skill) -> Tally {
    let mut tally = Tally::new();
    let own = minds::body_of(e, who);
    let (Ok(mind), Ok(skills)) = (e.who(who), minds::skills(e, who)) else { return tally };
    let (Ok(c), Ok(body)) = (e.who(own), e.wounds(own)) else { return tally };
    tally.add(reason::SKILL, skills.skill(skill));
    match skill {
        Skill::Stealth => tally.add(reason::SCALE, body.scale.saturating_neg()),
        Skill::Wrestle | Skill::Fortitude => tally.add(reason::SCALE, body.scale),
        _ => {}
    }
    if matches!(skill, Skill::Acrobatics | Skill::Athletics | Skill::Wrestle | Skill::Stealth) {
        tally.add(reason::MOBILITY, mobility(c, body).saturating_neg());
    }
    if skill == Skill::Ride {
        tally.add(reason::MOBILITY, mount_mobility(e, who).saturating_neg());
    }
    if matches!(skill, Skill::Dodge | Skill::Stealth | Skill::Acrobatics | Skill::Ride) {
        tally.add(reason::RAGE, rage(mind));
    }
    if skill == Skill::Dodge {
        tally.add(Reason::LOAD, dexterity_load(e, body));
    }
    if skill == Skill::Perception && c.has(Condition::ASLEEP) {
        tally.add(reason::ASLEEP, -6);
    }
    custom::add(&mut tally, mind, Stat::Checks);
    tally
}

/// Returns the mobility penalties of its mount, which count on Ride (`seconds.encumbrance.mobility`).
fn mount_mobility(e: &Encounter, rider: CombatantId) -> i32 {
    let mount = state::mount_of(e, rider);
    match mount.and_then(|mount| Some((e.get(mount)?, e.wounds(mount).ok()?))) {
        Some((c, body)) => mobility(c, body),
        None => 0,
    }
}

/// Returns the maneuver that the component is, if it is one.
pub fn maneuver(component: &Component) -> Option<Maneuver> {
    match component {
        Component::Grab => Some(Maneuver::Grab),
        Component::Trip => Some(Maneuver::Trip),
        Component::Disarm => Some(Maneuver::Disarm),
        _ => None,
    }
}

/// Returns the maneuvers that may replace a single attack: known components of rating 1
/// (`seconds.combo.single-substitute`).
pub fn substitutes(skills: &Body) -> impl Iterator<Item = Maneuver> {
    let parts = || skills.combos.iter().flat_map(|combo| &combo.parts);
    let known = move |wanted: &Maneuver| parts().any(|part| maneuver(part) == Some(*wanted));
    [Maneuver::Grab, Maneuver::Trip, Maneuver::Disarm].into_iter().filter(known)
}
