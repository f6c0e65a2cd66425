//! A fight told afterwards: who fell and by whom, how close it was, what was dealt and taken, how the
//! dice ran, and the log. Worked out from the record alone, so that it can be told at any point.

mod cast;
mod close;
mod grammar;
mod luck;
mod markdown;
mod notes;
pub mod odds;
mod story;
mod walk;

use crate::chronicle::Chronicle;
use crate::rules::model::ids::Text;
use crate::visible::visible_lines;
use serde::Serialize;
use std::fmt;

/// A fight as far as it is done. As JSON its fields are added to, never renamed or taken away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What the fight is called.
    pub title: Text,
    /// Whose rules: `bx`.
    pub ruleset: &'static str,
    /// What those rules are called.
    pub rules: Text,
    /// It is over; otherwise it goes on.
    pub over: bool,
    /// The last round in which a combatant did something; 0 before the first. Time that goes by afterwards is none.
    pub rounds: u32,
    /// Seconds those rounds took.
    pub clock: u32,
    /// Who against whom, how long, how it ended, in sentences.
    pub head: String,
    /// What stood out, a paragraph a round.
    pub story: Vec<Paragraph>,
    /// How the chance to win ran; none where nobody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<odds::Odds>,
    /// What harm is counted in: `hit points`.
    pub counted_in: &'static str,
    /// The sides, in the order in which they came.
    pub sides: Vec<SideSum>,
    /// Everybody, in the order in which they came.
    pub combatants: Vec<One>,
    /// Who went out of the fight, in that order.
    pub falls: Vec<Fall>,
    /// How close it was, the nearest to death first, then roll by roll.
    pub closest: Vec<Close>,
    /// The dice by their sides and by whom they were thrown.
    pub dice: Vec<Die>,
    /// The log, a chapter each round.
    pub log: Vec<Chapter>,
}

/// What stood out in a round, or in quiet ones after one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// The first of the rounds; 0 for what came before the first.
    pub from: u32,
    /// The last of them.
    pub to: u32,
    /// It is what came after the fight.
    pub after: bool,
    /// What is told, in sentences.
    pub text: String,
}

/// A side, all its combatants together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideSum {
    /// Its name.
    pub name: Text,
    /// How many are in the fight still.
    pub up: usize,
    /// How many there were.
    pub of: usize,
    /// Harm it did to others.
    pub dealt: i64,
    /// Harm it took.
    pub taken: i64,
    /// How its dice ran.
    pub luck: Luck,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct One {
    /// Its name.
    pub name: Text,
    /// Its side.
    pub side: Text,
    /// How it stands, in a word: `in the fight`.
    pub stands: &'static str,
    /// Hit points left, or wounds taken.
    pub left: i32,
    /// Hit points at most; none where wounds are counted.
    pub most: Option<i32>,
    /// Harm it did.
    pub dealt: i64,
    /// Harm it took.
    pub taken: i64,
    /// What it got back.
    pub healed: i64,
    /// Whom it put down.
    pub felled: Vec<Text>,
    /// How its dice ran.
    pub luck: Luck,
}

/// How dice ran against what can be expected of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Luck {
    /// How many rolls.
    pub rolls: u32,
    /// How many of them were typed in; the machine made the others.
    pub typed: u32,
    /// 0 to 100: the worst faces to the best ones, 50 as can be expected. None without rolls.
    pub luck: Option<u32>,
}

/// A combatant went out of the fight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fall {
    /// In which round.
    pub round: u32,
    /// After the fight.
    pub after: bool,
    /// Who.
    pub who: Text,
    /// Of which side.
    pub side: Text,
    /// What became of it: `dies`.
    pub what: &'static str,
    /// By whom; nobody: by itself, or by the referee's word.
    pub by: Vec<Text>,
}

/// What came near to going otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Close {
    /// In which round.
    pub round: u32,
    /// After the fight.
    pub after: bool,
    /// What it was, in words.
    pub what: String,
}

/// Dice of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Die {
    /// Sides of each.
    pub sides: u16,
    /// They were typed in; otherwise the machine threw them.
    pub typed: bool,
    /// How many were thrown.
    pub thrown: u32,
    /// What they came to on average, in tenths.
    pub average_tenths: i64,
    /// What can be expected, in tenths.
    pub expected_tenths: i64,
}

/// A part of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// The round; 0 for what came before the first.
    pub round: u32,
    /// What happened, in order.
    pub lines: Vec<Line>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How far it stands in.
    pub indent: u8,
    /// What it says.
    pub text: String,
}

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// To read.
    Markdown,
    /// For other programs.
    Json,
}

impl Report {
    /// The report of a fight, as far as it is done.
    pub fn of(title: &str, fight: &Chronicle) -> Self {
        walk::told(title, fight)
    }

    /// The same with how the odds ran, simulated so often from each moment.
    pub fn with_odds(self, fight: &Chronicle, fights: u32) -> Self {
        Self { odds: odds::ran(fight, fights), ..self }
    }

    /// Writes it out, with the end of a line at its end.
    ///
    /// # Errors
    /// Only what the writer of JSON says; nothing in a report can cause that.
    pub fn written(&self, format: Format) -> Result<String, serde_json::Error> {
        match format {
            Format::Markdown => Ok(self.to_string()),
            Format::Json => serde_json::to_string_pretty(self).map(|text| text + "\n"),
        }
        .map(|text| visible_lines(&text).into_owned())
    }
}

/// As Markdown.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        markdown::write(self, f)
    }
}
