//! Disruption of spells in preparation.

use super::options::DECLARE_SPELLS;
use super::state::{self, this_round};
use super::{condition, melee, surprise};
use crate::rules::d20::spell::{self, announced as prepared};
use crate::rules::ruleset::prelude::*;
use std::cmp::Ordering;

/// Returns the spells that it can cast without a declaration: under the option, and in a surprise round, which has no
/// declarations (`zero.option.declare-spells`, `zero.surprise.free-round`).
pub fn undeclared(at: &At) -> Vec<u8> {
    let announced = DECLARE_SPELLS.is_on(at.e) && !surprise::is_surprise_round(at.e);
    let free = !announced && spell::is_free_to_cast(at).is_ok();
    if free { spell::ready(at.e, at.c, false) } else { Vec::new() }
}

/// Compares the initiative of two: reach priority, then haste, then the numbers (`zero.spell.compare`).
fn compare(e: &Encounter, one: CombatantId, other: CombatantId) -> Ordering {
    let of = |who: CombatantId| e.get(who).map(|c| (c.has(condition::HASTED), c.number));
    match (melee::outreaches(e, one, other), melee::outreaches(e, other, one)) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        _ => of(one).cmp(&of(other)),
    }
}

/// Disrupts that spell, which is lost.
pub fn disrupt(r: &mut Resolution, who: CombatantId, at: u8) {
    let lost = this_round(r, Condition::SPELL_DISRUPTED);
    spell::disrupt(r, who, at, lost);
}

/// Loses the spell in preparation; no other can be cast this round.
pub fn lose(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who) else { return };
    match prepared(c) {
        Some(at) => disrupt(r, who, at),
        None if !undeclared(&At { e: r.encounter(), c }).is_empty() => {
            r.afflict(who, this_round(r, Condition::SPELL_DISRUPTED));
        }
        None => {}
    }
}

/// Handles damage to a combatant that prepares or may still cast a spell: from an attacker with higher initiative, or
/// from no attacker, the spell is lost; with equal initiative it is in doubt (`zero.spell.caster-lost`).
pub fn hurt(r: &mut Resolution, who: CombatantId, by: Option<CombatantId>, amount: i32) {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    let at = At { e, c };
    let free = || !undeclared(&at).is_empty() && !c.spent.acted && state::attacks_made(c) == 0;
    if amount <= 0 || !(c.has(Condition::CASTING) || free()) {
        return;
    }
    match by.map(|by| compare(e, by, who)) {
        None | Some(Ordering::Greater) => lose(r, who),
        Some(Ordering::Equal) => {
            let effect = Effect { toward: by, ..this_round(r, condition::HURT_BY) };
            r.afflict(who, effect);
        }
        Some(Ordering::Less) => {}
    }
}
