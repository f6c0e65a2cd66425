//! Declarations, before the slots or at any time before acting: spells and parries.

use super::options::DECLARE_SPELLS;
use super::{condition, refusal, speed, state};
use crate::rules::d20::spell::{self, has_ready, is_free_to_cast, ready};
use crate::rules::ruleset::deed::{LogForm, When};
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
    told: LogForm::Named,
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
    told: LogForm::Named,
    may: |at| {
        state::has_not_acted(at)?;
        let c = at.c;
        at.unless_any([
            (c.has(Condition::PARRYING), Refusal::PARRYING),
            (c.has(condition::STRUGGLING), refusal::STRUGGLING),
            (speed::has_gone_far(at.e, c), Refusal::RUNNING),
            (c.has(Condition::FLEEING), Refusal::FLEEING),
            (c.has(Condition::CASTING), Refusal::CASTING),
        ])
    },
    run: |r, act| state::marked(r, act, Condition::PARRYING),
    ..DeedRule::of(Deed::Parry)
};

/// Checks that it is free to prepare a spell.
fn may_prepare(at: &At) -> Allowed {
    at.unless_any([
        (at.c.has(Condition::SPELL_DISRUPTED), Refusal::SPELL_LOST),
        (at.c.has(Condition::PARRYING), Refusal::PARRYING),
        (at.c.has(Condition::FLEEING), Refusal::FLEEING),
        (state::runs(at.c), refusal::MORALE_BROKEN),
    ])?;
    is_free_to_cast(at)
}

/// Whether it has a spell to declare; everything else may also be declared later.
pub fn can_declare(at: &At) -> bool {
    DECLARE_SPELLS.is_on(at.e) && may_prepare(at).is_ok() && has_ready(at.e, at.c, false)
}

/// Declares the spell in place of any other.
fn announce(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = act.facts.spell() else { return Ok(()) };
    r.relieve(act.who, Condition::CASTING);
    spell::announce(r, act.who, nth);
    Ok(())
}
