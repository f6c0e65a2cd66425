//! The creatures and characters that scenarios name.

use crate::rules::asset::embedded;
use crate::rules::d20::block::{Block, HitDice};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Everything in `assets/bestiary/d20.ron`, by key.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bestiary {
    /// Creatures.
    pub creatures: BTreeMap<String, Block>,
    /// Characters and retainers.
    pub characters: BTreeMap<String, Block>,
}

static D20: LazyLock<Bestiary> =
    LazyLock::new(|| embedded("assets/bestiary/d20.ron", include_str!("../../assets/bestiary/d20.ron")));

impl Bestiary {
    /// The one of the d20 family.
    pub fn d20() -> &'static Self {
        &D20
    }

    /// The creature or character with that key.
    pub fn get(&self, key: &str) -> Option<&Block> {
        self.creatures.get(key).or_else(|| self.characters.get(key))
    }
}

/// The creature or character with that key, to set a scenario up with: where its hit points come
/// from Hit Dice, it has the average of them.
pub fn built_in(key: &str) -> Option<Block> {
    let mut block = Bestiary::d20().get(key).cloned()?;
    block.hp = block.hp.or(block.hd.map(HitDice::average_hp));
    Some(block)
}
