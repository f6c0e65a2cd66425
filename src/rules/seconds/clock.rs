//! Seconds: paying for actions, carrying them over, and what falls due on the own clock.

use super::{minds, state};
use crate::rules::combatant::{Counter, Undertaking};
use crate::rules::command::{Act, Deed};
use crate::rules::effect::{Condition, Errand};
use crate::rules::encounter::Encounter;
use crate::rules::event::{Bearer, Event, Spending, Told};
use crate::rules::ids::CombatantId;
use crate::rules::moment::{Moment, Second};
use crate::rules::resolution::Resolution;

/// The step inside a second at which delayed effects go off: before anything else ends there.
const DELIVERY: u8 = 0;

/// Pays for an act as far as its turn, and the next thing that falls due on the way, allow. `true`:
/// it is paid in full and takes place now; otherwise it is in progress (`seconds.time.carry-over`).
/// What falls due on its very last second comes before it (`seconds.time.effect-delay`).
pub fn pay(r: &mut Resolution, act: &Act, owed: Second) -> bool {
    let e = r.encounter();
    let payer = minds::body_of(e, act.who);
    let rate = state::rate(e, act.who);
    let due = next_due(e, payer).map(|seconds| seconds.div_ceil(rate));
    let now = owed.min(state::seconds_left(e, act.who)).min(due.unwrap_or(Second::MAX));
    if now > 0 {
        r.emit(Event::Spent(payer, Spending::Seconds(now.saturating_mul(rate))));
        r.emit(Event::Spent(act.who, Spending::Action));
        if act.deed != Deed::Move {
            end_run_up(r, payer);
        }
    }
    if now < owed || (now > 0 && due == Some(now)) {
        let begun = Undertaking { act: act.clone(), owes: owed - now };
        r.emit(Event::Undertook(act.who, Some(Box::new(begun))));
        return false;
    }
    true
}

/// What takes time ends a run-up (`seconds.combo.charge`).
pub fn end_run_up(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_some_and(|c| c.count(Counter::RunUp) != 0) {
        r.emit(Event::Counted(Bearer::One(who), Counter::RunUp, 0));
    }
}

/// Seconds on its clock until the next thing that falls due there.
fn next_due(e: &Encounter, who: CombatantId) -> Option<Second> {
    let clock = e.get(who)?.clock;
    let due = e.timers.iter().filter_map(|timer| match timer.due.moment {
        Moment::OwnSecond(whose, second) if whose == who && second > clock => Some(second - clock),
        _ => None,
    });
    due.min()
}

/// The act takes effect so many seconds from now, whatever happens meanwhile
/// (`seconds.time.effect-delay`).
pub fn deliver_later(r: &mut Resolution, act: &Act, delay: Second) {
    let payer = minds::body_of(r.encounter(), act.who);
    let clock = r.encounter().get(payer).map_or(0, |c| c.clock);
    let due = Moment::OwnSecond(payer, clock.saturating_add(delay)).at(DELIVERY);
    r.set_timer(due, Some(act.who), Errand::Deliver(Box::new(act.clone())));
}

/// The rest of its turn goes by in waiting (`seconds.time.end-turn`).
pub fn wait_out(r: &mut Resolution, who: CombatantId) {
    let rest = state::purse(r.encounter(), who);
    if rest > 0 {
        r.emit(Event::Spent(who, Spending::Seconds(rest)));
    }
    r.emit(Event::TurnEnded(who));
}

/// What it was at is lost, with the seconds spent (`seconds.time.consecutive`).
pub fn lose_action(r: &mut Resolution, who: CombatantId) {
    if r.encounter().get(who).is_some_and(|c| c.undertaking.is_some()) {
        r.emit(Event::Undertook(who, None));
        r.emit(Event::Told(Told::Lost(who)));
    }
}

/// Its turn was kept and is lost: the seconds go by all the same.
pub fn lose_held_turn(r: &mut Resolution, who: CombatantId) {
    let Some(held) = r.encounter().get(who).and_then(|c| c.effect(Condition::Holding)).cloned() else {
        return;
    };
    r.emit(Event::relieved(who, &held, true));
    let gone = Second::try_from(held.value).unwrap_or(0);
    let rest = state::TURN.saturating_sub(gone);
    r.emit(Event::Spent(who, Spending::Seconds(rest)));
    r.emit(Event::TurnEnded(who));
}

/// It is stunned for so many seconds: those of its open turn first, the rest at the beginning of its
/// next turns (`seconds.condition.stunned`).
pub fn stun(r: &mut Resolution, who: CombatantId, seconds: i32) {
    let held = r.encounter().get(who).and_then(|c| c.effect(Condition::Stunned));
    let all = held.map_or(0, |effect| effect.value).saturating_add(seconds.max(0));
    lose_action(r, who);
    set_stun(r, who, all);
    if state::is_its_turn(r.encounter(), who) {
        sit_out_stun(r, who);
    }
}

fn set_stun(r: &mut Resolution, who: CombatantId, seconds: i32) {
    r.relieve(who, Condition::Stunned);
    if seconds > 0 {
        let mut effect = r.effect(Condition::Stunned, None);
        effect.value = seconds;
        r.afflict(who, effect);
    }
}

/// The first seconds of its turn go by in being stunned.
pub fn sit_out_stun(r: &mut Resolution, who: CombatantId) {
    let Some(stun) = r.encounter().get(who).and_then(|c| c.effect(Condition::Stunned)) else { return };
    let owed = Second::try_from(stun.value).unwrap_or(0);
    let lost = owed.min(state::purse(r.encounter(), who));
    if lost == 0 {
        return;
    }
    let body = minds::body_of(r.encounter(), who);
    r.emit(Event::Spent(body, Spending::Seconds(lost)));
    set_stun(r, who, i32::try_from(owed - lost).unwrap_or(0));
}
