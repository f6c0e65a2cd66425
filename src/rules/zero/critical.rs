//! Critical hits and special attacks.

use super::asset::tables;
use super::blow::{Blow, Hit};
use super::harm;
use super::hold::{NEW, holds};
use super::options::{CRIT_EFFECT, CritEffect, SPECIAL_AND_CRIT};
use super::state::rounds_on;
use super::{condition, figures, hold, mass, melee, saving, state};
use crate::rules::model::block::d20::Save;
use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;

/// What a critical hit adds to a blow (`zero.critical.effect`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Critical {
    /// Damage multiplier; 1 for none.
    pub times: i32,
    /// Whether the maximum of the dice is added to the roll.
    pub most: bool,
}

/// Whether a hit has the critical effect; a special takes its place (`zero.attack.special-on-natural`, R7).
fn counts(e: &Encounter, blow: &Blow, hit: Hit) -> bool {
    let special = blow.special(hit).is_some() && !SPECIAL_AND_CRIT.is_on(e);
    hit.is_critical() && !special && !mass::is_massed(e, blow)
}

/// Returns the critical effect of a hit, if any; the table rolls a die of its own after the damage dice (section 2.5).
pub fn of(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<Option<Critical>, Stop> {
    if !counts(r.encounter(), blow, hit) {
        return Ok(None);
    }
    let critical = match CRIT_EFFECT.of(r.encounter()) {
        CritEffect::Double => Critical { times: 2, most: false },
        CritEffect::MaxPlusRoll => Critical { times: 1, most: true },
        CritEffect::Table => return r.under(|| Why::Table(Purpose::Critical), |r| by_table(r, blow)),
        CritEffect::None => return Ok(None),
    };
    r.tell(|| Told::row(blow.target, "zero.critical.hit", "critical hit"));
    Ok(Some(critical))
}

fn by_table(r: &mut Resolution, blow: &Blow) -> Result<Option<Critical>, Stop> {
    let face = r.figure(RollRequest::new(Purpose::Critical, 1, 6).by(blow.who).against(blow.target))?;
    let Some(row) = tables().critical.result(face) else { return Ok(None) };
    let saved = row.save && saving::save(r, blow.target, Save::Paralysis, 0)?;
    if let Some(condition) = row.brings.filter(|_| !saved) {
        bring(r, blow, condition, row.rounds);
    }
    Ok(Some(Critical { times: row.times, most: false }))
}

/// Applies a condition to the target, at the time of the blow's other consequences.
fn bring(r: &mut Resolution, blow: &Blow, condition: Condition, rounds: Option<u32>) {
    let effect = match (condition, rounds) {
        (condition::DISARMED, _) => dropped(r, blow.target),
        (_, Some(rounds)) => Some(rounds_on(r, condition, rounds)),
        (_, None) => Some(r.effect(condition, None)),
    };
    if let Some(effect) = effect {
        inflict(r, blow.who, blow.target, effect, blow.timing());
    }
}

/// Returns the effect of dropping the weapon in use; `None` for natural weapons.
pub fn dropped(r: &Resolution, who: CombatantId) -> Option<Effect> {
    let e = r.encounter();
    let c = e.get(who)?;
    let (nth, line) = state::weapon_in_use(e, c)?;
    let held = figures::is_held(e.d20(who).ok()?, line);
    held.then(|| Effect { value: nth.into(), ..r.effect(condition::DISARMED, None) })
}

/// Applies the condition of a special attack (`zero.attack.special-on-natural`).
pub fn special(r: &mut Resolution, blow: &Blow, hit: Hit) {
    if let Some(special) = blow.special(hit)
        && let Some(condition) = special.inflicts
    {
        bring(r, blow, condition, special.rounds);
    }
}

/// Applies the condition of a special attack: pinned or struggling gets a holder, grappling a contest, swallowed its
/// swallower (`zero.attack.special-on-natural`).
fn inflict(r: &mut Resolution, by: CombatantId, whom: CombatantId, effect: Effect, timing: Timing) {
    let e = r.encounter();
    let value = e.round_number();
    if effect.condition == condition::SWALLOWED {
        return harm::afflict(r, whom, Effect { toward: Some(by), value, ..effect }, timing);
    }
    let grapples = effect.condition == Condition::GRAPPLING;
    if !grapples && !hold::is_grip(effect.condition.id) {
        return harm::afflict(r, whom, effect, timing);
    }
    let waits = |who: CombatantId, condition: Condition| {
        e.pending.iter().any(|event| match event {
            Event::Afflicted(one, effect) => *one == who && effect.condition == condition,
            _ => false,
        })
    };
    let has = |who: CombatantId, condition: Condition| e.has(who, condition) || waits(who, condition);
    let held = e.get(by).is_some_and(|c| holds(c, whom)) || waits(by, Condition::GRAPPLING);
    let gripped = has(whom, condition::PINNED) || (!grapples && has(whom, effect.condition.id));
    melee::engage(r, by, whom);
    if !gripped && !grapples {
        harm::afflict(r, whom, Effect { value, ..effect }, timing);
    }
    if !held {
        let value = if grapples && !gripped { NEW } else { 0 };
        let hold = Effect { value, toward: Some(whom), ..r.effect(Condition::GRAPPLING, None) };
        harm::afflict(r, by, hold, timing);
    }
}
