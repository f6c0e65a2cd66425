//! The tree of entries, its current line, and the states kept along it.

use super::entry::{Entry, EntryId};
use crate::rules::encounter::Encounter;
use crate::rules::event::Event;
use crate::rules::ids::Text;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// How many events lie between two kept states: few states, and any of the others a fraction of
/// a millisecond away.
const APART: usize = 1024;

/// A line of the tree that is not the current one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its last entry.
    pub tip: EntryId,
    /// The last entry it has in common with the current line.
    pub parts_after: EntryId,
    /// How many entries of the current line it has in common.
    pub parts_at: usize,
    /// How many entries it has of its own.
    pub length: usize,
    /// What the referee called it.
    pub name: Option<Text>,
}

/// The entries before those at hand, as they come from a file.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// The entries from the first on, without a gap; where the file is damaged, only those before.
    pub entries: Vec<Entry>,
    /// Names given to branches, by their tips.
    pub names: BTreeMap<EntryId, Text>,
    /// Why some are missing.
    pub fault: Option<Text>,
}

/// Reads the past when it is first looked at.
pub type ReadPast = Arc<dyn Fn() -> Past + Send + Sync>;

/// A point of the fight from which a chronicle can go on without its past.
#[derive(Debug, Clone)]
pub struct Resumption {
    /// Every entry of the current line.
    pub line: Vec<EntryId>,
    /// How many of them are done.
    pub at: usize,
    /// How many entries there are on all lines together.
    pub entries: u32,
    /// The state there.
    pub state: Encounter,
}

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
    #[error("entry {} is named, but there is none of that number", .0.0)]
    Unknown(EntryId),
}

/// Entries with consecutive numbers, and some of the states after them.
#[derive(Clone, Default)]
struct Stretch {
    first: u32,
    entries: Vec<Entry>,
    /// For each entry, how many events lie between it and the kept state before it.
    since: Vec<usize>,
    kept: BTreeMap<EntryId, Encounter>,
}

impl Stretch {
    fn from(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    fn at(&self, id: EntryId) -> Option<usize> {
        id.0.checked_sub(self.first).map(|at| at as usize)
    }

    fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(self.at(id)?)
    }

    fn end(&self) -> EntryId {
        let length = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        EntryId(self.first.saturating_add(length))
    }

    /// Adds the next entry; the state after it is kept when the last kept one is far behind.
    fn push(&mut self, entry: Entry, state: Option<&Encounter>) {
        let before = match self.kept.contains_key(&entry.after) {
            true => 0,
            false => self.at(entry.after).and_then(|at| self.since.get(at)).copied().unwrap_or(0),
        };
        let since = before + entry.events().count();
        if let Some(state) = state.filter(|_| since >= APART) {
            self.kept.insert(entry.id, state.clone());
        }
        self.since.push(since);
        self.entries.push(entry);
    }
}

/// The past, once it was looked at.
#[derive(Clone, Default)]
struct Read {
    stretch: Stretch,
    names: BTreeMap<EntryId, Text>,
    fault: Option<Text>,
}

impl Read {
    fn new(start: &Encounter, past: Past) -> Self {
        let mut stretch = Stretch::from(1);
        let mut tip = (EntryId::START, start.clone());
        for entry in past.entries {
            if entry.after != tip.0 {
                let Some(state) =
                    rebuild(entry.after, start, |id| stretch.entry(id), |id| stretch.kept.get(&id))
                else {
                    break;
                };
                tip.1 = state;
            }
            entry.events().for_each(|event| tip.1.apply(event));
            tip.0 = entry.id;
            stretch.push(entry, Some(&tip.1));
        }
        Self { stretch, names: past.names, fault: past.fault }
    }
}

/// The state after an entry: the nearest kept one before it, and the events since.
fn rebuild<'a>(
    id: EntryId,
    start: &Encounter,
    entry: impl Fn(EntryId) -> Option<&'a Entry>,
    kept: impl Fn(EntryId) -> Option<&'a Encounter>,
) -> Option<Encounter> {
    let mut since: Vec<&Entry> = Vec::new();
    let mut at = id;
    let mut state = loop {
        if at == EntryId::START {
            break start.clone();
        }
        if let Some(state) = kept(at) {
            break state.clone();
        }
        let behind = entry(at)?;
        since.push(behind);
        at = behind.after;
    };
    since.iter().rev().flat_map(|entry| entry.events()).for_each(|event: &Event| state.apply(event));
    Some(state)
}

/// The tree of entries with its current line. Records, decides nothing.
#[derive(Clone)]
pub struct Tree {
    start: Encounter,
    read_past: Option<ReadPast>,
    past: OnceLock<Read>,
    recent: Stretch,
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
        Self {
            start,
            read_past: None,
            past: OnceLock::new(),
            recent: Stretch::from(1),
            line: Vec::new(),
            at: 0,
            names: BTreeMap::new(),
        }
    }

    /// A tree that goes on from a kept state; what lies before it is read when it is looked at.
    ///
    /// # Errors
    /// The point names an entry that cannot be there.
    pub fn resumed(start: Encounter, from: Resumption, past: ReadPast) -> Result<Self, Misfit> {
        let ascending = from.line.is_sorted_by(|a, b| a < b);
        let last = from.line.last().copied().unwrap_or_default();
        if !ascending || last.0 > from.entries || from.at > from.line.len() {
            return Err(Misfit::Unknown(last));
        }
        let mut tree = Self::new(start);
        tree.recent = Stretch::from(from.entries.saturating_add(1));
        tree.line = from.line;
        tree.at = from.at;
        tree.recent.kept.insert(tree.position(), from.state);
        tree.read_past = Some(past);
        Ok(tree)
    }

    /// The state before any entry.
    pub fn start(&self) -> &Encounter {
        &self.start
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
        self.read_past.is_some() && self.past.get().is_none()
    }

    /// Why a part of the past is missing, once it was looked at.
    pub fn past_fault(&self) -> Option<&Text> {
        self.past.get()?.fault.as_ref()
    }

    fn past(&self) -> Option<&Read> {
        let read = self.read_past.as_ref()?;
        Some(self.past.get_or_init(|| Read::new(&self.start, read())))
    }

    /// The last entry that is done when `at` entries of the current line are.
    pub fn position_at(&self, at: usize) -> EntryId {
        at.checked_sub(1).and_then(|last| self.line.get(last)).copied().unwrap_or_default()
    }

    /// Where the entry stands on the current line; 1 for the first.
    fn place(&self, id: EntryId) -> Option<usize> {
        if id == EntryId::START {
            return Some(0);
        }
        self.line.binary_search(&id).ok().map(|at| at + 1)
    }

    /// The entry with that number.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        if id.0 >= self.recent.first { self.recent.entry(id) } else { self.past()?.stretch.entry(id) }
    }

    fn kept(&self, id: EntryId) -> Option<&Encounter> {
        let recent = self.recent.kept.get(&id);
        if recent.is_some() || id.0 >= self.recent.first {
            return recent;
        }
        self.past()?.stretch.kept.get(&id)
    }

    /// The state after an entry; `None` where the past needed for it cannot be read.
    pub fn state(&self, id: EntryId) -> Option<Encounter> {
        rebuild(id, &self.start, |id| self.entry(id), |id| self.kept(id))
    }

    /// The state after `at` entries of the current line; where it cannot be read, the nearest
    /// before it.
    pub fn state_at(&self, at: usize) -> Encounter {
        let places = (0..=at.min(self.line.len())).rev();
        let mut states = places.filter_map(|at| self.state(self.position_at(at)));
        states.next().unwrap_or_else(|| self.start.clone())
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
    /// There is no such entry.
    pub fn go_to(&mut self, id: EntryId) -> Result<(), Misfit> {
        if let Some(place) = self.place(id) {
            self.at = place;
            return Ok(());
        }
        let (own, parts_at) = self.own_way(id).ok_or(Misfit::Unknown(id))?;
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

    /// The entries from that one back to the current line, and where they meet it.
    fn own_way(&self, id: EntryId) -> Option<(Vec<EntryId>, usize)> {
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

    fn all(&self) -> impl Iterator<Item = &Entry> {
        let past = self.past().map_or(&[][..], |past| &past.stretch.entries);
        past.iter().chain(&self.recent.entries)
    }

    fn newest_followers(&self) -> BTreeMap<EntryId, EntryId> {
        self.all().map(|entry| (entry.after, entry.id)).collect()
    }

    /// The lines that are not the current one, by their tips, oldest first.
    pub fn branches(&self) -> Vec<Branch> {
        let followed: BTreeSet<EntryId> = self.all().map(|entry| entry.after).collect();
        let tips = self.all().map(|entry| entry.id);
        let tips = tips.filter(|id| !followed.contains(id) && self.place(*id).is_none());
        tips.filter_map(|tip| self.branch(tip)).collect()
    }

    fn branch(&self, tip: EntryId) -> Option<Branch> {
        let (own, parts_at) = self.own_way(tip)?;
        let name = own.iter().find_map(|id| self.name_of(*id)).cloned();
        let parts_after = self.position_at(parts_at);
        Some(Branch { tip, parts_after, parts_at, length: own.len(), name })
    }

    /// Names the branch that ends in that entry.
    pub fn name(&mut self, tip: EntryId, name: Text) {
        self.names.insert(tip, name);
    }

    /// The name given at that entry.
    pub fn name_of(&self, tip: EntryId) -> Option<&Text> {
        self.names.get(&tip).or_else(|| self.past()?.names.get(&tip))
    }
}
