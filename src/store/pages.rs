//! Files that users read and edit, of one value each. A file with an error in it is never overwritten by [`write()`].

use super::draft::replace;
use super::error::StoreError;
use super::folders::{slug, text};
use crate::notation;
use crate::notation::explain;
use crate::rules;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// Reads a value from a file. `None` if there is no such file.
///
/// # Errors
/// The file has an error in it, which is located, or the system refuses to read it.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let Some(text) = text(path)? else { return Ok(None) };
    let value = rules::read(&text).map_err(|error| {
        let (place, what) = explain(&text, &error);
        StoreError::Faulty { path: path.to_owned(), place, what }
    })?;
    Ok(Some(value))
}

/// Reads every `.ron` file of a folder in the order of their names, with a value or an error for each.
pub fn all<T: DeserializeOwned>(folder: &Path) -> Vec<(PathBuf, Result<T, StoreError>)> {
    let value = |path: PathBuf| Some((path.clone(), read(&path).transpose()?));
    files(folder).into_iter().filter_map(value).collect()
}

/// The `.ron` files of a folder in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    paths.sort();
    paths
}

/// Writes a value into a file of a folder, overwriting whatever is there.
///
/// # Errors
/// The system refuses to write.
pub fn write_any<T: Serialize>(folder: &Path, name: &str, value: &T) -> Result<PathBuf, StoreError> {
    put(folder, folder.join(format!("{}.ron", slug(name))), value)
}

/// Writes a value into a file of a folder atomically, replacing an earlier one if `may_replace` allows it. Returns the
/// path.
///
/// # Errors
/// The existing file has an error in it or may not be replaced, or the system refuses to write.
pub fn write<T: Serialize + DeserializeOwned>(
    folder: &Path,
    name: &str,
    value: &T,
    may_replace: impl FnOnce(&T) -> bool,
) -> Result<PathBuf, StoreError> {
    let path = folder.join(format!("{}.ron", slug(name)));
    if read::<T>(&path)?.is_some_and(|old| !may_replace(&old)) {
        return Err(StoreError::Taken { path });
    }
    put(folder, path, value)
}

fn put<T: Serialize>(folder: &Path, path: PathBuf, value: &T) -> Result<PathBuf, StoreError> {
    std::fs::create_dir_all(folder).map_err(StoreError::io(folder, "creating the folder"))?;
    let page = notation::page(value)
        .map_err(|error| StoreError::io(&path, "writing")(std::io::Error::other(error)))?;
    replace(&path, format!("{page}\n").as_bytes()).map_err(StoreError::io(&path, "writing"))?;
    Ok(path)
}
