//! Dice rolled by the program.

use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, DiceExpr, Purpose, Roll, RollRequest};
use rand::rngs::{StdRng, SysRng};
use rand::{RngExt, SeedableRng, TryRng};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

/// Random dice. Leaves choices unanswered.
#[derive(Debug)]
pub struct Thrown(StdRng);

impl Thrown {
    /// Unpredictable dice. If the system has no random numbers, the seed is taken from the clock.
    pub fn new() -> Self {
        Self(StdRng::try_from_rng(&mut SysRng).unwrap_or_else(|_| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            StdRng::seed_from_u64(since.as_secs() ^ u64::from(since.subsec_nanos()).rotate_left(32))
        }))
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

/// Random dice that also take the default for every choice.
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

/// Rolls dice outside of any fight: how many goblins a file means by `2d4`.
pub fn throw(dice: DiceExpr) -> i32 {
    let ask = RollRequest::new(Purpose::Free, dice.count, dice.sides);
    Thrown::new().roll(&ask).map_or(0, |roll| roll.total()).saturating_add(dice.plus)
}

/// Returns an unguessable random number.
///
/// # Errors
/// If the system cannot provide random numbers.
pub fn secret() -> io::Result<u128> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
    Ok(u128::from_le_bytes(bytes))
}
