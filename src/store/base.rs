//! Finds the snapshot from which a save is opened: the last one on the way to the current position. Snapshots on
//! branches left since do not count, and undone or unread entries are not parsed.

use super::error::StoreError;
use super::line::Line;
use super::read::{
    Row, block, entry_number, first_row, is_blank, is_kept, is_torn, kept, number, read_row, rows,
};
use crate::chronicle::{EntryId, Snapshot};
use std::fs::File;
use std::path::Path;

/// How much of the end of a file is read first, in bytes: usually enough to include the last snapshot.
const BLOCK: u64 = 128 * 1024;

/// A snapshot from which the rest is read.
pub(super) struct Base {
    pub(super) snapshot: Snapshot,
    /// The last entry before the snapshot in the file.
    pub(super) newest: EntryId,
    /// The part of the file that was read; the snapshot's line begins at `at`.
    pub(super) text: Vec<u8>,
    pub(super) at: usize,
    /// The byte offset of that line in the file, and its length in bytes.
    pub(super) offset: u64,
    pub(super) length: usize,
}

/// Finds the snapshot to begin with. `None` if there is none or it cannot be read.
pub(super) fn find(path: &Path, file: &mut File, length: u64) -> Result<Option<Base>, StoreError> {
    let mut size = BLOCK;
    loop {
        let from = length.saturating_sub(size);
        let text = block(file, from, length).map_err(StoreError::io(path, "reading"))?;
        let whole = first_row(&text, from);
        match look(&text[whole..]) {
            Looked::Found { at, newest } => {
                let at = whole + at;
                let row = rows(&text[at..]).next();
                let offset = from + at as u64;
                let kept = row.and_then(|row| Some((row.length(), kept(&row, offset).ok()?)));
                return Ok(kept.map(|(length, snapshot)| Base {
                    snapshot,
                    newest,
                    text,
                    at,
                    offset,
                    length,
                }));
            }
            Looked::Unclear => return Ok(None),
            Looked::Further if from == 0 => return Ok(None),
            Looked::Further => size = size.saturating_mul(4),
        }
    }
}

/// The result of searching a part of a save.
enum Looked {
    /// A snapshot begins at this offset.
    Found { at: usize, newest: EntryId },
    /// The snapshot must be before this part.
    Further,
    /// A row could not be interpreted.
    Unclear,
}

/// Goes back through the rows, following the line that leads to the final position.
fn look(text: &[u8]) -> Looked {
    let mut target = None;
    let mut found = None;
    let rows: Vec<Row> = rows(text).collect();
    for row in rows.iter().rev() {
        let Some(sight) = sight(row) else { return Looked::Unclear };
        match (found, sight) {
            (Some(at), Sight::Acts { last, .. }) => return Looked::Found { at, newest: last },
            (Some(_), _) | (_, Sight::Nothing) => {}
            (None, Sight::Kept(tip)) if *target.get_or_insert(tip) == tip => {
                if tip == EntryId::START {
                    return Looked::Found { at: row.at, newest: tip };
                }
                // The entry before it shows whether any behind it is missing.
                found = Some(row.at);
            }
            (None, Sight::Kept(_)) => {}
            (None, Sight::Went(id)) => _ = target.get_or_insert(id),
            (None, Sight::Acts { after, first, .. }) => {
                if target.is_none_or(|id| id >= first) {
                    target = Some(after);
                }
            }
        }
    }
    Looked::Further
}

/// What a row says about the line the fight is on.
#[derive(Clone, Copy)]
enum Sight {
    Nothing,
    /// A snapshot of the state after this entry.
    Kept(EntryId),
    Went(EntryId),
    /// Consecutive entries, the first of which follows the entry `after`.
    Acts {
        after: EntryId,
        first: EntryId,
        last: EntryId,
    },
}

/// Interprets a row by its beginning if possible. `None` if it cannot be interpreted.
fn sight(row: &Row) -> Option<Sight> {
    if is_blank(row.bytes) || is_torn(row) {
        return Some(Sight::Nothing);
    }
    if !row.ended {
        // A torn-off row does not count.
        return Some(parsed(row).unwrap_or(Sight::Nothing));
    }
    glimpsed(row.bytes).or_else(|| parsed(row))
}

fn glimpsed(row: &[u8]) -> Option<Sight> {
    const SILENT: [&[u8]; 4] = [b"Name(", b"Pending(", b"Halfway(", b"Head("];
    if SILENT.iter().any(|begins| row.starts_with(begins)) {
        return Some(Sight::Nothing);
    }
    if let Some((id, rest)) = entry_number(row) {
        let (after, _) = number(rest.strip_prefix(b",after:")?)?;
        return Some(Sight::Acts { after, first: id, last: id });
    }
    if let Some(rest) = row.strip_prefix(b"Kept(line:[") {
        let runs = &rest[..rest.iter().position(|byte| *byte == b']')?];
        let Some(from) = runs.iter().rposition(|byte| *byte == b',') else {
            return runs.is_empty().then_some(Sight::Kept(EntryId::START));
        };
        let (tip, end) = number(&runs[from + 1..])?;
        return (end == b")").then_some(Sight::Kept(tip));
    }
    let (id, rest) = number(row.strip_prefix(b"Went(")?)?;
    rest.starts_with(b")").then_some(Sight::Went(id))
}

/// Interprets a row by parsing all of it.
fn parsed(row: &Row) -> Option<Sight> {
    if is_kept(row.bytes) {
        return kept(row, u64::from(u32::MAX))
            .ok()
            .map(|kept| Sight::Kept(kept.line.last().copied().unwrap_or_default()));
    }
    let mut sight = Some(Sight::Nothing);
    let read = read_row(row, &mut |line| {
        sight = match line {
            Line::Entry(entry) => {
                Some(Sight::Acts { after: entry.after, first: entry.id, last: entry.id })
            }
            Line::Amended { after, entries } => entries
                .first()
                .zip(entries.last())
                .map(|(first, last)| Sight::Acts { after, first: first.id, last: last.id }),
            Line::Went(id) => Some(Sight::Went(id)),
            _ => Some(Sight::Nothing),
        };
        Ok(())
    });
    read.ok().and(sight)
}
