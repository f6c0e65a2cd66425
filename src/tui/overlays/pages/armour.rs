//! The parts of an armour class that the stat block names, each measured by what the figure would be without it.

use crate::rules::model::block::d20::{Abilities, Block, Protection};
use crate::rules::model::combatant::StatBlock;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::words::signed;

/// Takes one part off a block; returns whether there was one.
type Without = fn(&mut Block) -> bool;

/// The parts, in the order in which they are taken off.
const PARTS: [(&str, Without); 4] = [
    ("shield", |block| std::mem::take(&mut block.protection.shield) != 0),
    ("magic", |block| std::mem::take(&mut block.protection.magic) != 0),
    ("Dexterity", |block| std::mem::take(&mut block.abilities) != Abilities::default()),
    ("armour or hide", |block| std::mem::take(&mut block.protection) != Protection::default()),
];

/// A line for each part: `-1 shield`; for a figure written as a whole, a line that says so.
pub fn made_of(rules: &dyn Ruleset, block: &StatBlock) -> Vec<String> {
    let StatBlock::D20(d20) = block else { return Vec::new() };
    let whole = if d20.figures.counts_up() { d20.block.ascending } else { d20.block.ac };
    if whole.is_some() {
        return vec!["as it is written in the stat block, shield and all".into()];
    }
    let class = |block: &Block| match rules.admit(block.clone().into()) {
        Ok(StatBlock::D20(d20)) => Some(d20.figures.ac),
        _ => None,
    };
    let (mut bare, mut lines) = (d20.block.clone(), Vec::new());
    for (part, without) in PARTS {
        let with = class(&bare);
        if without(&mut bare)
            && let Some((with, without)) = with.zip(class(&bare))
            && with != without
        {
            lines.push(format!("{} {part}", signed(with.saturating_sub(without))));
        }
    }
    if let Some(base) = class(&bare).filter(|_| !lines.is_empty()) {
        lines.push(format!("{base} without any of these"));
    }
    lines.reverse();
    lines
}
