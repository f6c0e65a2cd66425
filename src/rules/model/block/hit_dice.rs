//! Hit Dice and the values derived from them.

use super::schema::Number;
use crate::rules::model::dice::DiceExpr;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Hit Dice as text: `3`, `4+1`, `1-1`, `1/2`, `NH` (normal human); a `*` marks special powers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HitDice {
    /// Whole dice, 0..=100; 0 for half a die and for a normal human. A ruleset may allow less.
    pub whole: u8,
    /// Hit points added or subtracted.
    pub plus: i8,
    /// Whether it is a normal human.
    pub normal_human: bool,
    /// Whether it has special powers (one `*` or more).
    pub starred: bool,
}

/// As a figure it is its whole dice.
impl Number for HitDice {
    fn get(&self) -> Option<i32> {
        Some(self.whole.into())
    }

    fn of(n: Option<i32>) -> Option<Self> {
        n?.try_into().ok().map(Self::whole)
    }
}

impl HitDice {
    /// Creates a number of whole dice.
    pub fn whole(whole: u8) -> Self {
        Self { whole, plus: 0, normal_human: false, starred: false }
    }

    /// Whether it is less than one full die: half, `1-1`, a normal human.
    pub fn below_one(self) -> bool {
        self.whole == 0 || (self.whole == 1 && self.plus < 0)
    }

    /// Returns the row of attack tables to use: the whole dice, plus one if hit points are added, and at least 1.
    pub fn fighting(self) -> i32 {
        (i32::from(self.whole) + i32::from(self.plus > 0)).max(1)
    }

    /// Returns the dice to roll for hit points: d8s with the modifier; half a die is a d4.
    pub fn dice(self) -> DiceExpr {
        let (count, sides) = if self.whole == 0 { (1, 4) } else { (self.whole, 8) };
        DiceExpr::new(count, sides, i32::from(self.plus))
    }
}

impl fmt::Display for HitDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.starred { "*" } else { "" };
        match (self.normal_human, self.whole, self.plus) {
            (true, _, _) => write!(f, "NH{star}"),
            (_, 0, _) => write!(f, "1/2{star}"),
            (_, whole, 0) => write!(f, "{whole}{star}"),
            (_, whole, plus) => write!(f, "{whole}{plus:+}{star}"),
        }
    }
}

impl From<HitDice> for String {
    fn from(hd: HitDice) -> Self {
        hd.to_string()
    }
}

impl TryFrom<String> for HitDice {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for HitDice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("\"{text}\" are no Hit Dice: expected like 3, 4+1, 1-1, 1/2 or NH");
        let bare = text.trim();
        let (bare, starred) = (bare.trim_end_matches('*'), bare.ends_with('*'));
        let made = |whole, plus, normal_human| Self { whole, plus, normal_human, starred };
        if bare.eq_ignore_ascii_case("nh") {
            return Ok(made(0, 0, true));
        }
        if bare == "1/2" {
            return Ok(made(0, 0, false));
        }
        let split = bare.find(['+', '-']).unwrap_or(bare.len());
        let whole: u8 = bare[..split].parse().map_err(|_| bad())?;
        let plus: i8 = if split == bare.len() { 0 } else { bare[split..].parse().map_err(|_| bad())? };
        if (1..=100).contains(&whole) { Ok(made(whole, plus, false)) } else { Err(bad()) }
    }
}
