//! Option presets: named sets of house rules, built in or the referee's own.

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

/// A named set of options of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name.
    pub name: Text,
    /// Its purpose, in a sentence.
    #[serde(default)]
    pub about: Text,
    /// The ruleset of the options.
    pub ruleset: RulesetId,
    /// The options that differ from the default: value by id.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
}

static BUILT_IN: LazyLock<Vec<Preset>> =
    LazyLock::new(|| embedded("assets/presets.ron", include_str!("../../assets/presets.ron")));

impl Preset {
    /// The presets that come with wardrum, for all rulesets.
    pub fn built_in() -> &'static [Self] {
        &BUILT_IN
    }

    /// The built-in presets and the referee's own, and messages about files that cannot be read or contain an unknown
    /// option or value.
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

    /// Returns an error message about the first unknown option or invalid value.
    pub fn fault(&self) -> Option<String> {
        let about = registry::ruleset(self.ruleset).about();
        self.options.iter().find_map(|(id, value)| match about.option(id) {
            Some(option) => option.accepts(value).err().map(|fault| fault.to_string()),
            None => {
                let known: Vec<&str> = about.options.iter().map(|option| option.id).collect();
                Some(format!("found option \"{id}\", expected one of {}", known.join(", ")))
            }
        })
    }

    /// Writes its file, replacing an earlier version. Returns the path.
    ///
    /// # Errors
    /// The existing file is faulty or holds another preset, or the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<PathBuf, StoreError> {
        let same = |old: &Self| old.name == self.name && old.ruleset == self.ruleset;
        pages::write(&folders.presets(), &self.name, self, same)
    }
}
