//! The combat sequence: the next window, and who owes an act in it.

use super::asset::about;
use super::options::{SLOW_ORDER, SlowOrder};
use super::slot::{self, FIRST_SLOT, FIRST_TAIL, SHARED_TAIL};
use super::{attack, condition, declare, morale, movement, refusal, spell, state};
use crate::rules::d20::opening;
use crate::rules::model::window::{Mode, Place, Slot, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

const DECLARE: Place = Place::new(0, 0);
const INITIATIVE: Place = Place::new(1, 0);

/// The steps of a slot in order (`bx.sequence.round`); the first one only begins the slot.
const STEPS: [Phase; 6] =
    [Phase::Slot, Phase::Morale, Phase::Movement, Phase::Missile, Phase::Magic, Phase::Melee];
/// The steps of the slow tail (`bx.initiative.slow-weapons`).
const TAIL_STEPS: [Phase; 3] = [Phase::Movement, Phase::Missile, Phase::Melee];
/// The steps of a slot in which combatants act.
const ACTS: [Phase; 4] = [Phase::Movement, Phase::Missile, Phase::Magic, Phase::Melee];
/// The opening procedures, before round 1.
const OPENING: [Phase; 3] = [Phase::Surprise, Phase::Distance, Phase::Reaction];

fn order(steps: &[Phase], phase: Phase) -> i32 {
    steps.iter().position(|step| *step == phase).and_then(|at| i32::try_from(at).ok()).unwrap_or(0)
}

/// Does nothing more in this step.
pub const PASS: DeedRule = deed::pass("bx.sequence.round", |at| deed::may_pass(at, owes));

/// Refuses what the actor's state or the time rules out, before the deed itself is checked.
pub fn gate(at: &At, row: &DeedRule) -> Allowed {
    match row.when {
        _ if at.c.standing == Standing::Dead => at.no(Refusal::DEAD),
        When::Ever => Ok(()),
        _ if !state::is_able(at.c) => at.no(Refusal::INCAPACITATED),
        _ if at.c.has(Condition::SURPRISED) => at.no(Refusal::SURPRISED),
        When::Free => Ok(()),
        _ if at.c.has(Condition::LATE) => at.no(Refusal::NOT_YOUR_SLOT),
        when => match (at.e.window(), row.phase) {
            (None, _) => at.no(Refusal::NOT_IN_THIS_PHASE),
            (Some(window), Some(phase)) => in_phase(at, window, when, phase),
            (Some(window), None) => before_its_slot_ends(at, window),
        },
    }
}

/// Checks the phase, and that it is the combatant's part of it.
fn in_phase(at: &At, window: &Window, when: When, phase: Phase) -> Allowed {
    let announcing = match when {
        When::Announcing => window.phase == Phase::Declare,
        // The Declare step is skipped if nobody has anything to declare; there is time until initiative is rolled.
        When::Either => matches!(window.phase, Phase::Declare | Phase::Initiative),
        _ => false,
    };
    let acting = window.mode != Mode::Procedure && ACTS.contains(&window.phase);
    let its = || slot::is_its_slot(at.e, window, at.c) && is_its_part(at.e, window, at.c);
    match when {
        _ if announcing => Ok(()),
        When::Announcing => at.no(Refusal::NOT_IN_THIS_PHASE),
        _ if !acting => at.no(Refusal::NOT_IN_THIS_PHASE),
        _ if window.phase != phase => at.no(refusal::WRONG_STEP),
        _ if !its() => at.no(Refusal::NOT_YOUR_SLOT),
        _ => Ok(()),
    }
}

/// Checks that its own slot is not over. Before it is also in time: without anyone able to act, the slot may not open.
fn before_its_slot_ends(at: &At, window: &Window) -> Allowed {
    if at.e.round == 0 {
        return at.no(Refusal::NOT_IN_THIS_PHASE);
    }
    let own = matches!(window.whose, Whose::Slot(_)) && slot::is_its_slot(at.e, window, at.c);
    let in_time = !slot::is_tail(window) && (own || slot::slot_ahead(at.e, at.c.id));
    at.unless(in_time, Refusal::NOT_YOUR_SLOT)
}

/// Returns the first window after the encounter's place that has something to do.
pub fn next(e: &Encounter) -> Option<Window> {
    if e.round == 0 {
        opening::next(e, &OPENING, |_| true)
    } else {
        before_slots(e).or_else(|| slots(e)).or_else(|| tail(e))
    }
}

fn before_slots(e: &Encounter) -> Option<Window> {
    if e.place < DECLARE {
        let window = Window::acts(Phase::Declare, DECLARE, Whose::All);
        if e.all().any(|c| owes(e, &window, c.id)) {
            return Some(window);
        }
    }
    let anyone = || e.all().any(state::can_act);
    (e.place < INITIATIVE && anyone())
        .then(|| Window::procedure(Phase::Initiative, INITIATIVE, Whose::All))
}

fn slots(e: &Encounter) -> Option<Window> {
    let from = usize::try_from(e.place.part.saturating_sub(FIRST_SLOT)).unwrap_or(0);
    e.order.iter().zip(0..=u16::MAX).skip(from).find_map(|(slot, at)| {
        STEPS.iter().find_map(|phase| {
            let place = Place::new(FIRST_SLOT + i32::from(at), order(&STEPS, *phase));
            step(e, at, slot, *phase, place)
        })
    })
}

/// Returns the window of a step of a slot, if it is still to come and has something to do.
fn step(e: &Encounter, at: u16, slot: &Slot, phase: Phase, place: Place) -> Option<Window> {
    if phase == Phase::Morale {
        // Several checks may be due in one slot; the step repeats until none is left.
        if e.place > place {
            return None;
        }
        let group = morale::due(e, slot)?;
        let window = Window::procedure(phase, place, Whose::Slot(at));
        return Some(window.about(group.subject(e)));
    }
    if e.place >= place {
        return None;
    }
    let window = acts(phase, place, Whose::Slot(at), is_shared(slot) && phase != Phase::Slot);
    (phase == Phase::Slot || usable(e, &window)).then_some(window)
}

/// Whether several parties act in the slot at once (`bx.initiative.simultaneous`).
fn is_shared(slot: &Slot) -> bool {
    slot.sides.len() + slot.ones.len() > 1
}

fn acts(phase: Phase, place: Place, whose: Whose, shared: bool) -> Window {
    if shared { Window::together(phase, place, whose) } else { Window::acts(phase, place, whose) }
}

fn tail(e: &Encounter) -> Option<Window> {
    if !e.all().any(|c| state::can_act(c) && state::is_slow(e, c)) {
        return None;
    }
    let step = |phase: &Phase, part, whose, shared| {
        let place = Place::new(part, order(&STEPS, *phase));
        let window = acts(*phase, place, whose, shared);
        (e.place < place && usable(e, &window)).then_some(window)
    };
    if SLOW_ORDER.is(e, SlowOrder::Simultaneous) {
        return TAIL_STEPS.iter().find_map(|phase| step(phase, SHARED_TAIL, Whose::All, true));
    }
    e.order.iter().zip(0..=u16::MAX).find_map(|(slot, at)| {
        let part = FIRST_TAIL + i32::from(at);
        TAIL_STEPS.iter().find_map(|phase| step(phase, part, Whose::Slot(at), is_shared(slot)))
    })
}

fn usable(e: &Encounter, window: &Window) -> bool {
    e.all_in(window.whose).any(|c| owes(e, window, c.id))
}

/// Whether it acts in this part of its slot: slow combatants in the tail, except that those left with only their hands
/// strike in the ordinary part.
pub fn is_its_part(e: &Encounter, window: &Window, c: &Combatant) -> bool {
    let hands = || window.phase == Phase::Melee && attack::has_only_hands(&At { e, c });
    if slot::is_tail(window) { state::is_slow(e, c) } else { !state::is_slow(e, c) || hands() }
}

/// Whether the combatant has something to do in the window (the table in section 2.1).
pub fn owes(e: &Encounter, window: &Window, who: CombatantId) -> bool {
    let Some(c) = e.get(who) else { return false };
    if !slot::is_its_slot(e, window, c) || !state::can_act(c) {
        return false;
    }
    let at = At { e, c };
    let can = match window.phase {
        Phase::Declare => return declare::can_declare(&at),
        Phase::Movement => movement::can_move(&at),
        Phase::Missile => attack::can_shoot(&at),
        Phase::Magic => spell::can_cast(&at),
        Phase::Melee => attack::can_strike(&at),
        _ => false,
    };
    can && is_its_part(e, window, c)
}

/// Begins a slot: declared moves lapse if no foe is near any more (`bx.declare.binding`).
pub fn begin_slot(r: &mut Resolution, window: &Window) {
    let e = r.encounter();
    let free: Vec<CombatantId> = e
        .all()
        .filter(|c| slot::is_its_slot(e, window, c) && !state::in_melee(e, c))
        .filter(|c| !c.has(Condition::FLEEING))
        .filter(|c| c.has(Condition::WITHDRAWING) || c.has(Condition::RETREATING))
        .map(|c| c.id)
        .collect();
    for who in free {
        r.relieve(who, Condition::WITHDRAWING);
        r.relieve(who, Condition::RETREATING);
    }
}

/// Reports the steps that nobody could use between this window and the next one of its slot.
pub fn report_passed_over(r: &mut Resolution, window: &Window) {
    let e = r.encounter();
    let part = window.place.part;
    if !r.is_recorded() || !(FIRST_SLOT..SHARED_TAIL).contains(&part) || e.place != window.place {
        return;
    }
    let until = match next(e) {
        Some(next) if next.place.part == part => next.place.order,
        _ => order(&STEPS, Phase::Melee) + 1,
    };
    let skipped = STEPS.iter().enumerate().filter_map(|(at, phase)| {
        let at = i32::try_from(at).ok()?;
        (at > window.place.order && at < until && *phase != Phase::Morale).then_some(*phase)
    });
    let skipped: Vec<Phase> = skipped.collect();
    if !skipped.is_empty() {
        r.emit(Event::PassedOver(skipped));
    }
}

/// Returns the stations of this round.
pub fn rail(e: &Encounter) -> Vec<Station> {
    let station = |heading: &str, phase, place| Station { heading: heading.to_string(), phase, place };
    if e.round == 0 {
        return opening::rail(&OPENING);
    }
    let mut rail =
        vec![station("", Phase::Declare, DECLARE), station("", Phase::Initiative, INITIATIVE)];
    for (slot, at) in e.order.iter().zip(0..) {
        let heading = heading(e, slot);
        for phase in &STEPS[1..] {
            let place = Place::new(FIRST_SLOT + at, order(&STEPS, *phase));
            rail.push(station(&heading, *phase, place));
        }
    }
    if e.all().any(|c| state::can_act(c) && state::is_slow(e, c)) {
        let word = about().condition(condition::SLOW).map_or("", |row| row.row().label);
        for phase in TAIL_STEPS {
            rail.push(station(word, phase, Place::new(SHARED_TAIL, order(&STEPS, phase))));
        }
    }
    rail
}

fn heading(e: &Encounter, slot: &Slot) -> String {
    let sides = slot.sides.iter().filter_map(|side| e.side(*side)).map(|side| &*side.name);
    let ones = slot.ones.iter().filter_map(|who| e.get(*who)).map(|c| &*c.name);
    sides.chain(ones).collect::<Vec<_>>().join(" + ")
}
