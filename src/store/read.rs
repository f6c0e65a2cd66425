//! Reading a save: from its last kept state on, or whole.

use super::draft::open_plain;
use super::error::{Damage, StoreError, explain, system};
use super::line::{Head, Line, NoHead, Sum, TORN, head, summed, unfold};
use super::mend;
use crate::chronicle::{Chronicle, Entry, EntryId, Misfit, Past, ReadPast, Tree, Waiting};
use crate::rules;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
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
    /// Bytes of the whole file, and of those that were not read yet.
    pub(super) length: u64,
    pub(super) unread: u64,
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

/// Reads a save. Where its end cannot be read from the last kept state on, all of it is read.
pub(super) fn read(path: &Path, file: &mut File, reach: Reach) -> Result<Found, StoreError> {
    let head = first_line(path, file)?;
    registry::asking_first(head.ruleset, || behind(path, file, head, reach))
}

/// What stands behind the first line.
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

/// A save from its last kept state on; `None`: something there is damaged.
fn tail(path: &Path, file: &mut File, head: &Head, length: u64) -> Result<Option<Found>, StoreError> {
    let Some(base) = base(path, file, length)? else { return Ok(None) };
    let text = &base.text[base.at..];
    let past = past_reader(path, head.ruleset, base.offset)?;
    let Ok(mut tree) = Tree::resumed(base.line, base.state, past) else { return Ok(None) };
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
        unread: base.offset,
        kept: base.length,
        since: walk.sound.saturating_sub(base.length),
    }))
}

/// So much of the end of a save is glanced at, in bytes.
const GLANCE: u64 = 512 * 1024;

/// Whether a glance shows that a save is damaged: a line is not as it was written, or no state is kept.
pub(super) fn seems_damaged(path: &Path) -> bool {
    let Ok(file) = open_plain(path) else { return true };
    let Ok(length) = file.metadata().map(|data| data.len()) else { return true };
    let from = length.saturating_sub(GLANCE);
    let Ok(text) = block(&file, from, length) else { return true };
    let wrong = |row: &Row| row.ended && matches!(summed(row.bytes), Sum::Wrong { .. });
    let whole = rows(&text).skip(usize::from(from > 0)).all(|row| !wrong(&row));
    !whole || (from == 0 && !rows(&text).any(|row| is_kept(row.bytes)))
}

/// Whether every line up to there has its check sum, and the right one.
pub(super) fn is_summed(path: &Path, end: u64) -> bool {
    let text = open_plain(path).and_then(|file| block(&file, 0, end));
    text.is_ok_and(|text| {
        let mut told = rows(&text).filter(|row| !is_blank(row.bytes) && !is_torn(row));
        told.all(|row| summed(row.bytes) == Sum::Right)
    })
}

/// What the first line says, without the rest.
pub(super) fn first_line(path: &Path, file: &mut File) -> Result<Head, StoreError> {
    let failed = |error| StoreError::Io { path: path.to_owned(), doing: "reading", error };
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

/// The last kept state; `None`: it cannot be read, or there is none.
fn base(path: &Path, file: &mut File, length: u64) -> Result<Option<Base>, StoreError> {
    let mut size = BLOCK;
    loop {
        let from = length.saturating_sub(size);
        let text = block(file, from, length).map_err(StoreError::io(path, "reading"))?;
        let mut ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        if let Some(at) = ends.rfind(|&at| is_kept(&text[at..])) {
            let row = rows(&text[at..]).next();
            let kept = row.and_then(|row| Some((row.length(), kept(&row, from + at as u64).ok()?)));
            return Ok(kept.map(|(length, (line, state))| Base {
                line,
                state,
                offset: from + at as u64,
                text,
                at,
                length,
            }));
        }
        if from == 0 {
            return Ok(None);
        }
        size = size.saturating_mul(4);
    }
}

/// A kept state, and the line of entries that led to it: every one of them stands before it, in so many
/// bytes.
pub(super) fn kept(row: &Row, before: u64) -> Result<(Vec<EntryId>, Encounter), Fault> {
    let mut kept = None;
    read_row(row, &mut |line| {
        if let Line::Kept { line, state } = line {
            kept = unfold(&line, before).map(|line| (line, state.into_owned()));
        }
        Ok(())
    })?;
    let what = "no snapshot found, expected one of the entries before it".to_owned();
    kept.ok_or(Fault { at: row.at, column: 1, what })
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

/// Takes one line in.
pub(super) fn take(tree: &mut Tree, waiting: &mut Option<Waiting>, line: Line) -> Result<(), Misfit> {
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
fn past_reader(path: &Path, ruleset: RulesetId, end: u64) -> Result<ReadPast, StoreError> {
    let (path, file) = (path.to_owned(), File::open(path).map_err(StoreError::io(path, "reading"))?);
    Ok(Arc::new(move || match block(&file, 0, end) {
        Ok(text) => registry::asking_first(ruleset, || past(&path, text)),
        Err(error) => Past {
            fault: Some(format!("{}: reading failed: {}", path.display(), system(&error)).into()),
            ..Past::default()
        },
    }))
}

fn past(path: &Path, text: Vec<u8>) -> Past {
    let mut past = Past::default();
    let first = rows(&text).find(|row| is_kept(row.bytes));
    let Some(Ok((_, state))) = first.as_ref().map(|row| kept(row, row.at as u64)) else {
        past.fault = Some(StoreError::NoState { path: path.to_owned() }.to_string().into());
        return past;
    };
    past.start = Some(state);
    let walk = walk(&text, &mut |line| match line {
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
        let line = 1 + newlines(&text[..fault.at]);
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
pub(super) struct Row<'a> {
    pub(super) at: usize,
    pub(super) bytes: &'a [u8],
    pub(super) ended: bool,
}

impl Row<'_> {
    fn length(&self) -> usize {
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

/// A row that nothing can be made of.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) column: usize,
    pub(super) what: String,
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
        let read = match row.ended {
            _ if is_blank(row.bytes) => Ok(()),
            true if is_torn(&row) => Ok(()),
            true if is_kept(row.bytes) => check(&row),
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

pub(super) fn is_kept(row: &[u8]) -> bool {
    row.starts_with(b"Kept(")
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
        fault(1 + e.valid_up_to(), "found bytes that are not text, expected text".to_owned())
    })?;
    let line = rules::read(text.trim_end()).map_err(|error| {
        let (spot, what) = explain(text, &error);
        fault(spot.column, what)
    })?;
    check(row)?;
    take(line).map_err(|misfit| fault(1, misfit.to_string()))
}

/// Whether the line is as it was written, as far as its check sum tells.
pub(super) fn check(row: &Row) -> Result<(), Fault> {
    let Sum::Wrong { found, expected } = summed(row.bytes) else { return Ok(()) };
    let what = format!(
        "found the check sum {found:08x}, expected {expected:08x}: the line is not as it was written"
    );
    Err(Fault { at: row.at, column: 1, what })
}

pub(super) fn newlines(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}
