//! The fight as a track: for every act of the current line its round and what stands out in it.
//! Gathered once, then only what was added.

use crate::chronicle::{Chronicle, EntryId};
use crate::rules::model::event::Event;
use crate::rules::model::moment::Round;
use crate::rules::text::words::mark::Mark;
use std::collections::BTreeSet;

/// An act on the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Act {
    id: EntryId,
    /// The round after it.
    round: Round,
    marks: Marks,
}

/// What stands out in an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u8);

impl Marks {
    fn add(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    /// All of them, the weightiest first.
    pub fn all(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.0 & (1 << *mark as u8) != 0)
    }
}

/// The acts of the current line. A point of it is how many of them are done: 0 is the start.
#[derive(Debug, Clone, Default)]
pub struct Track {
    acts: Vec<Act>,
    /// The round at the start.
    first: Round,
    /// Points at which other lines leave.
    forks: BTreeSet<usize>,
    /// The entries there were, and the end of the line, when the forks were looked for.
    forked: Option<(u32, Option<EntryId>)>,
}

impl Track {
    /// Takes in what the fight has that the track has not.
    pub fn follow(&mut self, chronicle: &Chronicle) {
        let line = chronicle.line();
        self.first = chronicle.start().round;
        // Two lines that have an entry in common have everything before it in common.
        let common = self.acts.iter().zip(line).take_while(|(act, id)| act.id == **id);
        let common = common.count();
        self.acts.truncate(common);
        self.acts.reserve(line.len() - common);
        for &id in &line[common..] {
            self.acts.push(act(chronicle, id, self.round(self.acts.len())));
        }
        let forked = Some((chronicle.tree().entries(), line.last().copied()));
        if self.forked != forked {
            self.forks = chronicle.branches().iter().map(|branch| branch.parts_at).collect();
            self.forked = forked;
        }
    }

    /// The last point.
    pub fn end(&self) -> usize {
        self.acts.len()
    }

    /// The round at a point.
    pub fn round(&self, at: usize) -> Round {
        let act = at.checked_sub(1).and_then(|last| self.acts.get(last));
        act.map_or(self.first, |act| act.round)
    }

    /// What stands out in the act that leads to a point.
    pub fn marks(&self, at: usize) -> Marks {
        let act = at.checked_sub(1).and_then(|last| self.acts.get(last));
        act.map_or_else(Marks::default, |act| act.marks)
    }

    /// Whether another line leaves at a point.
    pub fn forks(&self, at: usize) -> bool {
        self.forks.contains(&at)
    }

    /// Whether a round begins at a point.
    pub fn begins(&self, at: usize) -> bool {
        at > 0 && self.round(at) != self.round(at - 1)
    }

    /// The point at which a round begins; of one that never came, the end.
    pub fn round_start(&self, round: Round) -> usize {
        if round <= self.first {
            return 0;
        }
        (self.acts.partition_point(|act| act.round < round) + 1).min(self.end())
    }

    /// The point at which the next round begins; in the last round, the end.
    pub fn round_on(&self, at: usize) -> usize {
        self.round_start(self.round(at).saturating_add(1))
    }

    /// The point at which this round began; there already, the round before.
    pub fn round_back(&self, at: usize) -> usize {
        self.round_start(self.round(at.saturating_sub(1))).min(at)
    }
}

fn act(chronicle: &Chronicle, id: EntryId, before: Round) -> Act {
    let about = chronicle.rules().about();
    let mut act = Act { id, round: before, marks: Marks::default() };
    for event in chronicle.entry(id).into_iter().flat_map(|entry| entry.events()) {
        if let Event::RoundBegan(round) = event {
            act.round = *round;
        }
        if let Some(mark) = Mark::of(about, event) {
            act.marks.add(mark);
        }
    }
    act
}
