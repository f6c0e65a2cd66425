//! The declaration board: a spell, a retreat, surrender, or nothing (section 3.5).

use super::options::DECLARE_WITHDRAWAL as WITHDRAWALS;
use super::state::this_round;
use super::{available, spell, state};
use crate::rules::d20::spell as kit;
use crate::rules::model::event::SpellFate;
use crate::rules::ruleset::deed::{self, When};
use crate::rules::ruleset::prelude::*;

/// Conditions that a declaration leaves.
const DECLARED: [Condition; 3] = [Condition::CASTING, Condition::RETREATING, Condition::WITHDRAWING];

/// Declares a spell (`house.declare.spell`).
pub const DECLARE_SPELL: DeedRule = DeedRule {
    rule: "house.declare.spell",
    when: When::Announcing,
    concerns: spell::has_spells,
    may: |at| {
        available::may_declare(at)?;
        available::is_fit_to_announce(at)?;
        at.unless(!available::ready(at, false).is_empty(), Refusal::NO_SPELL_LEFT)
    },
    shape: |at, offer| kit::one_of(offer, &available::ready(at, false)),
    check: |at, act| kit::check_named(at, act, &available::ready(at, false)),
    run: |r, act| {
        let Some(nth) = act.facts.spell() else { return Ok(()) };
        undo(r, act.who);
        let effect = Effect { value: nth.into(), ..this_round(r, Condition::CASTING) };
        r.afflict(act.who, effect);
        r.tell_spell(act.who, nth, SpellFate::Announced);
        Ok(())
    },
    ..DeedRule::of(Deed::DeclareSpell)
};

/// Declares a retreat (`house.declare.flee`).
pub const DECLARE_RETREAT: DeedRule = DeedRule {
    rule: "house.declare.flee",
    when: When::Announcing,
    told: deed::LogForm::Named,
    may: |at| {
        available::may_declare(at)?;
        at.unless(!at.c.means(Meaning::CANNOT_MOVE), Refusal::BARRED)
    },
    run: |r, act| announce(r, act, Condition::RETREATING),
    ..DeedRule::of(Deed::DeclareRetreat)
};

/// Declares a fighting withdrawal, with the option (A5).
pub const DECLARE_WITHDRAWAL: DeedRule = DeedRule {
    rule: "house.movement.fighting-withdrawal",
    concerns: |at| WITHDRAWALS.is_on(at.e),
    may: |at| {
        at.unless(WITHDRAWALS.is_on(at.e), Refusal::OPTION_OFF)?;
        (DECLARE_RETREAT.may)(at)?;
        at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)
    },
    run: |r, act| announce(r, act, Condition::WITHDRAWING),
    deed: Deed::DeclareWithdrawal,
    ..DECLARE_RETREAT
};

/// Surrenders (`house.declare.surrender`).
pub const SURRENDER: DeedRule = DeedRule {
    rule: "house.declare.surrender",
    when: When::Announcing,
    told: deed::LogForm::Named,
    while_incapacitated: true,
    run: |r, act| {
        undo(r, act.who);
        r.emit(Event::Stood(act.who, Standing::Surrendered));
        Ok(())
    },
    ..DeedRule::of(Deed::Surrender)
};

/// Takes back a declaration.
pub const UNDECLARE: DeedRule = DeedRule {
    rule: "house.declare.board",
    when: When::Announcing,
    told: deed::LogForm::Named,
    concerns: |at| DECLARED.iter().any(|condition| at.c.has(*condition)),
    may: |at| at.unless(DECLARED.iter().any(|condition| at.c.has(*condition)), Refusal::NOTHING_OPEN),
    run: |r, act| {
        undo(r, act.who);
        Ok(())
    },
    ..DeedRule::of(Deed::Undeclare)
};

fn announce(r: &mut Resolution, act: &Act, condition: Condition) -> Result<(), Stop> {
    undo(r, act.who);
    r.afflict(act.who, this_round(r, condition));
    Ok(())
}

/// Takes back the declaration; a new one does so first.
fn undo(r: &mut Resolution, who: CombatantId) {
    for condition in DECLARED {
        r.relieve(who, condition);
    }
}
