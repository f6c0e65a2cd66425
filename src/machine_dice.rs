//! Dice thrown by the machine.

use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, Roll, RollRequest};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Dice thrown by the machine. They roll; decisions they leave open.
#[derive(Debug)]
pub struct Thrown(StdRng);

impl Thrown {
    /// Dice that nobody can foresee.
    pub fn new() -> Self {
        Self(StdRng::from_rng(&mut rand::rng()))
    }

    /// Dice that fall the same way for the same seed.
    pub fn seeded(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }
}

impl Default for Thrown {
    fn default() -> Self {
        Self::new()
    }
}

/// The same where nobody sits at the table: every decision is the standing one.
#[derive(Debug)]
pub struct Unattended(pub Thrown);

impl Dice for Unattended {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        self.0.roll(ask)
    }

    fn choose(&mut self, ask: &ChoiceRequest) -> Option<Answer> {
        Some(ask.standing())
    }
}

impl Dice for Thrown {
    fn roll(&mut self, ask: &RollRequest) -> Option<Roll> {
        let sides = ask.sides.max(1);
        Some(Roll::Faces((0..ask.count).map(|_| self.0.random_range(1..=sides)).collect()))
    }

    fn choose(&mut self, _: &ChoiceRequest) -> Option<Answer> {
        None
    }
}

/// A number that nobody can guess.
pub fn secret() -> u128 {
    rand::rng().random()
}
