//! A run of entries with some of the states after them, and the past that is read when it is
//! looked at.

use crate::chronicle::entry::{Entry, EntryId};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::model::ids::Text;
use std::collections::BTreeMap;
use std::sync::Arc;

/// At least so many events lie between two kept states: few states, and any of the others a fraction
/// of a millisecond away.
const APART: usize = 1024;
/// And so many for each combatant: one event changes one of them as a rule, and whoever changed is not shared
/// with the state before, so the states take no more room than the events between them.
const APART_EACH: usize = 4;

/// How many events lie between two kept states of a fight as large as that one.
pub(super) fn apart(state: &Encounter) -> usize {
    APART.max(APART_EACH * state.combatants.len())
}

/// A state with the entries that led to it, as it comes from a file.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The entries that led to it.
    pub line: Vec<EntryId>,
    /// Those that could be redone.
    pub then: Vec<EntryId>,
    /// The state.
    pub state: Encounter,
}

/// What lies before the entries at hand, as it comes from a file.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// The state before any entry.
    pub start: Option<Encounter>,
    /// The entries from the first on, without a gap; where the file is damaged, only those before.
    pub entries: Vec<Entry>,
    /// Names given to branches, by their tips.
    pub names: BTreeMap<EntryId, Text>,
    /// Why some are missing.
    pub fault: Option<Text>,
}

/// The last entries of a past, as far as they were wanted.
#[derive(Debug, Clone, Default)]
pub struct PastTail {
    /// Every one that is wanted between the earliest that was passed and the place that was asked about.
    pub entries: Vec<Entry>,
    /// The number of the earliest that was passed.
    pub first: EntryId,
    /// Names given to branches among them, by their tips.
    pub names: BTreeMap<EntryId, Text>,
    /// Where that one begins.
    pub from: u64,
    /// Whether more can be had before them the same way: the past goes on, and nothing in it was found
    /// damaged.
    pub goes_on: bool,
}

/// Reads the past when it is looked at. A place in it is what [`PastTail::from`] says.
pub trait ReadPast: Send + Sync {
    /// Everything before that place.
    fn whole(&self, end: u64) -> Past;

    /// The entries before that place, of which the last has a number below `below`, as far as they are wanted: so
    /// many, or a few more, or all there are.
    fn tail(&self, end: u64, below: EntryId, most: usize, wanted: &dyn Fn(EntryId) -> bool) -> PastTail;
}

/// Where the past is read, and up to which place.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) reader: Arc<dyn ReadPast>,
    pub(super) end: u64,
    /// From where on the entries of the current line were read for their own sake.
    pub(super) from: u64,
    /// Whether [`ReadPast::tail`] gives more.
    pub(super) goes_on: bool,
}

/// Entries with consecutive numbers, and some of the states after them.
#[derive(Clone, Default)]
pub(super) struct Stretch {
    pub(super) first: u32,
    pub(super) entries: Vec<Entry>,
    /// For each entry, how many events lie between it and the kept state before it, itself included.
    since: Vec<usize>,
    pub(super) kept: BTreeMap<EntryId, Encounter>,
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
        rebuild(id, |id| self.entry(id), |id| self.kept.get(&id))
    }

    pub(super) fn end(&self) -> EntryId {
        let length = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        EntryId(self.first.saturating_add(length))
    }

    /// Adds entries that begin in that state, as far as they follow from one another.
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

    /// The entries that were added without a state after which one shall be kept, so many events apart, in order.
    pub(super) fn unkept(&mut self, apart: usize) -> Vec<EntryId> {
        let mut unkept = Vec::new();
        for at in 0..self.entries.len() {
            let entry = &self.entries[at];
            let (id, after) = (entry.id, entry.after);
            let behind = if unkept.binary_search(&after).is_ok() { 0 } else { self.behind(after) };
            self.since[at] = behind + entry.events().count();
            if self.since[at] >= apart && !self.kept.contains_key(&id) {
                unkept.push(id);
            }
        }
        unkept
    }

    /// How many events lie between an entry and the kept state before it, itself included.
    fn since(&self, entry: &Entry) -> usize {
        self.behind(entry.after) + entry.events().count()
    }

    /// The same up to that entry.
    fn behind(&self, id: EntryId) -> usize {
        match self.kept.contains_key(&id) {
            true => 0,
            false => self.at(id).and_then(|at| self.since.get(at)).copied().unwrap_or(0),
        }
    }

    /// Adds the next entry; the state after it is kept when the last kept one is far behind.
    pub(super) fn push(&mut self, mut entry: Entry, state: Option<&Encounter>) {
        let since = self.since(&entry);
        if let Some(state) = state.filter(|state| since >= apart(state)) {
            self.kept.insert(entry.id, state.clone());
        }
        entry.fit();
        self.since.push(since);
        self.entries.push(entry);
    }
}

/// The past, once it was looked at.
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
            stretch.kept.insert(EntryId::START, start.clone());
            stretch.fill(past.entries, start);
        }
        Self { stretch, names: past.names, fault: past.fault }
    }
}

/// The state after an entry: the nearest kept one before it, and the events since.
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
