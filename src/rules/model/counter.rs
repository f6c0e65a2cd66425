//! Counters that last beyond the round.

use super::name::named;
use serde::{Deserialize, Deserializer, Serialize};

named! {
    /// A counter on a combatant, a side or an effect that lasts beyond the round. Counters of a single ruleset are
    /// defined in its folder.
    Counter
}

impl Counter {
    /// Whether the morale check for losing half the group was made (1) or is due (2).
    pub const HALF_DOWN: Self = Self::new("HalfDown");

    /// Whether the morale check for the first death was made (1) or is due (2).
    pub const FIRST_DEATH: Self = Self::new("FirstDeath");

    /// The side was surprised when the encounter began.
    pub const SURPRISED_SIDE: Self = Self::new("SurprisedSide");

    /// Morale checks passed.
    pub const CHECKS_PASSED: Self = Self::new("ChecksPassed");

    /// Rounds spent running.
    pub const ROUNDS_RUN: Self = Self::new("RoundsRun");

    /// The side a combatant was on before it first changed sides in the fight; 1 for the first side.
    pub const HOME: Self = Self::new("Home");

    /// The side, or a combatant of it, has been asked whether its non-combatants are cornered.
    pub const UNWILLING: Self = Self::new("Unwilling");
}

/// Counters with their values, sorted by name. Absent counters are 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Counters(Vec<(Counter, i32)>);

impl Counters {
    /// Returns a counter, 0 if absent.
    #[inline]
    pub fn of(&self, counter: Counter) -> i32 {
        self.0.iter().find(|(kind, _)| *kind == counter).map_or(0, |(_, value)| *value)
    }

    /// Sets a counter; 0 removes it.
    pub(in crate::rules) fn set(&mut self, counter: Counter, value: i32) {
        self.0.retain(|(kind, _)| *kind != counter);
        if value != 0 {
            let at = self.0.partition_point(|(kind, _)| *kind < counter);
            self.0.insert(at, (counter, value));
        }
    }

    /// Whether no counter is set.
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

/// Accepts any order, since files may have been written with another.
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
