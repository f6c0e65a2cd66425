//! What waits until combatants tied for initiative have all acted.

use super::{condition, harm, strike};
use crate::rules::ruleset::prelude::*;
use std::collections::BTreeMap;

/// Applies what was deferred, once those who tied have all acted: deaths, saves at 0 hit points, conditions. A victim
/// whose slayer cleaves, or which is to cleave itself, saves before either cleave and falls after both.
pub fn commit(r: &mut Resolution) -> Result<(), Stop> {
    r.under(|| Why::Outcome, apply_pending)
}

fn apply_pending(r: &mut Resolution) -> Result<(), Stop> {
    let pending = r.encounter().pending.clone();
    if pending.is_empty() {
        return Ok(());
    }
    r.emit(Event::Committed);
    let mut fates: BTreeMap<CombatantId, Option<u32>> = BTreeMap::new();
    for event in in_turn(&pending) {
        match event {
            Event::Stood(who, Standing::Dead) => harm::die(r, *who),
            Event::Afflicted(who, _) if harm::is_killed(&pending, *who) => {}
            Event::Afflicted(who, effect)
                if [condition::AT_ZERO, condition::CLEAVED].contains(&effect.condition.id) =>
            {
                let at_zero = is_at_zero(r.encounter(), *who);
                if at_zero && !fates.contains_key(who) {
                    fates.insert(*who, harm::fate(r, *who)?);
                }
                match (effect.condition.id, fates.get(who).copied()) {
                    (condition::AT_ZERO, Some(clock)) if at_zero => {
                        r.under(|| Why::Target(*who), |r| harm::apply_fate(r, *who, clock));
                    }
                    (condition::CLEAVED, Some(None)) => strike::cleave_at_last(r, *who, effect)?,
                    _ => {}
                }
            }
            Event::Afflicted(who, effect) => begin_deferred(r, *who, effect)?,
            event => r.emit(event.clone()),
        }
    }
    Ok(())
}

/// Whether `who` is alive without hit points.
fn is_at_zero(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(|c| c.standing != Standing::Dead && c.vitals.hp() <= 0)
}

/// Sorts deferred events: first those who fall, then cleaves, then the fall of those who cleave (`house.class.cleave`).
fn in_turn(pending: &[Event]) -> Vec<&Event> {
    let slayer = |event: &Event| match event {
        Event::Afflicted(_, mark) if mark.condition == condition::CLEAVED => mark.toward,
        _ => None,
    };
    let slayers: Vec<CombatantId> = pending.iter().filter_map(slayer).collect();
    let mut events: Vec<&Event> = pending.iter().collect();
    events.sort_by_key(|event| match event {
        _ if slayer(event).is_some() => 1,
        Event::Afflicted(who, _) | Event::Stood(who, _) if slayers.contains(who) => 2,
        _ => 0,
    });
    events
}

/// Applies a deferred condition to a combatant that lives.
fn begin_deferred(r: &mut Resolution, who: CombatantId, effect: &Effect) -> Result<(), Stop> {
    let e = r.encounter();
    let turns = |turner| e.has(turner, condition::TURNING);
    match effect.condition.id {
        // The cleric was interrupted before the undead fled.
        Condition::TURNED if !effect.toward.is_some_and(turns) => Ok(()),
        _ => harm::inflict(r, who, effect.clone()),
    }
}
