//! Counters that last beyond the round.

use super::name::{Name, WordKind, named};
use super::word::{Row, names};
use serde::{Deserialize, Deserializer, Serialize};

named! {
    /// A counter on a combatant, a side or an effect that lasts beyond the round. Counters of a single ruleset are
    /// defined in its folder.
    Counter
}

names! {
    Counter;
    HALF_DOWN = HalfDown "Whether the morale check for losing half the group was made (1) or is due (2).";
    FIRST_DEATH = FirstDeath "Whether the morale check for the first death was made (1) or is due (2).";
    SURPRISED_SIDE = SurprisedSide "The side was surprised when the encounter began.";
    CHECKS_PASSED = ChecksPassed "Morale checks passed.";
    ROUNDS_RUN = RoundsRun "Rounds spent running.";
    HOME = Home
        "The side a combatant was on before it first changed sides in the fight; 1 for the first side.";
    UNWILLING = Unwilling
        "The side, or a combatant of it, has been asked whether its non-combatants are cornered.";
}

/// A counter as a ruleset uses it.
#[derive(Debug, Clone, Copy)]
pub struct CounterRow {
    /// The counter.
    pub counter: Counter,
    /// The label of an amount on an effect; empty: not reported.
    pub label: &'static str,
    /// Whether its value is a round of the fight.
    pub round: bool,
    /// Whether a combatant keeps it for its group, so that it ends with the fight.
    pub of_group: bool,
}

impl Row for CounterRow {
    const KIND: WordKind = WordKind::Counter;

    fn name(&self) -> Name {
        *self.counter.name()
    }
}

impl CounterRow {
    /// Creates a row.
    pub const fn new(counter: Counter, label: &'static str) -> Self {
        Self { counter, label, round: false, of_group: false }
    }

    /// Marks its value as a round of the fight.
    pub const fn round(self) -> Self {
        Self { round: true, ..self }
    }

    /// Marks it as kept for a group.
    pub const fn of_group(self) -> Self {
        Self { of_group: true, ..self }
    }
}

/// Defines a ruleset's counters: `DREW = Drew round();`, or a shared one as it uses it, with the label of an amount on an
/// effect if that is reported.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident $(= $id:ident)? $($label:literal)? $($flag:ident())*;)*) => {
        $crate::rules::model::word::words! {
            Counter CounterRow;
            $($(#[$doc])* $name $(= $id)? (concat!($($label)?)) $($flag())*;)*
        }
    };
}
pub(in crate::rules) use counters;

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
