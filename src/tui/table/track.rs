//! The fight as a track: the round and marks of every act on the current line, extended as acts are added.

use crate::chronicle::{Chronicle, EntryId};
use crate::rules::model::event::Event;
use crate::rules::model::moment::Round;
use crate::rules::text::words::mark::Mark;
use std::collections::BTreeSet;

/// An act on the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Act {
    id: EntryId,
    /// The round after the act.
    round: Round,
    marks: Marks,
}

/// The notable things in an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u8);

impl Marks {
    fn add(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    /// Returns the marks, most important first.
    pub fn all(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.0 & (1 << *mark as u8) != 0)
    }
}

/// The acts of the current line. A point on it is the number of acts done: 0 is the start.
#[derive(Debug, Clone, Default)]
pub struct Track {
    acts: Vec<Act>,
    /// The round at the start.
    first: Round,
    /// Points at which other lines branch off.
    forks: BTreeSet<usize>,
    /// Number of entries and the end of the line when `forks` was last computed.
    forked: Option<(u32, Option<EntryId>)>,
}

impl Track {
    /// Updates the track to the current line.
    pub fn follow(&mut self, chronicle: &Chronicle) {
        let line = chronicle.line();
        self.first = chronicle.start().round;
        // Two lines that share an entry share everything before it.
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

    /// Returns the round at a point.
    pub fn round(&self, at: usize) -> Round {
        let act = at.checked_sub(1).and_then(|last| self.acts.get(last));
        act.map_or(self.first, |act| act.round)
    }

    /// Returns the marks of the act that leads to a point.
    pub fn marks(&self, at: usize) -> Marks {
        let act = at.checked_sub(1).and_then(|last| self.acts.get(last));
        act.map_or_else(Marks::default, |act| act.marks)
    }

    /// Whether another line branches off at a point.
    pub fn forks(&self, at: usize) -> bool {
        self.forks.contains(&at)
    }

    /// Whether a round begins at a point.
    pub fn begins(&self, at: usize) -> bool {
        at > 0 && self.round(at) != self.round(at - 1)
    }

    /// Returns the point at which a round begins; the end if it is never reached.
    pub fn round_start(&self, round: Round) -> usize {
        if round <= self.first {
            return 0;
        }
        (self.acts.partition_point(|act| act.round < round) + 1).min(self.end())
    }

    /// Returns the point at which the next round begins; in the last round, the end.
    pub fn round_on(&self, at: usize) -> usize {
        self.round_start(self.round(at).saturating_add(1))
    }

    /// Returns the point at which this round began or, if already there, the previous one.
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
