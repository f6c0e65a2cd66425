//! Tables that map ranges of a number to results.

use serde::Deserialize;
use std::ops::RangeInclusive;

/// Ranges of a number (a dice total, a score, a level) with their results, ascending.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct RangeTable<T>(pub Vec<(i32, i32, T)>);

impl<T> RangeTable<T> {
    /// Returns the result for a number; numbers below the first row or above the last use that row. `None` only for
    /// an empty table.
    pub fn at(&self, number: i32) -> Option<&T> {
        let row = self.0.iter().find(|(_, most, _)| number <= *most).or(self.0.last())?;
        Some(&row.2)
    }

    /// Returns the bare dice totals, within `shown`, at which a row other than the first begins, if `added` is added
    /// to them.
    pub fn bands(&self, added: i32, shown: RangeInclusive<i32>) -> Vec<i32> {
        let first = self.0.iter().skip(1).map(|(from, _, _)| from.saturating_sub(added));
        first.filter(|n| shown.contains(n)).collect()
    }

    /// Whether the rows cover `least..=most` exactly, without gaps or overlaps.
    pub fn covers(&self, least: i32, most: i32) -> bool {
        let mut next = least;
        for (from, to, _) in &self.0 {
            if *from != next || to < from {
                return false;
            }
            next = to + 1;
        }
        next == most + 1
    }
}

/// Formats a range of numbers for a printed table; open-ended beyond `told`.
pub fn span(least: i32, most: i32, told: RangeInclusive<i32>) -> String {
    if least < *told.start() {
        format!("{most} or less")
    } else if most > *told.end() {
        format!("{least} or more")
    } else if least == most {
        least.to_string()
    } else {
        format!("{least}-{most}")
    }
}

/// Formats a modifier for a printed table: `+2`, `0`, `-1`.
pub fn signed(n: i32) -> String {
    if n == 0 { "0".into() } else { format!("{n:+}") }
}
