//! Damage: the roll, the thresholds and the results. Simultaneous blows are judged by the state before them
//! and applied together.

use super::blow::Blow;
use super::called::Injury;
use super::harm::{self, Consequence, Hurt};
use super::landed::{self, LandedBlow, bars, wording};
use super::options::{COMBO_OVERKILL, ComboOverkill};
use super::{
    body, called, defence, emp, exposure, location, minds, morale, presence, reason, state, unconscious,
    weapon,
};
use crate::rules::model::block::wounds::{Tag, Technique};
use crate::rules::model::command::{Location, Maneuver};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::event::{Rolled, Told};
use crate::rules::ruleset::prelude::*;

/// Rolls the damage of a blow (`seconds.attack.damage-step`).
pub fn roll(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<LandedBlow, Stop> {
    let bars = bars(before, blow, None);
    let damage = if blow.harms() { amount(r, before, blow, bands(before, blow, bars))? } else { None };
    Ok(LandedBlow { blow: blow.clone(), damage, bars })
}

/// Returns the damage totals at which the result changes; none if other things depend on the damage: a check
/// against it, or more dice.
fn bands(e: &Encounter, blow: &Blow, bars: (i32, i32)) -> Vec<i32> {
    let line = &blow.line;
    let checked = matches!(blow.called(), Some(Location::Leg | Location::Hand | Location::Head));
    let special = line.has(Tag::Emp) || line.has(Tag::SneakAttack);
    match line.dread {
        _ if checked || special || line.poison.is_some() => Vec::new(),
        Some(_) => morale::bands(e, minds::guard(e, blow.target)),
        None => harm::bands(e, bars, wording(e, blow)),
    }
}

/// Rolls the damage with all modifiers, at least 0; `None` if the attack deals none. `bands` are the totals
/// at which the result changes, if nothing else depends on the damage.
pub fn amount(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    bands: Vec<i32>,
) -> Result<Option<i32>, Stop> {
    let Some(dice) = blow.line.damage else { return Ok(None) };
    let added = added(before, blow);
    let thrown = thrown(r, blow, dice, &added, bands)?;
    let sneak = sneak(r, before, blow)?;
    let tally = added.with(reason::SNEAK, sneak);
    let total = thrown.saturating_add(dice.plus).saturating_add(tally.total()).max(0);
    let mut told = Tally::new().with(Reason::BASE, dice.plus);
    told.append(&tally);
    let purpose = Purpose::Damage(blow.at);
    let rolled = Rolled {
        who: Some(blow.who),
        against: Some(blow.target),
        dice: (dice.count > 0).then_some(thrown),
        tally: told,
        ..Rolled::new(purpose, Outcome::Figure)
    };
    let short = total.saturating_sub(rolled.total());
    let mut tally = rolled.tally.clone().with(Reason::MINIMUM, short);
    let changed = harm::landing(r, blow.target, total, Source::Attack(blow.who))?;
    tally.append(&changed);
    r.rolled(Rolled { tally, ..rolled });
    Ok(Some(total.saturating_add(changed.total()).max(0)))
}

fn thrown(
    r: &mut Resolution,
    blow: &Blow,
    dice: DiceExpr,
    added: &Tally,
    bands: Vec<i32>,
) -> Result<i32, Stop> {
    if dice.count == 0 {
        return Ok(0);
    }
    let tally = added.clone().with(Reason::BASE, dice.plus);
    let plus = tally.total();
    let bands = bands.into_iter().map(|bar| bar.saturating_sub(plus)).collect();
    let ask = RollRequest::new(Purpose::Damage(blow.at), dice.count, dice.sides);
    Ok(r.roll(ask.by(blow.who).against(blow.target).adding(tally).bands(bands))?.total())
}

/// Returns the share of rolled damage that reaches one target; logs it if it differs.
pub fn reaching(r: &mut Resolution, blow: &Blow, tally: Tally) -> i32 {
    let figure = Rolled::new(Purpose::Damage(blow.at), Outcome::Figure);
    r.own(Rolled { who: Some(blow.who), against: Some(blow.target), tally, ..figure })
}

/// Reduces damage, not below 0.
pub fn less(damage: Tally, why: Reason, less: i32) -> Tally {
    let most = damage.total();
    damage.with(why, less.min(most).saturating_neg())
}

/// Returns the damage modifiers of scale, weapon wounds and speed (`seconds.melee.damage`,
/// `seconds.item.weapon-wounds`, `seconds.movement.high-speed-damage`).
fn added(e: &Encounter, blow: &Blow) -> Tally {
    let scale = state::scale(e, minds::body_of(e, blow.who));
    let counts = blow.line.scale_damage.unwrap_or(!blow.line.kind.is_ranged());
    let speed = if blow.line.kind.is_ranged() { 0 } else { blow.facts.speed().unwrap_or(0) / 5 };
    let mut added = Tally::new()
        .with(reason::SCALE, if counts { body::PER_SCALE.saturating_mul(scale) } else { 0 })
        .with(reason::WORN_WEAPON, weapon::wounds(e, blow).saturating_neg())
        .with(reason::SPEED, speed);
    if let Some(c) = e.get(blow.who) {
        custom::add(&mut added, c, Stat::Damage);
    }
    added
}

/// Whether it is a sneak attack on a flat-footed or flanked target (`seconds.surprise.sneak-tag`).
pub fn is_sneak_attack(e: &Encounter, blow: &Blow) -> bool {
    let open = |c| defence::is_flanked(c, blow) || defence::is_flat_footed(e, c, blow.who, blow);
    blow.line.has(Tag::SneakAttack) && e.get(blow.target).is_some_and(open)
}

/// Rolls the extra damage of a sneak attack, or returns 0 if it is none.
pub fn sneak(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<i32, Stop> {
    let Ok(skills) = minds::skills(before, blow.who) else { return Ok(0) };
    let dice = skills.techniques.iter().find_map(|technique| match technique {
        Technique::SneakAttack(dice) => Some(*dice),
        _ => None,
    });
    match dice.filter(|_| is_sneak_attack(before, blow)) {
        Some(dice) => r.amount(Purpose::Damage(blow.at), Some(blow.who), dice),
        None => Ok(0),
    }
}

/// Applies simultaneous blows, each judged by the state before them.
pub fn apply(
    r: &mut Resolution,
    before: &Encounter,
    results: Vec<(Scope, LandedBlow)>,
) -> Result<(), Stop> {
    let sequential = COMBO_OVERKILL.is(before, ComboOverkill::Sequential);
    let (mut dying, mut gone): (Vec<CombatantId>, Vec<CombatantId>) = Default::default();
    let mut outcomes = Vec::with_capacity(results.len());
    for (scope, result) in &results {
        let target = result.blow.target;
        if gone.contains(&target) {
            continue;
        }
        let was_dying = dying.contains(&target) || before.has(target, Condition::DYING);
        let injury = r.within(*scope, |r| called::injury(r, before, result, was_dying))?;
        let consequence = wound_by(before, result, injury);
        let grave = consequence == Some(Consequence::Dying);
        if consequence.is_some() && was_dying || grave && state::is_object(before, target) {
            gone.push(target);
        } else if grave && sequential {
            dying.push(target);
        }
        outcomes.push((*scope, result, BlowResult { injury, consequence, was_dying }));
    }
    let mut knocked_out: Vec<(CombatantId, Scope)> = Vec::new();
    for (scope, result, outcome) in outcomes {
        let target = result.blow.target;
        let out = r.within(scope, |r| apply_one(r, before, result, outcome))?;
        if out && !knocked_out.iter().any(|(who, _)| *who == target) {
            knocked_out.push((target, scope));
        }
    }
    // Roll one duration for all the wounds of the instant, unless one of them did worse.
    let sleeps = |e: &Encounter, who| presence::is_alive(e, who) && !e.has(who, Condition::DYING);
    for (who, scope) in knocked_out {
        if sleeps(r.encounter(), who) {
            let now = r.encounter().clock;
            r.within(scope, |r| unconscious::knock_out(r, who, now))?;
        }
    }
    Ok(())
}

/// The result of a blow on the target's body.
struct BlowResult {
    /// The result of the called shot, if it is one.
    injury: Option<Injury>,
    /// The consequence of the wound, or `None` without a wound.
    consequence: Option<Consequence>,
    /// Whether the target was already dying.
    was_dying: bool,
}

/// Returns the consequence of the wound a blow deals to the body, if it deals one (`seconds.damage.wound`).
fn wound_by(before: &Encounter, result: &LandedBlow, injury: Option<Injury>) -> Option<Consequence> {
    let (blow, damage) = (&result.blow, result.damage?);
    let line = &blow.line;
    let at_body = line.dread.is_none() && !line.has(Tag::Emp) && location::thing(before, blow).is_none();
    let wound = || match injury {
        Some(injury) => called::outcome(injury, line.nonlethal),
        None => harm::outcome(landed::judge(before, blow, damage, result.bars), line.nonlethal),
    };
    at_body.then(wound).flatten()
}

/// Applies one blow. Returns whether the target is knocked out.
fn apply_one(
    r: &mut Resolution,
    before: &Encounter,
    result: &LandedBlow,
    outcome: BlowResult,
) -> Result<bool, Stop> {
    let (blow, target) = (&result.blow, result.blow.target);
    if !presence::is_alive(before, target) {
        hit_dead_target(r, result);
        return Ok(false);
    }
    if !presence::is_alive(r.encounter(), target) {
        return Ok(false);
    }
    if let Some(maneuver) = blow.maneuver {
        manoeuvre(r, blow, maneuver);
        return Ok(false);
    }
    let Some(damage) = result.damage else {
        log_effect(r, blow);
        return Ok(false);
    };
    if blow.line.has(Tag::Emp) {
        emp::strike(r, target, damage);
        return Ok(false);
    }
    if let Some(dread) = blow.line.dread {
        let mind = minds::guard(before, target);
        let (will, least) = morale::wills(before, mind);
        morale::damage(r, mind, (damage, will, least), dread, Some(blow.who));
        return Ok(false);
    }
    if let Some(thing) = location::thing(before, blow) {
        called::strike_thing(r, blow, thing, damage, result.bars);
        return Ok(false);
    }
    let (source, by) = (Source::Attack(blow.who), (damage, result.bars.0, result.bars.1));
    let mut knocked_out = false;
    if let Some(consequence) = outcome.consequence {
        knocked_out = harm::wound_at_once(r, target, source, Some(by), consequence, outcome.was_dying);
    } else if outcome.injury.is_none_or(|injury| injury.hurt == Hurt::None) {
        r.tell(|| Told::Withstood(target, by.0, by.1, by.2));
    }
    if let Some(injury) = outcome.injury {
        called::apply_injury(r, target, injury, outcome.consequence.is_some());
    }
    if damage > 0 && presence::is_alive(r.encounter(), target) {
        exposure::from_weapon(r, before, blow)?;
    }
    Ok(knocked_out)
}

/// Wounds a dead or destroyed target at the referee's insistence, without consequences.
fn hit_dead_target(r: &mut Resolution, result: &LandedBlow) {
    let (who, (most, least)) = (result.blow.target, result.bars);
    let Some(damage) = result.damage else { return };
    if landed::judge(r.encounter(), &result.blow, damage, result.bars) != Hurt::None {
        let source = Source::Attack(result.blow.who);
        r.emit(Event::Wounded { who, source, by: Some((damage, most, least)) });
    }
}

/// Logs the effect of a blow without damage, as the stat block states it; the rest is the referee's.
fn log_effect(r: &mut Resolution, blow: &Blow) {
    let (rule, text) = match &blow.special {
        Some(text) => ("seconds.combo.single-substitute", text),
        None => ("seconds.attack.damage-step", blow.line.notes.as_ref().unwrap_or(&blow.line.name)),
    };
    r.tell(|| Told::row(blow.target, rule, text.clone()));
}

/// Applies the default result of a maneuver in place of an attack (`seconds.combo.single-substitute`).
fn manoeuvre(r: &mut Resolution, blow: &Blow, maneuver: Maneuver) {
    let target = blow.target;
    match maneuver {
        Maneuver::Grab => harm::afflict_for_good(r, target, Condition::HELD),
        Maneuver::Trip => super::posture::take(r, target, Some(Condition::PRONE)),
        Maneuver::Disarm => weapon::drop_held(r, target, 1),
    }
}
