//! Slots: their steps, whose is ahead, and what ends with one.

use super::{condition, counter, state};
use crate::rules::model::moment::{Moment, Round, TIMED, When};
use crate::rules::model::window::Place;
use crate::rules::ruleset::prelude::*;

/// The round's part number of the first slot; the other slots follow.
pub const FIRST_SLOT: i32 = 10;
/// The gap after the last slot, in which a held turn may still interrupt.
pub const LAST_GAP: Place = Place::new(i32::MAX - 1, 0);

/// The stop of a round in which nobody could act and nothing was rolled.
pub const LULL: Place = Place::new(i32::MAX, 0);

/// The first step of a slot: the gap before it. The second is its opening.
pub const GAP: i32 = 0;
pub const OPENING: i32 = 1;
/// The last step of a slot: the turn.
pub const TURN: i32 = 100;

/// Conditions that only change defence or Target and so end as a slot opens (`seconds.time.durations`).
const OF_DEFENCE: [Condition; 7] = [
    condition::FLAT_FOOTED,
    Condition::FLANKED,
    Condition::HELD,
    condition::COVERED,
    condition::CONCEALED,
    condition::INVISIBLE,
    condition::SPEEDING,
];

/// Whether its slot has opened and its turn is not over.
pub fn is_turn_ahead(c: &Combatant) -> bool {
    c.turns.1 < c.turns.0
}

/// Whether the ticks of its turn are over; they are not repeated in another slot
/// (`seconds.initiative.delay-turn`, A11).
pub fn is_checked(c: &Combatant) -> bool {
    i32::try_from(c.turns.0).is_ok_and(|round| c.count(counter::CHECKED) == round)
}

/// Whether its slot is open but its turn is not: a condition that begins now begins before the turn.
pub fn is_ticking(e: &Encounter, c: &Combatant) -> bool {
    let at = usize::try_from(e.place.part.saturating_sub(FIRST_SLOT)).ok();
    let slot = at.and_then(|at| e.order.get(at));
    is_turn_ahead(c)
        && slot.is_some_and(|slot| slot.ones.iter().any(|who| state::is_of_party(e, *who, c.id)))
        && e.place.order < TURN
}

/// Records that the ticks are over for those it is about to concern, whose turn has begun but is not open: it may
/// now come up in another slot.
pub fn mark_checked(r: &mut Resolution, concerns: impl Fn(&Combatant) -> bool) {
    let e = r.encounter();
    let waits = |c: &Combatant| {
        is_turn_ahead(c) && !is_checked(c) && !is_ticking(e, c) && !state::has_turn_open(e, c.id)
    };
    for who in e.those(|c| waits(c) && concerns(c)) {
        let round = r.encounter().get(who).and_then(|c| i32::try_from(c.turns.0).ok());
        if let Some(round) = round {
            r.count(who, counter::CHECKED, round);
        }
    }
}

/// Returns the round in which its next slot opens: this one, unless the slot has opened or was passed before
/// it arrived.
pub fn next_slot(e: &Encounter, c: &Combatant) -> Round {
    let leader = state::rider_of(e, c.id).filter(|_| !state::is_apart(e, c));
    let at = e.slot_of(leader.unwrap_or(c.id)).map(i32::from);
    let passed = at.is_some_and(|at| Place::new(FIRST_SLOT.saturating_add(at), GAP) < e.place);
    if c.turns.0 < e.round && !passed { e.round } else { e.round.saturating_add(1) }
}

/// Returns when a condition lasting `rounds` rounds ends (`seconds.time.durations`); for a combatant without
/// turns, with the rounds themselves.
pub fn lasting(e: &Encounter, who: CombatantId, condition: Condition, rounds: u32) -> When {
    let more = rounds.max(1) - 1;
    match e.get(who) {
        Some(c) if !state::is_inert(e, who) && OF_DEFENCE.contains(&condition) => {
            Moment::TurnStart(who, next_slot(e, c).saturating_add(more)).at(0)
        }
        Some(_) if !state::is_inert(e, who) => until_turns(e, who, rounds),
        _ => Moment::RoundEnd(e.round.max(1).saturating_add(more)).at(TIMED),
    }
}

/// Returns when its next slot opens, which ends conditions that only change defence or Target
/// (`seconds.time.durations`).
pub fn until_next_slot(e: &Encounter, who: CombatantId) -> When {
    let round = e.get(who).map_or(e.round, |c| next_slot(e, c));
    Moment::TurnStart(who, round).at(0)
}

/// Returns when the nth of its turns opening from now closes, which ends conditions that hamper acting
/// (`seconds.time.durations`).
pub fn until_turns(e: &Encounter, who: CombatantId, turns: u32) -> When {
    let ahead = |c: &Combatant| if super::slot::is_ticking(e, c) { c.turns.0 } else { next_slot(e, c) };
    let round = e.get(who).map_or(e.round, ahead);
    Moment::TurnEnd(who, round.saturating_add(turns.max(1) - 1)).at(TIMED)
}

/// Returns when its open turn, or else its next one, closes.
pub fn until_turn_ends(e: &Encounter, who: CombatantId) -> When {
    match e.get(who) {
        Some(c) if c.turns.1 < c.turns.0 => Moment::TurnEnd(who, c.turns.0).at(TIMED),
        _ => until_turns(e, who, 1),
    }
}
