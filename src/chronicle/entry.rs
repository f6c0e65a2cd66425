//! What is recorded: an act of the referee with everything that was asked, answered and happened.

use crate::rules::model::command::{Command, Deed};
use crate::rules::model::dice::{Answer, ChoiceRequest, RollRequest};
use crate::rules::model::event::Event;
use crate::rules::text::log::Happened;
use serde::{Deserialize, Serialize};

/// The number of an entry, in order of acceptance, from 1 on; 0 is the start, before any entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub u32);

impl EntryId {
    /// Before any entry.
    pub const START: Self = Self(0);

    /// The number that follows.
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// Who answered a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Provenance {
    /// wardrum rolled.
    #[default]
    Machine,
    /// Somebody at the table: a face typed in, a decision made.
    Typed,
}

fn is_machine(by: &Provenance) -> bool {
    *by == Provenance::Machine
}

/// A question of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Dice are asked.
    Roll(RollRequest),
    /// A decision is asked.
    Choice(ChoiceRequest),
}

impl Ask {
    /// Whether the answer fits the question.
    pub fn accepts(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Roll(ask), Answer::Roll(roll)) => ask.accepts(roll).is_ok(),
            (Self::Roll(_), _) => false,
            (Self::Choice(ask), answer) => ask.accepts(answer),
        }
    }
}

/// An answer, kept with its question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// What was asked.
    pub ask: Ask,
    /// What was answered.
    pub answer: Answer,
    /// By whom.
    #[serde(default, skip_serializing_if = "is_machine")]
    pub by: Provenance,
}

/// One command carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What was commanded.
    pub command: Command,
    /// What was asked on the way, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// What happened, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

impl Step {
    /// Whether it only passed something over: a window closed, or somebody passed, and nothing was rolled.
    pub fn is_idle(&self) -> bool {
        let passes = match &self.command {
            Command::Act(act) => act.deed == Deed::Pass,
            command => *command == Command::Proceed,
        };
        passes && self.answers.is_empty()
    }

    /// What the log tells of.
    pub fn happened(&self) -> Happened<'_> {
        Happened { command: &self.command, events: &self.events }
    }
}

/// One act of the referee. It may hold several commands; undo takes it back whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number.
    pub id: EntryId,
    /// The entry it followed; the start for the first.
    pub after: EntryId,
    /// Its commands, each resolved on the state after the one before.
    pub steps: Vec<Step>,
}

impl Entry {
    /// Gives back room that was set aside and not used: entries are many.
    pub(super) fn fit(&mut self) {
        self.steps.shrink_to_fit();
        for step in &mut self.steps {
            step.answers.shrink_to_fit();
            step.events.shrink_to_fit();
        }
    }

    /// Everything that happened in it, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.steps.iter().flat_map(|step| &step.events)
    }
}
