//! Entries: an act of the referee with all questions, answers and events.

use crate::rules::account::Happened;
use crate::rules::model::cause::Causes;
use crate::rules::model::command::{Command, Deed};
use crate::rules::model::dice::{Answer, ChoiceRequest, RollRequest};
use crate::rules::model::event::Event;
use serde::{Deserialize, Serialize};

/// The number of an entry, in order of acceptance, from 1. 0 is the start, before any entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub u32);

impl EntryId {
    /// The start, before any entry.
    pub const START: Self = Self(0);

    /// The next number.
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// Who answered a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Provenance {
    /// Rolled by wardrum.
    #[default]
    Machine,
    /// Entered at the table: a die result or a choice.
    Typed,
    /// Answered by a player on a phone, and accepted by the referee.
    Phone,
}

impl Provenance {
    /// Whether wardrum rolled it.
    pub fn is_machine(&self) -> bool {
        *self == Self::Machine
    }
}

/// A question asked by the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// A die roll.
    Roll(RollRequest),
    /// A choice.
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

/// An answer with its question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The question.
    pub ask: Ask,
    /// The answer.
    pub answer: Answer,
    /// Who answered.
    #[serde(default, skip_serializing_if = "Provenance::is_machine")]
    pub by: Provenance,
}

/// An executed command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The command.
    pub command: Command,
    /// The questions answered on the way, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// The events, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// What caused them; empty in steps of format 1.
    #[serde(default, skip_serializing_if = "Causes::is_empty")]
    pub causes: Causes,
}

impl Step {
    /// Whether it merely skips: a closed window or a pass, without any answers.
    pub fn is_idle(&self) -> bool {
        let passes = match &self.command {
            Command::Act(act) => act.deed == Deed::Pass,
            command => *command == Command::Proceed,
        };
        passes && self.answers.is_empty()
    }

    /// What the log shows of it.
    pub fn happened(&self) -> Happened<'_> {
        Happened { command: &self.command, events: &self.events, causes: &self.causes }
    }
}

/// An act of the referee. It may consist of several commands, which are undone together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number.
    pub id: EntryId,
    /// The entry it follows; the start for the first.
    pub after: EntryId,
    /// Its commands, each resolved on the state after the one before.
    pub steps: Vec<Step>,
}

impl Entry {
    /// Frees unused capacity, since entries are many.
    pub(super) fn fit(&mut self) {
        self.steps.shrink_to_fit();
        for step in &mut self.steps {
            step.answers.shrink_to_fit();
            step.events.shrink_to_fit();
        }
    }

    /// Its events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.steps.iter().flat_map(|step| &step.events)
    }
}
