//! Reads the part of a save before the snapshot it was opened at, on demand.

use super::draft::open_plain;
use super::error::{StoreError, system};
use super::line::Line;
use super::read::{
    Row, block, entry_number, first_row, is_blank, is_kept, is_torn, kept, newlines, read_row, rows,
    walk,
};
use crate::chronicle::{Entry, EntryId, Misfit, Past, PastTail, ReadPast, Snapshot};
use crate::rules::model::ids::{RulesetId, Text};
use crate::rules::registry;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How much is read backward at once, in bytes: some eighty acts.
const BLOCK: u64 = 32 * 1024;

/// The file, through a handle of its own, so that it can be read even if it has been renamed, and without a lock.
pub(super) struct PastFile {
    path: PathBuf,
    /// Reading moves the cursor, so only one thread may read at a time.
    file: Mutex<File>,
    ruleset: RulesetId,
}

impl PastFile {
    pub(super) fn of(path: &Path, ruleset: RulesetId) -> Result<Self, StoreError> {
        let file = open_plain(path).map_err(StoreError::io(path, "reading"))?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), ruleset })
    }

    fn block(&self, from: u64, to: u64) -> std::io::Result<Vec<u8>> {
        block(&self.file.lock().unwrap_or_else(PoisonError::into_inner), from, to)
    }
}

impl ReadPast for PastFile {
    fn whole(&self, end: u64) -> Past {
        match self.block(0, end) {
            Ok(text) => registry::asking_first(self.ruleset, || past(&self.path, self.ruleset, text)),
            Err(error) => Past {
                fault: Some(
                    format!("{}: reading failed: {}", self.path.display(), system(&error)).into(),
                ),
                ..Past::default()
            },
        }
    }

    fn tail(&self, end: u64, below: EntryId, most: usize, wanted: &dyn Fn(EntryId) -> bool) -> PastTail {
        let mut backward = Backward { below, wanted, entries: Vec::new(), names: BTreeMap::new() };
        let (mut to, mut size) = (end, BLOCK);
        let mut goes_on = true;
        while goes_on && to > 0 && backward.wants(most) {
            let from = to.saturating_sub(size);
            let Ok(text) = self.block(from, to) else {
                goes_on = false;
                break;
            };
            let whole = first_row(&text, from);
            if whole == text.len() {
                size = size.saturating_mul(4);
                goes_on = from > 0;
                continue;
            }
            let told: Vec<Row> = rows(&text[whole..]).collect();
            for row in told.iter().rev() {
                let read = registry::asking_first(self.ruleset, || backward.row(row));
                goes_on = read.is_some();
                if !goes_on {
                    break;
                }
                to = from + (whole + row.at) as u64;
                if !backward.wants(most) {
                    break;
                }
            }
            size = BLOCK;
        }
        let Backward { mut entries, names, below: first, .. } = backward;
        entries.reverse();
        let goes_on = goes_on && to > 0 && first > EntryId::START.next();
        PastTail { entries, first, names, from: to, goes_on }
    }
}

/// Reads entries from the last to the first.
struct Backward<'a> {
    /// The number of the earliest entry passed.
    below: EntryId,
    wanted: &'a dyn Fn(EntryId) -> bool,
    entries: Vec<Entry>,
    names: BTreeMap<EntryId, Text>,
}

impl Backward<'_> {
    /// Only the head and the start come before the first entry, and they are not part of a tail.
    fn wants(&self, most: usize) -> bool {
        self.entries.len() < most && self.below > EntryId::START.next()
    }

    /// Processes a row. `None` if it is damaged or out of sequence.
    fn row(&mut self, row: &Row) -> Option<()> {
        if is_blank(row.bytes) || is_torn(row) || is_kept(row.bytes) {
            return Some(());
        }
        // Of an undone entry only the number is needed.
        if let Some((id, _)) = entry_number(row.bytes).filter(|(id, _)| !(self.wanted)(*id)) {
            return self.pass(id);
        }
        let mut taken = Some(());
        let read = read_row(row, &mut |line| {
            taken = match line {
                Line::Entry(entry) => self.entry(entry.into_owned()),
                Line::Amended { entries, .. } => {
                    entries.into_iter().rev().try_for_each(|entry| self.entry(entry.into_owned()))
                }
                Line::Name(origin, name) => {
                    // Reading backward, the first name seen is the latest.
                    self.names.entry(origin).or_insert(name);
                    Some(())
                }
                _ => Some(()),
            };
            Ok(())
        });
        read.ok().and(taken)
    }

    fn entry(&mut self, entry: Entry) -> Option<()> {
        if entry.after >= entry.id {
            return None;
        }
        self.pass(entry.id)?;
        if (self.wanted)(entry.id) {
            self.entries.push(entry);
        }
        Some(())
    }

    /// Moves to before an entry. `None` if it is out of sequence.
    fn pass(&mut self, id: EntryId) -> Option<()> {
        (id.next() == self.below).then(|| self.below = id)
    }
}

fn past(path: &Path, ruleset: RulesetId, text: Vec<u8>) -> Past {
    let mut past = Past::default();
    let first = rows(&text).find(|row| is_kept(row.bytes));
    let start = first.as_ref().and_then(|row| kept(row, row.at as u64).ok());
    let Some(Snapshot { state, .. }) = start.filter(|start| start.state.ruleset == ruleset) else {
        past.fault = Some(StoreError::NoState { path: path.to_owned() }.to_string().into());
        return past;
    };
    past.start = Some(state);
    let walk = walk(&text, &mut |line| match line {
        Line::Entry(entry) => add(&mut past.entries, entry.into_owned()),
        Line::Amended { entries, .. } => {
            entries.into_iter().try_for_each(|entry| add(&mut past.entries, entry.into_owned()))
        }
        Line::Name(origin, name) => {
            past.names.insert(origin, name);
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
