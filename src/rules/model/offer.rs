//! What a combatant may do now, as data a screen can turn into a form.

use super::command::{Deed, Fact, Facts};
use super::error::{Refusal, RuleError};
use super::ids::{CombatantId, Text};
use super::tally::Tally;
use std::borrow::Cow;

/// One deed on offer, or why it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What.
    pub deed: Deed,
    /// With which attack lines; empty: none is needed.
    pub with: Vec<u8>,
    /// At whom.
    pub at: Targets,
    /// What the referee is asked, with the standing answers, whatever it is done with.
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
    /// The attack lines with which it is asked; empty: with any, or with none.
    pub lines: Vec<u8>,
}

impl FactField {
    /// Something that may be given.
    pub fn may(fact: Fact) -> Self {
        Self { fact, stands: false, needed: false, range: None, lines: Vec::new() }
    }

    /// A flag that is off.
    pub fn flag(fact: Fact) -> Self {
        Self::may(fact)
    }

    /// A number that stands.
    pub fn number(fact: Fact, least: i32, most: i32) -> Self {
        Self { stands: true, range: Some((least, most)), ..Self::may(fact) }
    }

    /// A number that must be given.
    pub fn needed(fact: Fact, least: i32, most: i32) -> Self {
        Self { needed: true, range: Some((least, most)), ..Self::may(fact) }
    }

    /// The same, asked with those attack lines alone; `None`: there are none, it is not asked.
    pub fn only_with(self, lines: Vec<u8>) -> Option<Self> {
        (!lines.is_empty()).then_some(Self { lines, ..self })
    }

    fn is_asked(&self, with: Option<u8>) -> bool {
        self.lines.is_empty() || with.is_some_and(|with| self.lines.contains(&with))
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

    /// What it is for that one: where it needs somebody to aim at, and there is nobody, it is barred.
    pub fn for_targets(self, who: CombatantId) -> Self {
        if self.blocked.is_none() && self.at.ids.len() < self.at.least {
            return Self::blocked(self.deed, RuleError::new(Refusal::NOBODY_THERE).of(who));
        }
        self
    }

    /// What is asked where it is done with that attack line.
    pub fn asked(&self, with: Option<u8>) -> impl Iterator<Item = &FactField> {
        self.facts.iter().filter(move |field| field.is_asked(with))
    }

    /// The same in one piece, which is all that it asks where nothing hangs on the line.
    pub fn asked_with(&self, with: Option<u8>) -> Cow<'_, [FactField]> {
        if self.facts.iter().all(|field| field.is_asked(with)) {
            return Cow::Borrowed(&self.facts);
        }
        self.asked(with).cloned().collect()
    }

    /// What stands of it before anything is said: the first of each kind.
    pub fn standing(&self, with: Option<u8>) -> Facts {
        let mut facts = Facts::default();
        let kind = |fact: &Fact| std::mem::discriminant(fact);
        for field in self.asked(with).filter(|field| field.stands) {
            if !facts.0.iter().any(|fact| kind(fact) == kind(&field.fact)) {
                facts.set(field.fact.clone());
            }
        }
        facts
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
