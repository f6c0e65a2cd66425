//! Finds the snapshot from which a save is opened: the last one on the way to the current position. Snapshots on
//! branches left since do not count, and undone or unread entries are not parsed.

use super::error::StoreError;
use super::line::Line;
use super::read::{
    HEAD, Row, block, entry_number, first_row, is_blank, is_kept, is_torn, kept, number, read_row, rows,
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
        match search(&text[whole..], from + whole as u64) {
            Search::Found { at, newest } => {
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
            Search::Unclear => return Ok(None),
            Search::Further if from == 0 => return Ok(None),
            Search::Further => size = size.saturating_mul(4),
        }
    }
}

/// The result of searching a part of a save.
enum Search {
    /// A snapshot begins at this offset.
    Found { at: usize, newest: EntryId },
    /// The snapshot must be before this part.
    Further,
    /// A row could not be interpreted.
    Unclear,
}

/// Goes back through the rows, following the line that leads to the final position. `before` is the offset of the text
/// in the file.
fn search(text: &[u8], before: u64) -> Search {
    let mut target = None;
    let mut found = None;
    let rows: Vec<Row> = rows(text).collect();
    if rows.iter().any(|row| before + row.at as u64 > 0 && row.bytes.starts_with(HEAD)) {
        return Search::Unclear;
    }
    for row in rows.iter().rev() {
        let Some(kind) = row_kind(row, before + row.at as u64) else { return Search::Unclear };
        match (found, kind) {
            (Some(at), RowKind::Acts { last, .. }) => return Search::Found { at, newest: last },
            (Some(_), _) | (_, RowKind::Nothing) => {}
            (None, RowKind::Kept(tip)) if *target.get_or_insert(tip) == tip => {
                if tip == EntryId::START {
                    return Search::Found { at: row.at, newest: tip };
                }
                // The entry before it shows whether any behind it is missing.
                found = Some(row.at);
            }
            (None, RowKind::Kept(_)) => {}
            (None, RowKind::Went(id)) => _ = target.get_or_insert(id),
            (None, RowKind::Acts { after, first, .. }) => {
                if target.is_none_or(|id| id >= first) {
                    target = Some(after);
                }
            }
        }
    }
    Search::Further
}

/// What a row says about the line the fight is on.
#[derive(Clone, Copy)]
enum RowKind {
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

/// Interprets a row by its beginning if possible. `None` if it cannot be interpreted. `before` is its offset in the file.
fn row_kind(row: &Row, before: u64) -> Option<RowKind> {
    if is_blank(row.bytes) || is_torn(row) {
        return Some(RowKind::Nothing);
    }
    if !row.ended {
        // A torn-off row does not count.
        return Some(parsed_kind(row, before).unwrap_or(RowKind::Nothing));
    }
    kind_by_prefix(row.bytes).or_else(|| parsed_kind(row, before))
}

fn kind_by_prefix(row: &[u8]) -> Option<RowKind> {
    const SILENT: [&[u8]; 4] = [b"Name(", b"Pending(", b"Halfway(", b"Head("];
    if SILENT.iter().any(|begins| row.starts_with(begins)) {
        return Some(RowKind::Nothing);
    }
    if let Some((id, rest)) = entry_number(row) {
        let (after, _) = number(rest.strip_prefix(b",after:")?)?;
        return Some(RowKind::Acts { after, first: id, last: id });
    }
    if let Some(rest) = row.strip_prefix(b"Kept(line:[") {
        let runs = &rest[..rest.iter().position(|byte| *byte == b']')?];
        let Some(from) = runs.iter().rposition(|byte| *byte == b',') else {
            return runs.is_empty().then_some(RowKind::Kept(EntryId::START));
        };
        let (tip, end) = number(&runs[from + 1..])?;
        return (end == b")").then_some(RowKind::Kept(tip));
    }
    let (id, rest) = number(row.strip_prefix(b"Went(")?)?;
    rest.starts_with(b")").then_some(RowKind::Went(id))
}

/// Interprets a row by parsing all of it.
fn parsed_kind(row: &Row, before: u64) -> Option<RowKind> {
    if is_kept(row.bytes) {
        return kept(row, before)
            .ok()
            .map(|kept| RowKind::Kept(kept.line.last().copied().unwrap_or_default()));
    }
    let mut kind = Some(RowKind::Nothing);
    let read = read_row(row, &mut |line| {
        kind = match line {
            Line::Entry(entry) => {
                Some(RowKind::Acts { after: entry.after, first: entry.id, last: entry.id })
            }
            Line::Amended { after, entries } => entries
                .first()
                .zip(entries.last())
                .map(|(first, last)| RowKind::Acts { after, first: first.id, last: last.id }),
            Line::Went(id) => Some(RowKind::Went(id)),
            _ => Some(RowKind::Nothing),
        };
        Ok(())
    });
    read.ok().and(kind)
}
