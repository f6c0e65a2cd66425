//! Creatures and characters: built in, and the referee's own. Each family of stat blocks has a bestiary of its own,
//! loaded on first use.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::notation::{Spot, explain};
use crate::rules;
use crate::rules::model::block::d20::Block;
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::ids::Text;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::rules::ruleset::asset::embedded;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Stat blocks of a family, by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bestiary {
    /// The family.
    pub family: Family,
    /// Creatures and objects: `orc`.
    pub creatures: BTreeMap<Text, StatBlock>,
    /// Characters and retainers: `fighter-1`.
    pub characters: BTreeMap<Text, StatBlock>,
}

/// A bestiary file of a single family, `D20` by default.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Pages<B> {
    family: Family,
    creatures: BTreeMap<Text, B>,
    characters: BTreeMap<Text, B>,
}

/// The part of a file that is parsed to learn its family.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Head {
    family: Family,
}

static D20: LazyLock<Bestiary> = LazyLock::new(|| {
    let text = include_str!("../../assets/bestiary/d20.ron");
    embedded::<Pages<Block>>("assets/bestiary/d20.ron", text).into()
});

static WOUNDS: LazyLock<Bestiary> = LazyLock::new(|| {
    let text = include_str!("../../assets/bestiary/wounds.ron");
    embedded::<Pages<Body>>("assets/bestiary/wounds.ron", text).into()
});

/// How many creatures and how many characters come with wardrum, so that the start screen need not read them.
pub const BUILT_IN: (usize, usize) = (267, 65);

impl Bestiary {
    /// The built-in bestiary of a family, loaded on first use.
    pub fn built_in(family: Family) -> &'static Self {
        match family {
            Family::D20 => &D20,
            Family::Wounds => &WOUNDS,
        }
    }

    /// Returns the block of a key, preferring creatures.
    pub fn get(&self, key: &str) -> Option<&StatBlock> {
        self.creatures.get(key).or_else(|| self.characters.get(key))
    }

    /// All blocks with their keys, creatures first.
    pub fn all(&self) -> impl Iterator<Item = (&Text, &StatBlock)> {
        self.creatures.iter().chain(&self.characters)
    }

    /// Adds the referee's own blocks of the same family from every `.ron` file of a folder, in the order of their
    /// names; later ones override. Faulty files are skipped and reported.
    pub fn with_folder(mut self, folder: &Path) -> (Self, Vec<StoreError>) {
        let mut faults = Vec::new();
        for path in ron_files(folder) {
            match read_file(&path, self.family) {
                Ok(Some(own)) => {
                    self.creatures.extend(own.creatures);
                    self.characters.extend(own.characters);
                }
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        (self, faults)
    }
}

/// A file with a single creature.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leaf<B> {
    #[serde(default)]
    family: Family,
    creatures: BTreeMap<Text, B>,
}

/// Writes a creature of the referee's own into its file, replacing an earlier version. Returns the path.
///
/// # Errors
/// The existing file is faulty or holds another creature, or the system refuses to write.
pub fn write_own(folders: &Folders, block: &StatBlock) -> Result<PathBuf, StoreError> {
    match block {
        StatBlock::D20(d20) => write_leaf(folders, Family::D20, &d20.block.name, &d20.block),
        StatBlock::Written(block) => write_leaf(folders, Family::D20, &block.name, &**block),
        StatBlock::Wounds(body) => write_leaf(folders, Family::Wounds, &body.name, &**body),
    }
}

/// Reads a creature of the referee's own, of a family with hit points, from the file for its name. `None` if there is
/// no such file.
///
/// # Errors
/// The file is faulty, or the system refuses to read it.
pub fn own(folders: &Folders, name: &str) -> Result<Option<Block>, StoreError> {
    let path = folders.bestiary().join(format!("{}.ron", super::folders::slug(name)));
    let leaf: Option<Leaf<Block>> = pages::read(&path)?;
    Ok(leaf.and_then(|leaf| leaf.creatures.into_values().next()))
}

fn write_leaf<B: Clone + Serialize + DeserializeOwned>(
    folders: &Folders,
    family: Family,
    name: &str,
    block: &B,
) -> Result<PathBuf, StoreError> {
    let key: Text = format!("own-{}", super::folders::slug(name)).into();
    let leaf = Leaf { family, creatures: BTreeMap::from([(key.clone(), block.clone())]) };
    let same = |old: &Leaf<B>| old.family == family && old.creatures.keys().eq([&key]);
    pages::write(&folders.bestiary(), name, &leaf, same)
}

impl<B: Into<StatBlock>> From<Pages<B>> for Bestiary {
    fn from(pages: Pages<B>) -> Self {
        let blocks =
            |page: BTreeMap<Text, B>| page.into_iter().map(|(key, b)| (key, b.into())).collect();
        Self {
            family: pages.family,
            creatures: blocks(pages.creatures),
            characters: blocks(pages.characters),
        }
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

/// Reads a file. `None` if it is gone, or of another family, after parsing only the head.
fn read_file(path: &Path, wanted: Family) -> Result<Option<Bestiary>, StoreError> {
    let Some(text) = super::folders::text(path)? else { return Ok(None) };
    let faulty = |(place, what)| StoreError::Faulty { path: path.to_owned(), place, what };
    let head: Head = rules::read(&text).map_err(|error| faulty(explain(&text, &error)))?;
    if head.family != wanted {
        return Ok(None);
    }
    let pages = match wanted {
        Family::D20 => pages::<Block>(&text),
        Family::Wounds => pages::<Body>(&text),
    };
    pages.map(Some).map_err(faulty)
}

fn pages<B: DeserializeOwned + Default + Into<StatBlock>>(
    text: &str,
) -> Result<Bestiary, (Spot, String)> {
    rules::read::<Pages<B>>(text).map(Bestiary::from).map_err(|error| {
        let (place, what) = explain(text, &error);
        let misread = matches!(error.code, ron::Error::NoSuchStructField { .. });
        let hint = "a file whose creatures have wounds in place of hit points begins with \
                    (family: Wounds, ...)";
        (place, if misread { format!("{what} ({hint})") } else { what })
    })
}

/// Fills in missing hit points, for families that have them: the average of the dice that the rules specify for its Hit
/// Dice.
pub fn ready(rules: &dyn Ruleset, block: &StatBlock) -> StatBlock {
    let mut ready = block.clone();
    if let StatBlock::Written(block) = &mut ready {
        block.hp = block.hp.or_else(|| rules.hit_dice(block).map(|dice| dice.average().max(1)));
    }
    ready
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_with_wardrum_is_counted() {
        let all = [Family::D20, Family::Wounds].map(Bestiary::built_in);
        let count = |of: fn(&Bestiary) -> usize| all.iter().map(|bestiary| of(bestiary)).sum::<usize>();
        assert_eq!(BUILT_IN, (count(|all| all.creatures.len()), count(|all| all.characters.len())));
    }
}
