//! Which body a mind acts with, and whose skills a body uses.

use super::{condition, counter, presence};
use crate::rules::model::block::wounds::Body;
use crate::rules::ruleset::prelude::*;
use std::borrow::Cow;

/// The body a mind acts with: the one it possesses, or its own.
#[inline]
pub fn body_of(e: &Encounter, mind: CombatantId) -> CombatantId {
    e.get(mind).and_then(|c| c.toward(condition::POSSESSING)).unwrap_or(mind)
}

/// Returns the minds in a body: its own first, then its possessors in the order of their arrival.
pub fn inside(e: &Encounter, body: CombatantId) -> Vec<CombatantId> {
    let mut minds = vec![body];
    let Some(c) = e.get(body) else { return minds };
    for mind in c.effects_of(condition::POSSESSED).filter_map(|effect| effect.toward) {
        let there = mind != body && body_of(e, mind) == body && presence::is_alive(e, mind);
        if there && !minds.contains(&mind) {
            minds.push(mind);
        }
    }
    minds
}

/// Returns the other minds in the body of this one.
pub fn others(e: &Encounter, mind: CombatantId) -> Vec<CombatantId> {
    let mut minds = inside(e, body_of(e, mind));
    minds.retain(|other| *other != mind);
    minds
}

/// Whether several minds share the body.
pub fn is_shared(e: &Encounter, body: CombatantId) -> bool {
    e.has(body, condition::POSSESSED) && inside(e, body).len() > 1
}

/// Whether the mind is Broken.
pub fn is_broken(e: &Encounter, mind: CombatantId) -> bool {
    e.has(mind, Condition::BROKEN)
}

/// Whether every mind in the body is Broken (`seconds.possession.broken-mind`).
pub fn are_all_broken(e: &Encounter, body: CombatantId) -> bool {
    inside(e, body).iter().all(|mind| is_broken(e, *mind))
}

/// Returns the minds in the same body with which this one cooperates, both being unbroken
/// (`seconds.possession.cooperate`).
#[inline]
pub fn partners(e: &Encounter, mind: CombatantId) -> Vec<CombatantId> {
    let helps = e.get(mind).is_some_and(|c| c.has(condition::COOPERATING));
    if !helps || is_broken(e, mind) {
        return Vec::new();
    }
    let mut minds = others(e, mind);
    minds.retain(|other| !is_broken(e, *other) && cooperate(e, mind, *other));
    minds
}

/// Whether each has agreed to cooperate with the other.
pub fn cooperate(e: &Encounter, one: CombatantId, other: CombatantId) -> bool {
    helps(e, one, other) && helps(e, other, one)
}

/// Whether the mind has agreed to cooperate with the other.
pub fn helps(e: &Encounter, mind: CombatantId, whom: CombatantId) -> bool {
    e.get(mind).is_some_and(|c| c.has_toward(condition::COOPERATING, whom))
}

/// Returns the skills, techniques and combos a mind acts with: its own, pooled with those of the minds it
/// cooperates with (`seconds.possession.abilities`, `seconds.possession.cooperate`).
///
/// # Errors
/// As [`Encounter::wounds`].
#[inline]
pub fn skills(e: &Encounter, mind: CombatantId) -> Result<Cow<'_, Body>, RuleError> {
    let mut own = Cow::Borrowed(e.wounds(mind)?);
    for partner in partners(e, mind) {
        pool(own.to_mut(), e.wounds(partner)?);
    }
    Ok(own)
}

/// Returns the mind that defends a body: the one that last acted with it or, before any acted, the latest
/// possessor; never a Broken mind while another is not (`seconds.possession.abilities`).
#[inline]
pub fn guard(e: &Encounter, body: CombatantId) -> CombatantId {
    if !e.get(body).is_some_and(|c| c.has(condition::POSSESSED)) {
        return body;
    }
    let minds = inside(e, body);
    let whole: Vec<CombatantId> = minds.iter().copied().filter(|mind| !is_broken(e, *mind)).collect();
    let fit = if whole.is_empty() { &minds } else { &whole };
    let last = fit.iter().find(|mind| acted_last(e, body, **mind));
    last.or(fit.last()).copied().unwrap_or(body)
}

fn acted_last(e: &Encounter, body: CombatantId, mind: CombatantId) -> bool {
    e.get(body).is_some_and(|c| c.count(counter::LAST_MIND) == mark(mind))
}

/// Returns the value of the last-mind counter for a mind; 0 means none.
pub fn mark(mind: CombatantId) -> i32 {
    i32::try_from(mind.0).unwrap_or(i32::MAX).saturating_add(1)
}

/// Pools the abilities of two minds into `own`: the better of both in skills and mental scores, and the techniques
/// and combos of both (`seconds.possession.cooperate`).
fn pool(own: &mut Body, other: &Body) {
    let better = |own: &mut i32, other: i32| *own = (*own).max(other);
    better(&mut own.int, other.int);
    better(&mut own.spirit, other.spirit);
    better(&mut own.weapon_skill, other.weapon_skill);
    better(&mut own.ranged_skill, other.ranged_skill);
    better(&mut own.magic_skill, other.magic_skill);
    better(&mut own.fortitude, other.fortitude);
    better(&mut own.perception, other.perception);
    better(&mut own.stealth, other.stealth);
    better(&mut own.wrestle, other.wrestle);
    better(&mut own.athletics, other.athletics);
    better(&mut own.acrobatics, other.acrobatics);
    better(&mut own.ride, other.ride);
    better(&mut own.medicine, other.medicine);
    better(&mut own.combo_rating, other.combo_rating);
    own.dodge = own.dodge.max(other.dodge);
    own.block = own.block.max(other.block);
    own.parry = own.parry.max(other.parry);
    own.possession = own.possession.max(other.possession);
    own.weapon_ranks = own.weapon_ranks.max(other.weapon_ranks);
    own.ranged_ranks = own.ranged_ranks.max(other.ranged_ranks);
    own.extra_attacks = own.extra_attacks.max(other.extra_attacks);
    own.combos.extend(other.combos.iter().cloned());
    for technique in &other.techniques {
        if !own.knows(technique) {
            own.techniques.push(technique.clone());
        }
    }
}
