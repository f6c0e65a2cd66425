//! Whose body a mind acts with, and whose skills a body uses.

use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::ids::CombatantId;

/// The body a mind acts with: the one it possesses, or its own.
pub fn body_of(e: &Encounter, mind: CombatantId) -> CombatantId {
    let inside = e.get(mind).and_then(|c| c.effect(Condition::Possessing));
    inside.and_then(|effect| effect.toward).unwrap_or(mind)
}

/// The one whose skills count when that one acts or is acted upon.
pub fn skilled(_: &Encounter, who: CombatantId) -> CombatantId {
    who
}
