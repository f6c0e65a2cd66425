//! The combat sequence: which window opens next, and who may act in it.

use super::asset::about;
use super::number::{ACTS, FIRST};
use super::options::{DECLARATIONS, Declarations};
use super::{declare, fire, holding, morale, opening, spell, state};
use crate::rules::model::window::{Place, Slot, Subject, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::prelude::*;

/// Part of the morale checks raised by the last round or the first meeting, one group after another (section 2.3, 7).
const MORALE: i32 = -3;
const SURPRISE: Place = Place::new(-4, 0);
const DECLARE: Place = Place::new(-2, 0);
const INITIATIVE: Place = Place::new(-1, 0);
/// Part of fire damage not yet taken this round, one creature after another (section 2.3, 1).
const HAZARDS: i32 = 1_000_000;
const COMMIT: i32 = 1;

/// When a window opens, begins the turns on its number; the last call first gathers those who still hold.
pub fn opened(r: &mut Resolution, window: &Window) {
    if window.phase == Phase::Gap {
        holding::gather(r);
    }
    if matches!(window.phase, Phase::Number | Phase::Gap) {
        begin_number(r, window);
    }
}

/// Returns the first window after the encounter's place in which a combatant can act.
pub fn next(e: &Encounter) -> Option<Window> {
    if e.round == 0 {
        return None;
    }
    before(e).or_else(|| numbers(e)).or_else(|| last_call(e)).or_else(|| hazards(e))
}

fn before(e: &Encounter) -> Option<Window> {
    if e.place < SURPRISE && opening::marked(e).next().is_some() {
        return Some(Window::procedure(Phase::Surprise, SURPRISE, Whose::All));
    }
    let checks = morale::GROUPS.all(e).into_iter().zip(0..).find_map(|(group, nth)| {
        let place = Place::new(MORALE, nth);
        (e.place < place && morale::is_due(e, group)).then_some((group, place))
    });
    if let Some((group, place)) = checks {
        let window = Window::procedure(Phase::Morale, place, Whose::Side(group.side));
        return Some(window.about(group.subject(e)));
    }
    if e.place < DECLARE && !DECLARATIONS.is(e, Declarations::Off) {
        let window = Window::acts(Phase::Declare, DECLARE, Whose::All);
        if e.all().any(|c| owes(e, &window, c.id)) {
            return Some(window);
        }
    }
    (e.place < INITIATIVE && e.all().any(state::can_act))
        .then(|| Window::procedure(Phase::Initiative, INITIATIVE, Whose::All))
}

fn numbers(e: &Encounter) -> Option<Window> {
    let from = usize::try_from(e.place.part.saturating_sub(FIRST)).unwrap_or(0);
    e.order.iter().enumerate().skip(from).find_map(|(at, slot)| {
        let (at, part) = (u16::try_from(at).ok()?, FIRST + i32::try_from(at).ok()?);
        let acts = Window::together(Phase::Number, Place::new(part, ACTS), Whose::Slot(at));
        if e.place < acts.place && e.all_in(acts.whose).any(|c| owes(e, &acts, c.id)) {
            return Some(acts);
        }
        let done = |who: &CombatantId| e.get(*who).is_some_and(has_done);
        commit(e, part, Whose::Slot(at), slot.ones.iter().any(done))
    })
}

/// Returns the commit of that part, if it was open and anything was done in it.
fn commit(e: &Encounter, part: i32, whose: Whose, done: bool) -> Option<Window> {
    let waits = done || !e.pending.is_empty() || spell::any_begun(e);
    let open = e.place == Place::new(part, ACTS);
    (open && waits).then(|| Window::procedure(Phase::Commit, Place::new(part, COMMIT), whose))
}

fn has_done(c: &Combatant) -> bool {
    c.spent.acted || !c.spent.attacks.is_empty() || c.spent.moved.is_some()
}

/// Returns the last call after the last number, in which those who hold openly may still act before the hold lapses
/// (`countdown.initiative.hold`). It has a slot of its own, below the last.
fn last_call(e: &Encounter) -> Option<Window> {
    let holds =
        |c: &Combatant| c.has(Condition::HOLDING) && state::can_act(c) && state::has_action(e, c);
    let at = u16::try_from(e.order.len()).ok()?;
    let place = Place::new(FIRST + i32::from(at), ACTS);
    let wanted = e.place.part < HAZARDS && e.all().any(holds);
    wanted.then(|| Window::together(Phase::Gap, place, Whose::Slot(at)))
}

fn hazards(e: &Encounter) -> Option<Window> {
    e.all().zip(0..).find_map(|(c, at)| {
        let place = Place::new(HAZARDS, at);
        let window = Window::procedure(Phase::Due, place, Whose::One(c.id));
        let burns = e.place < place && fire::owed(e, c);
        burns.then(|| window.about(Subject::Combatant(c.id)))
    })
}

/// Whether the combatant has something to do in that window.
pub fn owes(e: &Encounter, window: &Window, who: CombatantId) -> bool {
    let Some(c) = e.get(who).filter(|c| state::can_act(c)) else { return false };
    match (window.phase, window.whose) {
        (Phase::Declare, _) => declare::owes(c),
        (Phase::Number | Phase::Gap, Whose::Slot(at)) => {
            e.order.get(usize::from(at)).is_some_and(|slot| slot.holds(who, c.side))
                && state::has_action(e, c)
        }
        _ => false,
    }
}

/// Begins the turns of all on a number when it opens.
fn begin_number(r: &mut Resolution, window: &Window) {
    let Whose::Slot(at) = window.whose else { return };
    let slot = r.encounter().order.get(usize::from(at));
    let ones = slot.map(|slot| slot.ones.clone()).unwrap_or_default();
    ones.into_iter().for_each(|who| declare::begin_turn(r, who));
}

/// The stations of the round, for the rail: the numbers with their combatants, and those who hold.
pub fn rail(e: &Encounter) -> Vec<Station> {
    let station = |heading: String, phase, place| Station { heading, phase, place };
    let mut rail = Vec::with_capacity(e.order.len() + 3);
    if !DECLARATIONS.is(e, Declarations::Off) {
        rail.push(station(String::new(), Phase::Declare, DECLARE));
    }
    rail.push(station(String::new(), Phase::Initiative, INITIATIVE));
    for (part, slot) in (FIRST..).zip(e.order.iter()).filter(|(_, slot)| !slot.ones.is_empty()) {
        let open = e.window().filter(|window| window.place == Place::new(part, ACTS));
        let phase = open.map_or(Phase::Number, |window| window.phase);
        rail.push(station(heading(e, slot), phase, Place::new(part, ACTS)));
    }
    let holders = e.all().filter(|c| c.has(Condition::HOLDING) || c.has(Condition::BRACED));
    let holders: Vec<&str> = holders.map(|c| &*c.name).collect();
    if !holders.is_empty() {
        let word = about().condition(Condition::HOLDING).map_or("", |row| row.row().label);
        let heading = format!("{word}: {}", holders.join(", "));
        rail.push(station(heading, Phase::Gap, Place::new(HAZARDS - 1, ACTS)));
    }
    rail
}

/// Heading of a slot: its number and the first few combatants on it.
fn heading(e: &Encounter, slot: &Slot) -> String {
    const NAMED: usize = 3;
    let ones: Vec<&str> = slot.ones.iter().filter_map(|who| e.get(*who)).map(|c| &*c.name).collect();
    let more = ones.len().saturating_sub(NAMED);
    let names = ones[..ones.len() - more].join(", ");
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    format!("{} {names}{more}", slot.score)
}
