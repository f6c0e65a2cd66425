//! Figures that a ruleset has stat blocks carry beside those of the family, by name.

use crate::rules::model::name::named;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

named! {
    /// A figure of a creature or of an attack line: its reach, the die on which it surprises. What it may be stands
    /// in the ruleset's asset.
    Attribute
}

impl Attribute {
    /// Attacks of an ordinary round, 1..=10; absent: as the ruleset has it.
    pub const ROUTINE: Self = Self::new("Routine");

    /// Of an attack line: its bearer never learned to use it; 1 is yes.
    pub const UNTRAINED: Self = Self::new("Untrained");

    /// How far its mount goes in a round, in the ruleset's measure; absent: as far as it goes itself.
    pub const MOUNT_MOVE: Self = Self::new("MountMove");
}

/// Those that are given; what is absent the ruleset makes up itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attributes(pub BTreeMap<Attribute, i32>);

impl Attributes {
    /// The figure, if it is given.
    pub fn of(&self, attribute: Attribute) -> Option<i32> {
        self.0.get(&attribute).copied()
    }

    /// None is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// With those of another that are not given here.
    pub fn fill(&mut self, others: &Self) {
        for (attribute, figure) in &others.0 {
            self.0.entry(*attribute).or_insert(*figure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn what_is_given_stands_before_what_a_table_has() {
        let mut own: Attributes = notation::read("{Reach: 2}").expect("a map");
        own.fill(&notation::read("{Reach: 1, Strength: 13}").expect("a map"));
        assert_eq!(notation::line(&own).as_deref(), Ok("{Reach:2,Strength:13}"));
        assert_eq!(own.of(Attribute::new("Reach")), Some(2));
        assert_eq!(own.of(Attribute::new("SpecialOn")), None);
    }
}
