//! Hit points lost in an act, shown on the bars until the next one.

use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use std::collections::BTreeMap;

/// Returns each combatant's net loss from these events, counting healing against harm.
pub fn losses<'a>(events: impl Iterator<Item = &'a Event>) -> BTreeMap<CombatantId, i32> {
    let mut lost: BTreeMap<CombatantId, i32> = BTreeMap::new();
    for event in events {
        let (who, amount) = match event {
            Event::Harmed { who, amount, .. } => (*who, *amount),
            Event::Healed { who, amount } => (*who, amount.saturating_neg()),
            _ => continue,
        };
        let sum = lost.entry(who).or_default();
        *sum = sum.saturating_add(amount);
    }
    lost.retain(|_, amount| *amount > 0);
    lost
}
