//! Missiles that stray into allies of the shooter.

use super::blow::{self, Blow, Style};
use super::state;
use super::strike::strike;
use crate::rules::d20::relations::holders;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Attacks the shooter's allies in the target's melee, those that the referee picks and in that order
/// (`countdown.missile.into-melee`). Returns whether one was hit.
pub fn astray(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    let friends = friends_there(r.encounter(), blow);
    if friends.is_empty() {
        return Ok(false);
    }
    let ask = ChoiceRequest::some_of(Question::Stray, blow.who, &friends);
    let among = vec![Pick::Combatant(blow.target)];
    let Answer::Some(named) = r.choose(ChoiceRequest { among, ..ask })? else { return Ok(false) };
    for friend in named.into_iter().filter_map(|at| friends.get(at)) {
        let facts = facts_of(r.encounter(), blow, *friend);
        let stray = Blow { target: *friend, style: Style::Stray, facts: &facts, ..*blow };
        if strike(r, &stray)?.hit {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Facts for a stray: the distance and the modifier. Cover applies to the target only, and an ally at an unknown
/// distance is taken to be where the target is.
fn facts_of(e: &Encounter, blow: &Blow, friend: CombatantId) -> Facts {
    let own = state::feet_between(e, blow.who, friend);
    let feet = own.or_else(|| blow::distance(e, blow.who, blow.facts, blow.target));
    let modifier = blow.facts.modifier().map(Fact::Modifier);
    feet.map(|feet| Fact::Distance(Tenths::whole(feet))).into_iter().chain(modifier).collect()
}

/// Allies of the shooter in melee with its target.
fn friends_there(e: &Encounter, blow: &Blow) -> Vec<CombatantId> {
    let (Some(shooter), Some(target)) = (e.get(blow.who), e.get(blow.target)) else {
        return Vec::new();
    };
    let there = holders(e, target);
    let mut friends: Vec<CombatantId> =
        there.filter(|c| !state::foes(shooter, c) && c.id != shooter.id).map(|c| c.id).collect();
    friends.sort_unstable();
    friends
}
