//! Walks the log, forward and backward; starting backward from the newest line keeps long fights cheap.

use super::draft;
use super::passage::{LogLine, Passage};
use crate::rules::model::cause::Causes;
use crate::rules::model::command::Command;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Event;
use crate::rules::ruleset::about::About;
use std::iter::successors;

/// The position of a step: its act's place on the line of the fight, and its place among that act's commands.
pub type StepAt = (usize, usize);

/// The position of an event: its act's place, its step, its own index.
pub type LogAt = (usize, usize, usize);

/// A command and its events.
#[derive(Debug, Clone, Copy)]
pub struct Happened<'a> {
    /// The command.
    pub command: &'a Command,
    /// The events.
    pub events: &'a [Event],
    /// Their causes; empty in saves of format 1.
    pub causes: &'a Causes,
}

/// The steps of a fight.
pub trait Record<'a> {
    /// Returns the step at a position.
    fn step(&self, at: StepAt) -> Option<Happened<'a>>;
    /// Returns the previous position; with `None`, the last.
    fn before(&self, at: Option<StepAt>) -> Option<StepAt>;
    /// Returns the next position; with `None`, the first.
    fn after(&self, at: Option<StepAt>) -> Option<StepAt>;
}

/// A plain sequence of steps.
#[derive(Debug, Clone, Default)]
pub struct Steps<'a>(pub Vec<Happened<'a>>);

impl<'a> Steps<'a> {
    /// Returns all lines, in order.
    pub fn lines(&self, about: &About, e: &Encounter) -> Vec<LogLine> {
        let teller = Teller { about, e, record: self };
        teller.forward(None).map(|passage| teller.line(&passage)).collect()
    }
}

impl<'a> FromIterator<Happened<'a>> for Steps<'a> {
    fn from_iter<I: IntoIterator<Item = Happened<'a>>>(all: I) -> Self {
        Self(all.into_iter().collect())
    }
}

impl<'a> Record<'a> for &Steps<'a> {
    fn step(&self, at: StepAt) -> Option<Happened<'a>> {
        self.0.get(at.0).copied()
    }

    fn before(&self, at: Option<StepAt>) -> Option<StepAt> {
        at.map_or(self.0.len(), |at| at.0).checked_sub(1).map(|at| (at, 0))
    }

    fn after(&self, at: Option<StepAt>) -> Option<StepAt> {
        let next = at.map_or(0, |at| at.0 + 1);
        (next < self.0.len()).then_some((next, 0))
    }
}

/// Renders a record as lines.
#[derive(Clone, Copy)]
pub struct Teller<'a, R> {
    /// The ruleset's description of itself.
    pub about: &'a About,
    /// Any later state of the same fight: combatants are never removed.
    pub e: &'a Encounter,
    /// The record.
    pub record: R,
}

impl<'a, R: Record<'a> + Copy + 'a> Teller<'a, R> {
    /// Returns the passages of one step, oldest first, unjoined.
    pub fn of_step(&self, at: StepAt) -> Vec<Passage> {
        draft::passages(self, at)
    }

    /// Renders a passage.
    pub fn line(&self, passage: &Passage) -> LogLine {
        passage.line(self.e, &self.about.unit)
    }

    /// The unjoined passages from a position backward, including it.
    fn unjoined_back(self, from: Option<LogAt>) -> impl Iterator<Item = Passage> + 'a {
        let first = match from {
            Some((place, step, _)) => Some((place, step)),
            None => self.record.before(None),
        };
        let steps = successors(first, move |at| self.record.before(Some(*at)));
        let upto = from.unwrap_or((usize::MAX, 0, 0));
        let all = steps.flat_map(move |at| self.of_step(at).into_iter().rev());
        all.skip_while(move |passage| passage.at() > upto)
    }

    fn unjoined_on(self, from: Option<LogAt>) -> impl Iterator<Item = Passage> + 'a {
        let first = match from {
            Some((place, step, _)) => Some((place, step)),
            None => self.record.after(None),
        };
        let steps = successors(first, move |at| self.record.after(Some(*at)));
        let all = steps.flat_map(move |at| self.of_step(at));
        all.skip_while(move |passage| from.is_some_and(|from| passage.at() <= from))
    }

    /// The joined passages from a position backward, including it; with `None`, from the newest.
    pub fn backward(self, from: Option<LogAt>) -> impl Iterator<Item = Passage> + 'a {
        let mut singles = self.unjoined_back(from).peekable();
        std::iter::from_fn(move || {
            let mut newest = singles.next()?;
            let mut all = Vec::new();
            while let Some(older) = singles.next_if(|older| older.is_joined_by(&newest)) {
                all.push(std::mem::replace(&mut newest, older));
            }
            let joined = all.into_iter().rev().fold(newest, Passage::joined);
            Some(joined)
        })
    }

    /// The joined passages after a position; with `None`, from the first.
    pub fn forward(self, from: Option<LogAt>) -> impl Iterator<Item = Passage> + 'a {
        let mut singles = self.unjoined_on(from).peekable();
        std::iter::from_fn(move || {
            let mut last = singles.next()?;
            let mut all = last.clone();
            while let Some(next) = singles.next_if(|next| last.is_joined_by(next)) {
                all = all.joined(next.clone());
                last = next;
            }
            Some(all)
        })
    }
}
