//! Electromagnetic pulses, which stop electronic devices and harm nothing else.

use super::asset::tables;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::effect::Condition;
use crate::rules::model::event::Told;
use crate::rules::model::ids::CombatantId;

/// Applies a pulse: damage above the EMP toughness stops the device until repaired, whatever its scale and
/// armour (`seconds.damage.emp`).
pub fn strike(r: &mut Resolution, who: CombatantId, damage: i32) {
    let class = r.encounter().wounds(who).ok().and_then(|stats| stats.emp_class);
    let bar = class.and_then(|class| tables().emp.get(&class)).map(|row| row.toughness);
    let stopped = r.encounter().has(who, Condition::INCAPACITATED);
    match bar {
        None => {
            r.tell(|| Told::row(who, "seconds.damage.emp", "not electronic"));
        }
        Some(bar) if damage <= bar => r.tell(|| Told::Withstood(who, damage, bar, bar)),
        Some(_) if stopped => {}
        Some(_) => {
            r.begin(who, Condition::INCAPACITATED, None);
        }
    }
}
