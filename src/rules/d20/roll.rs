//! A d20 against a number: the one roll that attacks, saves and checks share.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::dice::{Keep, Purpose, RollRequest};
use crate::rules::model::event::{Outcome, Rolled, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::Tally;

/// What natural 20s and 1s do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naturals {
    /// Nothing special.
    Plain,
    /// 20 always succeeds, 1 always fails.
    Decide,
}

/// A d20 to be rolled: with the terms it must reach `need`.
#[derive(Debug, Clone)]
pub struct D20Roll {
    /// What for.
    pub purpose: Purpose,
    /// Who rolls.
    pub who: CombatantId,
    /// Against whom.
    pub against: Option<CombatantId>,
    /// Added to the die.
    pub tally: Tally,
    /// The total that succeeds.
    pub need: i32,
    /// Why that total.
    pub needing: Tally,
    /// Natural 20s and 1s.
    pub naturals: Naturals,
    /// Two dice are thrown, and this one counts; absent: one.
    pub keep: Option<Keep>,
    /// Faces at which something else begins, beside success: what follows a natural 1 ends before 2.
    pub marks: &'static [i32],
}

impl D20Roll {
    /// A roll against nobody, that a natural 20 or 1 does not decide.
    pub fn plain(purpose: Purpose, who: CombatantId, tally: Tally, need: i32) -> Self {
        let (against, needing, naturals) = (None, Tally::new(), Naturals::Plain);
        Self { purpose, who, against, tally, need, needing, naturals, keep: None, marks: &[] }
    }

    /// The least face that succeeds; above 20: none does.
    pub fn least_face(&self) -> i32 {
        let face = self.need.saturating_sub(self.tally.total());
        match self.naturals {
            Naturals::Plain => face.max(1),
            Naturals::Decide => face.clamp(2, 20),
        }
    }

    fn outcome(&self, face: i32) -> Outcome {
        let reached = face.saturating_add(self.tally.total()) >= self.need;
        match (self.naturals, face) {
            (Naturals::Decide, 20) if !reached => Outcome::Always,
            (Naturals::Decide, 1) if reached => Outcome::Never,
            _ if reached => Outcome::Success,
            _ => Outcome::Failure,
        }
    }

    /// Rolls it, without recording it yet.
    ///
    /// # Errors
    /// [`Stop::Roll`]: the die is missing.
    pub fn roll(self, r: &mut Resolution) -> Result<Rolled, Stop> {
        let dice = if self.keep.is_some() { 2 } else { 1 };
        let mut ask = RollRequest::new(self.purpose, dice, 20)
            .by(self.who)
            .adding(self.tally.clone())
            .at_least(self.least_face());
        ask.bands.extend(self.marks);
        ask.bands.sort_unstable();
        ask.bands.dedup();
        ask.against = self.against;
        ask.keep = self.keep;
        let face = r.roll(ask)?.total();
        Ok(Rolled {
            purpose: self.purpose,
            who: Some(self.who),
            side: None,
            against: self.against,
            dice: Some(face),
            outcome: self.outcome(face),
            tally: self.tally,
            need: Some(self.need),
            needing: self.needing,
        })
    }

    /// Rolls and records it: whether it succeeded.
    ///
    /// # Errors
    /// [`Stop::Roll`]: the die is missing.
    pub fn test(self, r: &mut Resolution) -> Result<bool, Stop> {
        let rolled = self.roll(r)?;
        let succeeded = rolled.outcome.succeeded();
        r.rolled(rolled);
        Ok(succeeded)
    }
}
