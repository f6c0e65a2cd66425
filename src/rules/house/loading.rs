//! Crossbows: unloaded after a shot, and the cost of loading (`house.missile.reload-r1`, `house.missile.reload-r2`).

use super::blow::Blow;
use super::condition::EMPTY_WEAPON;
use super::gear::{self, is_of_line};
use super::state::{rounds_on, this_round};
use super::{refusal, state, tag};
use crate::rules::d20::movement::moved;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Loads a crossbow: a light one costs all movement, a heavy one the whole round.
pub const RELOAD: DeedRule = DeedRule {
    rule: "house.missile.reload-r2",
    when: When::Beside,
    told: LogForm::Named,
    concerns: |at| at.c.has(EMPTY_WEAPON),
    may: |at| {
        at.unless(
            at.c.has(EMPTY_WEAPON),
            Refusal::BAD_WEAPON.saying("none of its weapons needs loading"),
        )?;
        at.unless(moved(at.c) == 0, refusal::MOVED_TO_LOAD)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)
    },
    shape: |at, offer| {
        let empty = |(nth, _): &(u8, &Attack)| at.c.has_value(EMPTY_WEAPON, *nth);
        state::with_lines(at, offer, empty, may_load)
    },
    check: |at, act| state::check_line(at, act, may_load),
    run: load,
    ..DeedRule::of(Deed::Reload)
};

/// Checks that the weapon is unloaded and usable; a heavy one takes an untouched round, at the combatant's own stop.
fn may_load(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(at.c.has_value(EMPTY_WEAPON, nth), Refusal::BAD_WEAPON)?;
    gear::may_wield(at, nth, line)?;
    if !is_heavy(line) {
        return Ok(());
    }
    at.unless(!state::holds_back(at.c), Refusal::NOT_YOUR_SLOT)?;
    state::has_not_acted(at)
}

fn load(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = act.with else { return Ok(()) };
    if is_heavy_line(r.encounter(), act.who, nth.into()) {
        r.emit(Event::Spent(act.who, Spending::Action));
    }
    gear::take_in_hand(r, act.who, nth);
    r.relieve_where(act.who, |_, effect| is_of_line(effect, EMPTY_WEAPON, nth));
    let effect = Effect { value: nth.into(), ..this_round(r, Condition::RELOADING) };
    r.afflict(act.who, effect);
    Ok(())
}

fn is_heavy_line(e: &Encounter, who: CombatantId, nth: i32) -> bool {
    let d20 = e.d20(who).ok().zip(u8::try_from(nth).ok());
    d20.and_then(|(d20, nth)| state::line(d20, nth)).is_some_and(is_heavy)
}

fn is_heavy(line: &Attack) -> bool {
    line.has(Tag::RELOAD)
}

/// Unloads the crossbow: a light one at least to the end of the round, a heavy one until loaded.
pub fn shot(r: &mut Resolution, blow: &Blow) {
    let value = blow.at.into();
    if blow.line.has(tag::LOADED_STANDING) {
        let effect = Effect { value, ..this_round(r, EMPTY_WEAPON) };
        r.afflict(blow.who, effect);
    } else if is_heavy(blow.line) {
        let effect = Effect { value, ..r.effect(EMPTY_WEAPON, None) };
        r.afflict(blow.who, effect);
    }
}

/// At the end of the round, keeps a light crossbow unloaded unless its bearer stood still with it in hand.
pub fn round_over(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    if !has_loaded(r.encounter(), who, effect) {
        let effect = Effect { value: effect.value, ..rounds_on(r, EMPTY_WEAPON, 1) };
        r.afflict(who, effect);
    }
}

/// After the round of loading, unloads a heavy crossbow again if its bearer was out of action, moved, or no longer has
/// it in hand.
pub fn loaded(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    let e = r.encounter();
    if is_heavy_line(e, who, effect.value) && !has_loaded(e, who, effect) {
        let effect = Effect { value: effect.value, ..r.effect(EMPTY_WEAPON, None) };
        r.afflict(who, effect);
    }
}

fn has_loaded(e: &Encounter, who: CombatantId, effect: &Effect) -> bool {
    let in_hand = |c| state::weapon_in_hand(e, c).is_some_and(|(nth, _)| i32::from(nth) == effect.value);
    let able = |c| state::is_able(c) && !state::is_limited(c);
    e.get(who).is_some_and(|c| able(c) && moved(c) == 0 && in_hand(c))
}
