//! A request for a roll, and what the dice show.

use super::expr::DiceExpr;
use super::purpose::Purpose;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::Tally;
use serde::{Deserialize, Serialize};

/// Which of several dice counts, if only one does: a pair rolled with advantage or disadvantage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// A request for a roll: `count` dice with `sides` sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollRequest {
    /// The purpose.
    pub purpose: Purpose,
    /// The combatant that rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side that rolls, if no single combatant does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// The number of dice.
    pub count: u8,
    /// The sides of each die.
    pub sides: u16,
    /// Whether each face matters, not only the total.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// Which die counts if only one does; absent: all count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<Keep>,
    /// The modifiers.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub tally: Tally,
    /// The bare dice total needed: at least this, or if `under`, at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// Whether low is good: `need` or less succeeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub under: bool,
    /// The bare dice totals at which a new outcome begins, ascending; empty: every total is a different outcome.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<i32>,
    /// Whether it is a reroll after an indecisive one: the circumstances are the same as for the previous such
    /// request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

impl RollRequest {
    /// Creates a request with nothing but its dice.
    pub fn new(purpose: Purpose, count: u8, sides: u16) -> Self {
        Self {
            purpose,
            who: None,
            side: None,
            against: None,
            count,
            sides,
            each: false,
            keep: None,
            tally: Tally::new(),
            need: None,
            under: false,
            bands: Vec::new(),
            again: false,
        }
    }

    /// Whether it is for the same as another: of one purpose, by one roller.
    pub fn is_for(&self, other: &Self) -> bool {
        (self.purpose, self.who) == (other.purpose, other.who)
    }

    /// Sets the combatant that rolls.
    pub fn by(mut self, who: CombatantId) -> Self {
        self.who = Some(who);
        self
    }

    /// Sets the side that rolls.
    pub fn by_side(mut self, side: SideId) -> Self {
        self.side = Some(side);
        self
    }

    /// Sets the target.
    pub fn against(mut self, whom: CombatantId) -> Self {
        self.against = Some(whom);
        self
    }

    /// Lets only one of the dice count.
    pub fn keeping(mut self, keep: Keep) -> Self {
        self.keep = Some(keep);
        self
    }

    /// Sets the modifiers.
    pub fn adding(mut self, tally: Tally) -> Self {
        self.tally = tally;
        self
    }

    /// Sets success to a bare dice total of `need` or more.
    pub fn at_least(mut self, need: i32) -> Self {
        self.need = Some(need);
        self.bands = vec![need];
        self
    }

    /// Sets success to a bare dice total of `need` or less.
    pub fn at_most(mut self, need: i32) -> Self {
        self.need = Some(need);
        self.under = true;
        self.bands = vec![need.saturating_add(1)];
        self
    }

    /// Sets the bare dice totals at which a new outcome begins.
    pub fn bands(mut self, bands: Vec<i32>) -> Self {
        self.bands = bands;
        self
    }

    /// Divides the bare dice totals into three outcomes: below, equal to, or above that number.
    pub fn beside(self, equal: i32) -> Self {
        let (least, most) = self.range();
        let bands = [equal, equal.saturating_add(1)].into_iter();
        let bands = bands.filter(|total| *total > least && *total <= most).collect::<Vec<_>>();
        // All totals are one outcome, but without a band each would count as its own.
        let bands = if bands.is_empty() { vec![most.saturating_add(1)] } else { bands };
        self.bands(bands)
    }

    /// Sets whether it is a reroll: see [`again`](Self::again).
    pub fn once_more(mut self, again: bool) -> Self {
        self.again = again;
        self
    }

    /// Returns the minimum and maximum of the bare dice.
    pub fn range(&self) -> (i32, i32) {
        let count = if self.keep.is_some() { self.count.min(1) } else { self.count };
        DiceExpr::new(count, self.sides, 0).range()
    }

    /// Returns the value of the bare dice: their sum, or the die that counts.
    pub fn figure(&self, roll: &Roll) -> i32 {
        let kept = match (self.keep, roll) {
            (Some(Keep::Highest), Roll::Faces(faces)) => faces.iter().max(),
            (Some(Keep::Lowest), Roll::Faces(faces)) => faces.iter().min(),
            _ => None,
        };
        kept.map_or_else(|| roll.total(), |face| i32::from(*face))
    }

    /// Checks whether these dice can show that roll.
    ///
    /// # Errors
    /// The impossible number, and the possible range.
    pub fn accepts(&self, roll: &Roll) -> Result<(), BadDie> {
        match roll {
            Roll::Total(total) => {
                let (least, most) = self.range();
                if self.each && self.count > 1 {
                    Err(BadDie::EachFace { count: self.count, sides: self.sides })
                } else if (least..=most).contains(total) {
                    Ok(())
                } else {
                    Err(BadDie::Total { found: *total, least, most })
                }
            }
            Roll::Faces(faces) if faces.len() != usize::from(self.count) => {
                Err(BadDie::Count { found: faces.len(), count: self.count, sides: self.sides })
            }
            Roll::Faces(faces) => match faces.iter().find(|f| !(1..=self.sides).contains(f)) {
                Some(&found) => Err(BadDie::Face { found, sides: self.sides }),
                None => Ok(()),
            },
        }
    }
}

/// A roll these dice cannot show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDie {
    /// A face is impossible.
    #[error("a d{sides} cannot show {found}: type 1 to {sides}")]
    Face {
        /// The face given.
        found: u16,
        /// The sides of the die.
        sides: u16,
    },
    /// The total is impossible.
    #[error("these dice cannot total {found}: type {least} to {most}")]
    Total {
        /// The total given.
        found: i32,
        /// The minimum.
        least: i32,
        /// The maximum.
        most: i32,
    },
    /// Wrong number of dice.
    #[error("{count}d{sides} needed, {found} dice given")]
    Count {
        /// The number given.
        found: usize,
        /// The number requested.
        count: u8,
        /// The sides of each.
        sides: u16,
    },
    /// A total was given although the faces matter.
    #[error("each of the {count}d{sides} matters: type every face")]
    EachFace {
        /// The number of dice.
        count: u8,
        /// The sides of each.
        sides: u16,
    },
}

/// A rolled result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roll {
    /// Every face.
    Faces(Vec<u16>),
    /// Only the total, or the die that counts.
    Total(i32),
}

impl Roll {
    /// Returns the sum of the faces; if only one counts, see [`RollRequest::figure`].
    pub fn total(&self) -> i32 {
        match self {
            Self::Faces(faces) => faces.iter().map(|&f| i32::from(f)).sum(),
            Self::Total(total) => *total,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair may be typed as its two faces, or as the one that counts.
    #[test]
    fn of_a_pair_only_the_one_that_counts_does() {
        let pair = RollRequest::new(Purpose::Attack(0), 2, 20);
        for (keep, figure) in [(Keep::Highest, 11), (Keep::Lowest, 3)] {
            let pair = pair.clone().keeping(keep);
            assert_eq!(pair.range(), (1, 20));
            for (faces, counts) in [([11, 3], figure), ([3, 11], figure), ([10, 10], 10)] {
                assert_eq!(pair.figure(&Roll::Faces(faces.to_vec())), counts);
            }
            assert_eq!(pair.figure(&Roll::Total(7)), 7);
            assert!(pair.accepts(&Roll::Total(20)).is_ok() && pair.accepts(&Roll::Total(21)).is_err());
        }
        assert_eq!(pair.range(), (2, 40));
    }
}
