//! Attacks in three steps: the attack roll against Target, the defence, the damage. Simultaneous blows are
//! rolled in layers, all judged by the state before them, and applied together.

use super::blow::{self, Blow};
use super::bonus::bonus;
use super::posture::steps_down;
use super::{
    body, condition, cover, damage, defence, harm, location, minds, presence, reason, state, weapon,
};
use crate::rules::model::command::{Light, Shelter};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// Target bonus of being unseen (`seconds.situation.invisible`).
const INVISIBLE: i32 = 4;

/// The result of an attack roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// It misses.
    Miss,
    /// It would hit.
    Hit,
    /// It hits the target's cover.
    Cover,
}

/// The result of an attack die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thrown {
    /// It reaches Target.
    pub hit: bool,
    /// The weapon jams, so the shot fails.
    pub jams: bool,
    /// How far it falls short of Target, or 0.
    pub short: i32,
}

/// Returns the blow of the act, or of one of its parts; `None` without such an attack or a target.
pub fn blow(e: &Encounter, act: &Act, part: usize) -> Option<Blow> {
    let own = act.parts.get(part);
    let at = own.and_then(|part| part.with).or(act.with).unwrap_or(0);
    let target = own.and_then(|part| part.at).or(act.target())?;
    let mut facts = act.facts.clone();
    for fact in own.into_iter().flat_map(|part| &part.facts.0) {
        facts.set(fact.clone());
    }
    let maneuver = facts.maneuver();
    let line = weapon::wielded(e, act.who, at, &facts)?;
    Some(Blow { who: act.who, at, line, target, facts, maneuver, special: None })
}

/// Notes on a shot with an effect delay whether it is aimed now (`seconds.time.effect-delay`,
/// `seconds.missile.aim`).
pub fn note_aim(e: &Encounter, shot: &mut Blow) {
    let aimed = e.get(shot.who).is_some_and(|c| blow::is_aimed(c, shot));
    shot.facts.set(Fact::Loosed(aimed));
}

/// Makes an unaware target flat-footed (`seconds.surprise.flat-footed`).
pub fn surprise(r: &mut Resolution, blow: &Blow) {
    if blow.facts.has(&Fact::Unaware) {
        harm::make_flat_footed(r, blow.target, blow.who);
    }
}

/// Resolves simultaneous blows: all attack rolls, then all defences, then all damage, each in order. Blows at
/// targets no longer present are dropped.
pub fn exchange(r: &mut Resolution, blows: &[Blow]) -> Result<(), Stop> {
    blows.iter().for_each(|blow| surprise(r, blow));
    let before = r.encounter().clone();
    let there = |blow: &&Blow| presence::is_alive(&before, blow.target) || blow.facts.has(&Fact::Insist);
    let blows: Vec<(Scope, &Blow)> =
        blows.iter().filter(there).map(|blow| (blow.scope(r), blow)).collect();
    let mut aims = Vec::with_capacity(blows.len());
    for (scope, blow) in &blows {
        aims.push(r.within(*scope, |r| roll(r, &before, blow))?);
    }
    let mut through = Vec::new();
    for ((scope, blow), aim) in blows.into_iter().zip(aims) {
        match aim {
            Aim::Miss => {}
            Aim::Hit if r.within(scope, |r| defence::fends_off(r, &before, blow))? => {}
            Aim::Hit | Aim::Cover => through.push((scope, blow, aim)),
        }
    }
    let mut results = Vec::new();
    for (scope, blow, aim) in through {
        let result = r.within(scope, |r| match aim {
            Aim::Cover => cover::strike(r, &before, blow),
            _ => damage::roll(r, &before, blow).map(Some),
        })?;
        results.extend(result.map(|result| (scope, result)));
    }
    damage::apply(r, &before, results)
}

/// Makes the attack roll (`seconds.attack.roll`): d6 + bonus - scale + X against Target.
fn roll(r: &mut Resolution, before: &Encounter, blow: &Blow) -> Result<Aim, Stop> {
    if let Some(outcome) = foregone(before, blow) {
        let told = Rolled::new(Purpose::Attack(blow.at), outcome);
        let told = Rolled { who: Some(blow.who), against: Some(blow.target), ..told };
        r.rolled(told);
        weapon::used(r, blow, None);
        return Ok(if outcome == Outcome::Always { Aim::Hit } else { Aim::Miss });
    }
    let needing = target(before, blow);
    let edge = cover::edge(before, &needing);
    let thrown = throw(r, before, blow, Some(blow.target), needing)?;
    Ok(match thrown.hit {
        true => Aim::Hit,
        false if !thrown.jams && (1..=edge).contains(&thrown.short) => Aim::Cover,
        false => Aim::Miss,
    })
}

/// Rolls the attack die, against a target or a square, and uses up ammunition and aim.
pub fn throw(
    r: &mut Resolution,
    before: &Encounter,
    blow: &Blow,
    against: Option<CombatantId>,
    needing: Tally,
) -> Result<Thrown, Stop> {
    let (purpose, tally): (_, Tally) = (Purpose::Attack(blow.at), bonus(before, blow));
    let need = needing.total().saturating_sub(tally.total());
    let mut ask = RollRequest::new(purpose, 1, 6).by(blow.who).adding(tally).at_least(need);
    ask.against = against;
    // The roll has further thresholds: a wounded firearm jams on a 1, and a narrow miss hits the cover.
    let edge = Some(cover::edge(before, &needing)).filter(|edge| *edge > 0);
    ask.bands.extend(weapon::jams(before, blow, 1).then_some(2));
    ask.bands.extend(edge.map(|edge| need.saturating_sub(edge)));
    ask.bands.sort_unstable();
    ask.bands.dedup();
    let rolled = r.throw(ask)?;
    let dice = rolled.dice.unwrap_or_default();
    let jams = weapon::jams(before, blow, dice);
    let short = needing.total().saturating_sub(rolled.total());
    let hit = short <= 0 && !jams;
    let outcome = match (hit, jams) {
        (true, _) => Outcome::Success,
        (false, true) => Outcome::Never,
        (false, false) => Outcome::Failure,
    };
    r.rolled(Rolled { outcome, need: Some(needing.total()), needing, ..rolled });
    weapon::used(r, blow, Some(dice));
    Ok(Thrown { hit, jams, short: short.max(0) })
}

/// Returns the outcome if no die is needed: the wrong square misses (`seconds.situation.invisible`), and
/// melee attacks on the helpless hit (`seconds.condition.helpless`).
fn foregone(e: &Encounter, blow: &Blow) -> Option<Outcome> {
    let melee = !blow.line.kind.is_ranged();
    let helpless = melee && e.get(blow.target).is_some_and(|c| state::is_helpless(e, c));
    if blow.facts.has(&Fact::WrongPlace) {
        Some(Outcome::Never)
    } else {
        helpless.then_some(Outcome::Always)
    }
}

/// Whether the blow must fail: even a 6 misses target and cover, or the best defence succeeds even on a 1.
pub fn is_vain(e: &Encounter, blow: &Blow) -> bool {
    match foregone(e, blow) {
        Some(outcome) => outcome == Outcome::Never,
        None => {
            let needing = target(e, blow);
            let short = needing.total().saturating_sub(bonus::<Sum>(e, blow).total().saturating_add(6));
            short > cover::edge(e, &needing) || defence::is_sure(e, blow)
        }
    }
}

/// Returns the target's Target score against this blow (`seconds.attack.target-score`).
pub fn target(e: &Encounter, blow: &Blow) -> Tally {
    let (Some(c), Ok(stats)) = (e.get(blow.target), e.wounds(blow.target)) else { return Tally::new() };
    let ranged = blow.line.kind.is_ranged();
    let shelter = cover::behind(e, blow.target, &blow.facts);
    let mut tally = location::item_target(e, blow).unwrap_or_else(|| body::target_of(stats.scale));
    if shelter != Shelter::Total {
        tally.add(Reason::COVER, shelter.step());
    }
    let (reason, hidden) = unseen(e, c, blow, shelter);
    tally.add(reason, hidden);
    if shelter == Shelter::Open {
        tally.add(reason::POSTURE, posture(c, ranged));
    }
    tally.add(reason::SPEED, c.effect(condition::SPEEDING).map_or(0, |effect| effect.value));
    custom::add(&mut tally, c, Stat::Armour);
    let called = blow.called().and_then(location::row).map_or(0, |row| row.target);
    tally.with(reason::CALLED_SHOT, called)
}

/// Returns the Target modifier of posture: crouching and prone raise it against ranged attacks and lower it
/// against melee (`seconds.movement.posture-target`).
fn posture(c: &Combatant, ranged: bool) -> i32 {
    if ranged { steps_down(c) } else { -steps_down(c) }
}

/// Returns the Target modifier of invisibility or concealment (`seconds.situation.invisible`,
/// `seconds.situation.lighting`).
fn unseen(e: &Encounter, c: &Combatant, blow: &Blow, shelter: Shelter) -> (Reason, i32) {
    let light = blow.facts.light().unwrap_or(Light::Clear);
    let blind = e.has(minds::body_of(e, blow.who), Condition::BLIND);
    let invisible = state::has_toward(c, condition::INVISIBLE, blow.who);
    if invisible || blind || light == Light::Dark || blow.facts.has(&Fact::Unseen) {
        (reason::INVISIBLE, INVISIBLE)
    } else if shelter == Shelter::Total {
        (Reason::COVER, INVISIBLE)
    } else if c.has(condition::CONCEALED) || light == Light::Hazy {
        (reason::CONCEALMENT, 1)
    } else {
        (reason::CONCEALMENT, 0)
    }
}
