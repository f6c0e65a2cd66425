//! Creatures and characters: those that come with wardrum, and the referee's own.

use super::error::{StoreError, explain};
use crate::rules::asset::embedded;
use crate::rules::d20::block::{Block, HitDice};
use crate::rules::ids::Text;
use crate::rules::notation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Stat blocks by key.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bestiary {
    /// Creatures: `orc`.
    pub creatures: BTreeMap<Text, Block>,
    /// Characters and retainers: `fighter-1`.
    pub characters: BTreeMap<Text, Block>,
}

static BUILT_IN: LazyLock<Bestiary> =
    LazyLock::new(|| embedded("assets/bestiary/d20.ron", include_str!("../../assets/bestiary/d20.ron")));

impl Bestiary {
    /// Those that come with wardrum; read when they are first asked for.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// The block of that key, among creatures first.
    pub fn get(&self, key: &str) -> Option<&Block> {
        self.creatures.get(key).or_else(|| self.characters.get(key))
    }

    /// All of them with their keys, creatures first.
    pub fn all(&self) -> impl Iterator<Item = (&Text, &Block)> {
        self.creatures.iter().chain(&self.characters)
    }

    /// These with the referee's own on top, from every `.ron` file of a folder in the order of
    /// their names. A faulty file is left out and reported.
    pub fn with_folder(mut self, folder: &Path) -> (Self, Vec<StoreError>) {
        let mut faults = Vec::new();
        for path in ron_files(folder) {
            match read_file(&path) {
                Ok(own) => {
                    self.creatures.extend(own.creatures);
                    self.characters.extend(own.characters);
                }
                Err(fault) => faults.push(fault),
            }
        }
        (self, faults)
    }
}

fn ron_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "ron")).collect();
    paths.sort();
    paths
}

fn read_file(path: &Path) -> Result<Bestiary, StoreError> {
    let text = std::fs::read_to_string(path).map_err(StoreError::io(path, "reading"))?;
    notation::read(&text).map_err(|error| {
        let (place, what) = explain(&text, &error);
        StoreError::Faulty { path: path.to_owned(), place, what }
    })
}

/// The block with hit points: where none are written, those of an average creature of its Hit Dice.
pub fn ready(block: &Block) -> Block {
    let hp = block.hp.or_else(|| block.hd.map(HitDice::average_hp));
    Block { hp, ..block.clone() }
}
