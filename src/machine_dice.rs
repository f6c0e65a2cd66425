//! Dice thrown by the machine.

use crate::rules::model::dice::{Answer, ChoiceRequest, Dice, DiceExpr, Purpose, Roll, RollRequest};
use rand::rngs::{StdRng, SysRng};
use rand::{RngExt, SeedableRng, TryRng};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

/// Dice thrown by the machine. They roll; decisions they leave open.
#[derive(Debug)]
pub struct Thrown(StdRng);

impl Thrown {
    /// Dice that nobody at a table can foresee: where the system has no random numbers to give, the clock does.
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

/// What dice come to that belong to no fight: how many goblins a file means by `2d4`.
pub fn throw(dice: DiceExpr) -> i32 {
    let ask = RollRequest::new(Purpose::Free, dice.count, dice.sides);
    Thrown::new().roll(&ask).map_or(0, |roll| roll.total()).saturating_add(dice.plus)
}

/// A number that nobody can guess.
///
/// # Errors
/// The system has none to give.
pub fn secret() -> io::Result<u128> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
    Ok(u128::from_le_bytes(bytes))
}
