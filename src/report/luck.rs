//! Luck statistics, in integers.

use super::{Die, Luck};
use crate::chronicle::{Answered, Ask};
use crate::rules::model::dice::{Answer, Roll, RollRequest};
use std::collections::BTreeMap;

/// A sum of rolls, each rated between its worst and its best result.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Run {
    rolls: u32,
    typed: u32,
    /// The sum of ratings, in thousandths from worst to best.
    sum: i64,
}

impl Run {
    /// Adds a roll.
    fn add(&mut self, thousandths: i64, typed: bool) {
        self.rolls += 1;
        self.typed += u32::from(typed);
        self.sum += thousandths;
    }

    /// The luck so far.
    pub(super) fn luck(self) -> Luck {
        let many = i64::from(self.rolls) * 10;
        let luck = (many > 0).then(|| u32::try_from((self.sum + many / 2) / many).unwrap_or(0));
        Luck { rolls: self.rolls, typed: self.typed, luck }
    }
}

/// All rolls, summed by roller and by kind of dice.
pub(super) struct Rolls<K> {
    by: BTreeMap<K, Run>,
    kinds: BTreeMap<(u16, bool), (u32, i64)>,
}

impl<K: Ord + Copy> Rolls<K> {
    /// No rolls.
    pub(super) fn new() -> Self {
        Self { by: BTreeMap::new(), kinds: BTreeMap::new() }
    }

    /// Adds a roll. `whose` returns the keys it counts for.
    pub(super) fn note(&mut self, answered: &Answered, whose: impl Fn(&RollRequest) -> Vec<K>) {
        let (Ask::Roll(ask), Answer::Roll(roll)) = (&answered.ask, &answered.answer) else { return };
        let typed = !answered.by.is_machine();
        // Of a pair where only the total was entered, the other die is unknown.
        if ask.keep.is_none() || matches!(roll, Roll::Faces(_)) {
            let (count, total) = self.kinds.entry((ask.sides, typed)).or_default();
            *count += u32::from(ask.count);
            *total += i64::from(roll.total());
        }
        let Some(good) = goodness(ask, i64::from(ask.figure(roll))) else { return };
        for key in whose(ask) {
            self.by.entry(key).or_default().add(good, typed);
        }
    }

    /// The luck of one roller.
    pub(super) fn luck(&self, of: K) -> Luck {
        self.by.get(&of).copied().unwrap_or_default().luck()
    }

    /// The kinds of dice, by number of sides, those of the machine first.
    pub(super) fn dice(&self) -> Vec<Die> {
        let die = |(&(sides, typed), &(thrown, total)): (&(u16, bool), &(u32, i64))| {
            let many = i64::from(thrown).max(1);
            let average_tenths = (total * 10 + many / 2) / many;
            Die { sides, typed, thrown, average_tenths, expected_tenths: (i64::from(sides) + 1) * 5 }
        };
        self.kinds.iter().map(die).collect()
    }
}

/// The rating of a roll between its worst and best result, in thousandths. `None` if only one result is possible.
fn goodness(ask: &RollRequest, total: i64) -> Option<i64> {
    let (least, most) = ask.range();
    let span = i64::from(most) - i64::from(least);
    let high = (total - i64::from(least)).saturating_mul(1000).checked_div(span)?;
    Some(if ask.under { 1000 - high } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chronicle::Provenance;
    use crate::rules::model::dice::{Keep, Purpose};

    fn rolled(ask: RollRequest, total: i32, by: Provenance) -> Answered {
        Answered { ask: Ask::Roll(ask), answer: Answer::Roll(Roll::Total(total)), by }
    }

    #[test]
    fn fifty_is_as_expected_and_low_is_good_where_the_rules_say_so() {
        let d20 = || RollRequest::new(Purpose::Free, 1, 20);
        let two = || RollRequest::new(Purpose::Morale, 2, 6).at_most(8);
        for (ask, total, luck) in
            [(d20(), 20, 100), (d20(), 1, 0), (two(), 2, 100), (two(), 12, 0), (two(), 7, 50)]
        {
            let mut rolls = Rolls::new();
            rolls.note(&rolled(ask, total, Provenance::Machine), |_| vec![()]);
            assert_eq!(rolls.luck(()), Luck { rolls: 1, typed: 0, luck: Some(luck) }, "{total}");
        }
    }

    #[test]
    fn of_a_pair_the_one_that_counts_is_the_roll_and_both_were_thrown() {
        let ask = RollRequest::new(Purpose::Free, 2, 20).keeping(Keep::Lowest);
        let answer = Answer::Roll(Roll::Faces(vec![1, 20]));
        let mut rolls = Rolls::new();
        rolls.note(&Answered { ask: Ask::Roll(ask.clone()), answer, by: Provenance::Machine }, |_| {
            vec![()]
        });
        assert_eq!(rolls.luck(()).luck, Some(0));
        rolls.note(&rolled(ask, 20, Provenance::Typed), |_| vec![()]);
        assert_eq!(rolls.luck(()).luck, Some(50));
        let dice = rolls.dice();
        assert_eq!(
            dice.iter().map(|die| (die.thrown, die.average_tenths)).collect::<Vec<_>>(),
            [(2, 105)]
        );
    }

    #[test]
    fn kinds_are_told_apart_by_who_threw_them() {
        let mut rolls = Rolls::new();
        for (total, by) in [(3, Provenance::Machine), (4, Provenance::Machine), (6, Provenance::Typed)] {
            rolls.note(&rolled(RollRequest::new(Purpose::Free, 1, 6), total, by), |_| vec![()]);
        }
        let die = |typed, thrown, average_tenths| Die {
            sides: 6,
            typed,
            thrown,
            average_tenths,
            expected_tenths: 35,
        };
        assert_eq!(rolls.dice(), [die(false, 2, 35), die(true, 1, 60)]);
        assert_eq!(rolls.luck(()), Luck { rolls: 3, typed: 1, luck: Some(67) });
    }
}
