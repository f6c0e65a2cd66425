//! The deeds open to a combatant, as data from which a screen builds a form.

use super::command::{Deed, Fact, Facts};
use super::error::{Refusal, RuleError};
use super::ids::{CombatantId, Text};
use super::tally::Tally;
use std::borrow::Cow;

/// A deed as offered to a combatant, or the reason why it is blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The deed.
    pub deed: Deed,
    /// The attack lines it can be done with; empty if it needs none.
    pub with: Vec<u8>,
    /// Its possible targets.
    pub at: Targets,
    /// The targets that only some of the attack lines reach, each with those lines, sorted by target.
    pub reached: Vec<(CombatantId, Vec<u8>)>,
    /// The facts the form asks for with their defaults, over all attack lines.
    pub facts: Vec<FactField>,
    /// Why it cannot be done now.
    pub blocked: Option<RuleError>,
}

/// The possible targets of a deed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Targets {
    /// The candidates, in order of likelihood: engaged ones first, then roster order.
    pub ids: Vec<CombatantId>,
    /// The minimum number of targets.
    pub least: usize,
    /// The maximum number of targets.
    pub most: usize,
}

/// A fact a deed may need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactField {
    /// The fact with its default value.
    pub fact: Fact,
    /// Whether it applies unless the referee removes it; a flag without this is off by default.
    pub stands: bool,
    /// Whether the rules know it by themselves unless an act states it: a form shows what they know, and an act holds
    /// it only if it differs.
    pub implied: bool,
    /// Whether it must be entered because it has no default. A known distance counts as entered.
    pub needed: bool,
    /// The minimum and maximum of a number.
    pub range: Option<(i32, i32)>,
    /// The attack lines for which it is asked; empty: with any, or with none.
    pub lines: Vec<u8>,
}

impl FactField {
    /// An optional fact.
    #[inline]
    pub fn may(fact: Fact) -> Self {
        Self { fact, stands: false, implied: false, needed: false, range: None, lines: Vec::new() }
    }

    /// A flag that is off by default.
    #[inline]
    pub fn flag(fact: Fact) -> Self {
        Self::may(fact)
    }

    /// A number with a default, within the bounds of its row.
    #[inline]
    pub fn asks(fact: Fact) -> Self {
        Self { stands: true, range: fact.bounds(), ..Self::may(fact) }
    }

    /// A number with a default, within bounds of its own.
    #[inline]
    pub fn number(fact: Fact, least: i32, most: i32) -> Self {
        Self { stands: true, range: Some((least, most)), ..Self::may(fact) }
    }

    /// A number that the rules know, or else take to be this.
    pub fn implied(fact: Fact, least: i32, most: i32) -> Self {
        Self { implied: true, range: Some((least, most)), ..Self::may(fact) }
    }

    /// A number that must be entered.
    pub fn needed(fact: Fact, least: i32, most: i32) -> Self {
        Self { needed: true, range: Some((least, most)), ..Self::may(fact) }
    }

    /// Restricts the field to those attack lines; `None` if there are none, since it is then never asked.
    pub fn only_with(self, lines: Vec<u8>) -> Option<Self> {
        (!lines.is_empty()).then_some(Self { lines, ..self })
    }

    #[inline]
    fn is_asked(&self, with: Option<u8>) -> bool {
        self.lines.is_empty() || with.is_some_and(|with| self.lines.contains(&with))
    }
}

impl Offer {
    /// A deed without targets, attack lines or facts.
    #[inline]
    pub fn plain(deed: Deed) -> Self {
        Self {
            deed,
            with: Vec::new(),
            at: Targets::default(),
            reached: Vec::new(),
            facts: Vec::new(),
            blocked: None,
        }
    }

    /// A deed that cannot be done, and why.
    pub fn blocked(deed: Deed, why: RuleError) -> Self {
        Self { blocked: Some(why), ..Self::plain(deed) }
    }

    /// Blocks the offer if it needs more targets than there are candidates.
    pub fn for_targets(self, who: CombatantId) -> Self {
        if self.blocked.is_none() && self.at.ids.len() < self.at.least {
            return Self::blocked(self.deed, RuleError::new(Refusal::NOBODY_THERE).of(who));
        }
        self
    }

    /// Leaves out the attack lines that reach none of the targets, and notes the targets that only some of them reach.
    pub fn within_reach(mut self, reaches: impl Fn(u8, CombatantId) -> bool) -> Self {
        if self.with.len() < 2 || self.at.ids.is_empty() {
            return self;
        }
        self.with.retain(|nth| self.at.ids.iter().any(|id| reaches(*nth, *id)));
        for &id in &self.at.ids {
            let lines: Vec<u8> = self.with.iter().copied().filter(|nth| reaches(*nth, id)).collect();
            if lines.len() < self.with.len() {
                self.reached.push((id, lines));
            }
        }
        self.reached.sort_unstable();
        self
    }

    /// The targets in reach of that attack line; with none chosen, all.
    pub fn targets_with(&self, with: Option<u8>) -> impl Iterator<Item = CombatantId> {
        let lines = |id: &CombatantId| {
            let at = self.reached.binary_search_by_key(id, |(of, _)| *of);
            at.ok().map(|at| &self.reached[at].1)
        };
        let in_reach = move |id: &CombatantId| {
            with.is_none_or(|with| lines(id).is_none_or(|lines| lines.contains(&with)))
        };
        self.at.ids.iter().copied().filter(in_reach)
    }

    /// The fields asked for with that attack line.
    pub fn asked(&self, with: Option<u8>) -> impl Iterator<Item = &FactField> {
        self.facts.iter().filter(move |field| field.is_asked(with))
    }

    /// The fields asked for with that attack line, as a slice; borrowed if none depends on the line.
    pub fn asked_with(&self, with: Option<u8>) -> Cow<'_, [FactField]> {
        if self.facts.iter().all(|field| field.is_asked(with)) {
            return Cow::Borrowed(&self.facts);
        }
        self.asked(with).cloned().collect()
    }

    /// Returns the facts that apply by default: the first of each kind.
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

/// A statistic of a combatant, as displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its label: `AC`.
    pub label: Text,
    /// The displayed value: `5`.
    pub value: String,
    /// How it is derived, if there is anything to explain.
    pub tally: Tally,
    /// The rule behind it.
    pub rule: Text,
}
