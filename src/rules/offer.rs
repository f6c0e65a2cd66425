//! What a combatant may do now, as data a screen can turn into a form.

use super::command::{Deed, Fact};
use super::error::RuleError;
use super::ids::{CombatantId, Text};
use super::tally::Tally;

/// One deed on offer, or why it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What.
    pub deed: Deed,
    /// With which attack lines; empty: none is needed.
    pub with: Vec<u8>,
    /// At whom.
    pub at: Targets,
    /// What the referee is asked, with the standing answers.
    pub facts: Vec<FactField>,
    /// Why it cannot be done now.
    pub blocked: Option<RuleError>,
}

/// Whom a deed may be aimed at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Targets {
    /// Those who can be chosen, nearest sense first (engaged, then roster order).
    pub ids: Vec<CombatantId>,
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

/// A fact a deed may need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactField {
    /// The fact with its standing value.
    pub fact: Fact,
    /// It stands unless the referee takes it away; a flag that does not stand is off.
    pub stands: bool,
    /// It must be given: there is no standing answer. A known distance answers for itself.
    pub needed: bool,
    /// Least and greatest number.
    pub range: Option<(i32, i32)>,
}

impl FactField {
    /// A flag that is off.
    pub fn flag(fact: Fact) -> Self {
        Self { fact, stands: false, needed: false, range: None }
    }

    /// A number that stands.
    pub fn number(fact: Fact, least: i32, most: i32) -> Self {
        Self { fact, stands: true, needed: false, range: Some((least, most)) }
    }

    /// A number that must be given.
    pub fn needed(fact: Fact, least: i32, most: i32) -> Self {
        Self { fact, stands: false, needed: true, range: Some((least, most)) }
    }

    /// Something that may be given.
    pub fn may(fact: Fact) -> Self {
        Self { fact, stands: false, needed: false, range: None }
    }
}

impl Offer {
    /// A deed that needs nothing but the will.
    pub fn plain(deed: Deed) -> Self {
        Self { deed, with: Vec::new(), at: Targets::default(), facts: Vec::new(), blocked: None }
    }

    /// A deed that cannot be done, and why.
    pub fn blocked(deed: Deed, why: RuleError) -> Self {
        Self { blocked: Some(why), ..Self::plain(deed) }
    }
}

/// A figure of a combatant as the table reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it is called: `AC`.
    pub label: Text,
    /// As shown: `5`.
    pub value: String,
    /// How it comes about, where there is something to explain.
    pub tally: Tally,
    /// The rule behind it.
    pub rule: Text,
}
