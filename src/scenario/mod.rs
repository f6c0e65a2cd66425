//! Scenarios: fights in files, with the results expected of each step. A scenario is set up, played and compared.
//!
//! `tests/scenarios/README.md` describes every field of a file.

mod ask;
mod bless;
mod cases;
pub mod deed;
pub mod expect;
pub mod files;
pub mod given;
pub mod home;
mod judge;
mod judge_events;
mod laws;
mod names;
pub mod ruling;
pub mod run;
pub mod script;
mod setup;
mod wording;

use crate::rules;
use crate::rules::model::house_book::Book;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::Text;
use crate::store;
use given::Given;
use ron::error::{Position, SpannedError};
use script::{Step, UnreadStep, WrittenStep};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

pub use bless::bless;

/// A scenario file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The rules it tests, by their ids in the catalogue.
    #[serde(default)]
    pub rules: Vec<Text>,
    /// A one-sentence description.
    #[serde(default)]
    pub about: Text,
    /// The rows of values of the cases, already substituted by [`read_all`](Scenario::read_all).
    #[serde(default, rename = "cases")]
    _cases: IgnoredAny,
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The text of the house book that is laid over it.
    #[serde(default, deserialize_with = "book")]
    pub book: Option<Book>,
    /// Options that differ from the ruleset's defaults, by id.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
    /// The initial state.
    pub given: Given,
    /// The steps, with their expected results.
    #[serde(default)]
    pub script: Vec<Step>,
}

/// Reads the text of a house book, so that what follows it knows its words.
fn book<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Book>, D::Error> {
    String::deserialize(from).map(|text| Some(Book::of(&text)))
}

impl Scenario {
    /// Reads every case of a file; a file without cases is a single scenario.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        cases::cases(text)?.iter().map(|case| Self::read(&case.text)).collect()
    }

    /// Reads a scenario without cases.
    ///
    /// # Errors
    /// Line and column, what was found and what was expected.
    pub fn read(text: &str) -> Result<Self, String> {
        let located = |error: &SpannedError, from: usize| {
            let at = place(text, from, error.span.start);
            format!("{}:{}: {}", at.line, at.col, store::misread(&error.code))
        };
        let scenario: Self = rules::read(text).map_err(|error| located(&error, 0))?;
        match scenario.script.iter().find_map(unreadable) {
            Some(unread) => Err(located(&unread.error, text.find(&unread.text).unwrap_or(0))),
            None => Ok(scenario),
        }
    }
}

/// Returns why the command of a step cannot be read, unless the step expects it to be refused for that.
fn unreadable(step: &Step) -> Option<&UnreadStep> {
    match &step.word {
        WrittenStep::Command(_) => None,
        WrittenStep::Malformed(_) if step.refused.is_some() => None,
        WrittenStep::Malformed(unread) | WrittenStep::Broken(unread) => Some(unread),
    }
}

/// Converts a position in a piece of `text` that begins at the offset `from` into one in the whole text.
fn place(text: &str, from: usize, at: Position) -> Position {
    let above = &text[..from];
    let indent = above.rsplit('\n').next().map_or(0, |line| line.chars().count());
    Position {
        line: at.line + above.matches('\n').count(),
        col: if at.line == 1 { at.col + indent } else { at.col },
    }
}

/// A difference between a scenario and what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The index of the step; `None` for a failure of the setup, or of a law that holds for the whole fight.
    pub step: Option<usize>,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Failure {
    /// Creates a failure that belongs to no step.
    pub fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { step: None, expected: expected.into(), found: found.into() }
    }

    /// Sets the step.
    pub fn at(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => writeln!(f, "  step {}", step + 1)?,
            None => writeln!(f, "  whole scenario")?,
        }
        writeln!(f, "    expected  {}", self.expected)?;
        write!(f, "    found     {}", self.found)
    }
}

/// Returns the line number, from 1, at which a step begins; steps are counted from 0.
pub fn line_of_step(text: &str, step: usize) -> Option<usize> {
    let at = bless::keys(text, "do").nth(step)?;
    Some(text[..at].matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(done: &str) -> String {
        let text = format!("(ruleset: bx, given: (),\n script: [\n  (do: Skip),\n  (do: {done}),\n])");
        Scenario::read(&text).expect_err("a fault")
    }

    #[test]
    fn what_cannot_be_read_has_its_place_in_the_file() {
        assert!(fault("Elapse(\"soon\")").starts_with("4:15: "), "{}", fault("Elapse(\"soon\")"));
        assert!(fault("Elapze(3)").starts_with("4:8: "), "{}", fault("Elapze(3)"));
        assert!(fault("Act(\n  whom: 1)").starts_with("5:3: "), "{}", fault("Act(\n  whom: 1)"));
    }

    #[test]
    fn only_a_value_that_is_none_of_its_kind_can_be_refused() {
        let read = |done: &str| {
            Scenario::read(&format!(
                "(ruleset: bx, given: (), script: [(do: {done}, refused: \"bad-stat\")])"
            ))
        };
        assert!(read("Elapse(\"soon\")").is_ok());
        assert!(read("Elapse(-1)").is_ok());
        assert!(read("Roll(\"2d0\")").is_ok());
        assert!(read("Elapze(3)").is_err());
        assert!(read("Act(whom: 1)").is_err());
    }
}
