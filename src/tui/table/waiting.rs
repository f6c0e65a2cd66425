//! Pending outcomes, in words.

use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::{log, words};
use std::collections::BTreeMap;

/// Describes each combatant's pending outcome: harm and healing as one sum, then everything else: `7 damage, prone`.
pub fn waiting(rules: &dyn Ruleset, e: &Encounter) -> BTreeMap<CombatantId, String> {
    let mut sums: BTreeMap<CombatantId, (i32, String)> = BTreeMap::new();
    for event in e.pending.iter() {
        let (who, change, what) = match event {
            Event::Harmed { who, amount, .. } => (*who, amount.saturating_neg(), String::new()),
            Event::Healed { who, amount } => (*who, *amount, String::new()),
            Event::Afflicted(who, effect) => (*who, 0, log::condition_toward(rules.about(), e, effect)),
            Event::Relieved { who, condition, .. } => {
                let rule = rules.about().condition(*condition);
                (*who, 0, rule.map_or_else(String::new, |row| row.ending()))
            }
            Event::Stood(who, standing) => (*who, 0, words::standing(*standing).to_string()),
            _ => continue,
        };
        let (sum, list) = sums.entry(who).or_default();
        *sum = sum.saturating_add(change);
        if !what.is_empty() {
            list.push_str(if list.is_empty() { "" } else { ", " });
            list.push_str(&what);
        }
    }
    let phrase = |(sum, list): (i32, String)| {
        let change = match sum {
            0 => None,
            1.. => Some(format!("heals {sum}")),
            _ => Some(format!("{} damage", sum.unsigned_abs())),
        };
        let list = Some(list).filter(|list| !list.is_empty());
        change.into_iter().chain(list).collect::<Vec<_>>().join(", ")
    };
    let some = sums.into_iter().filter(|(_, (sum, list))| *sum != 0 || !list.is_empty());
    some.map(|(who, waits)| (who, phrase(waits))).collect()
}
