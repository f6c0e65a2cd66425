//! The effects on a combatant, with a summary of them.

use super::condition::{Condition, Meaning};
use super::effect::Effect;
use super::ids::EffectId;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::ops::Deref;
use std::slice::Iter;

/// The effects on a combatant, in order of creation.
///
/// Most questions about them ask whether there is one of a kind, and most answers are no: the summary gives these without
/// a look at the effects.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Effects {
    all: Vec<Effect>,
    #[serde(skip)]
    summary: Summary,
}

/// What there may be among the effects; whatever is not in here is not there.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Summary {
    /// A bit for each condition; few conditions share one.
    conditions: u64,
    /// What the conditions mean, with whatever values.
    meaning: Meaning,
}

impl Effects {
    /// Whether one of them may be of that condition; `false` is certain.
    #[inline]
    pub fn may_be(&self, condition: Condition) -> bool {
        self.summary.conditions & bit(condition) != 0
    }

    /// Whether one of them may mean one of these; `false` is certain.
    #[inline]
    pub fn may_mean(&self, any: Meaning) -> bool {
        self.summary.meaning.has_any(any)
    }

    /// Those of that condition, oldest first.
    #[inline]
    pub fn of(&self, condition: Condition) -> impl Iterator<Item = &Effect> {
        let all = if self.may_be(condition) { &self.all[..] } else { &[] };
        all.iter().filter(move |effect| effect.condition == condition)
    }

    /// The newest of that condition.
    #[inline]
    pub fn newest(&self, condition: Condition) -> Option<&Effect> {
        if self.may_be(condition) { self.search(condition) } else { None }
    }

    fn search(&self, condition: Condition) -> Option<&Effect> {
        self.all.iter().rev().find(|effect| effect.condition == condition)
    }

    /// Whether one of them, with its value, means all of this.
    #[inline]
    pub fn mean(&self, what: Meaning) -> bool {
        self.that_mean(what).next().is_some()
    }

    /// Those that, with their values, mean all of this, oldest first.
    #[inline]
    pub fn that_mean(&self, what: Meaning) -> impl Iterator<Item = &Effect> {
        let all = if self.may_mean(what) { &self.all[..] } else { &[] };
        all.iter().filter(move |effect| effect.meaning().has(what))
    }

    /// Adds an effect, or replaces the one with the same id.
    pub(in crate::rules) fn put(&mut self, effect: Effect) {
        match self.all.iter_mut().find(|old| old.id == effect.id) {
            Some(old) => *old = effect,
            None => self.all.push(effect),
        }
        self.sum_up();
    }

    /// Changes the effect with that id.
    pub(in crate::rules) fn change(&mut self, id: EffectId, with: impl FnOnce(&mut Effect)) {
        if let Some(effect) = self.all.iter_mut().find(|effect| effect.id == id) {
            with(effect);
            self.sum_up();
        }
    }

    /// Removes the effect with that id.
    pub(in crate::rules) fn remove(&mut self, id: EffectId) {
        self.all.retain(|effect| effect.id != id);
        self.sum_up();
    }

    fn sum_up(&mut self) {
        self.summary = self.all.iter().fold(Summary::default(), |sum, effect| Summary {
            conditions: sum.conditions | bit(effect.condition.id),
            meaning: sum.meaning | effect.condition.meaning_at_most(),
        });
    }
}

/// The bit of a condition in a summary.
#[inline]
fn bit(condition: Condition) -> u64 {
    1 << (condition.name().spread() >> 58)
}

impl Deref for Effects {
    type Target = [Effect];

    #[inline]
    fn deref(&self) -> &[Effect] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Effects {
    type Item = &'a Effect;
    type IntoIter = Iter<'a, Effect>;

    #[inline]
    fn into_iter(self) -> Iter<'a, Effect> {
        self.all.iter()
    }
}

impl FromIterator<Effect> for Effects {
    fn from_iter<I: IntoIterator<Item = Effect>>(all: I) -> Self {
        let mut effects = Self { all: all.into_iter().collect(), summary: Summary::default() };
        effects.sum_up();
        effects
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.all.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Effects {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::super::condition::ConditionRow;
    use super::super::word::Word;
    use super::*;
    use crate::notation;

    static PRONE: ConditionRow = ConditionRow::new(Condition::ASLEEP, "", "prone", Meaning::NONE);
    static DAZED: ConditionRow =
        ConditionRow::new(Condition::BLIND, "", "dazed", Meaning::IDLE).by_value(&[(2, Meaning::OUT)]);

    fn effect(id: u32, row: &'static ConditionRow) -> Effect {
        Effect::new(EffectId(id), Word::of(row))
    }

    #[test]
    fn the_summary_follows_every_change() {
        let mut effects = Effects::default();
        assert!(!effects.may_be(Condition::ASLEEP) && !effects.may_mean(Meaning::IDLE));
        effects.put(effect(1, &PRONE));
        effects.put(effect(2, &DAZED));
        assert!(effects.may_be(Condition::ASLEEP) && effects.newest(Condition::BLIND).is_some());
        assert!(effects.mean(Meaning::IDLE) && !effects.mean(Meaning::OUT));
        effects.change(EffectId(2), |dazed| dazed.value = 2);
        assert!(effects.mean(Meaning::OUT), "with that value");
        effects.put(effect(2, &PRONE));
        assert!(!effects.may_be(Condition::BLIND) && !effects.may_mean(Meaning::IDLE), "replaced");
        assert_eq!(effects.of(Condition::ASLEEP).map(|effect| effect.id.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(effects.newest(Condition::ASLEEP).map(|effect| effect.id.0), Some(2));
        effects.remove(EffectId(1));
        effects.remove(EffectId(2));
        assert_eq!(effects, Effects::default());
    }

    #[test]
    fn they_are_written_as_a_list() {
        let effects: Effects = [effect(1, &PRONE)].into_iter().collect();
        assert_eq!(notation::line(&effects).as_deref(), Ok("[(id:1,condition:Asleep)]"));
    }
}
