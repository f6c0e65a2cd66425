//! Declarations, before the slots or at any time before acting: spells, parries, two weapons.

use super::options::DECLARE_SPELLS;
use super::{condition, figures, morale, movement, refusal, state};
use crate::rules::d20::spell::{self, has_ready, is_free_to_cast, ready};
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::deed::{Told, When};
use crate::rules::ruleset::prelude::*;

/// Declares the spell in preparation (`zero.declare.round`).
pub const DECLARE_SPELL: DeedRule = DeedRule {
    rule: "zero.declare.round",
    when: When::Announcing,
    phase: Some(Phase::Declare),
    concerns: |at| spell::has_any(at, false),
    may: |at| {
        let left = has_ready(at.e, at.c, false);
        may_prepare(at)?;
        at.unless(left, Refusal::NO_SPELL_LEFT)
    },
    shape: spell::announceable,
    check: |at, act| spell::check_named(at, act, &ready(at.e, at.c, false)),
    run: announce,
    ..DeedRule::of(Deed::DeclareSpell)
};

/// Withdraws the declaration of a spell.
pub const UNDECLARE: DeedRule = DeedRule {
    rule: "zero.declare.round",
    when: When::Announcing,
    phase: Some(Phase::Declare),
    told: Told::Named,
    concerns: |at| at.c.has(Condition::CASTING),
    run: |r, act| {
        r.relieve(act.who, Condition::CASTING);
        Ok(())
    },
    ..DeedRule::of(Deed::Undeclare)
};

/// Gives up all attacks for a better AC, from now to the end of the round (`zero.melee.parry`, R15).
pub const PARRY: DeedRule = DeedRule {
    rule: "zero.melee.parry",
    when: When::Free,
    told: Told::Named,
    may: |at| {
        has_not_acted(at)?;
        let c = at.c;
        at.unless_any([
            (c.has(Condition::PARRYING), Refusal::PARRYING),
            (c.has(condition::STRUGGLING), refusal::STRUGGLING),
            (movement::has_gone_far(at.e, c), Refusal::RUNNING),
            (c.has(Condition::FLEEING), Refusal::FLEEING),
            (c.has(Condition::CASTING), Refusal::CASTING),
        ])
    },
    run: |r, act| state::marked(r, act, Condition::PARRYING),
    ..DeedRule::of(Deed::Parry)
};

/// Takes up a second weapon, or goes back to one (`zero.melee.florentine`).
pub const TWO_WEAPONS: DeedRule = DeedRule {
    rule: "zero.melee.florentine",
    when: When::Either,
    phase: Some(Phase::Number),
    told: Told::Named,
    concerns: |at| seconds(at).len() > 1,
    may: |at| {
        has_not_acted(at)?;
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

/// Checks that it is free to prepare a spell.
fn may_prepare(at: &At) -> Allowed {
    at.unless_any([
        (at.c.has(Condition::SPELL_DISRUPTED), Refusal::SPELL_LOST),
        (at.c.has(Condition::PARRYING), Refusal::PARRYING),
        (at.c.has(Condition::FLEEING), Refusal::FLEEING),
        (morale::runs(at.c), refusal::MORALE_BROKEN),
    ])?;
    is_free_to_cast(at)
}

/// Whether it has a spell to declare; everything else may also be declared later.
pub fn can_declare(at: &At) -> bool {
    DECLARE_SPELLS.is_on(at.e) && may_prepare(at).is_ok() && has_ready(at.e, at.c, false)
}

/// Checks that it has done nothing yet this round and is not surprised.
pub fn has_not_acted(at: &At) -> Allowed {
    match at.c {
        c if c.has(Condition::SURPRISED) => at.no(Refusal::SURPRISED),
        c if c.spent.acted || state::attacks_made(c) > 0 => at.no(Refusal::ALREADY_ACTED),
        _ => Ok(()),
    }
}

/// Declares the spell in place of any other.
fn announce(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = act.facts.spell() else { return Ok(()) };
    r.relieve(act.who, Condition::CASTING);
    spell::announce(r, act.who, nth);
    Ok(())
}
