//! The combat sequence: which window opens next, and who may act in it (section 2 of the catalogue).

use super::stop::{self, INITIATIVE, REMAINING, owes};
use super::{morale, ongoing, state};
use crate::rules::d20::opening;
use crate::rules::model::encounter::Stage;
use crate::rules::model::window::{Mode, Place, Slot, Subject, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Procedures before the first round, in order.
const OPENING: [Phase; 2] = [Phase::Surprise, Phase::Reaction];
/// Ongoing damage, if it comes first (`house.option.ongoing-timing`).
const ONGOING_FIRST: Place = Place::new(0, 0);
const DECLARE: Place = Place::new(1, 0);
/// Pending morale checks, in the order in which their triggers arose.
const MORALE: Place = Place::new(3, 0);
/// After the last movement: the last chance to release delayed attacks and spells.
const HELD: Place = Place::new(REMAINING, i32::MAX);
/// Ongoing damage, victim by victim.
const ONGOING: Place = Place::new(7, 0);

/// Deeds that can be delayed (`house.attack.delay`, `house.spell.delay`), and reloading, so that a light crossbow can
/// be loaded between two delayed shots (`house.missile.reload-r1`).
const HELD_BACK: [Deed; 6] =
    [Deed::Strike, Deed::Shoot, Deed::TwoWeapons, Deed::Reload, Deed::Cast, Deed::UsePower];

/// Deeds that take an action but are allowed after the fight, as dying clocks run on (`house.death.stabilize`).
const AFTERWARDS: [Deed; 2] = [Deed::Tend, Deed::Drink];

/// Ends the stop.
pub const PASS: DeedRule = deed::pass("house.time.round", |at| deed::may_pass(at, owes));

/// Refuses a deed because of the actor's state, then because of the time, before the deed's own checks.
pub fn gate(at: &At, row: &DeedRule) -> Allowed {
    match row.when {
        _ if at.c.standing == Standing::Dead => at.no(Refusal::DEAD),
        When::Ever => Ok(()),
        _ if !at.c.is_up() => at.no(state::why_out(at.c)),
        _ if !state::gets_stop(at.c) && !at.c.has(Condition::SURPRISED) => at.no(state::why_out(at.c)),
        _ if state::is_limited(at.c) && !row.while_incapacitated => at.no(Refusal::INCAPACITATED),
        _ if at.c.has(Condition::SURPRISED) => at.no(Refusal::SURPRISED),
        When::Free => Ok(()),
        _ if at.e.stage == Stage::Over && AFTERWARDS.contains(&row.deed) => Ok(()),
        When::Announcing => at.unless(stop::announcing(at.e), Refusal::NOT_IN_THIS_PHASE),
        _ => in_its_stop(at, row),
    }
}

/// Checks that it is the actor's stop, or that it is releasing a delayed attack or spell (`house.attack.delay`).
fn in_its_stop(at: &At, row: &DeedRule) -> Allowed {
    let window = at.e.window().filter(|window| is_stop(window));
    let Some(window) = window else { return at.no(Refusal::NOT_IN_THIS_PHASE) };
    if state::holds_back(at.c) && HELD_BACK.contains(&row.deed) {
        return Ok(());
    }
    at.unless(serves(window.phase, row.phase), Refusal::NOT_IN_THIS_PHASE)?;
    let own = stop::is_its_slot(at.e, window, at.c) && !window.has_passed(at.c.id);
    at.unless(own, Refusal::NOT_YOUR_SLOT)
}

/// Whether combatants move or act in this window.
fn is_stop(window: &Window) -> bool {
    matches!(window.phase, Phase::Movement | Phase::Action | Phase::Remaining | Phase::Gap)
}

/// Whether a deed of phase `deed` is allowed in phase `window`; a deed without a phase is allowed in movement and
/// action stops.
fn serves(window: Phase, deed: Option<Phase>) -> bool {
    match deed {
        Some(Phase::Movement) => matches!(window, Phase::Movement | Phase::Remaining),
        Some(phase) => window == phase,
        None => matches!(window, Phase::Movement | Phase::Action),
    }
}

/// Returns the first window after the encounter's place in which a combatant can act.
pub fn next(e: &Encounter) -> Option<Window> {
    if e.round == 0 {
        opening::next(e, &OPENING, |_| true)
    } else {
        before_the_stops(e).or_else(|| stops(e)).or_else(|| ongoing(e))
    }
}

fn before_the_stops(e: &Encounter) -> Option<Window> {
    if e.place <= ONGOING_FIRST
        && ongoing::strikes_first(e)
        && let Some(window) = ongoing_at(e, ONGOING_FIRST)
    {
        return Some(window);
    }
    if e.place < DECLARE {
        let window = Window::acts(Phase::Declare, DECLARE, Whose::All);
        if e.all().any(|c| owes(e, &window, c.id)) {
            return Some(window);
        }
    }
    if e.place < INITIATIVE && e.all().any(state::gets_stop) {
        return Some(Window::procedure(Phase::Initiative, INITIATIVE, Whose::All));
    }
    if e.place <= MORALE {
        let group = morale::next_due(e)?;
        let window = Window::procedure(Phase::Morale, MORALE, Whose::Side(group.side));
        return Some(window.about(group.subject(e)));
    }
    None
}

fn stops(e: &Encounter) -> Option<Window> {
    let ahead = stop::all_stops(e).filter(|(_, place, _)| e.place < *place);
    let stops = ahead.map(|(phase, place, at)| stop(e, phase, place, at));
    let held = || (e.place < HELD).then(|| Window::acts(Phase::Gap, HELD, Whose::All));
    stops.chain(held()).find(|window| e.all_in(window.whose).any(|c| owes(e, window, c.id)))
}

/// Builds the window of one stop; tied combatants share it if the option says so (`house.option.initiative-ties`).
fn stop(e: &Encounter, phase: Phase, place: Place, at: u16) -> Window {
    let slot = e.order.get(usize::from(at));
    let shared = slot.is_some_and(|slot| slot.ones.len() > 1 || !slot.sides.is_empty());
    let mode = if shared { Mode::Together } else { Mode::Any };
    Window { mode, ..Window::acts(phase, place, Whose::Slot(at)) }
}

fn ongoing(e: &Encounter) -> Option<Window> {
    if e.place > ONGOING || ongoing::strikes_first(e) { None } else { ongoing_at(e, ONGOING) }
}

fn ongoing_at(e: &Encounter, place: Place) -> Option<Window> {
    let who = ongoing::next_victim(e)?;
    Some(Window::procedure(Phase::Due, place, Whose::One(who)).about(Subject::Combatant(who)))
}

/// The stations of the round, for the rail.
pub fn rail(e: &Encounter) -> Vec<Station> {
    if e.round == 0 {
        return opening::rail(&OPENING);
    }
    let station = |heading: String, phase, place| Station { heading, phase, place };
    let mut rail = vec![
        station(String::new(), Phase::Declare, DECLARE),
        station(String::new(), Phase::Initiative, INITIATIVE),
        station(String::new(), Phase::Morale, MORALE),
    ];
    for (phase, place, at) in stop::all_stops(e) {
        let heading = e.order.get(usize::from(at)).map_or_else(String::new, |slot| heading(e, slot));
        rail.push(station(heading, phase, place));
    }
    if e.all().any(state::holds_back) {
        rail.push(station(String::new(), Phase::Gap, HELD));
    }
    rail.push(station(String::new(), Phase::Due, ONGOING));
    rail
}

fn heading(e: &Encounter, slot: &Slot) -> String {
    let ones = slot.ones.iter().filter_map(|who| e.get(*who)).map(|c| &*c.name);
    let sides = slot.sides.iter().filter_map(|side| e.side(*side)).map(|side| &*side.name);
    ones.chain(sides).collect::<Vec<_>>().join(" + ")
}
