//! Who is in the saddle.

use crate::rules::model::block::d20::Trait;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;

/// Whether it came mounted or mounted since, and was not unhorsed.
pub fn rides(e: &Encounter, c: &Combatant) -> bool {
    let came_so = || e.d20(c.id).is_ok_and(|d20| d20.block.is(Trait::MOUNTED));
    !c.has(Condition::UNHORSED) && (c.has(Condition::MOUNTED) || came_so())
}
