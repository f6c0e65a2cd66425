//! What is open to a combatant this round: attacks, spells, potions, declarations, delayed acts.

use super::{attribute, figures, refusal, state};
use crate::rules::d20::movement::moved;
use crate::rules::d20::spell::{self, announced};
use crate::rules::model::block::d20::{D20, Trait};
use crate::rules::model::encounter::Stage;
use crate::rules::model::supply;
use crate::rules::ruleset::prelude::*;

/// Name of a potion among the supplies.
pub const POTION: &str = "potion";

/// Value of [`Condition::HOLDING`] for a delayed spell; 0 for attacks.
pub const SPELL: i32 = 1;

/// Checks that the actor has an action left this round; after the fight there is always time.
pub fn has_time(at: &At) -> Allowed {
    if at.e.stage == Stage::Over { Ok(()) } else { state::is_free_to_act(at) }
}

/// Checks that the actor can drink a potion.
pub fn may_drink(at: &At) -> Allowed {
    has_time(at)?;
    supply::check(at.c, POTION, 1)
}

/// Refuses an attack of any kind, with the first reason that applies.
pub fn may_attack(at: &At) -> Allowed {
    let c = at.c;
    at.unless_any([
        (c.has(Condition::RETREATING), Refusal::RETREATING),
        (c.has(Condition::FLEEING), Refusal::FLEEING),
        (c.has(Condition::PARRYING), Refusal::PARRYING),
        (c.has(Condition::RUNNING), Refusal::RUNNING),
        (c.has(Condition::CASTING), Refusal::CASTING),
        (c.spent.acted, Refusal::ALREADY_ACTED),
        (c.has(Condition::BLIND), refusal::BLIND),
        (c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED),
    ])?;
    let left = at.d20().map_or(0, |d20| state::attacks_left(c, d20));
    at.unless(left > 0, Refusal::ALREADY_ATTACKED)
}

/// Whether the actor can do anything at its action stop (section 2, skipped slots); once it has attacked, only attack
/// again (`house.attack.available`).
pub fn can_act(at: &At) -> bool {
    if state::is_limited(at.c) {
        return may_drink(at).is_ok();
    }
    let attacks = state::attacks_made(at.c) == 0 || may_attack(at).is_ok();
    !at.c.spent.acted && attacks && !state::runs_away(at.c)
}

/// Indices of the spells it could declare or cast, or of its `powers`; while blind, without those that need sight
/// (`house.spell.blind`).
pub fn ready(at: &At, powers: bool) -> Vec<u8> {
    let mut ready = spell::ready(at.e, at.c, powers);
    ready.retain(|nth| sees_to(at, *nth));
    ready
}

fn sees_to(at: &At, nth: u8) -> bool {
    let spells = at.d20().map_or(&[][..], |d20| &d20.block.spells);
    !at.c.has(Condition::BLIND) || spells.get(usize::from(nth)).is_some_and(|spell| !spell.sight)
}

/// Checks that the actor can speak and gesture and carries a focus (`house.spell.focus`).
///
/// # Errors
/// `incapacitated`, `cannot-cast`, `no-focus`.
pub fn is_fit_to_announce(at: &At) -> Allowed {
    at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)?;
    spell::is_free_to_cast(at)?;
    let lacks = |d20: &D20| figures::figure(d20, attribute::FOCUS) == Some(0);
    let without = at.d20().is_ok_and(|d20| lacks(d20) && !d20.block.is(Trait::HOLY_SYMBOL));
    at.unless(!without, refusal::NO_FOCUS)
}

/// Checks that the actor has declared a spell that it can still cast.
pub fn may_cast(at: &At) -> Allowed {
    match announced(at.c) {
        Some(nth) => at.unless(sees_to(at, nth), Refusal::CANNOT_CAST)?,
        None if at.c.has(Condition::SPELL_DISRUPTED) => return at.no(Refusal::SPELL_LOST),
        None => return at.no(Refusal::NOT_DECLARED),
    }
    state::has_not_acted(at)?;
    at.unless(moved(at.c) == 0, Refusal::MOVED_TO_CAST)?;
    is_fit_to_announce(at)
}

/// Checks that nothing keeps it from declaring.
pub fn may_declare(at: &At) -> Allowed {
    at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
    at.unless(!at.c.means(Meaning::CANNOT_DECLARE), Refusal::BARRED)
}

/// Whether the actor has anything to declare: a spell, or a way out of melee.
pub fn can_declare(at: &At) -> bool {
    let spell = || is_fit_to_announce(at).is_ok() && !ready(at, false).is_empty();
    let flight = || !state::is_limited(at.c) && state::holders(at.e, at.c).next().is_some();
    may_declare(at).is_ok() && (flight() || spell())
}

/// Checks that the actor has a spell or an attack that it can delay.
pub fn has_something_to_hold(at: &At) -> Allowed {
    if at.c.has(Condition::CASTING) { may_cast(at) } else { may_attack(at) }
}

/// Whether `c` delays something that it can still release.
pub fn is_ready(e: &Encounter, c: &Combatant) -> bool {
    let held = c.effect(Condition::HOLDING).filter(|held| {
        // A disrupted spell leaves nothing to release.
        held.value != SPELL || c.has(Condition::CASTING)
    });
    held.is_some() && has_something_to_hold(&At { e, c }).is_ok()
}
