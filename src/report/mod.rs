//! After-action reports: who fell and by whom, closest calls, damage dealt and taken, luck, and the log. Computed from
//! the record alone, so a report is possible at any point.

mod beat;
mod cast;
mod close;
mod grammar;
mod luck;
mod markdown;
mod notes;
pub mod odds;
mod prepared;
mod story;
mod walk;

pub use self::prepared::Prepared;
use crate::chronicle::Chronicle;
use crate::escape::visible_lines;
use crate::rules::account::Account;
use crate::rules::model::combatant::Standing;
use crate::rules::model::ids::Text;
use crate::rules::model::phrase::Number;
use crate::rules::text::words;
use serde::{Serialize, Serializer};
use std::fmt;

/// Explains the figures of luck.
pub const LUCK: &str = "Luck: 0 is the worst, 100 the best, 50 average.";

/// The report of a fight as far as it is applied. In its JSON form, fields may be added but are never renamed or
/// removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The title of the fight.
    pub title: Text,
    /// The id of the ruleset: `bx`.
    pub ruleset: &'static str,
    /// The name of the ruleset.
    pub rules: Text,
    /// Whether the fight is over.
    pub over: bool,
    /// The last round in which a combatant did something; 0 before the first. Rounds that merely pass afterwards do not
    /// count.
    pub rounds: u32,
    /// The duration of those rounds, in seconds.
    pub clock: u32,
    /// Who fought whom, for how long, and how it ended, in sentences.
    pub head: String,
    /// The story: the highlights, with a paragraph per round.
    pub story: Vec<Paragraph>,
    /// How the chance to win developed, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<odds::Odds>,
    /// The unit of harm: `hit points`.
    pub counted_in: &'static str,
    /// The sides, in order of arrival.
    pub sides: Vec<SideSum>,
    /// The combatants, in order of arrival.
    pub combatants: Vec<Participant>,
    /// Those who left the fight, in order.
    pub falls: Vec<Fall>,
    /// The closest calls: the nearest to death first, then close rolls in order.
    pub closest: Vec<CloseCall>,
    /// Dice statistics, by number of sides and by who rolled.
    pub dice: Vec<Die>,
    /// The log, with a chapter per round.
    pub log: Vec<Chapter>,
    /// The version of the accounts in it.
    pub accounts: u32,
    /// The page to play it with, if it has not begun.
    #[serde(skip)]
    pub prepared: Option<Prepared>,
}

/// The highlights of a round, or of consecutive quiet rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// The first round; 0 for what came before the first.
    pub from: u32,
    /// The last round.
    pub to: u32,
    /// Whether it is about what came after the fight.
    pub after: bool,
    /// The text, in sentences.
    pub text: String,
}

/// The totals of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideSum {
    /// Its name.
    pub name: Text,
    /// The number of its combatants still in the fight.
    pub up: usize,
    /// The number of its combatants in all.
    pub of: usize,
    /// The harm it dealt.
    pub dealt: i64,
    /// The harm it took.
    pub taken: i64,
    /// The luck of its dice.
    pub luck: Luck,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// Its name.
    pub name: Text,
    /// Its side.
    pub side: Text,
    /// Its state: `in the fight`.
    pub stands: &'static str,
    /// Hit points left, or wounds taken.
    pub left: i32,
    /// Maximum hit points. `None` if wounds are counted.
    pub most: Option<i32>,
    /// The harm it dealt.
    pub dealt: i64,
    /// The harm it took.
    pub taken: i64,
    /// The amount healed.
    pub healed: i64,
    /// The names of those it put down.
    pub felled: Vec<Text>,
    /// The luck of its dice.
    pub luck: Luck,
}

/// The results of rolls compared to expectation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Luck {
    /// The number of rolls.
    pub rolls: u32,
    /// How many of them were typed in rather than rolled by the machine.
    pub typed: u32,
    /// From 0 for the worst faces to 100 for the best; 50 is as expected. `None` without rolls.
    pub luck: Option<u32>,
}

/// A combatant's exit from the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fall {
    /// The round.
    pub round: u32,
    /// Whether it happened after the fight.
    pub after: bool,
    /// The combatant.
    pub who: Text,
    /// Its side.
    pub side: Text,
    /// What happened to it: `dies`.
    #[serde(serialize_with = "in_words")]
    pub what: Standing,
    /// Those who caused it. Empty if it came about by itself or by the referee's decision.
    pub by: Vec<Text>,
}

fn in_words<S: Serializer>(what: &Standing, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&words::becomes(*what).says(Number::One))
}

/// A close call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CloseCall {
    /// The round.
    pub round: u32,
    /// Whether it happened after the fight.
    pub after: bool,
    /// A description.
    pub what: String,
}

/// Statistics of one kind of dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Die {
    /// The number of sides.
    pub sides: u16,
    /// Whether they were typed in rather than rolled by the machine.
    pub typed: bool,
    /// The number of dice rolled.
    pub thrown: u32,
    /// The average result, in tenths.
    pub average_tenths: i64,
    /// The expected average, in tenths.
    pub expected_tenths: i64,
}

/// A section of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// The round; 0 for what came before the first.
    pub round: u32,
    /// Its lines, in order.
    pub lines: Vec<Line>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The line as a value.
    pub account: Box<Account>,
    /// The indentation level.
    pub indent: u8,
    /// The text.
    pub text: String,
}

/// The output format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For reading.
    Markdown,
    /// For other programs.
    Json,
}

impl Report {
    /// Creates the report of a fight, as far as it is applied.
    pub fn of(title: &str, fight: &Chronicle) -> Self {
        walk::report(title, fight)
    }

    /// Adds the development of the odds, from this many simulated fights per moment.
    pub fn with_odds(self, fight: &Chronicle, fights: u32) -> Self {
        Self { odds: odds::simulated(fight, fights), ..self }
    }

    /// Formats the report, ending with a line break.
    ///
    /// # Errors
    /// If JSON serialization fails, which nothing in a report can cause.
    pub fn written(&self, format: Format) -> Result<String, serde_json::Error> {
        match format {
            Format::Markdown => Ok(self.to_string()),
            Format::Json => serde_json::to_string_pretty(self).map(|text| text + "\n"),
        }
        .map(|text| visible_lines(&text).into_owned())
    }
}

/// Formats the report as Markdown.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        markdown::write(self, f)
    }
}
