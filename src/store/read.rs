//! Reading a save: from its last kept state on, or whole.

use super::error::{Damage, Spot, StoreError, explain};
use super::line::{Head, Line, NoHead, TORN, head, unfold};
use crate::chronicle::{Chronicle, Entry, EntryId, Misfit, Past, ReadPast, Tree, Waiting};
use crate::rules::encounter::Encounter;
use crate::rules::notation;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// How much of the end of a file is read first, in bytes: more than a usual fight has behind its
/// last kept state.
const BLOCK: u64 = 128 * 1024;
/// More bytes than any fight fills.
const MOST: u64 = 1 << 30;

/// How the text of a save ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// With the end of a line.
    Clean,
    /// With a whole line, only its end is missing.
    Open,
    /// In the middle of a line: the program was stopped while it wrote.
    Torn,
    /// There is a line that nothing can be made of.
    Damaged,
}

/// A save as it was found.
pub(super) struct Found {
    pub(super) head: Head,
    pub(super) chronicle: Chronicle,
    pub(super) waiting: Option<Waiting>,
    pub(super) damage: Option<Damage>,
    pub(super) end: End,
    /// Bytes of the whole file.
    pub(super) length: u64,
    /// Bytes of the last kept state, and of what stands behind it.
    pub(super) kept: usize,
    pub(super) since: usize,
}

/// How much of a save is read at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// From the last kept state on; the past when it is looked at.
    Tail,
    /// All of it.
    Whole,
}

/// Reads a save.
pub(super) fn read(path: &Path, file: &mut File, reach: Reach) -> Result<Found, StoreError> {
    let head = first_line(path, file)?;
    let length = file.metadata().map_err(StoreError::io(path, "reading"))?.len();
    let base = base(path, file, reach, length)?;
    let text = &base.text[base.at..];
    let past = past_reader(path, base.offset)?;
    let tree = Tree::resumed(base.line, base.state, past);
    let mut tree = tree.map_err(|_| StoreError::NoState { path: path.to_owned() })?;
    let mut waiting = None;
    let walk = walk(text, &mut |line| take(&mut tree, &mut waiting, line));
    let damage = walk.fault.map(|fault| damage(path, file, base.offset, text, fault)).transpose()?;
    Ok(Found {
        head,
        chronicle: Chronicle::of(tree),
        waiting,
        damage,
        end: walk.end,
        length,
        kept: base.length,
        since: walk.sound.saturating_sub(base.length),
    })
}

/// What the first line says, without the rest.
pub(super) fn first_line(path: &Path, file: &mut File) -> Result<Head, StoreError> {
    let failed = |source| StoreError::Io { path: path.to_owned(), doing: "reading", source };
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut first = Vec::new();
    BufReader::new(file.take(64 * 1024)).read_until(b'\n', &mut first).map_err(failed)?;
    let first = String::from_utf8_lossy(&first);
    head(first.trim_end()).map_err(|no| match no {
        NoHead::Newer(found) => StoreError::Newer { path: path.to_owned(), found },
        NoHead::Other => {
            let found = first.trim_end().chars().take(40).collect();
            StoreError::NoSave { path: path.to_owned(), found }
        }
    })
}

/// A kept state from which the rest is read.
struct Base {
    line: Vec<EntryId>,
    state: Encounter,
    /// What was read of the file, the kept state's line somewhere in it.
    text: Vec<u8>,
    at: usize,
    /// Where that line begins in the file, and how long it is, in bytes.
    offset: u64,
    length: usize,
}

fn base(path: &Path, file: &mut File, reach: Reach, length: u64) -> Result<Base, StoreError> {
    let failed = |source| StoreError::Io { path: path.to_owned(), doing: "reading", source };
    let mut size = if reach == Reach::Tail { BLOCK } else { length };
    loop {
        let from = length.saturating_sub(size);
        let text = block(file, from, length).map_err(failed)?;
        if let Some(base) = find_base(text, from, reach) {
            return Ok(base);
        }
        if from == 0 {
            return Err(StoreError::NoState { path: path.to_owned() });
        }
        size = size.saturating_mul(4);
    }
}

fn block(mut file: &File, from: u64, to: u64) -> std::io::Result<Vec<u8>> {
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

/// The last kept state of a text (of a whole one: the first) that can be read.
fn find_base(text: Vec<u8>, from: u64, reach: Reach) -> Option<Base> {
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut starts: Vec<usize> = ends.filter(|&at| is_kept(&text[at..])).collect();
    if reach == Reach::Whole {
        starts.truncate(1);
    }
    let (at, length, line, state) = starts.into_iter().rev().find_map(|at| {
        let line = rows(&text[at..]).next()?;
        match notation::read(std::str::from_utf8(line.bytes).ok()?.trim_end()) {
            // Every entry that led to it stands before it.
            Ok(Line::Kept { line: runs, state }) => {
                let entries = unfold(&runs, from + at as u64)?;
                Some((at, line.length(), entries, state.into_owned()))
            }
            _ => None,
        }
    })?;
    Some(Base { line, state, text, at, offset: from + at as u64, length })
}

/// Takes one line in.
fn take(tree: &mut Tree, waiting: &mut Option<Waiting>, line: Line) -> Result<(), Misfit> {
    match line {
        Line::Entry(entry) => {
            *waiting = None;
            tree.append(entry.into_owned(), None)
        }
        Line::Amended { after, entries } => {
            *waiting = None;
            tree.go_to(after)?;
            entries.into_iter().try_for_each(|entry| tree.append(entry.into_owned(), None))
        }
        Line::Went(id) => {
            *waiting = None;
            tree.go_to(id)
        }
        Line::Name(tip, name) => {
            tree.name(tip, name);
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

/// Reads what stands before a kept state, when it is looked at: through a handle of its own, so that
/// it can be read wherever the name leads by then, and without a lock.
fn past_reader(path: &Path, end: u64) -> Result<ReadPast, StoreError> {
    let (path, file) = (path.to_owned(), File::open(path).map_err(StoreError::io(path, "reading"))?);
    Ok(Arc::new(move || match block(&file, 0, end) {
        Ok(text) => past(&path, text),
        Err(error) => Past {
            fault: Some(format!("{}: reading failed: {error}", path.display()).into()),
            ..Past::default()
        },
    }))
}

fn past(path: &Path, text: Vec<u8>) -> Past {
    let mut past = Past::default();
    let Some(base) = find_base(text, 0, Reach::Whole) else {
        past.fault = Some(StoreError::NoState { path: path.to_owned() }.to_string().into());
        return past;
    };
    past.start = Some(base.state);
    let walk = walk(&base.text, &mut |line| match line {
        Line::Entry(entry) => add(&mut past.entries, entry.into_owned()),
        Line::Amended { entries, .. } => {
            entries.into_iter().try_for_each(|entry| add(&mut past.entries, entry.into_owned()))
        }
        Line::Name(tip, name) => {
            past.names.insert(tip, name);
            Ok(())
        }
        _ => Ok(()),
    });
    past.fault = walk.fault.map(|fault| {
        let line = 1 + newlines(&base.text[..fault.at]);
        format!("{}, line {line}: {}", path.display(), fault.what).into()
    });
    past
}

fn add(entries: &mut Vec<Entry>, entry: Entry) -> Result<(), Misfit> {
    let expected = EntryId(u32::try_from(entries.len() + 1).unwrap_or(u32::MAX));
    if entry.id != expected {
        return Err(Misfit::Number { found: entry.id, expected });
    }
    entries.push(entry);
    Ok(())
}

/// A row of the file, with or without its end.
struct Row<'a> {
    at: usize,
    bytes: &'a [u8],
    ended: bool,
}

impl Row<'_> {
    fn length(&self) -> usize {
        self.bytes.len() + usize::from(self.ended)
    }
}

fn rows(text: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let mut at = 0;
    text.split_inclusive(|byte| *byte == b'\n').map(move |row| {
        let ended = row.ends_with(b"\n");
        let bytes = &row[..row.len() - usize::from(ended)];
        let row = Row { at, bytes, ended };
        at += row.length();
        row
    })
}

/// A row that nothing can be made of.
struct Fault {
    at: usize,
    column: usize,
    what: String,
}

/// How far a text is sound.
struct Walk {
    sound: usize,
    end: End,
    fault: Option<Fault>,
}

/// Goes through a text line by line, as far as it is sound. Passed over are empty lines, comments,
/// lines that were torn off, and kept states, as nothing depends on them.
fn walk(text: &[u8], take: &mut dyn FnMut(Line) -> Result<(), Misfit>) -> Walk {
    let mut walk = Walk { sound: 0, end: End::Clean, fault: None };
    for row in rows(text) {
        let passed_over = is_blank(row.bytes) || (row.ended && (is_kept(row.bytes) || is_torn(&row)));
        let read = if passed_over { Ok(()) } else { read_row(&row, take) };
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

fn is_kept(row: &[u8]) -> bool {
    row.starts_with(b"Kept(")
}

fn is_torn(row: &Row) -> bool {
    row.bytes.ends_with(TORN.trim_end().as_bytes())
}

fn is_blank(row: &[u8]) -> bool {
    let row = row.trim_ascii();
    row.is_empty() || row.starts_with(b"//")
}

fn read_row(row: &Row, take: &mut dyn FnMut(Line) -> Result<(), Misfit>) -> Result<(), Fault> {
    let fault = |column, what| Fault { at: row.at, column, what };
    let text = std::str::from_utf8(row.bytes).map_err(|e| {
        fault(1 + e.valid_up_to(), "found bytes that are no text, expected text".to_owned())
    })?;
    let line = notation::read(text.trim_end()).map_err(|error| {
        let (spot, what) = explain(text, &error);
        fault(spot.column, what)
    })?;
    take(line).map_err(|misfit| fault(1, misfit.to_string()))
}

fn newlines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

fn damage(
    path: &Path,
    file: &mut File,
    offset: u64,
    text: &[u8],
    fault: Fault,
) -> Result<Damage, StoreError> {
    let before = block(file, 0, offset).map_err(StoreError::io(path, "reading"))?;
    let line = 1 + newlines(&before) + newlines(&text[..fault.at]);
    let lost = rows(&text[fault.at..]).filter(|row| !is_blank(row.bytes)).count();
    let spot = Spot { line, column: fault.column };
    Ok(Damage { path: path.to_owned(), spot, what: fault.what, lost })
}
