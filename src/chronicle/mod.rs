//! The chronicle: what was commanded, answered and what happened, as a tree of entries with one
//! current line. Undo, redo and seeking are the recorded events applied again.

mod align;
pub mod amend;
pub mod branch;
pub mod difference;
pub mod entry;
pub mod laws;
pub mod partial_amendment;
pub mod pending;
mod recall;
pub mod snapshots;
pub mod tree;

pub use amend::{Amending, Amendment, Fixed, Said, may_strike};
pub use branch::Branch;
pub use difference::{Change, Difference, Fate, Idle, Void};
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

/// A fight from its start to now, with everything that was undone.
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
    /// A fight that begins in that state, under the rules the state names.
    pub fn new(start: Encounter) -> Self {
        Self::under(registry::ruleset(start.ruleset), start)
    }

    /// A fight that begins in that state, under those rules.
    pub fn under(rules: &'static dyn Ruleset, start: Encounter) -> Self {
        let now = start.clone();
        Self { rules, tree: Tree::new(start), now }
    }

    /// A fight read from elsewhere.
    pub fn of(mut tree: Tree) -> Self {
        tree.keep_along();
        let now = tree.state_at(tree.at());
        Self { rules: registry::ruleset(now.ruleset), tree, now }
    }

    /// The same fight under those rules.
    pub fn ruled_by(mut self, rules: &'static dyn Ruleset) -> Self {
        self.rules = rules;
        self
    }

    /// The state before any entry.
    pub fn start(&self) -> &Encounter {
        self.tree.start()
    }

    /// The present state.
    pub fn now(&self) -> &Encounter {
        &self.now
    }

    /// The rules it goes by.
    pub fn rules(&self) -> &'static dyn Ruleset {
        self.rules
    }

    /// The tree of its entries.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Takes an act in; what was undone stays as a branch. `None`: its last run was not done, or
    /// the fight has gone elsewhere since.
    pub fn accept(&mut self, pending: Pending) -> Option<&Entry> {
        let outcome = pending.into_outcome()?;
        let id = EntryId(self.tree.entries()).next();
        let entry = Entry { id, after: outcome.after, steps: outcome.steps };
        self.tree.append(entry, Some(&outcome.state)).ok()?;
        self.now = outcome.state;
        self.tree.entry(id)
    }

    /// Takes the new line of an amendment in: it is the current one from now on, the old one stays as
    /// a branch. Gives the last entry they have in common. `None`: it is not done, or the fight has
    /// gone elsewhere since.
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

    /// Takes the last act back: which. `None`: there is none.
    pub fn undo(&mut self) -> Option<EntryId> {
        let undone = self.position();
        let to = self.tree.position_at(self.at().checked_sub(1)?);
        self.now = self.tree.state(to)?;
        self.tree.go_to(to).ok()?;
        Some(undone)
    }

    /// Does again what was undone last: which. `None`: nothing was.
    pub fn redo(&mut self) -> Option<EntryId> {
        let id = *self.line().get(self.at())?;
        let entry = self.tree.entry(id)?;
        entry.events().for_each(|event| self.now.apply(event));
        self.tree.go_to(id).ok()?;
        Some(id)
    }

    /// The entries of the current line, first to last, those that were undone included.
    pub fn line(&self) -> &[EntryId] {
        self.tree.line()
    }

    /// How many entries of the current line are done.
    pub fn at(&self) -> usize {
        self.tree.at()
    }

    /// The last entry that is done.
    pub fn position(&self) -> EntryId {
        self.tree.position()
    }

    /// The entry with that number.
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.tree.entry(id)
    }

    /// The state after `at` entries of the current line; beyond its end, the state at its end.
    pub fn seek(&self, at: usize) -> Encounter {
        if at == self.at() { self.now.clone() } else { self.tree.state_at(at) }
    }

    /// The state after each number of entries of the current line, with the last of them; the start first. Beyond what
    /// is done comes what was undone.
    pub fn moments(&self) -> impl Iterator<Item = (usize, EntryId, Encounter)> {
        let mut state = self.start().clone();
        (0..=self.line().len()).map(move |at| {
            let id = self.tree.position_at(at);
            let entry = if at > 0 { self.entry(id) } else { None };
            entry.into_iter().flat_map(Entry::events).for_each(|event| state.apply(event));
            (at, id, state.clone())
        })
    }

    /// Goes to an entry; on another line, that line becomes current and what followed the entry
    /// there can be redone. `false`: there is no such entry.
    pub fn go_to(&mut self, id: EntryId) -> bool {
        let Some(state) = self.tree.state(id) else { return false };
        let there = self.tree.go_to(id).is_ok();
        if there {
            self.now = state;
        }
        there
    }

    /// The lines that are not the current one, oldest first.
    pub fn branches(&self) -> Vec<Branch> {
        self.tree.branches()
    }

    /// The current line, with what was undone.
    pub fn current(&self) -> Option<Branch> {
        self.tree.current()
    }

    /// Names the line that begins with that entry.
    pub fn name(&mut self, origin: EntryId, name: Text) {
        self.tree.name(origin, name);
    }

    /// Whether entries lie in a file that were not looked at yet; they are read when needed.
    pub fn needs_past(&self) -> bool {
        self.tree.needs_past()
    }

    /// Reads entries of the current line that stand before those at hand, until there are so many; the rest of the
    /// past stays where it is. `false`: nothing came of it.
    pub fn read_back(&mut self, most: usize) -> bool {
        self.tree.read_back(most)
    }

    /// The fight as far as it is at hand: it begins with the earliest state that is, its entries numbered
    /// anew.
    pub fn without_past(&self) -> Self {
        let start = || Tree::new(self.now.clone());
        Self::of(self.tree.without_past().unwrap_or_else(start)).ruled_by(self.rules)
    }

    /// The first entry of the current line that today's rules would answer differently.
    pub fn verify(&self) -> Option<Drift> {
        laws::answers_rebuild(self).err()
    }
}
