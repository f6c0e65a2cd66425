//! Opens saves: for continuing, for viewing, or for a glance.

use super::Journal;
use crate::chronicle::{Chronicle, Waiting};
use crate::store::draft::{open_plain, plain};
use crate::store::error::{Damage, StoreError};
use crate::store::line::{Head, Line};
use crate::store::lock::{Access, Handle};
use crate::store::read::{self, Found, Reach, first_line, has_checksums};
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

/// An opened save.
#[derive(Debug)]
pub struct Opened {
    /// The fight.
    pub chronicle: Chronicle,
    /// Its journal, for continuing.
    pub journal: Journal,
    /// The unfinished act or amendment.
    pub waiting: Option<Waiting>,
    /// What could not be read.
    pub damage: Option<Damage>,
    /// The number of bytes not read yet.
    pub unread: u64,
}

/// Like [`open`], but reads everything and so reports any damage in the past.
///
/// # Errors
/// As [`open`].
pub fn open_whole(path: &Path) -> Result<Opened, StoreError> {
    open_with(path, Reach::Whole)
}

/// Whether a quick check shows damage. May miss damage that only a full read reveals.
pub fn seems_damaged(path: &Path) -> bool {
    read::seems_damaged(path)
}

/// Whether every line up to the byte offset `end` has a correct checksum.
pub fn is_sound(path: &Path, end: u64) -> bool {
    has_checksums(path, end)
}

/// Opens a save for continuing. Reads only what follows the last snapshot; the past is read on demand. If another
/// wardrum has it open, or it is write-protected, it is opened read-only.
///
/// # Errors
/// The file cannot be read, is not a save, has a newer format, or contains no readable state.
pub fn open(path: &Path) -> Result<Opened, StoreError> {
    open_with(path, Reach::Tail)
}

fn open_with(path: &Path, reach: Reach) -> Result<Opened, StoreError> {
    let (mut file, access) = open_file(path).map_err(StoreError::io(path, "opening"))?;
    let found = read::read(path, &mut file, reach)?;
    let mut opened = opened(path, found, Some(file).filter(|_| access == Some(Access::Write)));
    opened.journal.taken = access == Some(Access::ReadOnly);
    Ok(opened)
}

/// Opens a save for viewing, and reads all of it.
///
/// # Errors
/// As [`open`].
pub fn look(path: &Path) -> Result<Opened, StoreError> {
    let mut file = open_plain(path).map_err(StoreError::io(path, "opening"))?;
    let found = read::read(path, &mut file, Reach::Whole)?;
    Ok(opened(path, found, None))
}

/// Opens a save for viewing from its last snapshot on, for a summary.
///
/// # Errors
/// As [`open`].
pub fn glance(path: &Path) -> Result<Opened, StoreError> {
    let mut file = open_plain(path).map_err(StoreError::io(path, "opening"))?;
    let found = read::read(path, &mut file, Reach::Tail)?;
    Ok(opened(path, found, None))
}

/// Whether another wardrum has a save open.
pub fn is_open(path: &Path) -> bool {
    open_plain(path).is_ok_and(|file| Handle::of(file).is_locked())
}

/// Reads the first line of a save.
///
/// # Errors
/// As [`open`].
pub fn head(path: &Path) -> Result<Head, StoreError> {
    let mut file = open_plain(path).map_err(StoreError::io(path, "opening"))?;
    first_line(path, &mut file)
}

fn opened(path: &Path, found: Found, file: Option<Handle>) -> Opened {
    let mut waiting = String::new();
    if let Some(waits) = &found.waiting {
        // Writing what was just parsed does not fail.
        let _ = Line::of(waits).write(&mut waiting);
    }
    let Found { head, chronicle, waiting: waits, damage, unread, .. } = found;
    let journal = Journal {
        file,
        length: found.length,
        end: found.end,
        kept: found.kept,
        since: found.since,
        tip: found.tip,
        waiting,
        ..Journal::without_file(path, head)
    };
    Opened { chronicle, journal: journal.identified(), waiting: waits, damage, unread }
}

/// Opens the file and tries to lock it. The access is `None` if the file is write-protected.
fn open_file(path: &Path) -> std::io::Result<(Handle, Option<Access>)> {
    plain(path)?;
    match OpenOptions::new().read(true).append(true).open(path) {
        Ok(file) => {
            let file = Handle::of(file);
            let access = file.lock();
            Ok((file, Some(access)))
        }
        Err(error) if is_protected(error.kind()) => Ok((Handle::of(File::open(path)?), None)),
        Err(error) => Err(error),
    }
}

fn is_protected(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}
