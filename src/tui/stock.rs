//! Who can be brought into a fight: the bestiary, as a list to pick from.

use crate::rules::combatant::StatBlock;
use crate::rules::d20::block::{Block, HitDice};
use crate::rules::dice::DiceExpr;
use crate::store::{Bestiary, Folders, ready};
use std::sync::Arc;

/// A creature or character that can come in.
#[derive(Debug, Clone)]
pub struct Creature {
    /// What it is called.
    pub name: String,
    /// The dice of its hit points, where they can be rolled.
    pub dice: Option<DiceExpr>,
    /// Its stat block.
    pub block: Arc<StatBlock>,
}

/// Everybody there is to choose from, by name.
#[derive(Debug, Clone, Default)]
pub struct Stock(pub Vec<Creature>);

impl Stock {
    /// The bestiary that comes with wardrum and the referee's own, and the files of the latter
    /// that are faulty.
    pub fn gathered() -> (Self, Vec<String>) {
        let built_in = Bestiary::built_in().clone();
        let (all, faults) = match Folders::find() {
            Ok(folders) => built_in.with_folder(&folders.bestiary()),
            Err(_) => (built_in, Vec::new()),
        };
        (Self::of(&all), faults.iter().map(ToString::to_string).collect())
    }

    /// Everybody of a bestiary, with hit points where none are written.
    pub fn of(bestiary: &Bestiary) -> Self {
        let creature = |block: &Block| Creature {
            name: block.name.to_string(),
            dice: block.hd.map(HitDice::dice),
            block: Arc::new(StatBlock::Written(Box::new(ready(block)))),
        };
        let mut all: Vec<Creature> = bestiary.all().map(|(_, block)| creature(block)).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Self(all)
    }
}
