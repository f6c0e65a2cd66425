//! The clock: paying for actions, carrying them over, and what falls due on a combatant's own clock.

use super::asset::tables;
use super::{counter, minds, state};
use crate::rules::model::combatant::OngoingAction;
use crate::rules::model::effect::TimerAction;
use crate::rules::model::event::Told;
use crate::rules::model::moment::{Moment, Second};
use crate::rules::ruleset::deed::Price;
use crate::rules::ruleset::prelude::*;

/// The step within a second at which delayed effects go off: before anything else that ends at it.
const DELIVERY: u8 = 0;

/// Returns the seconds of a deed by the table (`seconds.time.action-costs`).
pub fn printed(deed: Deed) -> Second {
    tables().costs.get(&deed).map_or(0, |cost| cost.seconds)
}

/// Returns the price of an action of `takes` seconds, and how many of them are carried over
/// (`seconds.time.carry-over`); `None` if it takes none.
pub fn price(at: &At, takes: Second) -> Option<Price> {
    let carried = takes.saturating_sub(state::seconds_left(at.e, at.c.id));
    (takes > 0).then_some(Price { takes, carried })
}

/// Returns the price of an act by the table.
pub fn by_table(at: &At, act: &Act) -> Option<Price> {
    price(at, printed(act.deed))
}

/// Returns the price of an act whose seconds are stated with it, by default those of the table.
pub fn as_said(at: &At, act: &Act) -> Option<Price> {
    let said = act.facts.seconds().and_then(|n| Second::try_from(n).ok());
    price(at, said.unwrap_or_else(|| printed(act.deed)))
}

/// Pays for an act as far as the turn, and the next timer due on the way, allow. Returns `true` if it is paid
/// in full and resolves now; otherwise it is in progress (`seconds.time.carry-over`). A timer due at its very
/// last second goes off before it (`seconds.time.effect-delay`).
pub fn pay(r: &mut Resolution, act: &Act, owed: Second) -> bool {
    let Payment { now, in_full } = Payment::of(r.encounter(), act.who, owed);
    if now > 0 {
        let rate = state::rate(r.encounter(), act.who);
        spend(r, act.who, now.saturating_mul(rate));
        r.emit(Event::Spent(act.who, Spending::Action));
        if !is_movement(act.deed) {
            end_run_up(r, act.who);
        }
    }
    if !in_full {
        let begun = OngoingAction { act: act.clone(), owes: owed - now };
        r.emit(Event::Undertook(act.who, Some(Box::new(begun))));
    }
    in_full
}

/// What can be paid now of the seconds of action that are owed.
struct Payment {
    /// The seconds paid now.
    now: Second,
    /// Whether that is all, and nothing goes off before the action.
    in_full: bool,
}

impl Payment {
    fn of(e: &Encounter, who: CombatantId, owed: Second) -> Self {
        let dues = [who, minds::body_of(e, who)].into_iter().filter_map(|who| next_due(e, who)).min();
        let due = dues.map(|seconds| seconds.div_ceil(state::rate(e, who)));
        let now = owed.min(state::seconds_left(e, who)).min(due.unwrap_or(Second::MAX));
        Self { now, in_full: now == owed && (now == 0 || due != Some(now)) }
    }
}

/// Whether an action of that price would resolve as soon as it is begun.
pub fn resolves_at_once(at: &At, price: Option<Price>) -> bool {
    Payment::of(at.e, at.c.id, price.map_or(0, |price| price.takes)).in_full
}

/// Spends seconds of its own clock; a mind also spends those of the body it is in
/// (`seconds.possession.shared-body`).
pub fn spend(r: &mut Resolution, who: CombatantId, seconds: Second) {
    let body = minds::body_of(r.encounter(), who);
    if body != who {
        r.emit(Event::Spent(body, Spending::Seconds(seconds)));
    }
    r.emit(Event::Spent(who, Spending::Seconds(seconds)));
}

/// Ends the run-up of the body it acts with: after an action that takes time and is not movement, and at the
/// start of another's turn with that body (`seconds.combo.charge`).
pub fn end_run_up(r: &mut Resolution, who: CombatantId) {
    let body = minds::body_of(r.encounter(), who);
    if r.encounter().get(body).is_some_and(|c| c.count(counter::RUN_UP) != 0) {
        r.count(body, counter::RUN_UP, 0);
    }
}

/// Returns the seconds until the next timer on its own clock.
fn next_due(e: &Encounter, who: CombatantId) -> Option<Second> {
    let clock = e.get(who)?.clock;
    let due = e.timers.iter().filter_map(|timer| match timer.due.moment {
        Moment::OwnSecond(whose, second) if whose == who && second > clock => Some(second - clock),
        _ => None,
    });
    due.min()
}

/// Delays the effect of an act by `delay` seconds, whatever happens meanwhile (`seconds.time.effect-delay`).
pub fn deliver_later(r: &mut Resolution, act: &Act, delay: Second) {
    let clock = r.encounter().get(act.who).map_or(0, |c| c.clock);
    let due = Moment::OwnSecond(act.who, clock.saturating_add(delay)).at(DELIVERY);
    r.set_timer(due, Some(act.who), TimerAction::Deliver(Box::new(act.clone())));
}

/// Loses the action in progress, or one that is paid but not resolved, by waiting
/// (`seconds.time.consecutive`); a second that cannot be used is not waiting.
pub fn lose_by_waiting(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let begun = e.get(who).and_then(|c| c.ongoing.as_ref());
    if begun.is_some_and(|begun| begun.owes == 0 || state::seconds_left(e, who) > 0) {
        lose_action(r, who);
    }
}

/// Lets the rest of its six seconds elapse (`seconds.time.end-turn`).
pub fn elapse_rest(r: &mut Resolution, who: CombatantId) {
    let spent = r.encounter().get(who).map_or(state::TURN, |c| c.spent.seconds);
    let rest = state::TURN.saturating_sub(spent);
    if rest > 0 {
        r.emit(Event::Spent(who, Spending::Seconds(rest)));
    }
}

/// Marks its turn as ended early: no moment of it is left (`seconds.time.end-turn`).
pub fn mark_ended(r: &mut Resolution, who: CombatantId) {
    r.emit(Event::Spent(who, Spending::Seconds(0)));
}

/// Loses the action in progress with the seconds spent on it (`seconds.time.consecutive`).
pub fn lose_action(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_some_and(|c| c.ongoing.is_some()) {
        r.emit(Event::Undertook(who, None));
        r.tell(|| Told::Lost(who));
    }
}

/// Loses an unused held turn just before the holder's next slot: its seconds, stunned ones included, elapse
/// all the same (`seconds.initiative.interrupt`, A50).
pub fn lose_held_turn(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who).filter(|c| c.turns.1 < c.turns.0) else { return };
    let clock = c.clock % state::TURN;
    let gone = give_up_held_turn(r, who).unwrap_or(0).max(clock);
    if !minds::is_shared(r.encounter(), who) {
        r.emit(Event::Spent(who, Spending::Reset));
        if gone > 0 {
            r.emit(Event::Spent(who, Spending::TimeBudget(gone)));
        }
        if minds::body_of(r.encounter(), who) == who {
            sit_out_stun(r, who);
        }
        elapse_rest(r, who);
    }
    r.emit(Event::TurnEnded(who));
}

/// Ends the held turn: it can no longer be taken. If none of its seconds are left, the turn is over.
pub fn forfeit_held_turn(r: &mut Resolution, who: CombatantId) {
    if give_up_held_turn(r, who).is_some_and(|gone| gone >= state::TURN) {
        r.emit(Event::TurnEnded(who));
    }
}

/// Gives up the held turn and returns how many of its seconds were spent when it was held; `None` if none is held.
fn give_up_held_turn(r: &mut Resolution, who: CombatantId) -> Option<Second> {
    let held = r.encounter().get(who).and_then(|c| c.effect(Condition::HOLDING)).cloned()?;
    r.under(|| Why::Ends(who, held.id), |r| r.emit(Event::relieved(who, &held, true)));
    Some(Second::try_from(held.value).unwrap_or(0))
}

/// Stuns it: first for the seconds of its open turn, the rest at the beginning of its next turns
/// (`seconds.condition.stunned`).
pub fn stun(r: &mut Resolution, who: CombatantId, seconds: i32) {
    let Some(c) = r.encounter().get(who) else { return };
    if let Some(already) = state::stunned_for(c) {
        set_stun(r, who, already.saturating_add(seconds.max(0)));
    }
    interrupt_stunned(r, who);
}

/// Every mind in a stunned body loses its action in progress, and seconds of its turn if that is open or
/// interrupted.
pub fn interrupt_stunned(r: &mut Resolution, who: CombatantId) {
    for mind in minds::inside(r.encounter(), who) {
        lose_action(r, mind);
        if state::has_turn_open(r.encounter(), mind) {
            sit_out_stun(r, mind);
        }
    }
}

fn set_stun(r: &mut Resolution, who: CombatantId, seconds: i32) {
    r.relieve(who, Condition::STUNNED);
    if seconds > 0 {
        let mut effect = r.effect(Condition::STUNNED, None);
        effect.value = seconds;
        r.afflict(who, effect);
    }
}

/// Spends the first seconds of its turn being stunned; if that is all of them, the turn is over.
pub fn sit_out_stun(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let body = minds::body_of(e, who);
    let Some(c) = e.get(body).filter(|c| c.has(Condition::STUNNED)) else { return };
    let time_budget = state::time_budget(e, who);
    let owed = state::stunned_for(c).and_then(|seconds| Second::try_from(seconds).ok());
    let lost = owed.unwrap_or(time_budget).min(time_budget);
    if lost == 0 {
        return;
    }
    // A mount that sits out its turn spends nothing of its rider's.
    let owns = |window: &Window| state::turn_of(window) == Some(who);
    let is_own_turn = state::rider_of(e, who).is_none() || e.windows.iter().any(owns);
    spend(r, who, lost);
    end_run_up(r, who);
    if lost == time_budget && is_own_turn {
        r.emit(Event::Spent(who, Spending::Action));
    }
    if let Some(owed) = owed {
        set_stun(r, body, i32::try_from(owed - lost).unwrap_or(0));
    }
}

/// Takes back the seconds its held turn had when it was held.
pub fn take_held_turn(r: &mut Resolution, who: CombatantId) {
    let held = r.encounter().get(who).and_then(|c| c.effect(Condition::HOLDING)).cloned();
    let Some(held) = held else { return };
    end_run_up(r, who);
    r.emit(Event::relieved(who, &held, false));
    if !minds::is_shared(r.encounter(), who) {
        r.emit(Event::Spent(who, Spending::Reset));
        let gone = Second::try_from(held.value).unwrap_or(0);
        if gone > 0 {
            r.emit(Event::Spent(who, Spending::TimeBudget(gone)));
        }
    }
}

/// Whether the deed is a movement.
fn is_movement(deed: Deed) -> bool {
    matches!(deed, Deed::Move | Deed::Run | Deed::Crawl)
}
