//! Fighting with two weapons.

use super::{condition, figures, refusal, state};
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Takes up a second weapon, or goes back to one (`zero.melee.florentine`).
pub const TWO_WEAPONS: DeedRule = DeedRule {
    rule: "zero.melee.florentine",
    when: When::Either,
    phase: Some(Phase::Number),
    told: LogForm::Named,
    concerns: |at| seconds(at).len() > 1,
    may: |at| {
        state::has_not_acted(at)?;
        at.unless(at.c.has(condition::FLORENTINE) || seconds(at).len() > 1, refusal::NO_SECOND_WEAPON)
    },
    shape: |at, offer| {
        let others = seconds(at).into_iter().skip(1).enumerate();
        let second = |(at, nth)| FactField { stands: at == 0, ..FactField::may(Fact::Second(nth)) };
        Offer { facts: others.map(second).collect(), ..offer }
    },
    check: |at, act| match act.facts.second() {
        Some(nth) => at.unless(seconds(at).contains(&nth), refusal::NO_SECOND_WEAPON),
        None => Ok(()),
    },
    run: take_two,
    ..DeedRule::of(Deed::TwoWeapons)
};

/// Returns the indices of the one-handed melee weapons in hand.
fn seconds(at: &At) -> Vec<u8> {
    let lines = (0u8..).zip(state::lines(at)).filter(|(_, line)| is_single(at, line));
    lines.map(|(nth, _)| nth).filter(|nth| state::has_in_hand(at.c, *nth)).collect()
}

fn is_single(at: &At, line: &Attack) -> bool {
    let one_handed = at.d20().is_ok_and(|d20| figures::is_one_handed(d20, line));
    one_handed && state::reaches(line, Range::Melee)
}

fn take_two(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let e = r.encounter();
    let c = e.who(act.who)?;
    if c.has(condition::FLORENTINE) && act.facts.second().is_none() {
        r.relieve(act.who, condition::FLORENTINE);
        return Ok(());
    }
    let second = act.facts.second().or_else(|| seconds(&At { e, c }).get(1).copied());
    let Some(second) = second else { return Ok(()) };
    let effect = Effect { value: second.into(), ..r.effect(condition::FLORENTINE, None) };
    r.relieve(act.who, condition::FLORENTINE);
    r.afflict(act.who, effect);
    Ok(())
}

/// Ends two-weapon fighting for combatants that have lost one of the two (`zero.condition.florentine`).
pub fn end_lost_florentine(r: &mut Resolution) {
    let e = r.encounter();
    let has_lost = |c: &Combatant, second: i32| {
        let at = At { e, c };
        let held = seconds(&at);
        let owned = state::lines(&at).iter().filter(|line| is_single(&at, line)).count();
        held.len() < owned && (held.len() < 2 || !held.iter().any(|nth| i32::from(*nth) == second))
    };
    let lost = |c: &Combatant| c.effect(condition::FLORENTINE).is_some_and(|two| has_lost(c, two.value));
    e.those(lost).into_iter().for_each(|who| r.relieve(who, condition::FLORENTINE));
}
