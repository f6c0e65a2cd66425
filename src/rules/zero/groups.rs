//! Groups: those who share a die of initiative and a score of morale.

use crate::rules::model::block::d20::Kind;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, Text};

/// What its group is called: as its block says, else as such creatures are called. A player's character is a group
/// of its own (`zero.initiative.roll`).
fn name<'a>(e: &'a Encounter, c: &Combatant) -> Option<&'a Text> {
    let block = e.d20(c.id).ok().map(|d20| &d20.block).filter(|block| block.kind != Kind::Pc)?;
    Some(block.group.as_ref().unwrap_or(&block.name))
}

/// Whether the two are of one group.
fn are_one(e: &Encounter, a: &Combatant, b: &Combatant) -> bool {
    let alike = |own: &Text| a.block == b.block || name(e, b) == Some(own);
    a.id == b.id || (a.side == b.side && name(e, a).is_some_and(alike))
}

/// Everybody of that one's group, in the order of the roster, whatever has become of them.
pub fn members<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(move |other| are_one(e, c, other))
}

/// The first of its group: what is counted of a group is counted on that one.
pub fn leader(e: &Encounter, c: &Combatant) -> CombatantId {
    members(e, c).next().map_or(c.id, |first| first.id)
}

/// The first of each group, in the order of the roster.
pub fn leaders(e: &Encounter) -> impl Iterator<Item = &Combatant> {
    e.all().filter(move |c| leader(e, c) == c.id)
}

/// Whether it is a player's character: rolls for itself, never checks its morale.
pub fn is_player(e: &Encounter, c: &Combatant) -> bool {
    e.d20(c.id).is_ok_and(|d20| d20.block.kind == Kind::Pc)
}
