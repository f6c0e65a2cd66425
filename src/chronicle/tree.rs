//! The tree of entries, its current line, and the snapshots kept along it.

use super::entry::{Entry, EntryId};
use crate::chronicle::snapshots::{Read, ReadPast, Snapshot, Source, Stretch, apart, rebuild};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// An entry that does not fit into the tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// Its number is out of sequence.
    #[error("found entry {}, expected entry {}", .found.0, .expected.0)]
    Number {
        /// The number found.
        found: EntryId,
        /// The number expected.
        expected: EntryId,
    },
    /// It does not follow the current position.
    #[error("found an entry after {}, expected one after {}", .found.0, .expected.0)]
    Place {
        /// The predecessor it names.
        found: EntryId,
        /// The current position.
        expected: EntryId,
    },
    /// There is no such entry.
    #[error("found entry {}, expected one that can be read", .0.0)]
    Unknown(EntryId),
}

/// The tree of entries with its current line. It only records.
#[derive(Clone)]
pub struct Tree {
    /// The earliest state in memory, and the entry after which it holds.
    base: (EntryId, Encounter),
    source: Option<Source>,
    past: OnceLock<Read>,
    /// The entries since the base.
    recent: Stretch,
    /// Entries before the base that were read individually: all those of the current line from `single_from` on.
    single: BTreeMap<EntryId, Entry>,
    single_from: EntryId,
    line: Vec<EntryId>,
    at: usize,
    names: BTreeMap<EntryId, Text>,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree({} of {} entries done)", self.at, self.line.len())
    }
}

impl Tree {
    /// Creates a tree without entries.
    pub fn new(start: Encounter) -> Self {
        Self::holding(Vec::new(), start, None)
    }

    /// Creates a tree that continues from a snapshot, before which `newest` was the last entry. The past before the
    /// offset `end` is read on demand.
    ///
    /// # Errors
    /// [`Misfit::Number`] if the ids of the snapshot's line are not ascending or exceed `newest`.
    pub fn resumed(
        snapshot: Snapshot,
        newest: EntryId,
        reader: Arc<dyn ReadPast>,
        end: u64,
    ) -> Result<Self, Misfit> {
        let Snapshot { line, then, state } = snapshot;
        let mut behind = EntryId::START;
        for &id in line.iter().chain(&then) {
            if id <= behind || id > newest {
                return Err(Misfit::Number { found: id, expected: behind.next() });
            }
            behind = id;
        }
        let source =
            Some(Source { reader, end, from: end, goes_on: true }).filter(|_| newest > EntryId::START);
        let mut tree = Self::holding(line, state, source);
        tree.recent = Stretch::from(newest.next().0);
        tree.single_from = newest.next();
        tree.line.extend(then);
        Ok(tree)
    }

    fn holding(line: Vec<EntryId>, state: Encounter, source: Option<Source>) -> Self {
        let tip = line.last().copied().unwrap_or_default();
        Self {
            base: (tip, state),
            source,
            past: OnceLock::new(),
            recent: Stretch::from(tip.next().0),
            single: BTreeMap::new(),
            single_from: tip.next(),
            at: line.len(),
            line,
            names: BTreeMap::new(),
        }
    }

    /// The state before any entry, or if that cannot be read, the earliest that can.
    pub fn start(&self) -> &Encounter {
        self.snapshot(EntryId::START).unwrap_or(&self.base.1)
    }

    /// The entries of the current line, first to last, including those undone.
    pub fn line(&self) -> &[EntryId] {
        &self.line
    }

    /// How many entries of the current line are applied.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The last applied entry.
    pub fn position(&self) -> EntryId {
        self.position_at(self.at)
    }

    /// The number of entries on all lines.
    pub fn entries(&self) -> u32 {
        self.recent.end().0.saturating_sub(1)
    }

    /// Whether there are earlier entries that have not been read yet.
    pub fn needs_past(&self) -> bool {
        self.source.is_some() && self.past.get().is_none()
    }

    /// Why a part of the past is missing, once it has been read.
    pub fn past_fault(&self) -> Option<&Text> {
        self.past.get()?.fault.as_ref()
    }

    /// The first entry of the current line from which on all are available without reading a file.
    pub fn first_at_hand(&self) -> EntryId {
        if self.needs_past() { self.single_from } else { EntryId::START.next() }
    }

    /// Whether every entry from the first on is in memory or can be read.
    pub fn is_whole(&self) -> bool {
        let end = self.past().map_or(1, |past| past.stretch.end().0);
        self.past_fault().is_none() && end == self.recent.first
    }

    /// The tree without the past before its base, which becomes the start; entries are renumbered. `None` if the
    /// current position or the end of the line lies before the base.
    pub fn without_past(&self) -> Option<Self> {
        let mut tree = Self::new(self.base.1.clone());
        let mut known = BTreeMap::from([(self.base.0, EntryId::START)]);
        for entry in &self.recent.entries {
            let Some(&after) = known.get(&entry.after) else { continue };
            tree.go_to(after).ok()?;
            let id = EntryId(tree.entries()).next();
            tree.append(Entry { id, after, steps: entry.steps.clone() }, None).ok()?;
            known.insert(entry.id, id);
        }
        for (id, name) in &self.names {
            known.get(id).into_iter().for_each(|id| tree.name(*id, name.clone()));
        }
        for id in [self.line.last().copied().unwrap_or_default(), self.position()] {
            tree.go_to(*known.get(&id)?).ok()?;
        }
        Some(tree)
    }

    /// Reads up to `most` earlier entries of the current line, or a few more. They are read without the states in
    /// between, so the rest of the past is not needed. Returns `false` if there are no more, or only reading the whole
    /// past would show them.
    pub(super) fn read_back(&mut self, most: usize) -> bool {
        let before = self.single_from;
        let mut left = most;
        while left > 0 && self.needs_past() {
            let Some(source) = self.source.as_mut().filter(|source| source.goes_on) else { break };
            let on_line = |id: EntryId| self.line.binary_search(&id).is_ok();
            let tail = source.reader.tail(source.from, self.single_from, left, &on_line);
            // A tail that gets no further back ends the reading, whatever it says of more.
            source.goes_on = tail.goes_on && tail.from < source.from;
            source.from = tail.from;
            self.single_from = tail.first;
            tail.names.into_iter().for_each(|(id, name)| _ = self.names.entry(id).or_insert(name));
            left = left.saturating_sub(tail.entries.len());
            for mut entry in tail.entries {
                entry.fit();
                self.single.insert(entry.id, entry);
            }
        }
        self.single_from < before
    }

    fn past(&self) -> Option<&Read> {
        let source = self.source.as_ref()?;
        Some(self.past.get_or_init(|| Read::new(source.reader.whole(source.end))))
    }

    /// The last applied entry when `at` entries of the current line are.
    pub fn position_at(&self, at: usize) -> EntryId {
        at.checked_sub(1).and_then(|last| self.line.get(last)).copied().unwrap_or_default()
    }

    /// The 1-based place of an entry on the current line; 0 for the start.
    pub(super) fn place(&self, id: EntryId) -> Option<usize> {
        if id == EntryId::START {
            return Some(0);
        }
        self.line.binary_search(&id).ok().map(|at| at + 1)
    }

    /// Returns an entry by its id.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        if id.0 >= self.recent.first {
            return self.recent.entry(id);
        }
        self.single.get(&id).or_else(|| self.past()?.stretch.entry(id))
    }

    fn snapshot(&self, id: EntryId) -> Option<&Encounter> {
        if id == self.base.0 {
            return Some(&self.base.1);
        }
        if id > self.base.0 {
            self.recent.snapshots.get(&id)
        } else {
            self.past()?.stretch.snapshots.get(&id)
        }
    }

    /// Returns the state after an entry, or `None` if the past it depends on cannot be read.
    pub fn state(&self, id: EntryId) -> Option<Encounter> {
        rebuild(id, |id| self.entry(id), |id| self.snapshot(id))
    }

    /// Whether the state after an entry is available.
    fn reaches(&self, id: EntryId) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            if self.snapshot(id).is_some() {
                return true;
            }
            at = self.entry(id).map(|entry| entry.after);
        }
        false
    }

    /// Returns the state after `at` entries of the current line, or if that cannot be read, the nearest before it.
    pub fn state_at(&self, at: usize) -> Encounter {
        let at = self.nearest_place(at.min(self.line.len()));
        at.and_then(|at| self.state(self.position_at(at))).unwrap_or_else(|| self.base.1.clone())
    }

    /// The last place of the current line, up to that one, whose state is available. Goes back along the line once: a
    /// state needs every entry since the snapshot before it.
    fn nearest_place(&self, at: usize) -> Option<usize> {
        let mut nearest = Some(at);
        for place in (0..=at).rev() {
            let id = self.position_at(place);
            if self.snapshot(id).is_some() {
                return nearest;
            }
            if self.entry(id).is_none() {
                nearest = place.checked_sub(1);
            }
        }
        None
    }

    /// Adds snapshots along the entries in memory, so that no state is far from one. Skips those that follow from
    /// unread entries, which stay in their file until needed.
    pub(super) fn add_snapshots(&mut self) {
        for id in self.recent.due_snapshots(apart(&self.base.1)) {
            let near = |id: EntryId| match id == self.base.0 {
                true => Some(&self.base.1),
                false => self.recent.snapshots.get(&id),
            };
            if let Some(state) = rebuild(id, |id| self.recent.entry(id), near) {
                self.recent.snapshots.insert(id, state);
            }
        }
    }

    /// Appends an entry at the current position; what was undone there stays as a branch. If the state after it is
    /// given, it may be kept as a snapshot.
    ///
    /// # Errors
    /// [`Misfit`] if its number or its predecessor is not the expected one.
    pub fn append(&mut self, entry: Entry, state: Option<&Encounter>) -> Result<(), Misfit> {
        let due = self.recent.end();
        if entry.id != due {
            return Err(Misfit::Number { found: entry.id, expected: due });
        }
        if entry.after != self.position() {
            return Err(Misfit::Place { found: entry.after, expected: self.position() });
        }
        self.line.truncate(self.at);
        self.line.push(entry.id);
        self.at += 1;
        self.recent.push(entry, state);
        Ok(())
    }

    /// Moves to an entry. On the current line, only the position changes. Otherwise the line through the entry becomes
    /// current, continued by the newest entries after it.
    ///
    /// # Errors
    /// [`Misfit::Unknown`] if there is no such entry, or the past it depends on cannot be read.
    pub fn go_to(&mut self, id: EntryId) -> Result<(), Misfit> {
        if !self.reaches(id) {
            return Err(Misfit::Unknown(id));
        }
        if let Some(place) = self.place(id) {
            self.at = place;
            return Ok(());
        }
        let (own, parts_at) = self.own_entries(id).ok_or(Misfit::Unknown(id))?;
        // Entries read individually stay on the line: a way that forks off before the base needs the whole past anyway.
        self.line.truncate(parts_at);
        self.line.extend(own.iter().rev());
        self.at = self.line.len();
        let newest = self.newest_followers();
        let mut last = id;
        while let Some(&next) = newest.get(&last) {
            self.line.push(next);
            last = next;
        }
        Ok(())
    }

    /// Like [`go_to`](Self::go_to) for a fight that is being loaded: along the current line it needs no state.
    ///
    /// # Errors
    /// As [`go_to`](Self::go_to).
    pub fn go_along(&mut self, id: EntryId) -> Result<(), Misfit> {
        match self.place(id) {
            Some(place) => self.at = place,
            None => self.go_to(id)?,
        }
        Ok(())
    }

    /// The entries from the given one back to the current line (exclusive), and the place where they meet it.
    pub(super) fn own_entries(&self, id: EntryId) -> Option<(Vec<EntryId>, usize)> {
        let mut own = Vec::new();
        let mut at = id;
        loop {
            if let Some(place) = self.place(at) {
                return Some((own, place));
            }
            own.push(at);
            at = self.entry(at)?.after;
        }
    }

    /// Every entry on any line, in numerical order.
    pub fn all(&self) -> impl Iterator<Item = &Entry> {
        let past = self.past().map_or(&[][..], |past| &past.stretch.entries);
        past.iter().chain(&self.recent.entries)
    }

    fn newest_followers(&self) -> BTreeMap<EntryId, EntryId> {
        self.all().map(|entry| (entry.after, entry.id)).collect()
    }

    /// Names the line that begins with an entry: see [`Branch::origin`](super::Branch::origin).
    pub fn name(&mut self, origin: EntryId, name: Text) {
        self.names.insert(origin, name);
    }

    /// All names, by the origin of their line.
    pub fn names(&self) -> BTreeMap<EntryId, &Text> {
        let past = self.past().into_iter().flat_map(|past| &past.names);
        past.chain(&self.names).map(|(id, name)| (*id, name)).collect()
    }

    /// The name of the line that begins with an entry.
    pub fn name_of(&self, origin: EntryId) -> Option<&Text> {
        self.names.get(&origin).or_else(|| self.past()?.names.get(&origin))
    }
}
