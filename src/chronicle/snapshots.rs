//! A stretch of entries with snapshots of some states, and the past that is read on demand.

use crate::chronicle::entry::{Entry, EntryId};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::Text;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The least number of events between two snapshots: few snapshots, yet any state can be rebuilt in a fraction of a
/// millisecond.
const APART: usize = 1024;
/// The same per combatant. An event usually changes one combatant, and unchanged ones are shared with the previous
/// snapshot, so snapshots take no more memory than the events between them.
const APART_EACH: usize = 4;

/// The number of events between two snapshots of a fight of this size.
pub(super) fn apart(state: &Encounter) -> usize {
    APART.max(APART_EACH * state.combatants.len())
}

/// A state loaded from a file, with the entries that led to it.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The entries that led to it.
    pub line: Vec<EntryId>,
    /// The entries that could be redone.
    pub then: Vec<EntryId>,
    /// The state.
    pub state: Encounter,
}

/// The past before the entries in memory, as loaded from a file.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// The state before any entry.
    pub start: Option<Encounter>,
    /// The entries from the first on, without gaps. If the file is damaged, only those before the damage.
    pub entries: Vec<Entry>,
    /// The names of branches, by their origins.
    pub names: BTreeMap<EntryId, Text>,
    /// Why some entries are missing.
    pub fault: Option<Text>,
}

/// The last entries of a past, as far as they were wanted.
#[derive(Debug, Clone, Default)]
pub struct PastTail {
    /// All wanted entries between `first` and the place asked about.
    pub entries: Vec<Entry>,
    /// The number of the earliest entry passed.
    pub first: EntryId,
    /// The names of branches among them, by their origins.
    pub names: BTreeMap<EntryId, Text>,
    /// The offset of the earliest entry passed.
    pub from: u64,
    /// Whether there may be more before them: the past goes on, and no damage was found.
    pub goes_on: bool,
}

/// Reads the past on demand. Offsets are as in [`PastTail::from`].
pub trait ReadPast: Send + Sync {
    /// Reads everything before an offset.
    fn whole(&self, end: u64) -> Past;

    /// Reads backward from an offset, through entries with numbers below `below`, until at least `most` wanted ones are
    /// found or there are no more.
    fn tail(&self, end: u64, below: EntryId, most: usize, wanted: &dyn Fn(EntryId) -> bool) -> PastTail;
}

/// Where to read the past, and up to which offset.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) reader: Arc<dyn ReadPast>,
    pub(super) end: u64,
    /// The offset from which on the entries of the current line have been read individually.
    pub(super) from: u64,
    /// Whether [`ReadPast::tail`] may return more.
    pub(super) goes_on: bool,
}

/// Entries with consecutive numbers, and some of the states after them.
#[derive(Clone, Default)]
pub(super) struct Stretch {
    pub(super) first: u32,
    pub(super) entries: Vec<Entry>,
    /// For each entry, the number of events since the last snapshot before it, its own included.
    since: Vec<usize>,
    pub(super) snapshots: BTreeMap<EntryId, Encounter>,
}

impl Stretch {
    pub(super) fn from(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    fn at(&self, id: EntryId) -> Option<usize> {
        id.0.checked_sub(self.first).map(|at| at as usize)
    }

    pub(super) fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(self.at(id)?)
    }

    fn state(&self, id: EntryId) -> Option<Encounter> {
        rebuild(id, |id| self.entry(id), |id| self.snapshots.get(&id))
    }

    pub(super) fn end(&self) -> EntryId {
        let length = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        EntryId(self.first.saturating_add(length))
    }

    /// Adds entries that begin in the given state, as far as they follow from one another.
    fn fill(&mut self, entries: Vec<Entry>, mut state: Encounter) {
        let mut tip = EntryId::START;
        for entry in entries {
            if entry.after != tip {
                let Some(there) = self.state(entry.after) else { return };
                state = there;
            }
            entry.events().for_each(|event| state.apply(event));
            tip = entry.id;
            self.push(entry, Some(&state));
        }
    }

    /// The entries after which a snapshot is due, `apart` events from the previous ones. Updates `since` on the way.
    pub(super) fn due_snapshots(&mut self, apart: usize) -> Vec<EntryId> {
        let mut due = Vec::new();
        for at in 0..self.entries.len() {
            let entry = &self.entries[at];
            let (id, after) = (entry.id, entry.after);
            let behind = if due.binary_search(&after).is_ok() { 0 } else { self.since_snapshot(after) };
            self.since[at] = behind + entry.events().count();
            if self.since[at] >= apart && !self.snapshots.contains_key(&id) {
                due.push(id);
            }
        }
        due
    }

    /// The number of events since the last snapshot before an entry, its own included.
    fn since(&self, entry: &Entry) -> usize {
        self.since_snapshot(entry.after) + entry.events().count()
    }

    /// The number of events from the last snapshot to the state after an entry.
    fn since_snapshot(&self, id: EntryId) -> usize {
        match self.snapshots.contains_key(&id) {
            true => 0,
            false => self.at(id).and_then(|at| self.since.get(at)).copied().unwrap_or(0),
        }
    }

    /// Adds the next entry, with a snapshot of the state after it if one is due.
    pub(super) fn push(&mut self, mut entry: Entry, state: Option<&Encounter>) {
        let since = self.since(&entry);
        if let Some(state) = state.filter(|state| since >= apart(state)) {
            self.snapshots.insert(entry.id, state.clone());
        }
        entry.fit();
        self.since.push(since);
        self.entries.push(entry);
    }
}

/// The past after it has been read.
#[derive(Clone, Default)]
pub(super) struct Read {
    pub(super) stretch: Stretch,
    pub(super) names: BTreeMap<EntryId, Text>,
    pub(super) fault: Option<Text>,
}

impl Read {
    pub(super) fn new(past: Past) -> Self {
        let mut stretch = Stretch::from(1);
        if let Some(start) = past.start {
            stretch.snapshots.insert(EntryId::START, start.clone());
            stretch.fill(past.entries, start);
        }
        Self { stretch, names: past.names, fault: past.fault }
    }
}

/// Rebuilds the state after an entry: the nearest snapshot before it, plus the events since.
pub(super) fn rebuild<'a>(
    id: EntryId,
    entry: impl Fn(EntryId) -> Option<&'a Entry>,
    kept: impl Fn(EntryId) -> Option<&'a Encounter>,
) -> Option<Encounter> {
    let mut since: Vec<&Entry> = Vec::new();
    let mut at = id;
    let mut state = loop {
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
