//! Combatants put out of action: unconsciousness, and waking.

use super::options::UNCONSCIOUS_PRONE;
use super::{checks, clock, condition, presence, slot};
use crate::rules::model::moment::{HOUR, Moment, Second, TIMED, When};
use crate::rules::ruleset::prelude::*;

/// Ends its action in progress, aim and held turn, because it cannot act (`seconds.time.consecutive`,
/// `seconds.initiative.interrupt`).
pub fn interrupt(r: &mut Resolution, who: CombatantId) {
    clock::lose_action(r, who);
    r.relieve(who, condition::AIMING);
    clock::forfeit_held_turn(r, who);
}

/// Puts it out of action, but alive.
pub fn go_down(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_some_and(|c| c.standing == Standing::Up) {
        r.emit(Event::Stood(who, Standing::Down));
    }
    interrupt(r, who);
    if UNCONSCIOUS_PRONE.is_on(r.encounter()) {
        super::posture::take(r, who, Some(Condition::PRONE));
    }
}

/// Makes it unconscious until the given time and for as long as any earlier cause; without a time, until
/// lifted.
fn fall_unconscious(r: &mut Resolution, who: CombatantId, until: Option<When>) {
    r.begin(who, Condition::UNCONSCIOUS, until);
    go_down(r, who);
}

/// Makes it unconscious from that second on for 1d4 hours per wound, at least one die
/// (`seconds.condition.unconscious`).
pub fn knock_out(r: &mut Resolution, who: CombatantId, now: Second) -> Result<(), Stop> {
    let wounds = r.encounter().get(who).map_or(1, |c| c.vitals.wounds());
    let dice = u8::try_from(wounds.clamp(1, 100)).unwrap_or(1);
    let hours = checks::duration(r, who, DiceExpr::new(dice, 4, 0))?;
    let seconds = Second::try_from(hours).unwrap_or(1).saturating_mul(HOUR);
    let until = Moment::Clock(now.saturating_add(seconds)).at(TIMED);
    fall_unconscious(r, who, Some(until));
    Ok(())
}

fn is_senseless(c: &Combatant) -> bool {
    [Condition::DYING, Condition::ASLEEP, condition::SOUL_COMA].iter().any(|deep| c.has(*deep))
}

/// Wakes it after sleep or unconsciousness unless another condition keeps it unconscious: it is up again, but
/// flat-footed for a round (`seconds.condition.unconscious`, `seconds.condition.sleeping`,
/// `seconds.condition.flat-footed`). It also wakes if another condition keeps it from acting.
pub fn wake(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_none_or(|c| c.has(Condition::UNCONSCIOUS)) {
        return;
    }
    r.relieve(who, condition::STABLE);
    let Some(c) = r.encounter().get(who).filter(|c| presence::is_here(c) && !is_senseless(c)) else {
        return;
    };
    if c.standing == Standing::Down {
        r.emit(Event::Stood(who, Standing::Up));
    }
    let until = slot::until_next_slot(r.encounter(), who);
    r.begin(who, condition::FLAT_FOOTED, Some(until));
}

/// Handles an effect that has lapsed.
pub fn lapsed(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    if matches!(effect.condition.id, Condition::UNCONSCIOUS | Condition::ASLEEP) {
        wake(r, who);
    }
}
