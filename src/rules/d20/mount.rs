//! Mounted combatants.

use crate::rules::model::block::d20::Trait;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;

/// Whether it arrived mounted or has mounted since, and has not been unhorsed.
pub fn rides(e: &Encounter, c: &Combatant) -> bool {
    let came_so = || e.d20(c.id).is_ok_and(|d20| d20.block.is(Trait::MOUNTED));
    !c.has(Condition::UNHORSED) && (c.has(Condition::MOUNTED) || came_so())
}
