//! Holds: the conditions of waiting, and their end.

use super::condition;
use crate::rules::ruleset::prelude::*;

/// Conditions of holding in any way.
pub const HOLDS: [Condition; 5] = [
    Condition::HOLDING,
    condition::HOLDING_UNTIL,
    condition::AWAITING,
    condition::FORESTALLING,
    Condition::BRACED,
];

/// Whether `c` holds in any way.
pub fn holds(c: &Combatant) -> bool {
    HOLDS.iter().any(|condition| c.has(*condition))
}

/// Ends every hold of the combatant.
pub fn end(r: &mut Resolution, who: CombatantId) {
    for condition in HOLDS {
        if r.encounter().has(who, condition) {
            r.relieve(who, condition);
        }
    }
}

/// Ends its hold because it acts, but not before a forestalling spell is cast.
pub fn end_with_act(r: &mut Resolution, who: CombatantId) {
    if !r.encounter().has(who, condition::FORESTALLING) {
        end(r, who);
    }
}
