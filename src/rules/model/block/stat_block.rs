//! A stat block, of whichever family.

use super::d20::{Block, D20, Spell};
use super::supply::Supply;
use super::wounds::Body;
use crate::rules::model::ids::Text;
use serde::{Deserialize, Serialize};

/// A stat block of one of the families.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatBlock {
    /// Hit points, armour class, saving throws.
    D20(Box<D20>),
    /// The family with hit points, as written, before a ruleset has admitted it.
    Written(Box<Block>),
    /// Toughness, wounds, will; as written, and complete once admitted.
    Wounds(Box<Body>),
}

impl StatBlock {
    /// Returns its limited supplies.
    pub fn supplies(&self) -> &[Supply] {
        match self {
            Self::D20(d20) => &d20.block.counters,
            Self::Written(block) => &block.counters,
            Self::Wounds(body) => &body.counters,
        }
    }

    /// Returns the block of the d20 family as written; a body has none.
    pub fn written(&self) -> Option<&Block> {
        match self {
            Self::D20(d20) => Some(&d20.block),
            Self::Written(block) => Some(block),
            Self::Wounds(_) => None,
        }
    }

    /// Returns its spells, and its powers used like spells; a body has none.
    pub fn spells(&self) -> &[Spell] {
        match self {
            Self::D20(d20) => &d20.block.spells,
            Self::Written(block) => &block.spells,
            Self::Wounds(_) => &[],
        }
    }

    /// Returns the names of its attack lines in order; once admitted, including those the ruleset added.
    pub fn lines(&self) -> Vec<Text> {
        match self {
            Self::D20(d20) => d20.figures.attacks.iter().map(|line| line.name.clone()).collect(),
            Self::Written(block) => block.attacks.iter().map(|line| line.name.clone()).collect(),
            Self::Wounds(body) => body.attacks.iter().map(|line| line.name.clone()).collect(),
        }
    }

    /// Changes the creature's name.
    pub fn rename(&mut self, name: Text) {
        match self {
            Self::D20(d20) => d20.block.name = name,
            Self::Written(block) => block.name = name,
            Self::Wounds(body) => body.name = name,
        }
    }

    /// Returns the creature's name.
    pub fn name(&self) -> &Text {
        match self {
            Self::D20(d20) => &d20.block.name,
            Self::Written(block) => &block.name,
            Self::Wounds(body) => &body.name,
        }
    }
}

impl From<Block> for StatBlock {
    fn from(block: Block) -> Self {
        Self::Written(Box::new(block))
    }
}

impl From<Body> for StatBlock {
    fn from(body: Body) -> Self {
        Self::Wounds(Box::new(body))
    }
}
