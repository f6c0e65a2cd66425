//! Fatigue: running, exertion and rest.

use super::options::RUN_NO_CON;
use super::state;
use crate::rules::d20::movement::moved;
use crate::rules::model::block::d20::Ability;
use crate::rules::ruleset::prelude::*;

/// Rounds of rest that end fatigue: three turns (`countdown.movement.fatigue`).
const REST: u32 = 180;

/// Rounds it can run in all: three times its Constitution (`countdown.movement.run`).
fn wind(e: &Encounter, who: CombatantId) -> i32 {
    let score = e.d20(who).ok().and_then(|d20| d20.block.abilities.score(Ability::Con));
    score.map_or_else(|| RUN_NO_CON.of(e), |con| 3 * i32::from(con))
}

/// Counts a round of running or charging, if it moved at all, until it has rested; once all its rounds are used up it
/// is fatigued (`countdown.movement.fatigue`).
pub fn has_run(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let Some(c) = e.get(who).filter(|c| moved(c) > 0) else { return };
    let until = Some(state::after(e, REST));
    let winded = match c.effect(Condition::WINDED) {
        Some(old) => Effect { value: old.value.saturating_add(1), until, ..old.clone() },
        None => Effect { value: 1, ..r.effect(Condition::WINDED, until) },
    };
    let tired = winded.value >= wind(e, who) && !c.has(Condition::EXHAUSTED);
    r.afflict(who, winded);
    if tired {
        r.begin(who, Condition::EXHAUSTED, None);
    }
}

/// Runs the deed and counts it as exertion (`countdown.movement.fatigue`).
pub fn exerting(
    r: &mut Resolution,
    act: &Act,
    run: fn(&mut Resolution, &Act) -> Result<(), Stop>,
) -> Result<(), Stop> {
    run(r, act)?;
    exert(r, act.who);
    Ok(())
}

/// Restarts the rest of a combatant that moves, attacks or casts.
pub fn exert(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let until = Some(state::after(e, REST));
    let winded = e.get(who).and_then(|c| c.effect(Condition::WINDED)).cloned();
    if let Some(winded) = winded.filter(|winded| winded.until != until) {
        r.afflict(who, Effect { until, ..winded });
    }
}

/// After a command, uses up the running rounds of those the referee made fatigued, so that they recover by rest like
/// others.
pub fn heed_fatigue(r: &mut Resolution) {
    for who in r.began(Condition::EXHAUSTED) {
        let e = r.encounter();
        if !e.has(who, Condition::WINDED) {
            let (value, until) = (wind(e, who), Some(state::after(e, REST)));
            let winded = Effect { value, ..r.effect(Condition::WINDED, until) };
            r.afflict(who, winded);
        }
    }
}
