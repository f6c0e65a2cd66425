//! Option presets: house rules under a name, those that come with wardrum and the referee's own.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::Text;
use crate::rules::registry;
use crate::rules::ruleset::asset::embedded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Options of one ruleset, under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// What it is called.
    pub name: Text,
    /// What it is for, in a sentence.
    #[serde(default)]
    pub about: Text,
    /// Whose options.
    pub ruleset: RulesetId,
    /// Those that differ from the standard: value by id.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
}

static BUILT_IN: LazyLock<Vec<Preset>> =
    LazyLock::new(|| embedded("assets/presets.ron", include_str!("../../assets/presets.ron")));

impl Preset {
    /// Those that come with wardrum, of all rulesets.
    pub fn built_in() -> &'static [Self] {
        &BUILT_IN
    }

    /// Those that come with wardrum and the referee's own, and what is wrong with files of the latter:
    /// not to be read, or with an option or value its ruleset has not.
    pub fn all(folders: &Folders) -> (Vec<Self>, Vec<String>) {
        let (mut all, mut faults) = (Self::built_in().to_vec(), Vec::new());
        for (path, preset) in pages::all::<Self>(&folders.presets()) {
            match preset {
                Ok(preset) => match preset.fault() {
                    None => all.push(preset),
                    Some(fault) => faults.push(format!("{}: {fault}", path.display())),
                },
                Err(fault) => faults.push(fault.to_string()),
            }
        }
        (all, faults)
    }

    /// The first option its ruleset has not, or value that option cannot have: what was found, and what
    /// was expected.
    pub fn fault(&self) -> Option<String> {
        let about = registry::ruleset(self.ruleset).about();
        self.options.iter().find_map(|(id, value)| match about.option(id) {
            Some(option) => option.accepts(value).err(),
            None => {
                let known: Vec<&str> = about.options.iter().map(|option| &*option.id).collect();
                Some(format!("found option \"{id}\", expected one of {}", known.join(", ")))
            }
        })
    }

    /// Writes its file in place of the one it had; gives the path.
    ///
    /// # Errors
    /// The file there is faulty or holds another preset; the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<PathBuf, StoreError> {
        let same = |old: &Self| old.name == self.name && old.ruleset == self.ruleset;
        pages::write(&folders.presets(), &self.name, self, same)
    }
}
