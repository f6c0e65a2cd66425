//! What is counted beyond the round.

use super::name::named;
use serde::{Deserialize, Deserializer, Serialize};

named! {
    /// What is counted beyond the round, on a combatant, on a side or on an effect. A ruleset's own stand in its
    /// folder.
    Counter
}

impl Counter {
    /// The loss of half has been met with a check (1), or is due one (2).
    pub const HALF_DOWN: Self = Self::new("HalfDown");

    /// The first death has been met with a check (1), or is due one (2).
    pub const FIRST_DEATH: Self = Self::new("FirstDeath");

    /// The side was surprised when the encounter began.
    pub const SURPRISED_SIDE: Self = Self::new("SurprisedSide");

    /// Morale checks passed.
    pub const CHECKS_PASSED: Self = Self::new("ChecksPassed");

    /// Rounds of running.
    pub const ROUNDS_RUN: Self = Self::new("RoundsRun");

    /// The side it was on as it first came over to another in the fight: 1 for the first of the sides.
    pub const HOME: Self = Self::new("Home");

    /// The side, or somebody of it, has been asked whether those that never fight are cornered.
    pub const UNWILLING: Self = Self::new("Unwilling");
}

/// Counters with their figures, ascending by name. What is not among them stands at 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Counters(Vec<(Counter, i32)>);

impl Counters {
    /// The figure of a counter, 0 when nothing was counted.
    #[inline]
    pub fn of(&self, counter: Counter) -> i32 {
        self.0.iter().find(|(kind, _)| *kind == counter).map_or(0, |(_, value)| *value)
    }

    /// Sets a counter; 0 takes it out.
    pub(in crate::rules) fn set(&mut self, counter: Counter, value: i32) {
        self.0.retain(|(kind, _)| *kind != counter);
        if value != 0 {
            let at = self.0.partition_point(|(kind, _)| *kind < counter);
            self.0.insert(at, (counter, value));
        }
    }

    /// Nothing is counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(Counter, i32)> for Counters {
    fn from_iter<I: IntoIterator<Item = (Counter, i32)>>(counted: I) -> Self {
        let mut counted: Vec<_> = counted.into_iter().collect();
        counted.sort_by_key(|(counter, _)| *counter);
        Self(counted)
    }
}

/// In whatever order they were written: files may have them in another.
impl<'de> Deserialize<'de> for Counters {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn what_was_written_in_another_order_is_the_same() {
        let (first, last) = (Counter::new("First"), Counter::new("Last"));
        let mut counters = Counters::default();
        for (counter, value) in [(last, 2), (first, 1), (last, 1)] {
            counters.set(counter, value);
        }
        assert_eq!(notation::line(&counters).as_deref(), Ok("[(First,1),(Last,1)]"));
        assert_eq!(notation::read("[(Last,1),(First,1)]"), Ok(counters.clone()));
        counters.set(last, 0);
        assert_eq!((counters.of(last), counters.of(first)), (0, 1));
    }
}
