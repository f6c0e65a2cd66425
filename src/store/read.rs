//! Reads a save, completely or from its last snapshot on.

use super::base::{self, Base};
use super::draft::open_plain;
use super::error::{Damage, StoreError};
use super::line::{Checksum, Head, Line, NoHead, TORN, checksum, head, unfold};
use super::mend;
use super::unread::PastFile;
use crate::chronicle::{Chronicle, EntryId, Misfit, Snapshot, Tree, Waiting};
use crate::notation::explain;
use crate::rules;
use crate::rules::registry;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// The largest file read, in bytes: more than any fight needs.
const MOST: u64 = 1 << 30;

/// How the text of a save ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// With a complete line.
    Clean,
    /// With a complete line except for its line break.
    Open,
    /// In the middle of a line: the program was interrupted while writing.
    Torn,
    /// There is an unreadable line.
    Damaged,
}

/// The contents of a save.
pub(super) struct Found {
    pub(super) head: Head,
    pub(super) chronicle: Chronicle,
    pub(super) waiting: Option<Waiting>,
    pub(super) damage: Option<Damage>,
    pub(super) end: End,
    /// The length of the file in bytes, and how much of it has not been read yet.
    pub(super) length: u64,
    pub(super) unread: u64,
    /// The size in bytes of the last snapshot, and of what follows it.
    pub(super) kept: usize,
    pub(super) since: usize,
    /// The entry after which that snapshot was taken.
    pub(super) tip: EntryId,
}

/// How much of a save is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// From the last snapshot on; the past is read on demand.
    Tail,
    /// All of it.
    Whole,
}

/// Reads a save. If its tail turns out to be damaged, all of it is read.
pub(super) fn read(path: &Path, file: &mut File, reach: Reach) -> Result<Found, StoreError> {
    let head = first_line(path, file)?;
    registry::asking_first(head.ruleset, || behind(path, file, head, reach))
}

/// Reads what follows the first line.
fn behind(path: &Path, file: &mut File, head: Head, reach: Reach) -> Result<Found, StoreError> {
    let length = file.metadata().map_err(StoreError::io(path, "reading"))?.len();
    if reach == Reach::Tail
        && let Some(found) = tail(path, file, &head, length)?
    {
        return Ok(found);
    }
    let text = block(file, 0, length).map_err(StoreError::io(path, "reading"))?;
    mend::whole(path, head, &text)
}

/// Reads a save from its last snapshot on. `None` if there is none or anything after it is damaged.
fn tail(path: &Path, file: &mut File, head: &Head, length: u64) -> Result<Option<Found>, StoreError> {
    let Some(base) = base::find(path, file, length)? else { return Ok(None) };
    let Base { snapshot, newest, text, at, offset, length: kept } = base;
    let (text, tip) = (&text[at..], snapshot.line.last().copied().unwrap_or_default());
    let past = Arc::new(PastFile::of(path, head.ruleset)?);
    if snapshot.state.ruleset != head.ruleset {
        return Ok(None);
    }
    let Ok(mut tree) = Tree::resumed(snapshot, newest, past, offset) else { return Ok(None) };
    let mut waiting = None;
    let walk = walk(text, &mut |line| take(&mut tree, &mut waiting, line));
    if walk.fault.is_some() {
        return Ok(None);
    }
    Ok(Some(Found {
        head: head.clone(),
        chronicle: Chronicle::of(tree),
        waiting,
        damage: None,
        end: walk.end,
        length,
        unread: offset,
        kept,
        since: walk.sound.saturating_sub(kept),
        tip,
    }))
}

/// The buffer size for comparing checksums, in bytes.
const PIECE: usize = 64 * 1024;

/// How much of the end of a save is checked at a glance, in bytes.
const GLANCE: u64 = 512 * 1024;

/// Whether a quick check shows damage: a wrong checksum near the end, or no snapshot.
pub(super) fn seems_damaged(path: &Path) -> bool {
    let Ok(file) = open_plain(path) else { return true };
    let Ok(length) = file.metadata().map(|data| data.len()) else { return true };
    let from = length.saturating_sub(GLANCE);
    let Ok(text) = block(&file, from, length) else { return true };
    let wrong = |row: &Row| row.ended && matches!(checksum(row.bytes), Checksum::Wrong { .. });
    let whole = rows(&text).skip(usize::from(from > 0)).all(|row| !wrong(&row));
    !whole || (from == 0 && !rows(&text).any(|row| is_kept(row.bytes)))
}

/// Whether every line up to a byte offset has a correct checksum, and only the first names a fight.
pub(super) fn has_checksums(path: &Path, end: u64) -> bool {
    open_plain(path).and_then(|file| all_checksummed(&file, end)).unwrap_or(false)
}

/// Whether no line up to the offset `from` has a wrong checksum, and everything from there to the offset `to` has this
/// one.
pub(super) fn is_as_sealed(file: &File, from: u64, to: u64, sum: u32) -> std::io::Result<bool> {
    if !all_rows(file, from, |row| !matches!(checksum(row.bytes), Checksum::Wrong { .. }))? {
        return Ok(false);
    }
    let mut rest = BufReader::with_capacity(PIECE, file.take(to.saturating_sub(from)));
    let mut found = crc32fast::Hasher::new();
    loop {
        let piece = rest.fill_buf()?;
        if piece.is_empty() {
            return Ok(found.finalize() == sum);
        }
        found.update(piece);
        let length = piece.len();
        rest.consume(length);
    }
}

fn all_checksummed(file: &File, end: u64) -> std::io::Result<bool> {
    all_rows(file, end, |row| checksum(row.bytes) == Checksum::Right && !is_second_head(row))
}

/// Whether `holds` for every row up to the offset `end`. Goes row by row, so that a long file needs no more memory than
/// its longest row.
fn all_rows(file: &File, end: u64, holds: impl Fn(&Row) -> bool) -> std::io::Result<bool> {
    let mut rest = BufReader::with_capacity(PIECE, file.take(end));
    let (mut bytes, mut at) = (Vec::new(), 0);
    while rest.read_until(b'\n', &mut bytes)? > 0 {
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let row = Row { at, bytes: &bytes, ended };
        if !is_blank(row.bytes) && !is_torn(&row) && !holds(&row) {
            return Ok(false);
        }
        at += row.length();
        bytes.clear();
    }
    Ok(true)
}

/// The most of the first line that is read, in bytes.
const MOST_HEAD: u64 = 1024 * 1024;

/// Reads and parses the first line only.
pub(super) fn first_line(path: &Path, file: &mut File) -> Result<Head, StoreError> {
    let failed = |error| StoreError::Io { path: path.to_owned(), doing: "reading", error };
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut first = Vec::new();
    BufReader::new(file.take(MOST_HEAD)).read_until(b'\n', &mut first).map_err(failed)?;
    let first = String::from_utf8_lossy(&first);
    head(first.trim_end()).map_err(|no| match no {
        NoHead::Newer(found) => StoreError::Newer { path: path.to_owned(), found },
        NoHead::Other => {
            let found = first.trim_end().chars().take(40).collect();
            StoreError::NoSave { path: path.to_owned(), found }
        }
    })
}

/// Parses a snapshot row. The entries of its line must be before it, in `before` bytes at most.
pub(super) fn kept(row: &Row, before: u64) -> Result<Snapshot, Fault> {
    let mut kept = None;
    read_row(row, &mut |line| {
        if let Line::Kept { line, then, state } = line {
            let lines = unfold(&line, before).zip(unfold(&then, before));
            kept = lines.map(|(line, then)| Snapshot { line, then, state: state.into_owned() });
        }
        Ok(())
    })?;
    let what = "no snapshot found, expected one of the entries before it".to_owned();
    kept.ok_or(Fault { at: row.at, column: 1, what })
}

pub(super) fn block(mut file: &File, from: u64, to: u64) -> std::io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(from))?;
    let length = to.saturating_sub(from);
    if length > MOST {
        let what = format!("found {length} bytes, expected at most {MOST}");
        return Err(std::io::Error::other(what));
    }
    let mut text = Vec::new();
    text.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    file.take(length).read_to_end(&mut text)?;
    Ok(text)
}

/// Applies a line to the tree.
pub(super) fn take(tree: &mut Tree, waiting: &mut Option<Waiting>, line: Line) -> Result<(), Misfit> {
    match line {
        Line::Entry(entry) => {
            *waiting = None;
            tree.append(entry.into_owned(), None)
        }
        Line::Amended { after, entries } => {
            *waiting = None;
            tree.go_along(after)?;
            entries.into_iter().try_for_each(|entry| tree.append(entry.into_owned(), None))
        }
        Line::Went(id) => {
            *waiting = None;
            tree.go_along(id)
        }
        Line::Name(origin, name) => {
            tree.name(origin, name);
            Ok(())
        }
        Line::Pending(act) => {
            *waiting = act.map(|act| Waiting::Act(Box::new(act.into_owned())));
            Ok(())
        }
        Line::Halfway(halfway) => {
            *waiting = Some(Waiting::Amendment(halfway.into_owned()));
            Ok(())
        }
        Line::Head { .. } | Line::Kept { .. } => Ok(()),
    }
}

/// The offset of the first complete row in a block: anything before it began before the block.
pub(super) fn first_row(block: &[u8], from: u64) -> usize {
    match from {
        0 => 0,
        _ => block.iter().position(|byte| *byte == b'\n').map_or(block.len(), |at| at + 1),
    }
}

/// A row of the file, with or without a line break.
pub(super) struct Row<'a> {
    pub(super) at: usize,
    pub(super) bytes: &'a [u8],
    pub(super) ended: bool,
}

impl Row<'_> {
    pub(super) fn length(&self) -> usize {
        self.bytes.len() + usize::from(self.ended)
    }
}

pub(super) fn rows(text: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let mut at = 0;
    text.split_inclusive(|byte| *byte == b'\n').map(move |row| {
        let ended = row.ends_with(b"\n");
        let bytes = &row[..row.len() - usize::from(ended)];
        let row = Row { at, bytes, ended };
        at += row.length();
        row
    })
}

/// An unreadable row.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) column: usize,
    pub(super) what: String,
}

/// How far a text could be read.
pub(super) struct Walk {
    sound: usize,
    end: End,
    pub(super) fault: Option<Fault>,
}

/// Reads a text line by line up to the first fault. Skips empty lines, comments, torn lines, and snapshots, on which
/// nothing depends.
pub(super) fn walk(text: &[u8], take: &mut dyn FnMut(Line) -> Result<(), Misfit>) -> Walk {
    let mut walk = Walk { sound: 0, end: End::Clean, fault: None };
    for row in rows(text) {
        let read = match row.ended {
            _ if is_blank(row.bytes) => Ok(()),
            true if is_torn(&row) => Ok(()),
            true if is_kept(row.bytes) => check(&row),
            _ if is_second_head(&row) => Err(second_head(&row)),
            _ => read_row(&row, take),
        };
        match read {
            Ok(()) => walk.end = if row.ended { End::Clean } else { End::Open },
            Err(_) if !row.ended => {
                walk.end = End::Torn;
                return walk;
            }
            Err(fault) => {
                walk.end = End::Damaged;
                walk.fault = Some(fault);
                return walk;
            }
        }
        walk.sound = row.at + row.length();
    }
    walk
}

/// Whether a row, in a text from the start of the file, is a first line in another place: of another save, or doubled.
pub(super) fn is_second_head(row: &Row) -> bool {
    row.at > 0 && row.bytes.starts_with(HEAD)
}

/// The fault that a first line is in another place.
pub(super) fn second_head(row: &Row) -> Fault {
    let what = match std::str::from_utf8(row.bytes).ok().and_then(|text| head(text.trim_end()).ok()) {
        Some(Head { title, ruleset }) => format!(
            "found the first line of a save (\"{title}\", {}), expected an entry: another file's text seems to be \
             joined to this one",
            ruleset.name()
        ),
        None => "found a first line, expected an entry".to_owned(),
    };
    Fault { at: row.at, column: 1, what }
}

/// The beginning of the first line.
pub(super) const HEAD: &[u8] = b"Head(";

pub(super) fn is_kept(row: &[u8]) -> bool {
    row.starts_with(b"Kept(")
}

/// Parses the start of an entry row as written by this program. Returns its number and the rest of the row.
pub(super) fn entry_number(row: &[u8]) -> Option<(EntryId, &[u8])> {
    number(row.strip_prefix(b"Entry(id:")?)
}

/// Parses a leading number. Returns it and the rest.
pub(super) fn number(text: &[u8]) -> Option<(EntryId, &[u8])> {
    let digits = text.iter().position(|byte| !byte.is_ascii_digit())?;
    let id = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    Some((EntryId(id), &text[digits..]))
}

pub(super) fn is_torn(row: &Row) -> bool {
    row.bytes.ends_with(TORN.trim_end().as_bytes())
}

pub(super) fn is_blank(row: &[u8]) -> bool {
    let row = row.trim_ascii();
    row.is_empty() || row.starts_with(b"//")
}

pub(super) fn read_row(
    row: &Row,
    take: &mut dyn FnMut(Line) -> Result<(), Misfit>,
) -> Result<(), Fault> {
    let fault = |column, what| Fault { at: row.at, column, what };
    let text = std::str::from_utf8(row.bytes).map_err(|e| {
        fault(1 + e.valid_up_to(), "found bytes that are not valid UTF-8, expected text".to_owned())
    })?;
    let line = rules::read(text.trim_end()).map_err(|error| {
        let (spot, what) = explain(text, &error);
        fault(spot.column, what)
    })?;
    check(row)?;
    take(line).map_err(|misfit| fault(1, misfit.to_string()))
}

/// Compares the row with its checksum, if it has one.
pub(super) fn check(row: &Row) -> Result<(), Fault> {
    let Checksum::Wrong { found, expected } = checksum(row.bytes) else { return Ok(()) };
    let what = format!("found checksum {found:08x}, expected {expected:08x}: the line has been altered");
    Err(Fault { at: row.at, column: 1, what })
}

pub(super) fn newlines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}
