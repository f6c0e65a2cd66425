//! The chronicle of a fight: commands, answers and events, as a tree of entries with one current line. Undo, redo and
//! seeking re-apply the recorded events.

mod align;
pub mod amend;
pub mod branch;
pub mod difference;
pub mod entry;
pub mod last;
pub mod laws;
pub mod partial_amendment;
pub mod pending;
mod recall;
pub mod snapshots;
pub mod tree;

pub use amend::{AmendedCommand, Amending, Amendment, Unamendable, may_strike};
pub use branch::Branch;
pub use difference::{Change, Difference, Fate, Idle, VoidCommand};
pub use entry::{Answered, Ask, Entry, EntryId, Provenance, Step};
pub use laws::Drift;
pub use partial_amendment::{Halfway, Waiting};
pub use pending::{BadAnswer, Pending, Progress, by_side};
pub use snapshots::{Past, PastTail, ReadPast, Snapshot};
pub use tree::{Misfit, Tree};

use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use std::fmt;

/// A fight from its start to now, including everything undone.
#[derive(Clone)]
pub struct Chronicle {
    rules: &'static dyn Ruleset,
    tree: Tree,
    now: Encounter,
}

impl fmt::Debug for Chronicle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chronicle({:?})", self.tree)
    }
}

impl Chronicle {
    /// Starts a fight in the given state, under the ruleset the state names.
    pub fn new(start: Encounter) -> Self {
        Self::under(registry::of(&start), start)
    }

    /// Starts a fight in the given state, under the given ruleset.
    pub fn under(rules: &'static dyn Ruleset, start: Encounter) -> Self {
        let now = start.clone();
        Self { rules, tree: Tree::new(start), now }
    }

    /// A fight from a loaded tree.
    pub fn of(mut tree: Tree) -> Self {
        tree.add_snapshots();
        let now = tree.state_at(tree.at());
        Self { rules: registry::of(&now), tree, now }
    }

    /// The same fight under another ruleset.
    pub fn ruled_by(mut self, rules: &'static dyn Ruleset) -> Self {
        self.rules = rules;
        self
    }

    /// The state before any entry.
    pub fn start(&self) -> &Encounter {
        self.tree.start()
    }

    /// The current state.
    pub fn now(&self) -> &Encounter {
        &self.now
    }

    /// The ruleset, with the house book that is laid over it now.
    pub fn rules(&self) -> &'static dyn Ruleset {
        if self.now.book.is_some() { registry::of(&self.now) } else { self.rules }
    }

    /// The tree of its entries.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Accepts a finished act as a new entry; undone entries stay as a branch. `None` if the act is not finished, or
    /// the chronicle has moved since it was run.
    pub fn accept(&mut self, pending: Pending) -> Option<&Entry> {
        let outcome = pending.into_outcome()?;
        let id = EntryId(self.tree.entries()).next();
        let entry = Entry { id, after: outcome.after, steps: outcome.steps };
        self.tree.append(entry, Some(&outcome.state)).ok()?;
        self.now = outcome.state;
        self.tree.entry(id)
    }

    /// Makes the new line of an amendment current; the old one stays as a branch. Returns the last entry they have in
    /// common, or `None` if the amendment is not finished or the chronicle has moved since.
    pub fn adopt(&mut self, amending: Amending) -> Option<EntryId> {
        let (fork, acts) = amending.into_acts(self)?;
        let mut state = self.tree.state(fork)?;
        self.tree.go_to(fork).ok()?;
        for steps in acts {
            let id = EntryId(self.tree.entries()).next();
            let entry = Entry { id, after: self.position(), steps };
            entry.events().for_each(|event| state.apply(event));
            self.tree.append(entry, Some(&state)).ok()?;
        }
        self.now = state;
        Some(fork)
    }

    /// Undoes the last entry and returns its id, or `None` if there is none.
    pub fn undo(&mut self) -> Option<EntryId> {
        let undone = self.position();
        let to = self.tree.position_at(self.at().checked_sub(1)?);
        self.now = self.tree.state(to)?;
        self.tree.go_to(to).ok()?;
        Some(undone)
    }

    /// Redoes the next undone entry and returns its id, or `None` if there is none.
    pub fn redo(&mut self) -> Option<EntryId> {
        let id = *self.line().get(self.at())?;
        let entry = self.tree.entry(id)?;
        entry.events().for_each(|event| self.now.apply(event));
        self.tree.go_to(id).ok()?;
        Some(id)
    }

    /// The entries of the current line, first to last, including those undone.
    pub fn line(&self) -> &[EntryId] {
        self.tree.line()
    }

    /// How many entries of the current line are applied.
    pub fn at(&self) -> usize {
        self.tree.at()
    }

    /// The last applied entry.
    pub fn position(&self) -> EntryId {
        self.tree.position()
    }

    /// Returns an entry by its id.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.tree.entry(id)
    }

    /// Returns the state after `at` entries of the current line, clamped to its end.
    pub fn seek(&self, at: usize) -> Encounter {
        if at == self.at() { self.now.clone() } else { self.tree.state_at(at) }
    }

    /// The states after 0, 1, 2, … entries of the current line, each with the id of its last entry, including those
    /// undone.
    pub fn moments(&self) -> impl Iterator<Item = (usize, EntryId, Encounter)> {
        let mut state = self.start().clone();
        (0..=self.line().len()).map(move |at| {
            let id = self.tree.position_at(at);
            let entry = if at > 0 { self.entry(id) } else { None };
            entry.into_iter().flat_map(Entry::events).for_each(|event| state.apply(event));
            (at, id, state.clone())
        })
    }

    /// Moves to an entry. If it is on another line, that line becomes current, and the entries after it can be redone.
    /// Returns `false` if there is no such entry.
    pub fn go_to(&mut self, id: EntryId) -> bool {
        let Some(state) = self.tree.state(id) else { return false };
        let there = self.tree.go_to(id).is_ok();
        if there {
            self.now = state;
        }
        there
    }

    /// The lines other than the current one, oldest first.
    pub fn branches(&self) -> Vec<Branch> {
        self.tree.branches()
    }

    /// The current line, including what was undone.
    pub fn current(&self) -> Option<Branch> {
        self.tree.current()
    }

    /// Names the line that begins with the entry `origin`.
    pub fn name(&mut self, origin: EntryId, name: Text) {
        self.tree.name(origin, name);
    }

    /// Whether there are entries in a file that have not been read yet. They are read on demand.
    pub fn needs_past(&self) -> bool {
        self.tree.needs_past()
    }

    /// Reads up to `most` earlier entries of the current line (or a few more), leaving the rest of the past unread.
    /// Returns `false` if that yielded nothing.
    pub fn read_back(&mut self, most: usize) -> bool {
        self.tree.read_back(most)
    }

    /// The fight without its unread past: it begins with the earliest state in memory, and its entries are renumbered.
    pub fn without_past(&self) -> Self {
        let start = || Tree::new(self.now.clone());
        Self::of(self.tree.without_past().unwrap_or_else(start)).ruled_by(self.rules)
    }

    /// The first entry of the current line that today's rules resolve differently.
    pub fn verify(&self) -> Option<Drift> {
        laws::answers_rebuild(self).err()
    }
}
