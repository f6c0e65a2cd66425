//! What follows of itself after a command: whoever cannot act any more loses what it was at.

use super::{clock, dying, harm, state};
use crate::rules::effect::Condition;
use crate::rules::event::Event;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// Looks at everybody whose state the command changed.
pub fn follow(r: &mut Resolution) {
    for who in touched(r.events()) {
        let Some(c) = r.encounter().get(who) else { continue };
        let busy = c.undertaking.is_some() || c.has(Condition::Aiming) || c.has(Condition::Holding);
        if busy && !state::can_act(c) {
            harm::stop_short(r, who);
        } else if c.undertaking.is_some() && c.has(Condition::Panicked) {
            clock::lose_action(r, who);
        }
        dying::judge(r, who);
    }
}

fn touched(events: &[Event]) -> Vec<CombatantId> {
    let mut who: Vec<CombatantId> = events
        .iter()
        .filter_map(|event| match event {
            Event::Afflicted(who, _)
            | Event::Relieved { who, .. }
            | Event::Stood(who, _)
            | Event::Wounded { who, .. }
            | Event::HpSet(who, _)
            | Event::Healed { who, .. }
            | Event::Reshaped(who, ..) => Some(*who),
            _ => None,
        })
        .collect();
    who.sort_unstable();
    who.dedup();
    who
}
