//! What follows of itself after a command: whoever cannot act any more loses what it was at.

use super::{dying, harm, minds, morale, possession, state};
use crate::rules::effect::Condition;
use crate::rules::event::Event;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// Looks at everybody whose state the command changed.
pub fn follow(r: &mut Resolution) {
    let events = r.events().to_vec();
    morale::follow(r, &events);
    possession::follow(r);
    for who in touched(r.events()) {
        for mind in minds::inside(r.encounter(), who) {
            stop(r, mind);
        }
        dying::judge(r, who);
    }
    morale::flee(r, &events);
}

/// Whoever cannot act any more stops.
fn stop(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let busy = c.undertaking.is_some() || c.has(Condition::Aiming) || c.has(Condition::Holding);
    if busy && !state::can_act(e, c) {
        harm::stop_short(r, who);
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
