//! Which kinds are folded on the table: how a fight looks is kept beside it, not in it.

use super::error::StoreError;
use super::folders::Folders;
use super::pages;
use crate::rules::model::ids::{SideId, Text};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The folded kinds of the fight that was folded last, each by its side and its name without number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folded {
    /// The fight's file: its path; bytes that are not text are written as escapes.
    pub fight: Text,
    /// The kinds.
    pub kinds: Vec<(SideId, Text)>,
}

/// What its file is called.
const NAME: &str = "folded";

/// A path as a text; no two paths have the same.
fn spelt(path: &Path) -> Text {
    let bytes = path.as_os_str().as_encoded_bytes();
    path.to_str().map_or_else(|| bytes.escape_ascii().to_string().into(), Text::from)
}

impl Folded {
    /// These kinds of that fight.
    pub fn new(fight: &Path, kinds: Vec<(SideId, Text)>) -> Self {
        Self { fight: spelt(fight), kinds }
    }

    /// The kinds that were folded in that fight; none where nothing is known of it.
    pub fn of(fight: &Path, folders: &Folders) -> Vec<(SideId, Text)> {
        let path = folders.state().join(NAME).with_extension("ron");
        let known: Option<Self> = pages::read(&path).ok().flatten();
        known.filter(|known| known.fight == spelt(fight)).map_or_else(Vec::new, |known| known.kinds)
    }

    /// Writes it in the place of what was known.
    ///
    /// # Errors
    /// What stands there cannot be read; the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<(), StoreError> {
        pages::write(folders.state(), NAME, self, |_| true).map(|_| ())
    }
}
