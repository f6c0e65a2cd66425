//! Walks the steps of a fight, forward and backward; starting backward from the newest keeps long fights cheap.

use super::{Account, merge, read};
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

/// The steps of several acts in a row, and for each step the number of its act, from 1.
pub fn of_acts<'a, A>(acts: impl IntoIterator<Item = A>) -> (Steps<'a>, Vec<usize>)
where
    A: IntoIterator<Item = Happened<'a>>,
{
    let numbered = acts.into_iter().zip(1..);
    let all = numbered.flat_map(|(act, number)| act.into_iter().map(move |step| (step, number)));
    let (steps, acts): (Vec<_>, Vec<_>) = all.unzip();
    (Steps(steps), acts)
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

/// Reads a record as accounts.
#[derive(Clone, Copy)]
pub struct Reader<'a, R> {
    /// The ruleset's description of itself.
    pub about: &'a About,
    /// Any later state of the same fight: combatants are never removed.
    pub e: &'a Encounter,
    /// The record.
    pub record: R,
}

/// The most acts in which accounts are joined whatever lies between them.
const STRETCH: usize = 64;

impl<'a, R: Record<'a> + Copy + 'a> Reader<'a, R> {
    /// Returns the accounts of one step, oldest first, unjoined.
    pub fn of_step(&self, at: StepAt) -> Vec<Account> {
        read::accounts(self, at)
    }

    /// Whether the step is the last of its stretch: a window closes with it, or so many acts have gone by that what
    /// follows is read on its own.
    fn ends_stretch(&self, at: StepAt) -> bool {
        let last_of_act = self.record.after(Some(at)).is_none_or(|next| next.0 != at.0);
        let closes = |step: Happened| step.events.iter().any(|event| matches!(event, Event::Closed));
        last_of_act && (at.0 + 1).is_multiple_of(STRETCH) || self.record.step(at).is_some_and(closes)
    }

    /// The first step of the stretch in which a step lies.
    fn begins(&self, at: StepAt) -> StepAt {
        let back = successors(Some(at), |at| {
            self.record.before(Some(*at)).filter(|before| !self.ends_stretch(*before))
        });
        back.last().unwrap_or(at)
    }

    /// The joined accounts of the stretch that begins with that step, in order, and the step behind it.
    fn stretch(&self, from: StepAt) -> (Vec<Account>, Option<StepAt>) {
        let mut all = Vec::new();
        let mut at = Some(from);
        while let Some(here) = at {
            all.extend(self.of_step(here));
            at = self.record.after(Some(here));
            if self.ends_stretch(here) {
                break;
            }
        }
        // What a rule of the house brings stands behind what it follows on, which therefore joins nothing later.
        let parts = all.split_inclusive(|account| account.home);
        (parts.flat_map(|part| merge::in_stretch(self.e, part.to_vec())).collect(), at)
    }

    /// The joined accounts from a position backward, including it; with `None`, from the newest.
    pub fn backward(self, from: Option<LogAt>) -> impl Iterator<Item = Account> + 'a {
        let last = match from {
            Some((place, step, _)) => Some((place, step)),
            None => self.record.before(None),
        };
        let first = last.map(|at| self.begins(at));
        let stretches =
            successors(first, move |at| self.record.before(Some(*at)).map(|before| self.begins(before)));
        let upto = from.unwrap_or((usize::MAX, 0, 0));
        let all = stretches.flat_map(move |at| self.stretch(at).0.into_iter().rev());
        let mut singles = all.skip_while(move |account| account.place() > upto).peekable();
        std::iter::from_fn(move || {
            let mut newest = singles.next()?;
            let mut all = Vec::new();
            while let Some(older) = singles.next_if(|older| merge::goes_on(self.e, older, &newest)) {
                all.push(std::mem::replace(&mut newest, older));
            }
            Some(all.into_iter().rev().fold(newest, merge::joined))
        })
    }

    /// The joined accounts after a position; with `None`, from the first.
    pub fn forward(self, from: Option<LogAt>) -> impl Iterator<Item = Account> + 'a {
        let first = match from {
            Some((place, step, _)) => Some(self.begins((place, step))),
            None => self.record.after(None),
        };
        let mut next = first;
        let stretches = std::iter::from_fn(move || {
            let (all, behind) = self.stretch(next?);
            next = behind;
            Some(all)
        });
        let all = stretches.flatten();
        let behind = move |account: &Account| from.is_none_or(|from| account.place() > from);
        let mut singles = all.skip_while(move |account| !behind(account)).peekable();
        std::iter::from_fn(move || {
            let mut last = singles.next()?;
            let mut all = last.clone();
            while let Some(next) = singles.next_if(|next| merge::goes_on(self.e, &last, next)) {
                all = merge::joined(all, next.clone());
                last = next;
            }
            Some(all)
        })
    }
}
