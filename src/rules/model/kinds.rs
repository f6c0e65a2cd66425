//! Kinds: those on a side that are called the same, so that they share a check of morale or a die of initiative.

use super::block::d20::Kind;
use super::combatant::Combatant;
use super::encounter::Encounter;
use super::ids::{CombatantId, Text};

/// What its kind is called: as its block says, else as such creatures are called. A player's character is a kind of
/// its own (`zero.initiative.roll`).
pub fn name<'a>(e: &'a Encounter, c: &Combatant) -> Option<&'a Text> {
    let block = e.d20(c.id).ok().map(|d20| &d20.block).filter(|block| block.kind != Kind::Pc)?;
    Some(block.group.as_ref().unwrap_or(&block.name))
}

/// Whether the two are of one kind.
pub fn are_one(e: &Encounter, a: &Combatant, b: &Combatant) -> bool {
    a.id == b.id || (a.side == b.side && are_alike(e, a, b))
}

/// Whether the two would be of one kind on one side.
pub fn are_alike(e: &Encounter, a: &Combatant, b: &Combatant) -> bool {
    let alike = |own: &Text| a.block == b.block || name(e, b) == Some(own);
    name(e, a).is_some_and(alike)
}

/// Everybody of that one's kind, in the order of the roster, whatever has become of them.
pub fn members<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.all().filter(move |other| are_one(e, c, other))
}

/// The first of its kind: what is counted of a kind is counted on that one.
pub fn leader(e: &Encounter, c: &Combatant) -> CombatantId {
    members(e, c).next().map_or(c.id, |first| first.id)
}

/// The first of each kind, in the order of the roster.
pub fn leaders(e: &Encounter) -> impl Iterator<Item = &Combatant> {
    let mut firsts: Vec<&Combatant> = Vec::new();
    for c in e.all() {
        if !firsts.iter().any(|first| are_one(e, first, c)) {
            firsts.push(c);
        }
    }
    firsts.into_iter()
}

/// Whether it is a player's character: rolls for itself, never checks its morale.
pub fn is_player(e: &Encounter, c: &Combatant) -> bool {
    e.d20(c.id).is_ok_and(|d20| d20.block.kind == Kind::Pc)
}
