//! Checked opening and atomic replacement of files.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Refuses anything but regular files: opening a pipe would block, and a device may never end. A missing file passes.
///
/// # Errors
/// There is a folder, pipe, socket or device at the path.
pub fn plain(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let what = if found.is_dir() { "a folder" } else { "a pipe or a device" };
            Err(Error::new(ErrorKind::InvalidInput, format!("found {what}, expected a file")))
        }
        _ => Ok(()),
    }
}

/// Opens a file for reading, unless it is a pipe or a device.
pub(super) fn open_plain(path: &Path) -> Result<File> {
    plain(path)?;
    File::open(path)
}

/// Reads a file whole, unless it is a pipe or a device.
pub(super) fn read_plain(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces a file atomically by renaming a draft beside it. A symbolic link is kept and its target replaced.
///
/// # Errors
/// There is something other than a file at the path, or the system refuses; then nothing is changed.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_with(path, bytes, &mut File::options())
}

/// The same by a file that nobody else can read, where the system has such.
///
/// # Errors
/// As [`replace`].
pub(super) fn replace_secret(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    replace_with(path, bytes, &mut options)
}

fn replace_with(path: &Path, bytes: &[u8], options: &mut OpenOptions) -> Result<()> {
    plain(path)?;
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let draft = draft(&path);
    let written = write(&draft, bytes, options).and_then(|()| fs::rename(&draft, &path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

fn draft(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".wardrum-draft");
    path.with_file_name(name)
}

fn write(path: &Path, bytes: &[u8], options: &mut OpenOptions) -> Result<()> {
    let mut file = options.write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The file's identity regardless of its path. `None` on systems without file numbers.
pub(super) fn identity(data: &fs::Metadata) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        None
    }
}

/// A fingerprint of a file: it changes if the file is replaced or written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    identity: Option<(u64, u64)>,
    length: u64,
    changed: Option<SystemTime>,
}

impl Stamp {
    /// Returns the current stamp. `None` if there is no file.
    pub fn of(path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok()?;
        let (identity, changed) = (identity(&data), data.modified().ok());
        Some(Self { identity, length: data.len(), changed })
    }
}

/// Whether both paths lead to the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let (Ok(one), Ok(other)) = (fs::canonicalize(one), fs::canonicalize(other)) else { return false };
    let identity = |path| fs::metadata(path).ok().as_ref().and_then(identity);
    one == other || identity(&one).is_some_and(|id| identity(&other) == Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_replaced_is_whole_and_leaves_no_draft() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.md");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("a text"), text);
        }
        assert!(replace(&folder.path().join("no/such.md"), b"").is_err());
        assert!(replace(folder.path(), b"").is_err(), "a folder is no file");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_one_file_is_one_by_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, hard] = ["a", "link", "hard"].map(|name| folder.path().join(name));
        fs::write(&file, "one").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        fs::hard_link(&file, &hard).expect("linked");
        assert!(is_same(&file, &link) && is_same(&file, &hard));
        assert!(!is_same(&file, &folder.path().join("none")));
        replace(&link, b"two").expect("written");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("a text"), "two");
    }
}
