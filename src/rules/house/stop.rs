//! The stops of a round: whose they are, and who owes an act.

use super::options::{TURN_STRUCTURE, TurnStructure};
use super::{available, speed, state};
use crate::rules::model::window::{Place, Whose};
use crate::rules::ruleset::prelude::*;

pub const INITIATIVE: Place = Place::new(2, 0);
/// Parts of the round that run through the whole order, one stop each.
const MOVEMENT: i32 = 4;
const ACTION: i32 = 5;
pub const REMAINING: i32 = 6;

/// The stops of the round in order, each with its slot's index. Movement, action and remaining movement each run
/// through the whole order; with the option each combatant moves and acts before the next
/// (`house.option.turn-structure`, A1).
pub fn all_stops(e: &Encounter) -> impl Iterator<Item = (Phase, Place, u16)> {
    let slots = || (0u16..).zip(e.order.iter()).map(|(at, _)| at);
    let part = |part, phase| slots().map(move |at| (phase, Place::new(part, at.into()), at));
    let whole = |at: u16| {
        let order = 2 * i32::from(at);
        [(Phase::Movement, order), (Phase::Action, order + 1)]
            .map(|(phase, order)| (phase, Place::new(MOVEMENT, order), at))
    };
    let one_by_one = TURN_STRUCTURE.is(e, TurnStructure::Individual);
    let by_part = || part(MOVEMENT, Phase::Movement).chain(part(ACTION, Phase::Action));
    let first = one_by_one.then(|| slots().flat_map(whole)).into_iter().flatten();
    let parts = (!one_by_one).then(by_part).into_iter().flatten();
    first.chain(parts).chain(part(REMAINING, Phase::Remaining))
}

/// Whether declarations are open; if there were none to make, until initiative is rolled.
pub fn announcing(e: &Encounter) -> bool {
    e.window().is_some_and(|window| matches!(window.phase, Phase::Declare | Phase::Initiative))
}

/// Whether the order of this round is set, by dice or by the referee.
pub fn has_order(e: &Encounter) -> bool {
    !e.order.is_empty() && !announcing(e)
}

/// Whether it is the slot of `c`.
pub fn is_its_slot(e: &Encounter, window: &Window, c: &Combatant) -> bool {
    match window.whose {
        Whose::Slot(slot) => e.order.get(usize::from(slot)).is_some_and(|slot| slot.holds(c.id, c.side)),
        Whose::One(who) => who == c.id,
        _ => false,
    }
}

/// Whether it is the slot of `c`, or the window is open to all.
fn is_its_window(e: &Encounter, window: &Window, c: &Combatant) -> bool {
    let all =
        window.phase == Phase::Declare || (window.phase == Phase::Gap && window.whose == Whose::All);
    all || is_its_slot(e, window, c)
}

/// Whether the combatant has something to do in that window (section 2, skipped slots).
pub fn owes(e: &Encounter, window: &Window, who: CombatantId) -> bool {
    let Some(c) = e.get(who).filter(|c| is_its_window(e, window, c) && state::gets_stop(c)) else {
        return false;
    };
    let at = At { e, c };
    match window.phase {
        Phase::Declare => available::can_declare(&at),
        Phase::Gap => available::is_ready(e, c),
        Phase::Movement | Phase::Remaining => speed::can_move(&at, window.phase),
        Phase::Action => available::can_act(&at),
        _ => false,
    }
}

/// Whether its action stop is still ahead, so that it can still cast its declared spell.
pub fn action_ahead(e: &Encounter, who: CombatantId) -> bool {
    let Some(slot) = e.slot_of(who) else { return e.place < INITIATIVE || e.order.is_empty() };
    let own = |(phase, _, at): &(Phase, Place, u16)| *phase == Phase::Action && *at == slot;
    let Some((_, own, _)) = all_stops(e).find(own) else { return false };
    e.place < own || (e.place == own && e.window().is_some_and(|window| !window.has_passed(who)))
}

/// Whether `who` has something to do in the open window.
pub fn owes_now(e: &Encounter, who: CombatantId) -> bool {
    e.window().is_some_and(|window| !window.has_passed(who) && owes(e, window, who))
}

/// Whether `one` acts before `other` in this round's order.
pub fn acts_before(e: &Encounter, one: CombatantId, other: CombatantId) -> bool {
    e.slot_of(one).zip(e.slot_of(other)).is_some_and(|(one, other)| one < other)
}
