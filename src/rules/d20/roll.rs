//! A d20 against a number: the one roll that attacks, saves and checks share.

use crate::rules::engine::resolution::{Bend, Roller};
use crate::rules::model::dice::Keep;
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// The effect of natural 20s and 1s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naturals {
    /// Nothing special.
    Plain,
    /// 20 always succeeds, 1 always fails.
    Decide,
}

/// A d20 roll that must reach `need` with its modifiers.
#[derive(Debug, Clone)]
pub struct D20Roll {
    /// The purpose.
    pub purpose: Purpose,
    /// The roller.
    pub who: CombatantId,
    /// The opponent, if any.
    pub against: Option<CombatantId>,
    /// Modifiers to the die.
    pub tally: Tally,
    /// The total that succeeds.
    pub need: i32,
    /// The terms of `need`.
    pub needing: Tally,
    /// The effect of natural 20s and 1s.
    pub naturals: Naturals,
    /// Faces at which a result other than success changes: for the consequences of a natural 1, that is 2.
    pub marks: Vec<i32>,
    /// Which of two dice counts, also for natural 20s and 1s; absent: one die.
    pub keep: Option<Keep>,
}

/// Returns which of two dice to keep: the higher with advantage, the lower with disadvantage; with both, one die is
/// rolled.
pub fn keep(advantage: bool, disadvantage: bool) -> Option<Keep> {
    match (advantage, disadvantage) {
        (true, false) => Some(Keep::Highest),
        (false, true) => Some(Keep::Lowest),
        _ => None,
    }
}

impl D20Roll {
    /// Returns a roll without an opponent, in which natural 20s and 1s do nothing special.
    pub fn plain(purpose: Purpose, who: CombatantId, tally: Tally, need: i32) -> Self {
        let (against, needing, naturals) = (None, Tally::new(), Naturals::Plain);
        Self { purpose, who, against, tally, need, needing, naturals, marks: Vec::new(), keep: None }
    }

    /// Returns the lowest face that succeeds; above 20 none does.
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

    /// Makes the roll without recording it.
    ///
    /// # Errors
    /// [`Stop::Roll`]: the die is missing.
    pub fn roll(mut self, r: &mut Resolution) -> Result<Rolled, Stop> {
        let bend = self.bent(r)?;
        let mut ask = RollRequest::new(self.purpose, if self.keep.is_some() { 2 } else { 1 }, 20)
            .by(self.who)
            .adding(self.tally.clone())
            .at_least(self.least_face());
        ask.bands.extend(&self.marks);
        ask.bands.sort_unstable();
        ask.bands.dedup();
        (ask.against, ask.keep) = (self.against, self.keep);
        let rolled = match bend {
            Some(bend) => r.throw_bent(bend.with_dice(ask), &bend)?,
            None => r.throw(ask)?,
        };
        let outcome = self.outcome(rolled.dice.unwrap_or_default());
        Ok(Rolled { outcome, need: Some(self.need), needing: self.needing, ..rolled })
    }

    /// Adds what house rules add, and returns what else they make of the roll; `None` without any.
    fn bent(&mut self, r: &mut Resolution) -> Result<Option<Bend>, Stop> {
        if !r.has_home_rules() {
            return Ok(None);
        }
        let (purpose, who) = (self.purpose, Some(self.who));
        let bend = r.bend(Roller { purpose, who, side: None, against: self.against })?;
        self.tally.append(&bend.terms);
        Ok(Some(bend))
    }

    /// Makes the roll, records it and returns whether it succeeded.
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

/// Picks a random combatant with a die of as many faces; a single candidate needs no die.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn one_of(
    r: &mut Resolution,
    among: &[CombatantId],
    who: CombatantId,
) -> Result<Option<CombatantId>, Stop> {
    let Ok(sides @ 2..) = u16::try_from(among.len()) else { return Ok(among.first().copied()) };
    let rolled = r.throw(RollRequest::new(Purpose::Stray, 1, sides).by(who))?;
    let picked = usize::try_from(rolled.total() - 1).ok().and_then(|at| among.get(at)).copied();
    r.rolled(Rolled { against: picked, ..rolled });
    Ok(picked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::dice::{Answer, Roll, Tape};
    use crate::rules::model::encounter::Encounter;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry::ruleset;

    #[test]
    fn of_two_dice_the_kept_one_decides() {
        let rolled = |keep: Option<Keep>, faces: &[u16]| {
            let answers = [Answer::Roll(Roll::Faces(faces.to_vec()))];
            let mut tape = Tape::new(&answers);
            let mut r =
                Resolution::recorded(ruleset(RulesetId::Bx), Encounter::new(RulesetId::Bx), &mut tape);
            let plain = D20Roll::plain(Purpose::Attack(0), CombatantId(0), Tally::new(), 25);
            let rolled = D20Roll { keep, naturals: Naturals::Decide, ..plain }.roll(&mut r);
            rolled.map(|rolled| (rolled.dice, rolled.outcome)).expect("an answer")
        };
        let (better, worse) = (keep(true, false), keep(false, true));
        assert_eq!(rolled(better, &[1, 20]), (Some(20), Outcome::Always));
        assert_eq!(rolled(worse, &[1, 20]), (Some(1), Outcome::Failure));
        assert_eq!(rolled(better, &[3, 17]), (Some(17), Outcome::Failure));
        assert_eq!(rolled(keep(true, true), &[20]), (Some(20), Outcome::Always));
        assert_eq!(rolled(keep(false, false), &[20]), (Some(20), Outcome::Always));
    }
}
