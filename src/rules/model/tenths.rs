//! Numbers with one decimal place, exact.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A fixed-point number in tenths: distances and places in the ruleset's unit, squares of movement, kilograms.
/// Serialized as an integer, or as a string if it has a decimal place: `3`, `"2.5"`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub i32);

impl Tenths {
    /// Creates a whole number.
    #[inline]
    pub const fn whole(n: i32) -> Self {
        Self(n.saturating_mul(10))
    }

    /// Rounds up (2.1 to 3): the movement needed to cover the distance.
    pub fn up(self) -> i32 {
        self.0.saturating_add(9).div_euclid(10)
    }

    /// Rounds down (2.9 to 2).
    pub fn down(self) -> i32 {
        self.0.div_euclid(10)
    }

    /// Returns the absolute difference.
    #[inline]
    pub fn gap(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0).saturating_abs())
    }

    /// Rounds to the nearest whole number, halves up (2.5 to 3, 2.4 to 2).
    pub fn rounded(self) -> i32 {
        self.0.saturating_add(5).div_euclid(10)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        if rest == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

impl FromStr for Tenths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad =
            || format!("found \"{text}\", expected a number with at most one decimal place: \"2.5\"");
        let (whole, rest) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
        let digit = rest.parse::<i32>().ok().filter(|_| rest.len() == 1).ok_or_else(bad)?;
        let negative = whole.starts_with('-');
        let whole: i32 = whole.parse().map_err(|_| bad())?;
        let tenths = whole.checked_mul(10).ok_or_else(bad)?;
        Ok(Self(if negative { tenths.saturating_sub(digit) } else { tenths.saturating_add(digit) }))
    }
}

impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 10 == 0 {
            serializer.serialize_i32(self.0 / 10)
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Tenths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Tenths;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, or one with a decimal place between quotes: \"2.5\"")
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Tenths, E> {
        let tenths = i32::try_from(n).ok().and_then(|n| n.checked_mul(10));
        tenths.map(Tenths).ok_or_else(|| E::custom(format!("{n} is too large")))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Tenths, E> {
        self.visit_i64(i64::try_from(n).unwrap_or(i64::MAX))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tenths, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn whole_numbers_and_quoted_ones_are_read_and_written() {
        for (text, tenths) in [("3", 30), ("\"2.5\"", 25), ("-1", -10), ("\"-0.5\"", -5)] {
            let read: Tenths = notation::read(text).expect(text);
            assert_eq!(read, Tenths(tenths));
            assert_eq!(notation::line(&read).expect(text), text);
        }
        assert!(notation::read::<Tenths>("\"2.55\"").is_err());
        assert!(notation::read::<Tenths>("\"fast\"").is_err());
    }

    #[test]
    fn a_half_rounds_up() {
        assert_eq!((Tenths(25).rounded(), Tenths(24).rounded(), Tenths(-5).rounded()), (3, 2, 0));
    }
}
