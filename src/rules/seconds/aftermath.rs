//! What follows of itself after a command: whoever cannot act any more loses what it was at, whoever
//! has nothing left that keeps it down comes to itself.

use super::{clock, dying, harm, state};
use crate::rules::effect::Condition;
use crate::rules::event::Event;
use crate::rules::ids::CombatantId;
use crate::rules::resolution::Resolution;

/// What keeps its bearer down: when that is lifted it comes to itself.
const SLEEP: [Condition; 4] =
    [Condition::Dying, Condition::Stable, Condition::Unconscious, Condition::Asleep];

/// Looks at everybody whose state the command changed.
pub fn follow(r: &mut Resolution) {
    for who in sleepers(r.events()) {
        harm::wake(r, who);
    }
    for who in touched(r.events()) {
        let Some(c) = r.encounter().get(who) else { continue };
        let busy = c.undertaking.is_some() || c.has(Condition::Aiming) || c.has(Condition::Holding);
        if busy && !state::can_act(c) {
            harm::stop_short(r, who);
        } else if c.has(Condition::Stunned) {
            clock::reel(r, who);
        } else if c.has(Condition::Panicked) {
            clock::lose_action(r, who);
        }
        dying::judge(r, who);
    }
}

/// Whose sleep was lifted.
fn sleepers(events: &[Event]) -> Vec<CombatantId> {
    each(events, |event| match event {
        Event::Relieved { who, condition, .. } if SLEEP.contains(condition) => Some(*who),
        _ => None,
    })
}

fn touched(events: &[Event]) -> Vec<CombatantId> {
    each(events, |event| match event {
        Event::Afflicted(who, _)
        | Event::Relieved { who, .. }
        | Event::Stood(who, _)
        | Event::Wounded { who, .. }
        | Event::HpSet(who, _)
        | Event::Healed { who, .. }
        | Event::Reshaped(who, ..) => Some(*who),
        _ => None,
    })
}

/// Those the events are about, each once.
fn each(events: &[Event], about: impl Fn(&Event) -> Option<CombatantId>) -> Vec<CombatantId> {
    let mut who: Vec<CombatantId> = events.iter().filter_map(about).collect();
    who.sort_unstable();
    who.dedup();
    who
}
