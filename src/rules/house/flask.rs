//! Flasks: preparing oil, damage in the next round, and where a flask that misses breaks.

use super::asset::tables;
use super::blow::{self, Blow};
use super::condition::{OIL_READY, PREPARING_OIL};
use super::gear::{self, is_of_line};
use super::options::{SPLASH_DAMAGE, SplashDamage};
use super::state::this_round;
use super::{counter, disruption, harm, refusal, state, tag};
use crate::rules::d20::harm::is_alive;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Prepares a flask of oil as an action; from the next round on it can be lit and thrown (`house.missile.oil`).
pub const PREPARE: DeedRule = DeedRule {
    rule: "house.missile.oil",
    when: When::Action,
    phase: Some(Phase::Action),
    told: LogForm::Named,
    concerns: |at| state::lines(at).iter().any(|line| line.has(tag::OIL)),
    may: |at| {
        state::has_not_acted(at)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)?;
        at.unless(!at.c.has(Condition::CASTING), Refusal::CASTING)
    },
    shape: |at, offer| state::with_lines(at, offer, |(_, line)| line.has(tag::OIL), may_prepare),
    check: |at, act| state::check_line(at, act, may_prepare),
    run: prepare,
    ..DeedRule::of(Deed::Prepare)
};

fn may_prepare(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(line.has(tag::OIL), Refusal::BAD_WEAPON)?;
    gear::may_use(at, nth, line)?;
    at.unless(!at.c.has_value(OIL_READY, nth), refusal::ALREADY_PREPARED)?;
    state::supplied(at.c, line, true)
}

fn prepare(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = act.with else { return Ok(()) };
    r.emit(Event::Spent(act.who, Spending::Action));
    let effect = Effect { value: nth.into(), ..this_round(r, PREPARING_OIL) };
    r.afflict(act.who, effect);
    Ok(())
}

/// After the round of preparing, makes the flask ready unless its bearer was out of action.
pub fn prepared(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    if r.encounter().get(who).is_some_and(|c| state::is_able(c) && !state::is_limited(c)) {
        let ready = Effect { value: effect.value, ..r.effect(OIL_READY, None) };
        r.afflict(who, ready);
    }
}

/// Checks that oil is prepared.
pub fn may_throw(at: &At, nth: u8, line: &Attack) -> Allowed {
    let ready = !line.has(tag::OIL) || at.c.has_value(OIL_READY, nth);
    at.unless(ready, refusal::NOT_PREPARED)
}

/// After a throw, the next flask must be prepared again.
pub fn thrown(r: &mut Resolution, blow: &Blow) {
    r.relieve_where(blow.who, |_, effect| is_of_line(effect, OIL_READY, blow.at));
}

/// Starts the damage that oil and holy water do again at the end of the next round, not doubled; flasks add up
/// (`house.missile.oil`, `house.missile.acid-holy-water`, A51).
pub fn burn_again(r: &mut Resolution, blow: &Blow, dice: DiceExpr) {
    if !blow.line.has(Tag::SPLASH) || !is_alive(r.encounter(), blow.target) {
        return;
    }
    let mut effect = Effect { value: dice.sides.into(), ..r.effect(Condition::BURNING, None) };
    effect.counters.set(counter::BEGAN_IN, r.encounter().round_number());
    r.afflict(blow.target, effect);
}

/// Breaks a flask that missed in a square adjacent to its target, given by a d8. It harms the target and others that
/// the referee names as near (`house.missile.splash-miss`).
pub fn shatter(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    gear::direction(r, blow.who, "house.missile.splash-miss")?;
    let Some(dice) = splash(r.encounter(), blow) else { return Ok(()) };
    let mut near = vec![blow.target];
    near.extend(named(r, blow)?);
    near.retain(|who| harms(r.encounter(), blow, *who));
    if near.is_empty() {
        return Ok(());
    }
    let amount = r.amount(Purpose::Splash, Some(blow.who), dice)?;
    near.into_iter().try_for_each(|who| {
        let drench = |r: &mut Resolution| {
            disruption::disrupt(r, who);
            harm::harm(r, who, Tally::new().with(Reason::DICE, amount), Source::Effect(blow.who))
        };
        r.under(|| Why::Target(who), drench)
    })
}

/// Splash damage; `None` for no damage (`house.option.splash-damage`).
fn splash(e: &Encounter, blow: &Blow) -> Option<DiceExpr> {
    if SPLASH_DAMAGE.is(e, SplashDamage::None) {
        None
    } else if SPLASH_DAMAGE.is(e, SplashDamage::Full) {
        blow::dice(blow.line)
    } else {
        Some(tables().splash)
    }
}

/// Asks the referee who else is within 5 feet of the square; the default is nobody. The thrower is listed last.
fn named(r: &mut Resolution, blow: &Blow) -> Result<Vec<CombatantId>, Stop> {
    let here = |standing| matches!(standing, Standing::Up | Standing::Down);
    let all = r.encounter().all().filter(|c| here(c.standing) && c.id != blow.target);
    let mut others: Vec<CombatantId> = all.map(|c| c.id).collect();
    others.sort_by_key(|who| (*who == blow.who, *who));
    if others.is_empty() {
        return Ok(others);
    }
    let picks = others.iter().map(|who| Pick::Combatant(*who)).collect();
    let ask = ChoiceRequest { how: HowMany::Some, ..ChoiceRequest::one(Question::Area, picks) };
    let ask = ChoiceRequest { who: Some(blow.who), among: vec![Pick::Combatant(blow.target)], ..ask };
    let Answer::Some(near) = r.choose(ask)? else { return Ok(Vec::new()) };
    Ok(near.into_iter().filter_map(|at| others.get(at)).copied().collect())
}

fn harms(e: &Encounter, blow: &Blow, who: CombatantId) -> bool {
    !blow::is_immune(e, &Blow { target: who, ..*blow })
}
