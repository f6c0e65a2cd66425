//! The seats of phones at a fight, kept apart from it: their secrets are for their owner's eyes only.

use super::draft::replace_secret;
use super::error::StoreError;
use super::folded::path_text;
use super::folders::Folders;
use super::pages;
use crate::notation;
use crate::rules::model::ids::Text;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The file name.
const NAME: &str = "phones.ron";

/// The desk of the last fight that had one.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept<T> {
    /// The path of the fight's file.
    fight: Text,
    desk: T,
}

/// Where the desk of a fight is kept; two of the same fight are equal.
#[derive(Debug, Clone)]
pub struct DeskFile {
    fight: Text,
    folders: Folders,
}

impl PartialEq for DeskFile {
    fn eq(&self, other: &Self) -> bool {
        self.fight == other.fight
    }
}

impl DeskFile {
    /// Where the desk of the fight in that file is kept.
    pub fn of(fight: &Path, folders: Folders) -> Self {
        Self { fight: path_text(fight), folders }
    }

    /// Reads the desk. `None` if none of this fight was kept, or it cannot be read: phones then ask for their seats anew.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let kept: Option<Kept<T>> = pages::read(&self.folders.state().join(NAME)).ok().flatten();
        kept.filter(|kept| kept.fight == self.fight).map(|kept| kept.desk)
    }

    /// Keeps the desk in place of the last one.
    ///
    /// # Errors
    /// The system refuses to write.
    pub fn write<T: Serialize>(&self, desk: T) -> Result<(), StoreError> {
        let folder = self.folders.state();
        std::fs::create_dir_all(folder).map_err(StoreError::io(folder, "creating the folder"))?;
        let path = folder.join(NAME);
        let kept = Kept { fight: self.fight.clone(), desk };
        let page = notation::page(&kept)
            .map_err(|error| StoreError::io(&path, "writing")(std::io::Error::other(error)))?;
        replace_secret(&path, format!("{page}\n").as_bytes()).map_err(StoreError::io(&path, "writing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_desk_of_a_fight_is_found_again_by_that_fight_alone() {
        let home = tempfile::tempdir().expect("a folder");
        let of = |fight: &str| DeskFile::of(Path::new(fight), Folders::under(home.path()));
        assert_eq!(of("one.ron").read::<u32>(), None);
        of("one.ron").write(7).expect("written");
        assert_eq!((of("one.ron").read::<u32>(), of("two.ron").read::<u32>()), (Some(7), None));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let path = Folders::under(home.path()).state().join(NAME);
            let mode = std::fs::metadata(path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{mode:o}");
        }
    }
}
