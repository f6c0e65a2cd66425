//! Saves opened: to go on, to look at, or for a glance.

use super::Journal;
use crate::chronicle::{Chronicle, Waiting};
use crate::store::draft::{open_plain, plain};
use crate::store::error::{Damage, StoreError};
use crate::store::line::{Head, Line};
use crate::store::lock::{Access, Handle};
use crate::store::read::{self, Found, Reach, first_line, is_summed};
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

/// A save that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The fight.
    pub chronicle: Chronicle,
    /// Where it goes on.
    pub journal: Journal,
    /// What waited for answers.
    pub waiting: Option<Waiting>,
    /// What could not be read.
    pub damage: Option<Damage>,
    /// Bytes of the file that were not read yet.
    pub unread: u64,
}

/// The same with all of it read: where the past is damaged, it is told.
///
/// # Errors
/// As [`open`].
pub fn open_whole(path: &Path) -> Result<Opened, StoreError> {
    open_with(path, Reach::Whole)
}

/// Whether a glance shows that a save is damaged. Damage that only reading it shows is not seen.
pub fn seems_damaged(path: &Path) -> bool {
    read::seems_damaged(path)
}

/// Whether every line of a save up to there has its check sum, and the right one.
pub fn is_sound(path: &Path, end: u64) -> bool {
    is_summed(path, end)
}

/// Opens a save to go on with it. Only what stands behind its last kept state is read; the past
/// when it is looked at. When another wardrum has it open, or it is write-protected, it is opened
/// to read only.
///
/// # Errors
/// It cannot be read, is no save, is of a newer format, or has no state that can be read.
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

/// Opens a save to look at it, from its first line to its last.
///
/// # Errors
/// As [`open`].
pub fn look(path: &Path) -> Result<Opened, StoreError> {
    let mut file = open_plain(path).map_err(StoreError::io(path, "opening"))?;
    let found = read::read(path, &mut file, Reach::Whole)?;
    Ok(opened(path, found, None))
}

/// The same from its last kept state on, for a line that tells of it.
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

/// What the first line of a save says.
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
        // What was read can be written.
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

/// The file, and whether its lock was to be had; none where it is write-protected.
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
