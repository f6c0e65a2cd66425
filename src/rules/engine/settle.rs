//! Automatic progress after every command: processes what is due, closes finished windows, opens the next. Rolls no
//! dice.

use super::custom;
use super::resolution::Resolution;
use crate::rules::model::cause::Why;
use crate::rules::model::effect::{Effect, Timer};
use crate::rules::model::encounter::{Encounter, Lapse, Stage};
use crate::rules::model::event::{Event, Told};
use crate::rules::model::ids::{CombatantId, EffectId};
use crate::rules::model::moment::{Round, Second, When};
use crate::rules::model::window::{Mode, Phase, Place, Subject, Whose, Window};
use crate::rules::model::word::Word;
use crate::rules::ruleset::{After, Ruleset};
use std::ops::ControlFlow::{self, Break, Continue};

/// More steps than any round has; stops a ruleset that loops.
const STEPS: usize = 100_000;

/// Advances the encounter to the next point that needs input; returns who owes an act there, if it still runs. The
/// search starts at the last actor, since the next in line usually owes.
pub(in crate::rules) fn settle(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    acted: Option<CombatantId>,
) -> Option<CombatantId> {
    for _ in 0..STEPS {
        let step = match r.encounter().stage {
            Stage::Setup => Break(None),
            Stage::Running => step(rules, r, acted),
            Stage::Over => aftermath_step(rules, r),
        };
        if let Break(owes) = step {
            return owes;
        }
    }
    None
}

/// Continues, or breaks where input is needed, with the combatant that owes an act.
type Step = ControlFlow<Option<CombatantId>>;

/// One step after the fight: opens no window of a round, but settles what is due, one thing at a time.
fn aftermath_step(rules: &dyn Ruleset, r: &mut Resolution) -> Step {
    if r.encounter().window().is_some() || !take_due(rules, r) { Break(None) } else { Continue(()) }
}

fn step(rules: &dyn Ruleset, r: &mut Resolution, acted: Option<CombatantId>) -> Step {
    if !is_settling(r.encounter()) && take_due(rules, r) {
        return Continue(());
    }
    let owes = first_owing(rules, r.encounter(), acted);
    let acts = r.encounter().window().is_some_and(|window| window.mode != Mode::Procedure);
    if acts && owes.is_none() {
        close(rules, r);
        return Continue(());
    }
    if let Some(window) =
        rules.pressing(r.encounter()).filter(|window| !is_on_top(r.encounter(), window))
    {
        push(rules, r, window);
        return Continue(());
    }
    if r.encounter().window().is_some() {
        return Break(owes);
    }
    // Effects that lapse at the round's end enable no one to act in it.
    let next = if r.encounter().round_over { None } else { rules.next(r.encounter()) };
    match next {
        Some(window) => open(rules, r, window),
        None => advance_round(rules, r),
    }
    Continue(())
}

/// Fast-forwards a running encounter to the first wanted window of its round: earlier windows open and close unused,
/// and pressing windows that are not wanted wait. `None` if the round has no such window.
pub(in crate::rules) fn open_at(
    rules: &dyn Ruleset,
    r: &mut Resolution,
    wanted: &dyn Fn(&Encounter, &Window) -> bool,
) -> Option<()> {
    for _ in 0..STEPS {
        if !is_settling(r.encounter()) && take_due(rules, r) {
            continue;
        }
        let e = r.encounter();
        if e.window().is_some_and(|window| wanted(e, window)) {
            return Some(());
        }
        if let Some(window) = rules.pressing(e).filter(|window| wanted(e, window)) {
            push(rules, r, window);
        } else if e.window().is_some() {
            close(rules, r);
        } else {
            open(rules, r, rules.next(e)?);
        }
    }
    None
}

/// Whether a due timer is being settled; others wait until it is done.
fn is_settling(e: &Encounter) -> bool {
    e.window().is_some_and(|window| matches!(window.subject, Some(Subject::Timer(_))))
}

/// Whether the pressing window is already open.
fn is_on_top(e: &Encounter, pressing: &Window) -> bool {
    e.window().is_some_and(|top| (top.phase, &top.subject) == (pressing.phase, &pressing.subject))
}

/// Returns the first combatant that owes an act in the open window: the last actor, else the first in acting order.
pub(in crate::rules) fn first_owing(
    rules: &dyn Ruleset,
    e: &Encounter,
    acted: Option<CombatantId>,
) -> Option<CombatantId> {
    let window = e.window().filter(|window| window.mode != Mode::Procedure)?;
    let owes = |who: &CombatantId| !window.has_passed(*who) && rules.owes(e, *who);
    match window.whose {
        Whose::One(who) => Some(who).filter(owes),
        _ => acted.filter(owes).or_else(|| e.first_to_act(|c| owes(&c.id))),
    }
}

/// Closes the open window.
pub(in crate::rules) fn close(rules: &dyn Ruleset, r: &mut Resolution) {
    if let Some(window) = r.encounter().window().cloned() {
        r.emit(Event::Closed);
        rules.follow(r, After::Closed(&window));
    }
}

/// Closes the open window; a procedure in it is skipped.
pub(in crate::rules) fn pass_over(rules: &dyn Ruleset, r: &mut Resolution) {
    let window = r.encounter().window().cloned();
    close(rules, r);
    if let Some(window) = window.filter(|window| window.mode == Mode::Procedure) {
        rules.follow(r, After::PassedOver(&window));
    }
}

fn open(rules: &dyn Ruleset, r: &mut Resolution, window: Window) {
    r.emit(Event::Opened(Box::new(window.clone())));
    rules.follow(r, After::Opened(&window));
}

fn push(rules: &dyn Ruleset, r: &mut Resolution, window: Window) {
    r.emit(Event::Laid(Box::new(window.clone())));
    rules.follow(r, After::Opened(&window));
}

/// Ends the round, or begins the next. After a round in which no combatant could act it stops once, so that rounds do
/// not run away.
fn advance_round(rules: &dyn Ruleset, r: &mut Resolution) {
    let e = r.encounter();
    let round = e.round;
    if e.round_over {
        begin_round(rules, r, round.saturating_add(1));
    } else if round > 0 && e.place == Place::START {
        let place = Place::new(i32::MAX, 0);
        r.emit(Event::Opened(Box::new(Window::procedure(Phase::Lull, place, Whose::All))));
    } else {
        r.emit(Event::RoundEnded(round));
        if round > 0 {
            elapse(rules, r, rules.about().round_seconds);
        }
    }
}

/// Begins a round and applies pending options.
fn begin_round(rules: &dyn Ruleset, r: &mut Resolution, round: Round) {
    r.emit(Event::RoundBegan(round));
    if !rules.about().order_lasts && !r.encounter().order.is_empty() {
        r.emit(Event::Ordered(std::sync::Arc::default()));
    }
    for (id, value) in r.encounter().awaiting.clone() {
        r.emit(Event::OptionSet(id, value));
    }
}

/// Advances the clock, and reports a completed turn.
pub(in crate::rules) fn elapse(rules: &dyn Ruleset, r: &mut Resolution, seconds: Second) {
    let turn = rules.about().turn_seconds();
    let before = r.encounter().clock / turn;
    r.emit(Event::Elapsed(seconds));
    let now = r.encounter().clock / turn;
    if now > before {
        r.tell(|| Told::TurnOver(now));
    }
}

enum Due {
    Lapse(Lapse),
    Timer(Timer),
}

impl Due {
    fn key(&self) -> (When, EffectId) {
        match self {
            Self::Lapse(lapse) => (lapse.when, lapse.id),
            Self::Timer(timer) => (timer.due, timer.id),
        }
    }
}

/// Processes the first thing due; returns whether there was one.
fn take_due(rules: &dyn Ruleset, r: &mut Resolution) -> bool {
    let e = r.encounter();
    // Sorted by moment, and most wait for the same one.
    let mut ahead = None;
    let mut has_come = |moment| {
        let come = ahead != Some(moment) && e.has_come(moment);
        ahead = if come { ahead } else { Some(moment) };
        come
    };
    let lapse = e.lapses.iter().find(|lapse| has_come(lapse.when.moment)).copied().map(Due::Lapse);
    let timers = e.timers.iter().filter(|timer| e.has_come(timer.due.moment));
    let timer = timers.min_by_key(|timer| (timer.due, timer.id)).cloned().map(Due::Timer);
    let Some(due) = lapse.into_iter().chain(timer).min_by_key(Due::key) else {
        return false;
    };
    match due {
        Due::Lapse(lapse) => {
            let effect = e.get(lapse.who).and_then(|c| c.effect_by_id(lapse.id)).cloned();
            let effect = effect.unwrap_or_else(|| missing_effect(lapse));
            let ends = |r: &mut Resolution| {
                custom::end(r, lapse.who, &effect);
                rules.follow(r, After::Lapsed(lapse.who, &effect));
            };
            let out = |who| r.encounter().get(who).is_some_and(|c| !c.is_up());
            let why =
                if out(lapse.who) { Why::Falls(lapse.who) } else { Why::Ends(lapse.who, lapse.id) };
            r.under(|| why, ends);
        }
        Due::Timer(timer) => {
            let falls_due = |r: &mut Resolution| {
                r.emit(Event::Fell(Box::new(timer.clone())));
                let own =
                    custom::fall_due(rules, r, &timer).or_else(|| reinforcement(r.encounter(), &timer));
                own.or_else(|| rules.due(r.encounter(), &timer))
            };
            if let Some(window) = r.under(|| Why::Due(timer.id), falls_due) {
                push(rules, r, window);
            }
        }
    }
    true
}

/// Reinforcements of a running fight wait for the referee's confirmation; none join a finished one.
fn reinforcement(e: &Encounter, timer: &Timer) -> Option<Window> {
    let comes = timer.reinforcement().is_some() && e.stage == Stage::Running;
    let window = Window::procedure(Phase::Due, e.place, Whose::All);
    comes.then(|| window.about(Subject::Timer(timer.clone())))
}

/// A placeholder for an effect that no longer exists: relieving it removes the lapse.
fn missing_effect(lapse: Lapse) -> Effect {
    Effect::new(lapse.id, Word::NOTE)
}
