//! Attributes: ruleset-specific numbers in stat blocks, by name, beside those of the family.

use crate::rules::model::name::{Name, WordKind, named};
use crate::rules::model::word::Row;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

named! {
    /// A number of a creature or an attack line: its reach, the die on which it surprises. The ruleset's table holds
    /// its bounds.
    Attribute
}

impl Attribute {
    /// Attacks in an ordinary round, 1..=10; absent: the ruleset's default.
    pub const ROUTINE: Self = Self::new("Routine");

    /// Of an attack line: 1 if its bearer is not trained to use it.
    pub const UNTRAINED: Self = Self::new("Untrained");

    /// The movement of its mount per round, in the ruleset's unit; absent: its own.
    pub const MOUNT_MOVE: Self = Self::new("MountMove");
}

/// An attribute as a ruleset has it.
#[derive(Debug, Clone, Copy)]
pub struct AttributeRow {
    /// The attribute.
    pub attribute: Attribute,
    /// What it is.
    pub text: &'static str,
    /// The least and the most it may be.
    pub bounds: (i32, i32),
    /// Whether attack lines have it, and not creatures.
    pub is_of_lines: bool,
}

impl Row for AttributeRow {
    const KIND: WordKind = WordKind::Attribute;

    fn name(&self) -> Name {
        *self.attribute.name()
    }
}

impl AttributeRow {
    /// Creates the row of an attribute of creatures.
    pub const fn new(attribute: Attribute, text: &'static str, least: i32, most: i32) -> Self {
        Self { attribute, text, bounds: (least, most), is_of_lines: false }
    }

    /// The same of attack lines.
    pub const fn of_lines(self) -> Self {
        Self { is_of_lines: true, ..self }
    }
}

/// Defines a ruleset's attributes, with what each is and its bounds: `PSY = Psy ("PSY score.", 3, 18);`, or a shared one
/// by its constant.
macro_rules! attributes {
    ($($rows:tt)*) => {
        $crate::rules::model::word::words! { Attribute AttributeRow; $($rows)* }
    };
}
pub(in crate::rules) use attributes;

/// The attributes given; for absent ones the ruleset supplies its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attributes(pub BTreeMap<Attribute, i32>);

impl Attributes {
    /// Returns the attribute, if given.
    #[inline]
    pub fn of(&self, attribute: Attribute) -> Option<i32> {
        self.0.get(&attribute).copied()
    }

    /// Whether no attribute is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds those attributes of another set that are not given here.
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
