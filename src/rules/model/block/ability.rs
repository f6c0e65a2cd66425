//! The six abilities and their scores.

use crate::rules::model::listed::listed;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

listed! {
    /// The six abilities.
    Ability {
        /// Strength.
        Str = "Strength",
        /// Intelligence.
        Int = "Intelligence",
        /// Wisdom.
        Wis = "Wisdom",
        /// Dexterity.
        Dex = "Dexterity",
        /// Constitution.
        Con = "Constitution",
        /// Charisma.
        Cha = "Charisma",
    }
}

impl Ability {
    /// The three-letter abbreviation: `Str`.
    pub fn short(self) -> &'static str {
        match self {
            Self::Str => "Str",
            Self::Int => "Int",
            Self::Wis => "Wis",
            Self::Dex => "Dex",
            Self::Con => "Con",
            Self::Cha => "Cha",
        }
    }

    /// The key in files: `str`.
    pub fn key(self) -> String {
        self.short().to_ascii_lowercase()
    }
}

/// An ability as written: a score, `16`, or a signed modifier in quotes, `"+2"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rating {
    /// Its score, 3..=18.
    Score(u8),
    /// Only the modifier, -5..=10; not every ruleset accepts it.
    Modifier(i8),
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "{score}"),
            Self::Modifier(modifier) => write!(f, "{modifier:+}"),
        }
    }
}

impl FromStr for Rating {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bare = text.trim();
        let read = if bare.starts_with(['+', '-']) {
            bare.parse().ok().map(Self::Modifier)
        } else {
            bare.parse().ok().map(Self::Score)
        };
        read.ok_or_else(|| {
            format!("\"{text}\" is no ability: expected a score like 16, or a modifier like +2")
        })
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Score(score) => serializer.serialize_u8(*score),
            Self::Modifier(_) => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

struct Written;

impl Visitor<'_> for Written {
    type Value = Rating;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an ability score like 16, or a modifier like \"+2\"")
    }

    fn visit_u64<E: Error>(self, score: u64) -> Result<Rating, E> {
        u8::try_from(score).map(Rating::Score).map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, score: i64) -> Result<Rating, E> {
        u8::try_from(score).map(Rating::Score).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Rating, E> {
        text.parse().map_err(E::custom)
    }
}
