//! Reads a save completely, recovering from damage.

use super::error::{Damage, StoreError};
use super::line::{Head, Line};
use super::read::{
    End, Fault, Found, Row, check, is_blank, is_kept, is_second_head, is_torn, kept, read_row, rows,
    second_head, take,
};
use crate::chronicle::{Chronicle, Entry, EntryId, Misfit, Snapshot, Step, Tree, Waiting};
use crate::notation::Spot;
use crate::rules::model::cause::Causes;
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::Text;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Reads a save as far as possible. After a fault, the fight continues from the next snapshot: the gap becomes an entry
/// of its own that leads there.
pub(super) fn whole(path: &Path, head: Head, text: &[u8]) -> Result<Found, StoreError> {
    let mut recovery = Recovery { first: rows(text).next(), ..Recovery::default() };
    let mut end = End::Clean;
    let mut starts = Vec::new();
    for row in rows(text) {
        starts.push(row.at);
        if is_blank(row.bytes) || (row.ended && is_torn(&row)) {
            continue;
        }
        match recovery.row(&row) {
            Ok(()) => end = if row.ended { End::Clean } else { End::Open },
            // Torn off at the end: nothing alarming.
            Err(_) if !row.ended => end = End::Torn,
            Err(fault) => recovery.fault(fault),
        }
    }
    let tree = recovery.tree.ok_or_else(|| StoreError::NoState { path: path.to_owned() })?;
    let found = tree.start().ruleset;
    if found != head.ruleset {
        return Err(StoreError::Rulesets { path: path.to_owned(), head: head.ruleset, found });
    }
    let mut faults = recovery.faults.into_iter();
    let line = |fault: &Fault| starts.partition_point(|start| *start <= fault.at);
    let damage = faults.next().map(|first| Damage {
        path: path.to_owned(),
        spot: Spot { line: line(&first), column: first.column },
        what: first.what,
        more: faults.map(|fault| (line(&fault), fault.what)).collect(),
        lost: recovery.lost,
        goes_on: !recovery.in_gap && !recovery.is_over,
    });
    Ok(Found {
        head,
        chronicle: Chronicle::of(tree),
        waiting: recovery.waiting,
        end: if damage.is_some() { End::Damaged } else { end },
        damage,
        length: text.len() as u64,
        unread: 0,
        kept: 0,
        since: 0,
        tip: EntryId::START,
    })
}

/// What has been read so far.
#[derive(Default)]
struct Recovery<'a> {
    /// The first line.
    first: Option<Row<'a>>,
    tree: Option<Tree>,
    waiting: Option<Waiting>,
    faults: Vec<Fault>,
    /// The number of lines that could not be used.
    lost: usize,
    /// Whether a line was unreadable and no later snapshot has been found yet.
    in_gap: bool,
    /// Whether another save begins here, whose lines say nothing about this fight.
    is_over: bool,
    /// After a gap, entries are renumbered: the new number of each, and the last number read from the file.
    known: Option<(BTreeMap<EntryId, EntryId>, EntryId)>,
    /// Whether the next entries may skip numbers: undone entries before a snapshot may be missing.
    may_skip: bool,
    /// The snapshot between the last entry and this line, if any.
    before: Option<Row<'a>>,
}

impl<'a> Recovery<'a> {
    fn row(&mut self, row: &Row<'a>) -> Result<(), Fault> {
        if self.is_over {
            self.lost += 1;
            return Ok(());
        }
        if is_second_head(row) {
            // The fight's own first line, doubled, harms nothing.
            self.is_over = self.first.as_ref().is_none_or(|first| first.bytes != row.bytes);
            self.lost += 1;
            return Err(second_head(row));
        }
        if is_kept(row.bytes) && row.ended {
            return self.kept(row);
        }
        if self.in_gap {
            self.lost += 1;
            return Ok(());
        }
        let Err(fault) = self.line(row) else {
            self.before = None;
            return Ok(());
        };
        // Perhaps lines are missing before a snapshot: bridge the gap with it.
        let bridged = self.before.take().is_some_and(|kept| self.bridge(&kept));
        if bridged && self.line(row).is_ok() {
            self.faults.push(fault);
            return Ok(());
        }
        self.in_gap |= row.ended;
        self.lost += usize::from(row.ended);
        Err(fault)
    }

    fn line(&mut self, row: &Row) -> Result<(), Fault> {
        let (tree, waiting, known) = (&mut self.tree, &mut self.waiting, &mut self.known);
        let may_skip = &mut self.may_skip;
        read_row(row, &mut |line| match (tree.as_mut(), known.as_mut()) {
            (None, _) => Ok(()),
            (Some(tree), None) => take(tree, waiting, line),
            (Some(tree), Some(known)) => renumbered(known, may_skip, tree, line)
                .and_then(|lines| lines.into_iter().try_for_each(|line| take(tree, waiting, line))),
        })
    }

    /// A snapshot is the start, or bridges a gap; otherwise nothing depends on it.
    fn kept(&mut self, row: &Row<'a>) -> Result<(), Fault> {
        if self.tree.is_none() {
            let Snapshot { line, state, .. } = kept(row, row.at as u64).inspect_err(|_| {
                self.in_gap = true;
                self.lost += 1;
            })?;
            if let Some(tip) = line.last() {
                self.known = Some((BTreeMap::from([(*tip, EntryId::START)]), *tip));
                let what = "found no start of the fight, expected one before this state".into();
                self.faults.push(Fault { at: row.at, column: 1, what });
            }
            self.tree = Some(Tree::new(state));
            self.in_gap = false;
            return Ok(());
        }
        if self.in_gap {
            self.in_gap = !self.bridge(row);
            return Ok(());
        }
        self.before = Some(Row { at: row.at, bytes: row.bytes, ended: row.ended });
        check(row)
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Continues from a snapshot. Returns `false` if it cannot be read.
    fn bridge(&mut self, row: &Row) -> bool {
        let Ok(Snapshot { line, state, .. }) = kept(row, row.at as u64) else { return false };
        let Some((tree, tip)) = self.tree.as_mut().zip(line.last().copied()) else { return false };
        if state.ruleset != tree.start().ruleset {
            return false;
        }
        let place = |known: &Option<(BTreeMap<EntryId, EntryId>, EntryId)>, id: EntryId| match known {
            Some((known, _)) => known.get(&id).copied(),
            None => Some(id).filter(|id| id.0 <= tree.entries()),
        };
        if let Some(there) = place(&self.known, tip) {
            // Only undone entries are missing before this snapshot, which shows in their numbers alone.
            let all = (0..=tree.entries()).map(|id| (EntryId(id), EntryId(id)));
            let last = EntryId(tree.entries());
            self.known.get_or_insert_with(|| (all.collect(), last));
            self.may_skip = true;
            return tree.go_to(there).is_ok();
        }
        let behind = line.iter().rposition(|id| place(&self.known, *id).is_some());
        let there = behind.and_then(|at| place(&self.known, line[at])).unwrap_or(EntryId::START);
        let missing = line.len() - behind.map_or(0, |at| at + 1);
        let old = (0..=tree.entries()).map(|id| (EntryId(id), EntryId(id)));
        let known = self.known.get_or_insert_with(|| (old.collect(), tip));
        let gap = gap(EntryId(tree.entries()).next(), there, missing, state);
        known.0.insert(tip, gap.id);
        known.1 = tip;
        self.waiting = None;
        tree.go_to(there).is_ok() && tree.append(gap, None).is_ok()
    }
}

/// The entry that represents unreadable ones.
fn gap(id: EntryId, after: EntryId, missing: usize, state: Encounter) -> Entry {
    let acts = if missing == 1 { "1 act".to_owned() } else { format!("{missing} acts") };
    let told: Text = format!("{acts} cannot be read because the save is damaged").into();
    let events = vec![Event::Noted(told.clone()), Event::Bridged(Arc::new(state))];
    Entry {
        id,
        after,
        steps: vec![Step {
            command: Command::Note(told),
            answers: Vec::new(),
            events,
            causes: Causes::default(),
        }],
    }
}

/// Renumbers the entries of a line after a gap.
fn renumbered<'a>(
    (known, last): &mut (BTreeMap<EntryId, EntryId>, EntryId),
    may_skip: &mut bool,
    tree: &Tree,
    line: Line<'a>,
) -> Result<Vec<Line<'a>>, Misfit> {
    let mut newest = EntryId(tree.entries());
    let place = |known: &BTreeMap<EntryId, EntryId>, id: EntryId| {
        known.get(&id).copied().ok_or(Misfit::Unknown(id))
    };
    let mut entry = |known: &mut BTreeMap<EntryId, EntryId>, mut entry: Entry| {
        if entry.id != last.next() && !(*may_skip && entry.id > *last) {
            return Err(Misfit::Number { found: entry.id, expected: last.next() });
        }
        entry.after = place(known, entry.after)?;
        *may_skip = false;
        newest = newest.next();
        known.insert(entry.id, newest);
        *last = entry.id;
        entry.id = newest;
        Ok(Line::Entry(Cow::Owned(entry)))
    };
    Ok(match line {
        Line::Entry(one) => vec![entry(known, one.into_owned())?],
        Line::Amended { after, entries } => {
            let mut lines = vec![Line::Went(place(known, after)?)];
            for one in entries {
                lines.push(entry(known, one.into_owned())?);
            }
            lines
        }
        Line::Went(id) => vec![Line::Went(place(known, id)?)],
        Line::Name(id, name) => vec![Line::Name(place(known, id)?, name)],
        line => vec![line],
    })
}
