//! A stat block in lines: its attacks, spells, combos and skills.

mod body;
mod d20;

use crate::rules::model::combatant::{Combatant, StatBlock};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use crate::rules::model::offer::Figure;
use crate::rules::ruleset::Ruleset;

/// The combatant's figures in a line: `AC 3 · THAC0 19 · Move 120' (40')`.
pub fn figures(figures: &[Figure]) -> String {
    let one = |figure: &Figure| match &*figure.label {
        "" => figure.value.clone(),
        label => format!("{label} {}", figure.value),
    };
    figures.iter().map(one).collect::<Vec<_>>().join(" · ")
}

/// The combatant's own attacks, and what is used like them, a line each.
pub fn attacks(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> Vec<String> {
    match e.block(c.block) {
        Some(StatBlock::D20(d20)) => d20::attacks(rules, e, d20, c),
        Some(StatBlock::Wounds(body)) => body::attacks(e, body, c),
        _ => Vec::new(),
    }
}

/// The rest of its stat block, a line each.
pub fn rest(e: &Encounter, c: &Combatant) -> Vec<String> {
    match e.block(c.block) {
        Some(StatBlock::Wounds(body)) => body::rest(body),
        _ => Vec::new(),
    }
}

/// The notes of its stat block, if there are any.
pub fn notes<'a>(e: &'a Encounter, c: &Combatant) -> Option<&'a Text> {
    let notes = match e.block(c.block)? {
        StatBlock::D20(d20) => &d20.block.notes,
        StatBlock::Written(block) => &block.notes,
        StatBlock::Wounds(body) => &body.notes,
    };
    (!notes.is_empty()).then_some(notes)
}
