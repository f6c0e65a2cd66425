//! Whether a combatant is there.

use crate::rules::ruleset::prelude::*;

/// Whether it is present: it has a slot and can be affected.
#[inline]
pub fn is_here(c: &Combatant) -> bool {
    matches!(c.standing, Standing::Up | Standing::Down)
}

/// Whether it is alive and present.
pub fn is_alive(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(is_here)
}
