//! The course of the odds over a played fight: the chances at points of it, and where they turned.

use super::outlook::{Chance, Outlook};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::SideId;
use crate::rules::registry;
use crate::rules::ruleset::sides_standing;

/// The most points evaluated, not counting the last; a longer fight is sampled at regular intervals.
const MOST: usize = 400;

/// The chances at points of a fight, as far as they are known. A point is the number of acts done.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Course {
    points: Vec<(usize, Option<Vec<Chance>>)>,
}

/// The greatest change of a side's chance from one point to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The point after the act that caused it.
    pub at: usize,
    /// The side's chance before it.
    pub before: Chance,
    /// The side's chance after it.
    pub after: Chance,
}

/// Selects the states of a fight to evaluate: at most about [`MOST`], always including the last.
pub fn telling<T>(states: impl Iterator<Item = T>, state: impl Fn(&T) -> &Encounter) -> Vec<T> {
    let mut all: Vec<T> = states.filter(|one| is_telling(state(one))).collect();
    let (mut nth, step, last) = (0, all.len().div_ceil(MOST).max(1), all.len().saturating_sub(1));
    all.retain(|_| {
        nth += 1;
        (nth - 1) % step == 0 || nth - 1 == last
    });
    all
}

/// Whether the state says anything about who wins: the fight is running, or it is over with at most one side standing.
fn is_telling(e: &Encounter) -> bool {
    let standing = sides_standing(registry::of(e), e);
    match e.stage {
        Stage::Setup => false,
        Stage::Running => true,
        Stage::Over => standing < 2,
    }
}

impl Course {
    /// Creates a course of points, ascending, with unknown chances.
    pub fn over(points: impl IntoIterator<Item = usize>) -> Self {
        Self { points: points.into_iter().map(|at| (at, None)).collect() }
    }

    /// Sets the chances of all sides at a point.
    pub fn learn(&mut self, at: usize, chances: Vec<Chance>) {
        if let Ok(nth) = self.points.binary_search_by_key(&at, |(at, _)| *at) {
            self.points[nth].1 = Some(chances);
        }
    }

    /// The points, ascending.
    pub fn points(&self) -> impl Iterator<Item = usize> {
        self.points.iter().map(|(at, _)| *at)
    }

    /// The number of known points, and of all.
    pub fn known(&self) -> (usize, usize) {
        (self.points.iter().filter(|(_, known)| known.is_some()).count(), self.points.len())
    }

    /// A side's chance at a point, or at the last one before it.
    pub fn chance(&self, side: SideId, at: usize) -> Option<Chance> {
        let nth = self.points.partition_point(|(point, _)| *point <= at).checked_sub(1)?;
        self.points[nth].1.as_ref()?.get(side.index()).copied()
    }

    /// The greatest change of the side's chance between neighbouring points, if it exceeds the margins of error.
    pub fn turn(&self, side: SideId) -> Option<Turn> {
        let known = |nth: usize| self.points[nth].1.as_ref()?.get(side.index()).copied();
        let turns = (1..self.points.len()).filter_map(|nth| {
            Some(Turn { at: self.points[nth].0, before: known(nth - 1)?, after: known(nth)? })
        });
        let sure = turns.filter(|turn| turn.swing() > turn.before.margin + turn.after.margin);
        // The first of equals.
        sure.reduce(|best, turn| if turn.swing() > best.swing() { turn } else { best })
    }
}

impl Turn {
    /// The absolute change, as a fraction of 1.
    pub fn swing(&self) -> f64 {
        (self.after.share - self.before.share).abs()
    }
}

/// The chances of all sides to win.
pub fn chances(outlook: &Outlook) -> Vec<Chance> {
    outlook.sides.iter().map(|side| Chance::of(side.won, outlook.fights)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: SideId = SideId(0);

    fn course(won: &[u32]) -> Course {
        let mut course = Course::over(0..won.len());
        won.iter().enumerate().for_each(|(at, won)| course.learn(at, vec![Chance::of(*won, 100)]));
        course
    }

    #[test]
    fn it_turns_where_the_chance_changed_the_most() {
        let turn = course(&[50, 45, 80, 20, 25]).turn(SIDE).expect("it turned");
        assert_eq!((turn.at, turn.before.share, turn.after.share), (3, 0.8, 0.2));
        assert_eq!(course(&[50, 55, 45, 50]).turn(SIDE), None, "that may be chance");
        assert_eq!(course(&[50]).turn(SIDE), None);
    }

    #[test]
    fn a_change_over_points_that_are_not_known_is_no_turn() {
        let mut course = Course::over([0, 3, 6]);
        course.learn(0, vec![Chance::of(10, 100)]);
        course.learn(6, vec![Chance::of(90, 100)]);
        assert_eq!((course.turn(SIDE), course.known()), (None, (2, 3)));
        course.learn(3, vec![Chance::of(15, 100)]);
        assert_eq!(course.turn(SIDE).map(|turn| turn.at), Some(6));
        assert_eq!(course.chance(SIDE, 5).map(|chance| chance.share), Some(0.15), "as the one before");
        assert_eq!(course.chance(SideId(1), 5), None);
    }

    #[test]
    fn a_long_fight_is_looked_at_here_and_there_and_at_its_end() {
        let mut running = Encounter::new(crate::rules::registry::ALL[0]);
        let of = |all: &[Encounter]| telling(all.iter().enumerate(), |one| one.1).len();
        assert_eq!(of(&vec![running.clone(); 5]), 0, "it has not begun");
        running.stage = Stage::Running;
        assert_eq!(of(&vec![running.clone(); 5]), 5);
        let far: Vec<usize> = telling(vec![running; 1000].iter().enumerate(), |one| one.1)
            .iter()
            .map(|one| one.0)
            .collect();
        assert!(far.len() <= MOST + 1 && far[..3] == [0, 3, 6] && far.last() == Some(&999), "{far:?}");
    }
}
