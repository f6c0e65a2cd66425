//! The results of many fights.

use super::fight::{End, Fought};
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::condition::Meaning;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, SideId, Text};
use crate::rules::model::moment::Round;
use std::collections::BTreeMap;

/// The half-width of a 95 % interval, in standard deviations.
const Z: f64 = 1.96;

/// The results of many fights from one state, all as counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// The round of the starting state; 0 before the first.
    pub began: Round,
    /// The number of fights.
    pub fights: u32,
    /// The sides, in the order of the encounter.
    pub sides: Vec<SideFate>,
    /// Fights that left nobody standing.
    pub nobody: u32,
    /// Fights abandoned because they went on for too long.
    pub undecided: u32,
    /// The combatants standing at the start, in the order of the roster.
    pub combatants: Vec<Fate>,
    /// The number of fights that ended in each round. Undecided fights are not counted.
    pub rounds: BTreeMap<Round, u32>,
}

/// The results of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideFate {
    /// Its id.
    pub id: SideId,
    /// Its name.
    pub name: Text,
    /// The fights it won.
    pub won: u32,
}

/// The results of a combatant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fate {
    /// Its id.
    pub id: CombatantId,
    /// Its name at the table.
    pub name: Text,
    /// Its side.
    pub side: SideId,
    /// Fights after which it was dead or out of action.
    pub fell: u32,
    /// Fights after which it was dead.
    pub died: u32,
    /// Fights from which it fled or in which it surrendered.
    pub left: u32,
    /// The sum over all fights of hit points left (at least 0 each) or wounds taken.
    pub figure: i64,
}

/// A fraction of all fights, with its margin of error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Chance {
    /// The fraction, from 0 to 1.
    pub share: f64,
    /// Half the width of the 95 % interval (Wilson score).
    pub margin: f64,
}

impl Chance {
    /// The chance from `count` out of `all` fights.
    pub fn of(count: u32, all: u32) -> Self {
        if all == 0 {
            return Self { share: 0.0, margin: 0.5 };
        }
        let (n, share) = (f64::from(all), f64::from(count) / f64::from(all));
        let spread = (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Self { share, margin: Z / (1.0 + Z * Z / n) * spread }
    }
}

impl Outlook {
    /// The empty outlook of a state.
    pub fn of(start: &Encounter) -> Self {
        let side = |id: SideId| Some(SideFate { id, name: start.side(id)?.name.clone(), won: 0 });
        let one = |c: &Combatant| Fate {
            id: c.id,
            name: c.name.clone(),
            side: c.side,
            fell: 0,
            died: 0,
            left: 0,
            figure: 0,
        };
        Self {
            began: start.round,
            fights: 0,
            sides: start.side_ids().filter_map(side).collect(),
            nobody: 0,
            undecided: 0,
            combatants: start.all().filter(|c| c.is_up()).map(one).collect(),
            rounds: BTreeMap::new(),
        }
    }

    /// Counts a fight.
    pub(super) fn count(&mut self, fought: &Fought) {
        let e = &fought.state;
        self.fights += 1;
        match fought.end {
            End::Won(side) => self.sides[side.index()].won += 1,
            End::Nobody => self.nobody += 1,
            End::Undecided => self.undecided += 1,
        }
        if fought.end != End::Undecided {
            *self.rounds.entry(e.round).or_default() += 1;
        }
        for fate in &mut self.combatants {
            let Some(c) = e.get(fate.id) else { continue };
            let died = c.standing == Standing::Dead;
            fate.died += u32::from(died);
            fate.fell += u32::from(died || c.standing == Standing::Down || lies(c));
            fate.left += u32::from(matches!(c.standing, Standing::Fled | Standing::Surrendered));
            fate.figure += i64::from(c.vitals.figure().max(0));
        }
    }

    /// Adds the counts of another outlook of the same state.
    pub(super) fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.nobody += other.nobody;
        self.undecided += other.undecided;
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.won += more.won;
        }
        for (fate, more) in self.combatants.iter_mut().zip(&other.combatants) {
            fate.fell += more.fell;
            fate.died += more.died;
            fate.left += more.left;
            fate.figure += more.figure;
        }
        for (round, count) in &other.rounds {
            *self.rounds.entry(*round).or_default() += count;
        }
    }

    /// The chance that a side wins; 0 for an unknown side.
    pub fn wins(&self, side: SideId) -> Chance {
        Chance::of(self.sides.get(side.index()).map_or(0, |side| side.won), self.fights)
    }

    /// The chance that a combatant falls.
    pub fn falls(&self, fate: &Fate) -> Chance {
        Chance::of(fate.fell, self.fights)
    }

    /// The widest margin among the sides' chances to win.
    pub fn margin(&self) -> f64 {
        self.sides.iter().map(|side| Chance::of(side.won, self.fights).margin).fold(0.0, f64::max)
    }

    /// Those of a side who stood at the start.
    pub fn of_side(&self, side: SideId) -> impl Iterator<Item = &Fate> {
        self.combatants.iter().filter(move |fate| fate.side == side)
    }

    /// The mean number of fallen on a side.
    pub fn fallen(&self, side: SideId) -> f64 {
        self.mean(self.of_side(side).map(|fate| i64::from(fate.fell)).sum())
    }

    /// The mean of a side's hit points left or wounds taken.
    pub fn figure(&self, side: SideId) -> f64 {
        self.mean(self.of_side(side).map(|fate| fate.figure).sum())
    }

    /// Divides a sum over all fights by their number.
    pub fn mean(&self, sum: i64) -> f64 {
        // Far below the integers that a float represents exactly.
        if self.fights == 0 { 0.0 } else { sum as f64 / f64::from(self.fights) }
    }

    /// The mean round in which fights end. Undecided fights are not counted.
    pub fn mean_round(&self) -> f64 {
        let ended: u32 = self.rounds.values().sum();
        let sum: f64 =
            self.rounds.iter().map(|(round, count)| f64::from(*round) * f64::from(*count)).sum();
        if ended == 0 { 0.0 } else { sum / f64::from(ended) }
    }

    /// The rounds between which four of five fights end, or `None` if none ended.
    pub fn usual_rounds(&self) -> Option<(Round, Round)> {
        let ended: u32 = self.rounds.values().sum();
        let at = |share: u32| {
            let mut before = 0;
            self.rounds.iter().find_map(|(round, count)| {
                before += count;
                (u64::from(before) * 10 >= u64::from(ended) * u64::from(share)).then_some(*round)
            })
        };
        Some((at(1)?, at(9)?))
    }
}

/// Whether it is out of action by a condition, though it counts as up.
fn lies(c: &Combatant) -> bool {
    c.is_up() && c.means(Meaning::OUT)
}
