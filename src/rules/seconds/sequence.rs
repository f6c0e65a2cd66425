//! The combat sequence: slots in initiative order, ticks as a slot opens, the turn, and the gaps in which a
//! held turn may interrupt. A mount's ticks and turn are in its rider's slot.

use super::slot::{self, FIRST_SLOT, GAP, LAST_GAP, LULL, OPENING, TURN, is_turn_ahead};
use super::{clock, condition, counter, exposure, initiative, mount, poison, presence, state, turn};
use crate::rules::model::combatant::Spent;
use crate::rules::model::moment::Second;
use crate::rules::model::window::{Place, Slot, Subject, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

const INITIATIVE: Place = Place::new(0, 0);
/// The round end, at which an airborne disease may spread (`seconds.poison.airborne`).
const ROUND_END: Place = Place::new(i32::MAX - 1, 1);
/// The ticks of a slot in order (section 2, 5c); a mount's follow its rider's.
const TICKS: [Phase; 6] =
    [Phase::Dying, Phase::Broken, Phase::Poison, Phase::Stagger, Phase::Confusion, Phase::Minds];

/// Ends the turn (`seconds.time.end-turn`).
pub const PASS: DeedRule =
    DeedRule { when: When::Free, ..deed::pass("seconds.time.end-turn", |at| deed::may_pass(at, owes)) };

/// Returns the steps of a slot: their order, phase and combatant.
fn steps(e: &Encounter, who: CombatantId) -> impl Iterator<Item = (i32, Phase, CombatantId)> + use<> {
    let ticks = state::party(e, who).flat_map(|one| TICKS.map(|phase| (phase, one)));
    let ticks = (OPENING + 1..TURN).zip(ticks).map(|(order, (phase, one))| (order, phase, one));
    let first = [(GAP, Phase::Gap, who), (OPENING, Phase::Slot, who)];
    first.into_iter().chain(ticks).chain(std::iter::once((TURN, Phase::Turn, who)))
}

/// Returns the next window after the encounter's place in which anything can happen.
pub fn next(e: &Encounter) -> Option<Window> {
    if e.round == 0 {
        let anyone = e.all().any(|c| initiative::rolls(e, c));
        return (e.place < INITIATIVE && anyone)
            .then(|| Window::procedure(Phase::Initiative, INITIATIVE, Whose::All));
    }
    let last_gap = || (e.place < LAST_GAP).then(|| gap(e, LAST_GAP)).flatten();
    let end = || (e.place < ROUND_END && exposure::spreads(e)).then(round_end);
    slots(e).or_else(last_gap).or_else(end).or_else(|| lull(e))
}

/// The window in which a disease may spread.
fn round_end() -> Window {
    Window::procedure(Phase::Poison, ROUND_END, Whose::All)
}

/// A pause in a round in which nobody can act and nothing is rolled, so that rounds do not go by endlessly.
fn lull(e: &Encounter) -> Option<Window> {
    let busy = |c: &Combatant| {
        presence::is_here(c)
            && (state::can_act(e, c) && state::stunned_for(c).is_some()
                || TICKS.iter().any(|phase| ticks(e, c, *phase)))
    };
    (e.place < LULL && !e.all().any(busy)).then(|| Window::procedure(Phase::Lull, LULL, Whose::All))
}

fn slots(e: &Encounter) -> Option<Window> {
    let from = usize::try_from(e.place.part.saturating_sub(FIRST_SLOT)).unwrap_or(0);
    let slots = e.order.iter().enumerate().skip(from);
    slots.filter_map(|(at, slot)| Some((i32::try_from(at).ok()?, slot))).find_map(|(at, slot)| {
        let who = *slot.ones.first().filter(|who| is_ahead(e, **who) && !waits_for_rider(e, **who))?;
        let steps = steps(e, who);
        let placed = steps.map(|(order, phase, one)| (Place::new(FIRST_SLOT + at, order), phase, one));
        let mut ahead = placed.filter(|(place, ..)| *place > e.place);
        ahead.find_map(|(place, phase, one)| step(e, one, place, phase))
    })
}

/// Whether its slot has not opened, or the turn of one in it is not over: otherwise the slot has nothing left.
fn is_ahead(e: &Encounter, who: CombatantId) -> bool {
    let is_open = |one| e.get(one).is_some_and(is_turn_ahead);
    e.get(who).is_some_and(|c| c.turns.0 < e.round) || state::party(e, who).any(is_open)
}

/// Whether it is ridden and its rider's slot is still to come: its turn is there, not in its own slot
/// (`seconds.special.mount-turn`).
fn waits_for_rider(e: &Encounter, who: CombatantId) -> bool {
    let rider = state::rider_of(e, who).and_then(|rider| e.get(rider));
    rider.is_some_and(|rider| rider.turns.0 < e.round)
}

/// Returns the window of a step, if anything can happen in it.
fn step(e: &Encounter, who: CombatantId, place: Place, phase: Phase) -> Option<Window> {
    let c = e.get(who).filter(|c| state::has_slot(e, c))?;
    let begun = c.turns.0 >= e.round;
    match phase {
        Phase::Gap => (!begun).then(|| gap(e, place)).flatten(),
        Phase::Slot => (!begun).then(|| Window::acts(phase, place, Whose::One(who))),
        Phase::Turn => {
            let mut party = state::party(e, who).filter_map(|one| e.get(one));
            party.any(is_turn_ahead).then(|| Window::acts(phase, place, Whose::One(who)))
        }
        _ if is_turn_ahead(c) && !slot::is_checked(c) && ticks(e, c, phase) => {
            let window = Window::procedure(phase, place, Whose::One(who));
            Some(window.about(Subject::Combatant(who)))
        }
        _ => None,
    }
}

/// Whether there is anything to roll at the tick (section 2, 5c).
fn ticks(e: &Encounter, c: &Combatant, phase: Phase) -> bool {
    match phase {
        _ if !presence::is_here(c) => false,
        Phase::Dying => c.has(Condition::DYING),
        Phase::Broken => super::morale::is_checked(e, c),
        Phase::Poison => poison::is_checked(c),
        Phase::Stagger => c.has(condition::STAGGERED) && state::can_act(e, c),
        Phase::Confusion => super::confusion::is_rolled(c) && state::can_act(e, c),
        Phase::Minds => super::possession::is_contested(e, c.id),
        _ => false,
    }
}

/// Whether the window's tick has nothing left to roll, because the condition it was for ended after it
/// opened.
pub fn is_idle(e: &Encounter, window: &Window) -> bool {
    let Some(Subject::Combatant(who)) = window.subject else { return false };
    TICKS.contains(&window.phase) && !e.get(who).is_some_and(|c| ticks(e, c, window.phase))
}

/// Returns the window of a gap, if anyone can interrupt there (`seconds.initiative.interrupt`).
fn gap(e: &Encounter, place: Place) -> Option<Window> {
    let window = Window::acts(Phase::Gap, place, Whose::All);
    e.all().any(|c| owes(e, &window, c.id)).then_some(window)
}

/// Whether the combatant still has anything to do in the window. A turn ends when its seconds are spent; one
/// without seconds from the start, other than by being stunned, stays open for actions that take none
/// (`seconds.time.turn-budget`). A mount's turn is held by its rider.
pub fn owes(e: &Encounter, window: &Window, who: CombatantId) -> bool {
    let Some(c) = e.get(who) else { return false };
    match window.phase {
        Phase::Gap => {
            c.has(Condition::HOLDING) && state::can_act(e, c) && !mount::is_held_by_rider(e, who)
        }
        Phase::Turn if state::turn_of(window) == Some(who) => {
            !c.has(Condition::HOLDING)
                && (has_more_to_do(e, c)
                    || mount::commanded(e, who)
                        .and_then(|mount| e.get(mount))
                        .is_some_and(|mount| has_time(e, mount)))
        }
        _ => false,
    }
}

fn has_more_to_do(e: &Encounter, c: &Combatant) -> bool {
    let stunned = e.has(super::minds::body_of(e, c.id), Condition::STUNNED);
    let idle = || !c.spent.acted && !stunned && state::can_act(e, c) && !state::has_had_turn(e, c);
    has_time(e, c) || idle()
}

/// Whether it has a second of its turn left, or an action that is paid but not yet resolved.
fn has_time(e: &Encounter, c: &Combatant) -> bool {
    let unfinished = c.ongoing.as_ref().is_some_and(|begun| begun.owes == 0);
    let left = unfinished || state::seconds_left(e, c.id) > 0;
    left && state::can_act(e, c) && !state::has_had_turn(e, c)
}

/// Carries out the opening of a window.
pub fn opened(r: &mut Resolution, window: &Window) {
    match (window.phase, window.whose) {
        (Phase::Slot, Whose::One(who)) => open_slot(r, who),
        (Phase::Turn, Whose::One(who)) => turn::open_turn(r, who),
        _ => {}
    }
}

/// Carries out the closing of a window.
pub fn closed(r: &mut Resolution, window: &Window) {
    match state::turn_of(window) {
        Some(who) => close_turn(r, window, who),
        None if window.phase == Phase::Gap => close_gap(r, window),
        None => {}
    }
}

/// Opens a slot: an unused held turn is lost and the turn begins with all its seconds, except that of a mount
/// that already had one before it was mounted.
fn open_slot(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let had_none = |who: &CombatantId| e.get(*who).is_some_and(|c| c.turns.0 < e.round);
    for who in state::party(e, who).filter(had_none).collect::<Vec<_>>() {
        clock::lose_held_turn(r, who);
        r.emit(Event::TurnBegan(who));
        refill(r, who);
        clock::end_run_up(r, who);
    }
}

/// Resets the spent seconds. A shared body resets with the round, not with a slot, and seconds spent by
/// others while it was shared stay spent (`seconds.possession.shared-body`).
fn refill(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who) else { return };
    let (spent, gone) = (c.spent != Spent::default(), c.count(counter::SPENT_BY_OTHERS));
    if spent && !super::minds::is_shared(r.encounter(), who) {
        r.emit(Event::Spent(who, Spending::Reset));
    }
    if gone > 0 {
        r.count(who, counter::SPENT_BY_OTHERS, 0);
        r.emit(Event::Spent(who, Spending::TimeBudget(Second::try_from(gone).unwrap_or(0))));
    }
}

/// Closes a turn: the rest of it elapses unless it is held. The mount's turn closes with that of the rider
/// leading it, even if the rider died in it, unless another leads it on.
fn close_turn(r: &mut Resolution, window: &Window, who: CombatantId) {
    let e = r.encounter();
    let together: Vec<CombatantId> = std::iter::once(who).chain(mount::closes_with(e, who)).collect();
    let early = owes(e, window, who);
    for who in together {
        let goes_on = |c: &Combatant| is_turn_ahead(c) && !c.has(Condition::HOLDING);
        if r.encounter().get(who).is_some_and(goes_on) {
            clock::lose_by_waiting(r, who);
            super::possession::close_turn(r, who);
        }
    }
    if early {
        clock::mark_ended(r, who);
    }
}

/// Closes a gap; after the last one, the unused seconds of shared bodies elapse.
fn close_gap(r: &mut Resolution, window: &Window) {
    if window.place == LAST_GAP {
        super::possession::close_round(r);
    }
}

/// Returns the stations of this round.
pub fn rail(e: &Encounter) -> Vec<Station> {
    if e.round == 0 {
        return vec![Station { heading: String::new(), phase: Phase::Initiative, place: INITIATIVE }];
    }
    (0..).zip(&*e.order).flat_map(|(at, slot)| stations(e, at, slot)).collect()
}

/// Returns the stations of a slot: the ticks due in it and the turn.
fn stations(e: &Encounter, at: i32, slot: &Slot) -> Vec<Station> {
    let first = slot.ones.first().and_then(|who| e.get(*who));
    let Some(c) = first.filter(|c| state::has_slot(e, c)) else { return Vec::new() };
    let party: Vec<CombatantId> = state::party(e, c.id).collect();
    let names: Vec<&str> = party.iter().filter_map(|who| e.get(*who)).map(|c| &*c.name).collect();
    let heading = names.join(" + ");
    let acts = party.iter().filter_map(|who| e.get(*who)).any(|c| state::can_act(e, c));
    let shown = |phase: Phase, who: CombatantId| match phase {
        Phase::Turn => acts,
        _ => e.get(who).is_some_and(|c| ticks(e, c, phase)),
    };
    let steps = steps(e, c.id).filter(|(_, phase, who)| shown(*phase, *who));
    let place = |order: i32| Place::new(FIRST_SLOT + at, order);
    let station = |(order, phase, _)| Station { heading: heading.clone(), phase, place: place(order) };
    steps.map(station).collect()
}
