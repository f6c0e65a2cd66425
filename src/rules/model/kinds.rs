//! Kinds: groups of like combatants on one side, which share a morale check or an initiative die.

use super::block::d20::CreatureKind;
use super::combatant::Combatant;
use super::encounter::Encounter;
use super::ids::{CombatantId, Text};

/// Returns the name of the combatant's kind: the block's group, or else the block's name. A player character has none
/// and is a kind of its own (`zero.initiative.roll`).
#[inline]
pub fn name<'a>(e: &'a Encounter, c: &Combatant) -> Option<&'a Text> {
    let block = e.d20(c.id).ok().map(|d20| &d20.block).filter(|block| block.kind != CreatureKind::Pc)?;
    Some(block.group.as_ref().unwrap_or(&block.name))
}

/// Whether the two are of one kind.
#[inline]
pub fn are_one(e: &Encounter, a: &Combatant, b: &Combatant) -> bool {
    a.id == b.id || (a.side == b.side && are_alike(e, a, b))
}

/// Whether the two would be of one kind if they were on one side.
#[inline]
pub fn are_alike(e: &Encounter, a: &Combatant, b: &Combatant) -> bool {
    let alike = |own: &Text| a.block == b.block || name(e, b) == Some(own);
    name(e, a).is_some_and(alike)
}

/// Returns all members of the combatant's kind in roster order, whatever their standing.
pub fn members<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(move |other| are_one(e, c, other))
}

/// Returns the first of its kind, which holds the counters of the whole kind.
pub fn leader(e: &Encounter, c: &Combatant) -> CombatantId {
    members(e, c).next().map_or(c.id, |first| first.id)
}

/// Returns the first of each kind, in roster order.
pub fn leaders(e: &Encounter) -> impl Iterator<Item = &Combatant> {
    let mut firsts: Vec<&Combatant> = Vec::new();
    for c in e.all() {
        if !firsts.iter().any(|first| are_one(e, first, c)) {
            firsts.push(c);
        }
    }
    firsts.into_iter()
}

/// Whether it is a player character: it rolls for itself and never checks morale.
pub fn is_player(e: &Encounter, c: &Combatant) -> bool {
    e.d20(c.id).is_ok_and(|d20| d20.block.kind == CreatureKind::Pc)
}
