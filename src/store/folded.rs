//! Which kinds of combatants are collapsed on the table. This is a view setting, so it is not part of the save.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::rules::model::ids::{SideId, Text};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The collapsed kinds of the last fight that had any set, each by side and name without number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folded {
    /// The path of the fight's file, escaped if it is not valid UTF-8.
    pub fight: Text,
    /// The collapsed kinds.
    pub kinds: Vec<(SideId, Text)>,
}

/// The file name.
const NAME: &str = "folded";

/// A path as text, distinct for each path.
fn path_text(path: &Path) -> Text {
    let bytes = path.as_os_str().as_encoded_bytes();
    path.to_str().map_or_else(|| bytes.escape_ascii().to_string().into(), Text::from)
}

impl Folded {
    /// Creates the record for a fight.
    pub fn new(fight: &Path, kinds: Vec<(SideId, Text)>) -> Self {
        Self { fight: path_text(fight), kinds }
    }

    /// Reads the collapsed kinds of a fight; none if the record is of another fight.
    pub fn of(fight: &Path, folders: &Folders) -> Vec<(SideId, Text)> {
        let path = folders.state().join(NAME).with_extension("ron");
        let known: Option<Self> = pages::read(&path).ok().flatten();
        known.filter(|known| known.fight == path_text(fight)).map_or_else(Vec::new, |known| known.kinds)
    }

    /// Writes the record, replacing the previous one.
    ///
    /// # Errors
    /// The existing file cannot be read, or the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<(), StoreError> {
        pages::write(folders.state(), NAME, self, |_| true).map(|_| ())
    }
}
