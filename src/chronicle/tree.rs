//! The tree of entries, its current line, and the states kept along it.

use super::entry::{Entry, EntryId};
use crate::chronicle::snapshots::{Read, ReadPast, Snapshot, Source, Stretch, apart, rebuild};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// An entry that does not follow from what stands before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// Its number is out of turn.
    #[error("found entry {}, expected entry {}", .found.0, .expected.0)]
    Number {
        /// Its number.
        found: EntryId,
        /// The number that was due.
        expected: EntryId,
    },
    /// It follows an entry at which the fight was not.
    #[error("found an entry after {}, expected one after {}", .found.0, .expected.0)]
    Place {
        /// What it says it follows.
        found: EntryId,
        /// Where the fight was.
        expected: EntryId,
    },
    /// There is no such entry.
    #[error("found the number of entry {}, expected one of an entry that can be read", .0.0)]
    Unknown(EntryId),
}

/// The tree of entries with its current line. Records, decides nothing.
#[derive(Clone)]
pub struct Tree {
    /// The earliest state at hand, and the entry it stands after.
    base: (EntryId, Encounter),
    source: Option<Source>,
    past: OnceLock<Read>,
    /// The entries since the base.
    recent: Stretch,
    /// Those before it that were read for their own sake: every one of the current line from `told_from` on.
    told: BTreeMap<EntryId, Entry>,
    told_from: EntryId,
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
    /// A tree without entries.
    pub fn new(start: Encounter) -> Self {
        Self::holding(Vec::new(), start, None)
    }

    /// A tree that goes on from a kept state; entry `newest` was the last before it. What lies before it, up to
    /// that place, is read when it is looked at.
    ///
    /// # Errors
    /// Such a line cannot be: numbers ascend.
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
        tree.told_from = newest.next();
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
            told: BTreeMap::new(),
            told_from: tip.next(),
            at: line.len(),
            line,
            names: BTreeMap::new(),
        }
    }

    /// The state before any entry; where it cannot be read, the earliest that can.
    pub fn start(&self) -> &Encounter {
        self.kept(EntryId::START).unwrap_or(&self.base.1)
    }

    /// The entries of the current line, first to last, those that were undone included.
    pub fn line(&self) -> &[EntryId] {
        &self.line
    }

    /// How many entries of the current line are done.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The last entry that is done.
    pub fn position(&self) -> EntryId {
        self.position_at(self.at)
    }

    /// How many entries there are on all lines together.
    pub fn entries(&self) -> u32 {
        self.recent.end().0.saturating_sub(1)
    }

    /// Whether entries lie before those at hand that were not looked at yet.
    pub fn needs_past(&self) -> bool {
        self.source.is_some() && self.past.get().is_none()
    }

    /// Why a part of the past is missing, once it was looked at.
    pub fn past_fault(&self) -> Option<&Text> {
        self.past.get()?.fault.as_ref()
    }

    /// From that entry on those of the current line are at hand without a file being read.
    pub fn first_at_hand(&self) -> EntryId {
        if self.needs_past() { self.told_from } else { EntryId::START.next() }
    }

    /// Whether every entry from the first on is at hand or can be read.
    pub fn is_whole(&self) -> bool {
        let end = self.past().map_or(1, |past| past.stretch.end().0);
        self.past_fault().is_none() && end == self.recent.first
    }

    /// The same without what lies before the earliest state at hand, which is the start then; entries
    /// are numbered anew. `None`: the fight is at a point that lies before it.
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

    /// Reads entries of the current line that stand before those at hand, until there are so many. They are told of
    /// without the states between them, so the rest of the past is not needed. `false`: there are no more, or only
    /// reading the whole past shows them.
    pub(super) fn read_back(&mut self, most: usize) -> bool {
        let before = self.told_from;
        let mut left = most;
        while left > 0 && self.needs_past() {
            let Some(source) = self.source.as_mut().filter(|source| source.goes_on) else { break };
            let on_line = |id: EntryId| self.line.binary_search(&id).is_ok();
            let tail = source.reader.tail(source.from, self.told_from, left, &on_line);
            (source.from, source.goes_on) = (tail.from, tail.goes_on);
            self.told_from = tail.first;
            tail.names.into_iter().for_each(|(id, name)| _ = self.names.entry(id).or_insert(name));
            left = left.saturating_sub(tail.entries.len());
            for mut entry in tail.entries {
                entry.fit();
                self.told.insert(entry.id, entry);
            }
        }
        self.told_from < before
    }

    fn past(&self) -> Option<&Read> {
        let source = self.source.as_ref()?;
        Some(self.past.get_or_init(|| Read::new(source.reader.whole(source.end))))
    }

    /// The last entry that is done when `at` entries of the current line are.
    pub fn position_at(&self, at: usize) -> EntryId {
        at.checked_sub(1).and_then(|last| self.line.get(last)).copied().unwrap_or_default()
    }

    /// Where the entry stands on the current line; 1 for the first.
    pub(super) fn place(&self, id: EntryId) -> Option<usize> {
        if id == EntryId::START {
            return Some(0);
        }
        self.line.binary_search(&id).ok().map(|at| at + 1)
    }

    /// The entry with that number.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        if id.0 >= self.recent.first {
            return self.recent.entry(id);
        }
        self.told.get(&id).or_else(|| self.past()?.stretch.entry(id))
    }

    fn kept(&self, id: EntryId) -> Option<&Encounter> {
        if id == self.base.0 {
            return Some(&self.base.1);
        }
        if id > self.base.0 { self.recent.kept.get(&id) } else { self.past()?.stretch.kept.get(&id) }
    }

    /// The state after an entry; `None` where the past needed for it cannot be read.
    pub fn state(&self, id: EntryId) -> Option<Encounter> {
        rebuild(id, |id| self.entry(id), |id| self.kept(id))
    }

    /// Whether the state after an entry can be had.
    fn reaches(&self, id: EntryId) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            if self.kept(id).is_some() {
                return true;
            }
            at = self.entry(id).map(|entry| entry.after);
        }
        false
    }

    /// The state after `at` entries of the current line; where it cannot be read, the nearest
    /// before it.
    pub fn state_at(&self, at: usize) -> Encounter {
        let places = (0..=at.min(self.line.len())).rev();
        let mut states = places.filter_map(|at| self.state(self.position_at(at)));
        states.next().unwrap_or_else(|| self.base.1.clone())
    }

    /// Keeps states along the entries at hand that were added without, so that any of them is near. What
    /// follows from entries that are not at hand goes without: those stay in their file until somebody looks.
    pub(super) fn keep_along(&mut self) {
        for id in self.recent.unkept(apart(&self.base.1)) {
            let near = |id: EntryId| match id == self.base.0 {
                true => Some(&self.base.1),
                false => self.recent.kept.get(&id),
            };
            if let Some(state) = rebuild(id, |id| self.recent.entry(id), near) {
                self.recent.kept.insert(id, state);
            }
        }
    }

    /// Adds an entry at the position; what was undone there stays as a branch. With the state
    /// after it, that state may be kept.
    ///
    /// # Errors
    /// It does not follow.
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

    /// Goes to an entry. On the current line only the position moves; elsewhere the line through
    /// that entry, on to the newest that followed it, becomes current.
    ///
    /// # Errors
    /// There is no such entry, or the past needed for it cannot be read.
    pub fn go_to(&mut self, id: EntryId) -> Result<(), Misfit> {
        if !self.reaches(id) {
            return Err(Misfit::Unknown(id));
        }
        if let Some(place) = self.place(id) {
            self.at = place;
            return Ok(());
        }
        let (own, parts_at) = self.own_way(id).ok_or(Misfit::Unknown(id))?;
        // What was read for its own sake still stands on the line: a way that parts before the base needs the whole past.
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

    /// The same for a fight that is being read: along the current line it asks for no state, as the fight
    /// may have gone on from there.
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

    /// The entries from that one back to the current line, and where they meet it.
    pub(super) fn own_way(&self, id: EntryId) -> Option<(Vec<EntryId>, usize)> {
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

    /// Every entry on any line, in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = &Entry> {
        let past = self.past().map_or(&[][..], |past| &past.stretch.entries);
        past.iter().chain(&self.recent.entries)
    }

    fn newest_followers(&self) -> BTreeMap<EntryId, EntryId> {
        self.all().map(|entry| (entry.after, entry.id)).collect()
    }

    /// Names the line that goes on from that entry: see [`Branch::origin`](super::Branch::origin).
    pub fn name(&mut self, origin: EntryId, name: Text) {
        self.names.insert(origin, name);
    }

    /// Every name that was given, by the entry it was given at.
    pub fn names(&self) -> BTreeMap<EntryId, &Text> {
        let past = self.past().into_iter().flat_map(|past| &past.names);
        past.chain(&self.names).map(|(id, name)| (*id, name)).collect()
    }

    /// The name given at that entry.
    pub fn name_of(&self, origin: EntryId) -> Option<&Text> {
        self.names.get(&origin).or_else(|| self.past()?.names.get(&origin))
    }
}
