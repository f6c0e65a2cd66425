//! Tables of figures: ranges of a number to a result.

use serde::Deserialize;
use std::ops::RangeInclusive;

/// Ranges of a number (a die's total, a score, a level) and what each gives, ascending.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct RangeTable<T>(pub Vec<(i32, i32, T)>);

impl<T> RangeTable<T> {
    /// The row that holds the number; below the first row the first, above the last the last.
    /// `None` only for an empty table.
    pub fn at(&self, number: i32) -> Option<&T> {
        let row = self.0.iter().find(|(_, most, _)| number <= *most).or(self.0.last())?;
        Some(&row.2)
    }

    /// What dice have to show, with so much added, for another row than the first to begin: the results that matter
    /// to the roller, as far as they can be `shown`.
    pub fn bands(&self, added: i32, shown: RangeInclusive<i32>) -> Vec<i32> {
        let first = self.0.iter().skip(1).map(|(from, _, _)| from.saturating_sub(added));
        first.filter(|n| shown.contains(n)).collect()
    }

    /// Whether the rows cover `least..=most` once each, without gap or overlap.
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

/// A range of numbers as a table prints it; what lies outside `told` is not told apart.
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

/// A modifier as a table prints it: `+2`, `0`, `-1`.
pub fn signed(n: i32) -> String {
    if n == 0 { "0".into() } else { format!("{n:+}") }
}
