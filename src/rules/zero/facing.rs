//! Attacks from behind, from the flank and by surprise.

use super::blow::{Blow, Manner};
use super::{mass, reason, state, surprise};
use crate::rules::model::block::d20::Class;
use crate::rules::ruleset::prelude::*;

/// Whether the referee says that the attack comes from behind or by surprise, so the target cannot react beforehand
/// (`zero.melee.behind`, `zero.melee.surprise-attack`).
pub fn comes_unseen(facts: &Facts) -> bool {
    facts.has(&Fact::Behind) || facts.has(&Fact::Unaware)
}

/// Returns what puts the target off its guard, if anything; only one reason counts (`zero.attack.modifier-stack`, R65).
/// None for a plain blow, and units neither suffer nor make such attacks (R23).
pub fn rear(e: &Encounter, blow: &Blow) -> Option<Reason> {
    if blow.manner == Manner::Plain {
        return None;
    }
    let target = e.get(blow.target)?;
    match blow.facts {
        _ if target.means(Meaning::HELPLESS) => Some(reason::HELPLESS),
        _ if mass::is_massed(e, blow) => None,
        facts if facts.has(&Fact::Behind) => Some(Reason::BEHIND),
        _ if is_unseen(e, blow, target) => Some(reason::SURPRISE),
        _ => None,
    }
}

/// Whether the target is unaware of the attack: the referee says so, or its whole side is surprised.
fn is_unseen(e: &Encounter, blow: &Blow, target: &Combatant) -> bool {
    let caught = || surprise::is_surprise_round(e) && target.has(Condition::SURPRISED);
    blow.facts.has(&Fact::Unaware) || caught()
}

/// Whether the attack is from the flank, by the referee's tag on the blow or mark on the target
/// (`zero.melee.flank`).
pub fn flanks(e: &Encounter, blow: &Blow) -> bool {
    let marked = |c: &Combatant| c.has_toward(Condition::FLANKED, blow.who);
    let said = blow.facts.has(&Fact::Flanked) || e.get(blow.target).is_some_and(marked);
    said && blow.manner != Manner::Plain && !mass::is_massed(e, blow)
}

/// Whether it is a thief's first attack of the round, unseen and from behind (`zero.melee.backstab`).
pub fn is_back_stab(e: &Encounter, blow: &Blow) -> bool {
    let thief = blow.d20.block.class == Some(Class::THIEF);
    let first = e.get(blow.who).is_some_and(|c| state::attacks_made(c) <= 1);
    let unseen = e.get(blow.target).is_some_and(|target| is_unseen(e, blow, target));
    let from_behind = blow.facts.has(&Fact::Behind) && unseen;
    thief && first && from_behind && blow.strikes() && blow.manner != Manner::Plain
}
