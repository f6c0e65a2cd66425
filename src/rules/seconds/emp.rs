//! Electromagnetic pulses: they stop electronic things and harm nothing else.

use super::{damage, tables};
use crate::rules::effect::Condition;
use crate::rules::encounter::Encounter;
use crate::rules::event::{Event, Told};
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// What a pulse must exceed to stop it; `None`: it is not electronic.
pub fn bar(e: &Encounter, who: CombatantId) -> Option<i32> {
    let class = e.wounds(who).ok()?.emp_class?;
    tables().emp.get(&class).map(|row| row.toughness)
}

/// A pulse strikes: more than the thing's own figure stops it until it is repaired
/// (`seconds.damage.emp`); scale and armour do not matter.
pub fn strike(r: &mut Resolution, who: CombatantId, damage: i32) {
    match bar(r.encounter(), who) {
        Some(bar) if damage > bar => damage::mark(r, who, Condition::Incapacitated),
        bar => {
            let bar = bar.unwrap_or(0);
            r.emit(Event::Told(Told::Withstood(who, damage, bar, bar)));
        }
    }
}
