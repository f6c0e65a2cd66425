//! Interrupts: who may attack a combatant that turns its back or fumbles. They take effect at once.

use super::asset::about;
use super::{gear, state};
use crate::rules::d20::interrupt::one_of;
use crate::rules::d20::leave;
use crate::rules::model::block::d20::Tag;
use crate::rules::ruleset::prelude::*;

/// Attack lines with which it could strike out of turn: ready or natural weapons, not bare fists.
pub fn lines(e: &Encounter, c: &Combatant, tag: Option<Tag>) -> Vec<u8> {
    let free = state::may_attack(e, c) && !c.has(Condition::HELD);
    match e.d20(c.id) {
        Ok(d20) if free => gear::ready_lines(c, d20, tag).collect(),
        _ => Vec::new(),
    }
}

/// Those lines of a combatant that may be gone.
pub fn lines_of(e: &Encounter, who: CombatantId) -> Vec<u8> {
    e.get(who).map_or_else(Vec::new, |c| lines(e, c, None))
}

/// Foes whose reach it leaves by moving, in roster order: those engaged with it or known to be as near
/// (`countdown.movement.engagement`).
pub fn turned_on(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    e.get(who).map_or_else(Vec::new, |c| leave::left_by(about(), e, c))
}

/// Returns who makes the free attack after a fumble, and with which line: the target if it is near and able, else one
/// of those near as the referee says (`countdown.fumble.sloppy`).
pub fn free_attacker(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
) -> Result<Option<(CombatantId, u8)>, Stop> {
    let e = r.encounter();
    let ready = |id: CombatantId| Some((id, lines_of(e, id).first().copied()?));
    let near = turned_on(e, who);
    match ready(target).filter(|_| near.contains(&target)) {
        Some(first) => Ok(Some(first)),
        None => one_of(r, who, &near.into_iter().filter_map(ready).collect::<Vec<_>>()),
    }
}
