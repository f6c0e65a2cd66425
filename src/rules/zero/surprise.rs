//! Surprise: which sides are surprised, and the surprise round.

use super::counter;
use crate::rules::d20::opening::present;
use crate::rules::model::counter::Counter;
use crate::rules::ruleset::prelude::*;

/// Whether the side was surprised.
pub fn was_surprised(e: &Encounter, side: SideId) -> bool {
    e.count_of(side, Counter::SURPRISED_SIDE) > 0
}

/// Whether some, but not all, sides are surprised; if all are, it cancels out (`zero.surprise.both-cancel`).
pub fn one_side_is_surprised(e: &Encounter) -> bool {
    !e.side_ids().any(|side| e.count_of(side, counter::SURPRISE_CANCELLED) > 0)
        && e.side_ids().any(|side| was_surprised(e, side))
        && !present(e).all(|side| was_surprised(e, side))
}

/// Whether this is the surprise round (`zero.surprise.free-round`).
pub fn is_surprise_round(e: &Encounter) -> bool {
    e.round == 1 && one_side_is_surprised(e)
}

/// Records an attack or hostile spell in the surprise round: it is the side's choice (`zero.declare.choice`).
pub fn note_attack(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let Some(side) = e.get(who).map(|c| c.side).filter(|_| is_surprise_round(e)) else { return };
    if e.count_of(side, counter::STRUCK_FIRST) == 0 {
        r.count(side, counter::STRUCK_FIRST, 1);
    }
}
