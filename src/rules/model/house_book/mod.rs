//! A house book: what a table plays otherwise than its ruleset, as a file.
//!
//! [`Book`] is its text, as a fight keeps it. [`HouseBook`] is what the text says; `rules::ruleset::laid` reads it and
//! lays it over a ruleset, `rules::engine::home` does what its rules say.

pub mod example;
pub mod rule;
pub mod subject;
mod text;

pub use text::{Book, MOST_LETTERS};

use super::block::d20::Armour;
use super::custom::{Lasting, Occasion, Stat};
use super::effect::Condition;
use super::ids::{RulesetId, Text};
use ron::value::RawValue;
use rule::HomeRule;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A house book. Parts that it leaves out are as the ruleset has them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseBook {
    /// What it is called: `Iron Lanterns`.
    pub name: Text,
    /// Its purpose, in a sentence.
    #[serde(default)]
    pub about: Text,
    /// The ruleset it is laid over.
    pub ruleset: RulesetId,
    /// Other rulesets over which it can be laid.
    #[serde(default)]
    pub also: Vec<RulesetId>,
    /// The usual values of options: value by id.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
    /// Cells, rows and tables of the ruleset, by address: `weapons[sword].damage`.
    #[serde(default)]
    pub tables: BTreeMap<Text, Box<RawValue>>,
    /// Names of armours of its own, whose rows are added to the table of armour: `{Bone: "bone"}`.
    #[serde(default)]
    pub armours: BTreeMap<Armour, Text>,
    /// Conditions of its own.
    #[serde(default)]
    pub conditions: Vec<OwnCondition>,
    /// Rules of its own.
    #[serde(default)]
    pub rules: Vec<HomeRule>,
}

impl HouseBook {
    /// Whether it can be laid over that ruleset.
    pub fn is_for(&self, id: RulesetId) -> bool {
        self.ruleset == id || self.also.contains(&id)
    }

    /// Whether it has nothing but usual values of options.
    pub fn has_only_options(&self) -> bool {
        self.tables.is_empty()
            && self.armours.is_empty()
            && self.conditions.is_empty()
            && self.rules.is_empty()
    }
}

/// A condition of a house book.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCondition {
    /// Its name, by which rules and saves call it: `Cursed`.
    pub name: Condition,
    /// What it is called in texts: `cursed`.
    pub label: Text,
    /// What it does, in a sentence.
    #[serde(default)]
    pub text: Text,
    /// What it forbids and means, by the names of [`Meaning`](super::condition::Meaning): `CannotAttack`, `Helpless`.
    #[serde(default)]
    pub means: Vec<Text>,
    /// What it adds to its bearer's totals.
    #[serde(default)]
    pub adds: BTreeMap<Stat, i32>,
    /// When it ends by itself.
    #[serde(default)]
    pub lasts: Lasting,
    /// What ends it otherwise, as the log says it: `until it is lifted`.
    #[serde(default)]
    pub ends: Option<Text>,
    /// A reminder for the referee.
    #[serde(default)]
    pub reminder: Option<Text>,
    /// When the reminder comes; absent: as the condition ends.
    #[serde(default)]
    pub each: Option<Occasion>,
}
