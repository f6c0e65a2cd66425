//! The state of weapons: ready, stowed, lost or spent.

use super::condition;
use crate::rules::d20::state;
use crate::rules::model::block::d20::{Attack, D20, Range, Tag};
use crate::rules::model::combatant::{Thing, Whereabouts};
use crate::rules::ruleset::prelude::*;

/// Whether the weapon is in hand and intact (`countdown.equipment.weapon-state`).
pub fn is_ready(c: &Combatant, at: u8) -> bool {
    c.thing(Thing::Line(at)).at == Whereabouts::AtHand
}

/// Whether it can neither break nor be lost: claws, teeth, fists.
pub fn is_natural(line: &Attack) -> bool {
    line.has(Tag::NATURAL) || line.has(Tag::UNARMED)
}

/// Whether it is a missile weapon that must be loaded.
pub fn is_crossbow(line: &Attack) -> bool {
    line.loading.is_some_and(|rounds| rounds > 0)
}

/// Whether the weapon is unloaded, or cannot shoot again yet (`countdown.missile.crossbow`, `countdown.missile.siege`).
pub fn is_spent(c: &Combatant, at: u8) -> bool {
    c.thing(Thing::Line(at)).fired > 0 || c.has_value(condition::RECHARGING, at)
}

/// Checks that the weapon can be used now.
///
/// # Errors
/// `not-at-hand`, `destroyed`, `reloading`, `none-left`.
pub fn usable(c: &Combatant, line: &Attack, at: u8, shoots: bool) -> Result<(), RuleError> {
    let stowed = c.thing(Thing::Line(at)).at == Whereabouts::Sheathed;
    if stowed && shoots && is_crossbow(line) && !is_spent(c, at) {
        return state::supplied(c, line, shoots);
    }
    at_hand(c, at)?;
    if (shoots || line.rate.is_some()) && is_spent(c, at) {
        return Err(RuleError::new(Refusal::RELOADING).of(c.id));
    }
    state::supplied(c, line, shoots)
}

/// Checks that the weapon is in hand and intact.
///
/// # Errors
/// `not-at-hand`, `destroyed`.
pub fn at_hand(c: &Combatant, at: u8) -> Result<(), RuleError> {
    match c.thing(Thing::Line(at)).at {
        Whereabouts::AtHand => Ok(()),
        Whereabouts::Destroyed => Err(RuleError::new(Refusal::DESTROYED).of(c.id)),
        _ => Err(RuleError::new(Refusal::NOT_AT_HAND).of(c.id)),
    }
}

/// Ready melee lines, with `tag` if given; bare hands do not count (`countdown.movement.parting-shot`).
pub fn ready_lines<'a>(
    c: &'a Combatant,
    d20: &'a D20,
    tag: Option<Tag>,
) -> impl Iterator<Item = u8> + 'a {
    (0u8..).zip(&d20.figures.attacks).filter_map(move |(at, line)| {
        let fits = tag.is_none_or(|tag| line.has(tag)) && state::reaches(line, Range::Melee);
        (fits && !line.has(Tag::UNARMED) && is_ready(c, at)).then_some(at)
    })
}

/// Whether it can be knocked away, dropped or broken: neither natural nor a flask.
pub fn can_be_lost(line: &Attack) -> bool {
    !is_natural(line) && !line.has(Tag::GRENADE)
}

/// Its first weapon, which a critical hit can knock out of its hand.
pub fn primary(c: &Combatant, d20: &D20) -> Option<u8> {
    let mut lines = (0u8..).zip(&d20.figures.attacks);
    lines.find(|(at, line)| can_be_lost(line) && is_ready(c, *at)).map(|(at, _)| at)
}
