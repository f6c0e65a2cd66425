//! Armour class against an attack, and what counts in it (section 3.6). Descending: lower is better.

use super::asset::tables;
use super::blow::Blow;
use super::options::PARRY_MISSILES;
use super::{ability, condition, facing, reason, state};
use crate::rules::model::block::d20::{Ability, Tag};
use crate::rules::model::custom::{self, Stat};
use crate::rules::ruleset::prelude::*;

/// Returns the armour class with all its modifiers, in general or against a blow.
pub fn class(e: &Encounter, who: CombatantId, blow: Option<&Blow>) -> Tally {
    let mut tally = Tally::new();
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return tally };
    tally.add(Reason::BASE, d20.figures.ac.saturating_add(ability::dexterity_correction(e, d20)));
    if !shield_counts(e, c, blow) {
        tally.add(reason::NO_SHIELD, d20.figures.shield);
    }
    let dexterity = ability::bonus(e, d20, Ability::Dex);
    if !dexterity_counts(e, c, blow) {
        tally.add(reason::NO_DEXTERITY, dexterity.max(0));
    }
    let shot = blow.is_some_and(|blow| !blow.strikes());
    let guarded = !shot || PARRY_MISSILES.is_on(e);
    // While held, it cannot defend itself with a weapon (`zero.condition.struggling`).
    let defends = !c.has(condition::STRUGGLING) && !c.means(Meaning::HELPLESS);
    let changed = [
        (c.has(Condition::PARRYING) && guarded && state::can_act(c), Reason::PARRYING),
        (c.has(Condition::WITHDRAWING) && guarded && defends, reason::WITHDRAWING),
        (c.has(condition::FLORENTINE) && !shot && defends, reason::FLORENTINE),
        (c.has(Condition::OFF_BALANCE), reason::OFF_BALANCE),
    ];
    for (_, reason) in changed.into_iter().filter(|(holds, _)| *holds) {
        let better = tables().on_armour(&reason);
        tally.add(reason, -better);
    }
    custom::take(&mut tally, c, Stat::Armour);
    tally
}

/// Whether a DEX bonus counts; a penalty always does (`zero.attack.dex-ac`, R3).
fn dexterity_counts(e: &Encounter, c: &Combatant, blow: Option<&Blow>) -> bool {
    const HAMPERING: [Condition; 6] = [
        condition::STATIONARY,
        Condition::CHARGING,
        Condition::STUNNED,
        condition::PINNED,
        Condition::UNCONSCIOUS,
        Condition::PRONE,
    ];
    !HAMPERING.iter().any(|condition| c.has(*condition)) && blow.is_none_or(|blow| is_met(e, blow))
}

/// Whether the shield counts (`zero.attack.shield`).
fn shield_counts(e: &Encounter, c: &Combatant, blow: Option<&Blow>) -> bool {
    let protects = bears_shield(e, c) && !c.means(Meaning::HELPLESS) && !c.has(Condition::FLEEING);
    protects && blow.is_none_or(|blow| is_met(e, blow) && !blow.is_free() && !is_one_too_many(c, blow))
}

/// Whether it carries a shield and has that hand free for it.
pub fn bears_shield(e: &Encounter, c: &Combatant) -> bool {
    e.d20(c.id).is_ok_and(|d20| d20.figures.shield > 0)
        && !c.has(Condition::SHIELD_DOWN)
        && !c.has(condition::FLORENTINE)
        && !state::weapon_in_use(e, c).is_some_and(|(_, line)| line.has(Tag::TWO_HANDED))
}

/// Whether the target faces the blow: it comes neither from behind, by surprise nor from the flank.
fn is_met(e: &Encounter, blow: &Blow) -> bool {
    facing::rear(e, blow).is_none() && !facing::flanks(e, blow)
}

/// Whether the shield has already covered it against its limit of other attackers
/// (`zero.melee.shield-two-attackers`).
fn is_one_too_many(c: &Combatant, blow: &Blow) -> bool {
    let met: Vec<_> = shielded_from(c).collect();
    blow.strikes() && met.len() >= tables().shield_attackers && !met.contains(&blow.who)
}

/// Returns the attackers against whom its shield has counted this round.
fn shielded_from(c: &Combatant) -> impl Iterator<Item = CombatantId> {
    c.effects_of(condition::SHIELD_MET).filter_map(|effect| effect.toward)
}

/// Whether the blow uses up one of the two attackers against whom the shield counts this round (R12).
pub fn takes_up_shield(e: &Encounter, blow: &Blow) -> bool {
    let Some(c) = e.get(blow.target) else { return false };
    let news = !shielded_from(c).any(|other| other == blow.who);
    blow.strikes() && news && shield_counts(e, c, Some(blow))
}
