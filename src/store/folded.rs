//! Which kinds of combatants are collapsed on the table. This is a view setting, so it is not part of the save.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::rules::model::ids::{SideId, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// A kind of combatant, by side and name without number.
pub type KindName = (SideId, Text);

/// What the referee collapsed and spread out in the last fight where that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folded {
    /// The path of the fight's file, escaped if it is not valid UTF-8.
    pub fight: Text,
    /// The collapsed kinds.
    pub kinds: Vec<KindName>,
    /// The kinds with a row for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<KindName>,
}

/// The file name.
const NAME: &str = "folded";

/// A path as text, distinct for each path.
pub(super) fn path_text(path: &Path) -> Text {
    let bytes = path.as_os_str().as_encoded_bytes();
    path.to_str().map_or_else(|| bytes.escape_ascii().to_string().into(), Text::from)
}

impl Folded {
    /// Creates the record for a fight.
    pub fn new(fight: &Path, choices: &BTreeMap<KindName, bool>) -> Self {
        let said = |folded: bool| {
            choices.iter().filter(move |(_, is)| **is == folded).map(|(kind, _)| kind.clone()).collect()
        };
        Self { fight: path_text(fight), kinds: said(true), apart: said(false) }
    }

    /// Reads which kinds of a fight are collapsed (`true`) or spread out (`false`); none if the record is of another
    /// fight.
    pub fn of(fight: &Path, folders: &Folders) -> BTreeMap<KindName, bool> {
        let path = folders.state().join(NAME).with_extension("ron");
        let known: Option<Self> = pages::read(&path).ok().flatten();
        let known = known.filter(|known| known.fight == path_text(fight));
        known.map_or_else(BTreeMap::new, |known| {
            let folded = known.kinds.into_iter().map(|kind| (kind, true));
            folded.chain(known.apart.into_iter().map(|kind| (kind, false))).collect()
        })
    }

    /// Writes the record, replacing the previous one.
    ///
    /// # Errors
    /// The existing file cannot be read, or the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<(), StoreError> {
        pages::write(folders.state(), NAME, self, |_| true).map(|_| ())
    }
}
