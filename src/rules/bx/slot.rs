//! The slots of a round: where they lie in its sequence, and whose is current or still to come.

use crate::rules::model::window::Whose;
use crate::rules::ruleset::prelude::*;

/// Part of the first slot's places; the other slots follow.
pub const FIRST_SLOT: i32 = 10;
/// Part of the first slot's slow tail.
pub const FIRST_TAIL: i32 = 100_000;
/// Part of a slow tail that all slots share.
pub const SHARED_TAIL: i32 = FIRST_TAIL - 1;

/// Whether the window belongs to the slow tail.
pub fn is_tail(window: &Window) -> bool {
    window.place.part >= SHARED_TAIL
}

/// Whether the combatant's slot is current, in its ordinary part or in the tail.
pub fn is_its_slot(e: &Encounter, window: &Window, c: &Combatant) -> bool {
    match window.whose {
        Whose::Slot(slot) => e.order.get(usize::from(slot)).is_some_and(|s| s.holds(c.id, c.side)),
        _ => true,
    }
}

/// Whether the combatant's own slot is still to come this round.
pub fn slot_ahead(e: &Encounter, who: CombatantId) -> bool {
    e.slot_of(who).is_none_or(|slot| e.place.part < FIRST_SLOT + i32::from(slot))
}

/// Whether its slot is still to come and not the first.
pub fn acts_after_others(e: &Encounter, who: CombatantId) -> bool {
    e.slot_of(who).is_some_and(|slot| slot > 0) && slot_ahead(e, who)
}

/// Whether slots have begun and its own has begun too or does not exist.
pub fn comes_too_late(e: &Encounter, who: CombatantId) -> bool {
    let begun = e.place.part >= FIRST_SLOT;
    begun && !(e.slot_of(who).is_some() && slot_ahead(e, who))
}
