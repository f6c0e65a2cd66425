//! The combat sequence: which window comes next, and what may be done in it (section 2 of the catalogue).

use super::options::{MORALE_TIMING, MoraleTiming};
use super::routine::Tier;
use super::slot::{self, INITIATIVE, owes};
use super::{
    condition, grapple, initiative, morale, opening, pursuit, refusal, state, surprise, swallow,
};
use crate::rules::d20;
use crate::rules::model::kinds;
use crate::rules::model::window::{Mode, Place, Subject, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// The procedures before the first round, in order.
const OPENING: [Phase; 3] = [Phase::Surprise, Phase::Distance, Phase::Reaction];
const REACTION: Place = Place::new(-5, 0);
const DECLARE: Place = Place::new(-4, 0);
/// Part of the morale checks at the start of the conflict, and of those that wait for the start of a round; one place
/// per group.
const MORALE: i32 = -2;
/// A round of pursuit, after every slot.
const PURSUIT: Place = Place::new(50, 0);
/// Part of the surprise round; one place per surprising combatant.
const SURPRISE_ROUND: i32 = 0;

/// Does nothing more in this slot.
pub const PASS: DeedRule = deed::pass("zero.time.round", |at| deed::may_pass(at, owes));

/// Refuses what the actor's state or the time rules out, before the deed itself is checked.
pub fn gate(at: &At, row: &DeedRule) -> Allowed {
    match row.when {
        _ if at.c.standing == Standing::Dead => at.no(Refusal::DEAD),
        When::Ever => Ok(()),
        _ if !at.c.is_up() || at.c.means(Meaning::OUT) => at.no(why_out(at.c)),
        When::Free => Ok(()),
        _ if at.c.has(Condition::SURPRISED) => at.no(Refusal::SURPRISED),
        _ if at.c.has(condition::STRUGGLING) => at.no(refusal::STRUGGLING),
        when => in_time(at, when),
    }
}

/// Returns the refusal for the condition that puts it out of action.
fn why_out(c: &Combatant) -> Refusal {
    let why = [
        (condition::PINNED, refusal::PINNED),
        (Condition::STUNNED, refusal::STUNNED),
        (Condition::UNCONSCIOUS, Refusal::UNCONSCIOUS),
    ];
    let has = |(condition, _): &(Condition, Refusal)| c.is_up() && c.has(*condition);
    why.into_iter().find(has).map_or(Refusal::INCAPACITATED, |(_, refusal)| refusal)
}

fn in_time(at: &At, when: When) -> Allowed {
    let Some(window) = at.e.window().filter(|window| window.mode != Mode::Procedure) else {
        return at.no(Refusal::NOT_IN_THIS_PHASE);
    };
    let declaring = window.phase == Phase::Declare;
    match when {
        When::Announcing => at.unless(declaring, Refusal::NOT_IN_THIS_PHASE),
        When::Either if declaring => Ok(()),
        _ if declaring => at.no(Refusal::NOT_IN_THIS_PHASE),
        _ => at.unless(owes(at.e, window, at.c.id), Refusal::NOT_YOUR_SLOT),
    }
}

/// Returns the first window after the encounter's place that has something to do.
pub fn next(e: &Encounter) -> Option<Window> {
    if e.round == 0 {
        let wanted = |phase| phase != Phase::Reaction || !surprise::one_side_is_surprised(e);
        return d20::opening::next(e, &OPENING, wanted);
    }
    let acts = if surprise::is_surprise_round(e) {
        surprise_round(e)
    } else if pursuit::chased(e).is_some() {
        let window = Window::procedure(Phase::Pursuit, PURSUIT, Whose::All);
        (e.place < PURSUIT).then_some(window)
    } else {
        before_the_numbers(e).or_else(|| numbers(e))
    };
    acts.or_else(|| swallow::next(e))
}

/// Returns the next window of the surprise round; the surprising side acts in roster order
/// (`zero.surprise.free-round`).
fn surprise_round(e: &Encounter) -> Option<Window> {
    e.all().zip(0..).find_map(|(c, at)| {
        let place = Place::new(SURPRISE_ROUND, at);
        let window = Window::acts(Phase::Number, place, Whose::One(c.id));
        (e.place < place && owes(e, &window, c.id)).then_some(window)
    })
}

fn before_the_numbers(e: &Encounter) -> Option<Window> {
    if e.place < REACTION && opening::owes_reaction(e) {
        return Some(Window::procedure(Phase::Reaction, REACTION, Whose::All));
    }
    if e.place < DECLARE {
        let window = Window::acts(Phase::Declare, DECLARE, Whose::All);
        if e.all().any(|c| owes(e, &window, c.id)) {
            return Some(window);
        }
    }
    if e.place < INITIATIVE && initiative_is_due(e) {
        return Some(Window::procedure(Phase::Initiative, INITIATIVE, Whose::All));
    }
    if e.place.part > MORALE {
        return None;
    }
    let waited = MORALE_TIMING.is(e, MoraleTiming::RoundStart);
    let due = |c: &Combatant| morale::owes_start(e, c) || waited && morale::is_due(e, c);
    kinds::leaders(e).zip(0..).find_map(|(c, at)| {
        let place = Place::new(MORALE, at);
        (e.place < place && due(c)).then(|| morale_window(place, c))
    })
}

fn morale_window(place: Place, leader: &Combatant) -> Window {
    let window = Window::procedure(Phase::Morale, place, Whose::One(leader.id));
    window.about(Subject::Combatant(leader.id))
}

/// Returns the window of what cannot wait: contests of held combatants, and morale checks due once the slot is over
/// (`zero.morale.triggers`).
pub fn pressing(e: &Encounter) -> Option<Window> {
    if e.windows.is_empty() && grapple::contests_due(e) {
        return Some(Window::procedure(Phase::Commit, e.place, Whose::All));
    }
    if e.window().is_some() || !e.pending.is_empty() || MORALE_TIMING.is(e, MoraleTiming::RoundStart) {
        return None;
    }
    let mut due = e.all().filter(|c| morale::is_due(e, c));
    due.find(|c| kinds::leader(e, c) == c.id).map(|c| morale_window(e.place, c))
}

/// Whether initiative must be rolled: once, again under the option or after an escape, and for newcomers
/// (`zero.initiative.once`, `zero.initiative.reroll-after-escape`).
fn initiative_is_due(e: &Encounter) -> bool {
    let anyone = || e.all().any(state::is_able);
    let lacking = || e.all().any(|c| state::is_able(c) && c.number.is_none());
    anyone() && (initiative::is_rolled_again(e) || lacking())
}

/// Returns the next slot in which a combatant has something to do.
fn numbers(e: &Encounter) -> Option<Window> {
    let place = |c: &Combatant| {
        let number = c.number?;
        let ahead = Tier::ALL.into_iter().filter(|tier| tier.place(number) > e.place);
        ahead.filter(|tier| slot::acts_in(e, c, *tier)).map(|tier| tier.place(number)).next()
    };
    let first = e.all().filter(|c| !c.spent.acted && state::can_act(c)).filter_map(place).min()?;
    let at = e.order.iter().position(|slot| slot.score == -first.order)?;
    Some(Window::acts(Phase::Number, first, Whose::Slot(u16::try_from(at).ok()?)))
}

/// Returns the stations of this round.
pub fn rail(e: &Encounter) -> Vec<Station> {
    let station = |heading: String, phase, place| Station { heading, phase, place };
    let plain = |phase, place| station(String::new(), phase, place);
    if e.round == 0 {
        return d20::opening::rail(&OPENING);
    }
    if surprise::is_surprise_round(e) {
        let surprising = e.all().zip(0..).filter(|(c, _)| state::can_act(c));
        return surprising
            .map(|(c, at)| station(c.name.to_string(), Phase::Number, Place::new(SURPRISE_ROUND, at)))
            .collect();
    }
    if pursuit::chased(e).is_some() {
        return vec![plain(Phase::Pursuit, PURSUIT)];
    }
    let mut rail = vec![plain(Phase::Declare, DECLARE)];
    if e.order.is_empty() || initiative_is_due(e) {
        rail.push(plain(Phase::Initiative, INITIATIVE));
    }
    for tier in Tier::ALL {
        for slot in e.order.iter() {
            let place = tier.place(slot.score);
            let stands = |c: &Combatant| c.number == Some(slot.score) && state::can_act(c);
            let names: Vec<&str> = e
                .all()
                .filter(|c| stands(c) && slot::belongs(&At { e, c }, tier))
                .map(|c| &*c.name)
                .collect();
            if !names.is_empty() || place == e.place {
                rail.push(station(heading(tier, slot.score, &names), Phase::Number, place));
            }
        }
    }
    rail
}

/// Formats the number and the first few combatants that have it.
fn heading(tier: Tier, score: i32, names: &[&str]) -> String {
    const NAMED: usize = 3;
    let more = names.len().saturating_sub(NAMED);
    let shown = names[..names.len() - more].join(", ");
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    let word = match tier {
        Tier::Hasted => "hasted ",
        Tier::Opening => "first blows ",
        Tier::Ordinary => "",
        Tier::Closing => "last blows ",
    };
    format!("{word}{score} {shown}{more}")
}
