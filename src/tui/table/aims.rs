//! What an act that is being filled in may aim at, as the roster shows it: a letter for each row, who is aimed at, and
//! what may come of it.

use super::board::Board;
use super::view::View;
use crate::rules::model::ids::CombatantId;
use std::collections::BTreeMap;

/// The most rows with their odds.
const MOST_WEIGHED: usize = 20;

/// A row of the roster that may be aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    /// The key that aims there; none if all letters are taken.
    pub letter: Option<char>,
    /// Those of the row that may be aimed at.
    pub among: Vec<CombatantId>,
    /// How many of them are aimed at.
    pub chosen: usize,
    /// Whether others may be aimed at together with them.
    pub several: bool,
    /// What may come of it.
    pub odds: String,
}

/// The rows that may be aimed at, by index.
#[derive(Debug, Default)]
pub struct Aims {
    rows: BTreeMap<usize, Aim>,
    /// Whether several may be aimed at together.
    pub several: bool,
}

impl Aims {
    /// The rows of these candidates. Letters in `taken` have another meaning.
    pub fn of(
        board: &Board,
        candidates: &[CombatantId],
        chosen: &[CombatantId],
        several: bool,
        taken: &[char],
    ) -> Self {
        let mut rows: BTreeMap<usize, Aim> = BTreeMap::new();
        for who in candidates {
            let row = rows.entry(board.row_of(*who)).or_insert_with(|| Aim {
                letter: None,
                among: Vec::new(),
                chosen: 0,
                several,
                odds: String::new(),
            });
            row.among.push(*who);
            row.chosen += usize::from(chosen.contains(who));
        }
        let mut free = ('a'..='z').filter(|letter| !taken.contains(letter));
        rows.values_mut().for_each(|row| row.letter = free.next());
        Self { rows, several }
    }

    /// Adds what may come of aiming at each row, by its member that is aimed at, else its first.
    pub fn weighed(
        mut self,
        chosen: &[CombatantId],
        odds: impl Fn(CombatantId) -> Option<String>,
    ) -> Self {
        for row in self.rows.values_mut().take(MOST_WEIGHED) {
            let one = row.among.iter().find(|who| chosen.contains(who)).or(row.among.first());
            row.odds = one.and_then(|who| odds(*who)).unwrap_or_default();
        }
        self
    }

    /// The row at an index of the roster.
    pub fn row(&self, at: usize) -> Option<&Aim> {
        self.rows.get(&at)
    }

    /// The row with that letter.
    pub fn lettered(&self, letter: char) -> Option<&Aim> {
        self.rows.values().find(|row| row.letter == Some(letter))
    }
}

impl Aim {
    /// The one of the row to aim at next, if that one is aimed at now.
    pub fn next(&self, now: Option<CombatantId>) -> Option<CombatantId> {
        let at = self.among.iter().position(|who| Some(*who) == now);
        let next = at.map_or(0, |at| (at + 1) % self.among.len());
        self.among.get(next).copied()
    }

    /// Whether it is what the act is aimed at, and nothing else is.
    pub fn is_chosen(&self) -> bool {
        self.chosen > 0 && !self.several
    }

    /// What the roster says of it: whether it is aimed at among several, and the odds.
    pub fn told(&self) -> String {
        let mark = match (self.several, self.chosen, self.among.len()) {
            (false, ..) => String::new(),
            (true, chosen, 1) => format!("[{}] ", if chosen > 0 { 'x' } else { ' ' }),
            (true, chosen, of) => format!("[{chosen} of {of}] "),
        };
        format!("{mark}{}", self.odds).trim_end().to_string()
    }
}

impl View<'_> {
    /// The row of the roster that may be aimed at, if an act is being filled in.
    pub fn aim(&self, row: usize) -> Option<&Aim> {
        self.aims.and_then(|aims| aims.row(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_goes_round_the_row() {
        let among = vec![CombatantId(2), CombatantId(4)];
        let one = Aim { letter: Some('a'), among, chosen: 1, several: false, odds: "hits 50 %".into() };
        let aim = Aim { several: true, ..one.clone() };
        assert_eq!(aim.next(None), Some(CombatantId(2)));
        assert_eq!(aim.next(Some(CombatantId(2))), Some(CombatantId(4)));
        assert_eq!(aim.next(Some(CombatantId(4))), Some(CombatantId(2)));
        assert_eq!((one.told(), aim.told()), ("hits 50 %".into(), "[1 of 2] hits 50 %".into()));
    }
}
