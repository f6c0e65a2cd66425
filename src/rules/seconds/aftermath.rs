//! Automatic consequences of a command: those who can no longer act lose their action, those who recover
//! wake, and dependent effects end with their cause. Also those of the end of a fight.

use super::{
    clock, condition, dying, harm, minds, morale, mount, poison, possession, posture, senses, state,
    unconscious,
};
use crate::rules::engine::resolution::Change;
use crate::rules::ruleset::prelude::*;

/// Conditions whose end wakes the bearer.
const SLEEP: [Condition; 4] =
    [Condition::DYING, condition::STABLE, Condition::UNCONSCIOUS, Condition::ASLEEP];

/// Applies the consequences to every combatant the command changed.
pub fn follow(r: &mut Resolution) {
    let panicked = morale::panicked(r.changes());
    posture::follow(r);
    senses::follow(r);
    dying::follow(r);
    harm::follow(r);
    morale::follow(r);
    possession::follow(r);
    mount::follow(r);
    for who in touched(r.changes()) {
        for mind in minds::inside(r.encounter(), who) {
            stop(r, mind);
        }
        if r.encounter().has(who, Condition::STUNNED) {
            clock::interrupt_stunned(r, who);
        }
        dying::judge(r, who);
        // Effects that depend on one that is gone end too.
        r.relieve_where(who, |c, effect| effect.with.is_some_and(|with| c.effect_by_id(with).is_none()));
    }
    for who in roused(r.changes()) {
        unconscious::wake(r, who);
    }
    for who in stood(r.changes(), Standing::Up) {
        dying::end_dying(r, who);
        poison::resume(r, who);
    }
    for who in stood(r.changes(), Standing::Dead) {
        dying::end_dying(r, who);
        poison::died(r, who);
    }
    for who in panicked {
        clock::lose_action(r, who);
    }
}

/// Interrupts a combatant that can no longer act.
fn stop(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let busy = c.ongoing.is_some() || c.has(condition::AIMING) || c.has(Condition::HOLDING);
    if busy && !state::can_act(e, c) {
        unconscious::interrupt(r, who);
    }
}

/// Returns those whose sleep was ended early, by a noise or by the referee.
fn roused(changes: &[Change]) -> Vec<CombatantId> {
    each(changes, |change| match change {
        Change::Ended(who, condition) if SLEEP.contains(condition) => Some(*who),
        _ => None,
    })
}

/// Returns those whose standing changed to the given one.
fn stood(changes: &[Change], standing: Standing) -> Vec<CombatantId> {
    each(changes, |change| match change {
        Change::Stood(who, now) if *now == standing => Some(*who),
        _ => None,
    })
}

/// Returns the combatants selected from the changes, each once.
fn each(changes: &[Change], about: impl Fn(&Change) -> Option<CombatantId>) -> Vec<CombatantId> {
    let mut who: Vec<CombatantId> = changes.iter().filter_map(about).collect();
    who.sort_unstable();
    who.dedup();
    who
}

fn touched(changes: &[Change]) -> Vec<CombatantId> {
    each(changes, |change| match change {
        Change::Began(who, _)
        | Change::Ended(who, _)
        | Change::Stood(who, _)
        | Change::Hurt(who)
        | Change::HpSet(who)
        | Change::Healed(who)
        | Change::Reshaped(who, _) => Some(*who),
        Change::Turned(..) | Change::Freed(..) | Change::Committed | Change::Rolled(..) => None,
    })
}

/// Handles the end of the fight: injuries without a wound end, dying and poisons continue by the clock, and experience
/// is awarded.
pub fn ended(r: &mut Resolution) {
    // A hand or wing hurt without a wound (`seconds.healing.limb`).
    let limbs = [condition::HAND_HURT, condition::WING_HURT];
    for who in r.encounter().those(|_| true) {
        r.relieve_where(who, |_, effect| limbs.contains(&effect.condition.id) && effect.value <= 1);
    }
    let now = r.encounter().clock;
    for who in r.encounter().those(|c| c.has(Condition::DYING)) {
        dying::check_by_clock(r, who, now);
    }
    poison::check_by_clock(r);
    super::experience::earn(r);
}
