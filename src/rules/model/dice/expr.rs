//! Dice expressions: `2d6+1`.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Dice of one kind plus a number: `2d6+1`; without dice, a plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DiceExpr {
    /// The number of dice, 0..=100.
    pub count: u8,
    /// The sides of each die, 2..=1000; 1 if there are no dice.
    pub sides: u16,
    /// Added to the sum.
    pub plus: i32,
}

impl DiceExpr {
    /// Creates an expression of `count` dice with `sides` sides, plus a number.
    pub const fn new(count: u8, sides: u16, plus: i32) -> Self {
        Self { count, sides, plus }
    }

    /// Creates a number without dice.
    pub const fn flat(plus: i32) -> Self {
        Self { count: 0, sides: 1, plus }
    }

    /// Returns the average, with the average of the dice rounded down.
    pub fn average(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1) / 2 + self.plus
    }

    /// Returns the minimum and maximum.
    pub fn range(self) -> (i32, i32) {
        let count = i32::from(self.count);
        (count + self.plus, count * i32::from(self.sides) + self.plus)
    }
}

impl fmt::Display for DiceExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, plus) => write!(f, "{count}d{}{plus:+}", self.sides),
        }
    }
}

impl From<DiceExpr> for String {
    fn from(dice: DiceExpr) -> Self {
        dice.to_string()
    }
}

impl TryFrom<String> for DiceExpr {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for DiceExpr {
    type Err = String;

    /// Parses expressions like `2d6+1`, `d8`, `3d4-1`, `7`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bad =
            || format!("\"{text}\" is not a dice expression: expected 2d6+1, for example, or a number");
        let whole = text.trim().to_ascii_lowercase();
        let Some((count, rest)) = whole.split_once('d') else {
            return whole.parse().map(Self::flat).map_err(|_| bad());
        };
        let count: u8 = if count.is_empty() { 1 } else { count.parse().map_err(|_| bad())? };
        let split = rest.find(['+', '-']).unwrap_or(rest.len());
        let sides: u16 = rest[..split].parse().map_err(|_| bad())?;
        let plus: i32 =
            if split == rest.len() { 0 } else { rest[split..].parse().map_err(|_| bad())? };
        if !(1..=100).contains(&count) || !(2..=1000).contains(&sides) || plus.abs() > 9999 {
            return Err(bad());
        }
        Ok(Self { count, sides, plus })
    }
}
