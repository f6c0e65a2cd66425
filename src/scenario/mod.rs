//! Scenarios: a fight written down in a file, with what must come of it. Set up, run, compare.
//!
//! `tests/scenarios/README.md` describes every field of a file.

mod ask;
mod bless;
pub mod deed;
pub mod expect;
pub mod files;
pub mod given;
mod judge;
mod judge_events;
mod laws;
mod names;
pub mod ruling;
pub mod run;
pub mod script;
mod setup;
mod wording;

use crate::rules::ids::Text;
use crate::rules::notation;
use crate::rules::registry::RulesetId;
use given::Given;
use script::Step;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

pub use bless::bless;

/// A scenario file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The rules it proves, ids as in the catalogue.
    #[serde(default)]
    pub rules: Vec<Text>,
    /// What it is about, in a sentence.
    #[serde(default)]
    pub about: Text,
    /// Whose rules are played.
    pub ruleset: RulesetId,
    /// Options that differ from the ruleset's standard, by id.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
    /// Where it begins.
    pub given: Given,
    /// What is done, and what comes of it.
    #[serde(default)]
    pub script: Vec<Step>,
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// Line and column, what was found and what was expected.
    pub fn read(text: &str) -> Result<Self, String> {
        notation::read(text).map_err(|error| {
            let at = error.span.start;
            format!("{}:{}: {}", at.line, at.col, error.code)
        })
    }
}

/// How a scenario falls short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The step, counted from 0; `None`: setting up, or a law that holds for the whole fight.
    pub step: Option<usize>,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Failure {
    /// A failure that belongs to no step.
    pub fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { step: None, expected: expected.into(), found: found.into() }
    }

    /// The same, at a step.
    pub fn at(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => writeln!(f, "  step {}", step + 1)?,
            None => writeln!(f, "  the whole")?,
        }
        writeln!(f, "    expected  {}", self.expected)?;
        write!(f, "    found     {}", self.found)
    }
}

/// The line of the text at which a step stands, both counted from 0 and 1 as people do.
pub fn line_of_step(text: &str, step: usize) -> Option<usize> {
    let at = bless::keys(text, "do").nth(step)?;
    Some(text[..at].matches('\n').count() + 1)
}
