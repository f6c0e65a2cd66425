//! Estimates outcomes by sampling, where no path is followed in full.

use super::{How, Odds, SEED, default_answer};
use crate::machine_dice::Thrown;
use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use crate::rules::model::error::RuleError;
use crate::rules::model::event::Stop;
use std::collections::BTreeMap;

/// Machine dice, with the default answer to every choice.
struct Sample<'a> {
    dice: &'a mut Thrown,
    stood: &'a mut Vec<ChoiceRequest>,
}

impl Dice for Sample<'_> {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        self.dice.roll(ask)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(default_answer(self.stood, ask))
    }
}

/// Estimates the distribution of the results of `run` from `samples` runs.
///
/// # Errors
/// The reason, if `run` is refused.
pub fn sampled<T: Ord>(
    run: &impl Fn(&mut dyn Dice) -> Result<T, Stop>,
    samples: u32,
) -> Result<Odds<T>, RuleError> {
    let (mut dice, mut stood) = (Thrown::seeded(SEED), Vec::new());
    let (mut counts, mut all): (BTreeMap<T, u128>, u32) = (BTreeMap::new(), 0);
    for _ in 0..samples {
        match run(&mut Sample { dice: &mut dice, stood: &mut stood }) {
            Ok(outcome) => *counts.entry(outcome).or_default() += 1,
            Err(Stop::Refused(why)) => return Err(why),
            Err(_) => continue,
        }
        all += 1;
    }
    let outcomes = counts.into_iter().collect();
    let how = How::About(0.98 / f64::from(all.max(1)).sqrt());
    Ok(Odds { outcomes, rest: 0, whole: all.into(), how, stood })
}
