//! The referee's own list of effects: those made at the table, kept to be used again. One file for each ruleset.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::rules::model::custom::{CustomEffect, Lasting};
use crate::rules::model::ids::RulesetId;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The most effects kept; the one used longest ago goes first.
const MOST: usize = 60;

/// The effects kept for a ruleset, the one used last first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effects {
    /// The ruleset, since each has figures of its own to add to.
    pub ruleset: RulesetId,
    /// The effects.
    pub effects: Vec<CustomEffect>,
}

impl Effects {
    /// Reads the effects kept for a ruleset.
    ///
    /// # Errors
    /// The file has an error in it, which is located, or the system refuses to read it.
    pub fn of(ruleset: RulesetId, folders: &Folders) -> Result<Self, StoreError> {
        let kept = pages::read(&folders.config().join(file(ruleset)).with_extension("ron"))?;
        Ok(kept.unwrap_or(Self { ruleset, effects: Vec::new() }))
    }

    /// Adds an effect in front, in place of one of the same name, and writes the file. Returns its path.
    ///
    /// # Errors
    /// As [`Effects::of`]; or the system refuses to write.
    pub fn keep(
        effect: CustomEffect,
        ruleset: RulesetId,
        folders: &Folders,
    ) -> Result<PathBuf, StoreError> {
        let mut kept = Self::of(ruleset, folders)?;
        kept.effects.retain(|old| old.name.to_lowercase() != effect.name.to_lowercase());
        kept.effects.insert(0, CustomEffect { lasting: anyones(effect.lasting), ..effect });
        kept.effects.truncate(MOST);
        pages::write(folders.config(), &file(ruleset), &kept, |_| true)
    }
}

/// The name of the file, without its extension.
fn file(id: RulesetId) -> String {
    format!("effects-{}", id.name())
}

/// A duration without the combatant of one fight: the bearer's turn stands for it.
fn anyones(lasting: Lasting) -> Lasting {
    match lasting {
        Lasting::TurnStart(_, n) => Lasting::TurnStart(None, n),
        Lasting::TurnEnd(_, n) => Lasting::TurnEnd(None, n),
        other => other,
    }
}
