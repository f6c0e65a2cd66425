//! Holds: who holds whom, and how a hold ends.

use super::{condition, state};
use crate::rules::d20::harm as kit;
use crate::rules::engine::resolution::Change;
use crate::rules::ruleset::prelude::*;

/// Conditions of a held combatant.
const GRIPS: [Condition; 2] = [condition::PINNED, condition::STRUGGLING];

/// Value of a hold whose contest is still to be rolled; afterwards it is 0.
pub const NEW: i32 = 1;

pub fn is_grip(condition: Condition) -> bool {
    GRIPS.contains(&condition)
}

/// Returns all holds: the holder, the combatant held, and the effect.
pub fn all_holds(e: &Encounter) -> impl Iterator<Item = (&Combatant, CombatantId, &Effect)> {
    e.effects_of(Condition::GRAPPLING).filter_map(|(one, hold)| Some((one, hold.toward?, hold)))
}

/// Whether `one` has hold of `held`.
pub fn holds(one: &Combatant, held: CombatantId) -> bool {
    one.has_toward(Condition::GRAPPLING, held)
}

/// Returns the holders of a combatant, in roster order.
pub fn holders(e: &Encounter, held: CombatantId) -> impl Iterator<Item = &Combatant> {
    e.all().filter(move |one| holds(one, held))
}

/// Whether an opponent holds it, even if the contest is still to come.
pub fn is_held(e: &Encounter, c: &Combatant) -> bool {
    holders(e, c.id).any(state::is_able)
}

/// Ends one hold; a combatant without other holders is free.
pub fn end_hold(r: &mut Resolution, holder: CombatantId, held: CombatantId) {
    r.relieve_toward(holder, Condition::GRAPPLING, held);
    if holders(r.encounter(), held).next().is_none() {
        GRIPS.into_iter().for_each(|grip| r.relieve(held, grip));
    }
}

/// Ends holds whose holder or target is out or that are apart; when one side of a hold is removed, the other goes with
/// it (`zero.condition.pinned`, `zero.condition.struggling`). Frees the swallowed from dead creatures
/// (`zero.condition.swallowed`).
pub fn release_lost_holds(r: &mut Resolution) {
    let e = r.encounter();
    let lost = all_holds(e).filter(|(one, held, hold)| is_lost(r, one, *held, hold));
    let lost: Vec<(CombatantId, CombatantId)> = lost.map(|(one, held, _)| (one.id, held)).collect();
    lost.into_iter().for_each(|(one, held)| end_hold(r, one, held));
    let e = r.encounter();
    let dead = |by: CombatantId| !kit::is_alive(e, by);
    let over = |c: &Combatant, effect: &Effect| match effect.condition.id {
        condition::SWALLOWED => effect.toward.is_some_and(dead),
        grip => is_grip(grip) && effect.value > 0 && holders(e, c.id).next().is_none(),
    };
    let may_be = |c: &&Combatant| {
        c.effects.may_be(condition::SWALLOWED) || GRIPS.iter().any(|grip| c.effects.may_be(*grip))
    };
    let of = |c: &Combatant| {
        let over = c.effects.iter().filter(|effect| over(c, effect));
        over.map(|effect| Event::relieved(c.id, effect, false)).collect::<Vec<_>>()
    };
    let over: Vec<Event> = e.all().filter(may_be).flat_map(of).collect();
    over.into_iter().for_each(|event| r.emit(event));
}

/// Whether a hold is over: the holder is not able, the held is out, apart or no foe, or its condition was removed.
fn is_lost(r: &Resolution, one: &Combatant, held: CombatantId, hold: &Effect) -> bool {
    let e = r.encounter();
    let Some(other) = e.get(held).filter(|other| other.is_up()) else { return true };
    let grips = GRIPS.into_iter().any(|grip| other.has(grip));
    let lifted =
        |change: &Change| matches!(change, Change::Ended(who, grip) if *who == held && is_grip(*grip));
    let apart = one.side == other.side || !e.engaged(one.id, held);
    !state::is_able(one) || apart || (hold.value != NEW && !grips && r.changes().iter().any(lifted))
}
