//! Branches: the lines of the tree and their names. A line runs from its origin along the newest followers, ignoring
//! followers at which another named line begins. So it keeps its name however it is continued or amended.

use super::entry::EntryId;
use super::tree::Tree;
use crate::rules::model::event::Event;
use crate::rules::model::ids::Text;
use crate::rules::model::moment::Round;
use std::collections::{BTreeMap, BTreeSet};

/// The default name of the line from the start.
const MAIN: &str = "main line";

/// A line of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its last entry.
    pub tip: EntryId,
    /// Its first entry, which carries its name.
    pub origin: EntryId,
    /// The last entry it shares with the current line.
    pub parts_after: EntryId,
    /// How many entries of the current line it shares.
    pub parts_at: usize,
    /// How many entries of its own it has.
    pub length: usize,
    /// Its name, if any.
    pub name: Option<Text>,
}

/// For each entry, the newest one that follows it on the same line.
type Heirs = BTreeMap<EntryId, EntryId>;

impl Tree {
    fn heirs(&self) -> Heirs {
        let unnamed = self.all().filter(|entry| self.name_of(entry.id).is_none());
        unnamed.map(|entry| (entry.after, entry.id)).collect()
    }

    /// Returns the origin of the line through an entry.
    fn origin(&self, heirs: &Heirs, tip: EntryId) -> EntryId {
        let mut id = tip;
        while id != EntryId::START && self.name_of(id).is_none() {
            let Some(entry) = self.entry(id) else { break };
            if heirs.get(&entry.after) != Some(&id) {
                break;
            }
            id = entry.after;
        }
        id
    }

    fn branch(&self, heirs: &Heirs, tip: EntryId) -> Option<Branch> {
        let (own, parts_at) = self.own_entries(tip)?;
        let origin = self.origin(heirs, tip);
        let main = || (origin == EntryId::START).then(|| MAIN.into());
        let name = self.name_of(origin).cloned().or_else(main);
        let parts_after = self.position_at(parts_at);
        Some(Branch { tip, origin, parts_after, parts_at, length: own.len(), name })
    }

    /// The lines other than the current one, by their tips, oldest first.
    pub fn branches(&self) -> Vec<Branch> {
        let followed: BTreeSet<EntryId> = self.all().map(|entry| entry.after).collect();
        let heirs = self.heirs();
        let tips = self.all().map(|entry| entry.id);
        let tips = tips.filter(|id| !followed.contains(id) && self.place(*id).is_none());
        tips.filter_map(|tip| self.branch(&heirs, tip)).collect()
    }

    /// The current line, including what was undone.
    pub fn current(&self) -> Option<Branch> {
        self.branch(&self.heirs(), self.line().last().copied().unwrap_or_default())
    }

    /// Returns the round after an entry.
    pub fn round(&self, id: EntryId) -> Round {
        let mut at = id;
        while let Some(entry) = self.entry(at) {
            let began = |event: &Event| match event {
                Event::RoundBegan(round) => Some(*round),
                _ => None,
            };
            if let Some(round) = entry.events().filter_map(began).last() {
                return round;
            }
            at = entry.after;
        }
        self.start().round
    }
}
