//! A check of morale: 2d6 for a whole side, read against each member's own score.

use crate::rules::engine::resolution::Resolution;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Purpose, Question, RollRequest};
use crate::rules::model::event::{Outcome, Rolled, Stop};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tally::{Reason, Tally};

/// Never checks, never breaks.
pub const FEARLESS: i32 = 12;

/// Rolls against the scores as they stand, the adjustment in them already: those who break.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn roll(
    r: &mut Resolution,
    side: SideId,
    tested: &[(CombatantId, i32)],
    adjustment: i32,
) -> Result<Vec<CombatantId>, Stop> {
    let lowest = tested.iter().map(|(_, score)| *score).min().unwrap_or(FEARLESS);
    let mut bands: Vec<i32> = tested.iter().map(|(_, score)| score + 1).collect();
    bands.sort_unstable();
    bands.dedup();
    bands.retain(|n| (3..=12).contains(n));
    let ask = RollRequest::new(Purpose::Morale, 2, 6).by_side(side).at_most(lowest).bands(bands);
    let total = r.roll(ask)?.total();
    let broken: Vec<CombatantId> =
        tested.iter().filter(|(_, score)| total > *score).map(|(who, _)| *who).collect();
    let outcome = if broken.is_empty() { Outcome::Success } else { Outcome::Failure };
    let mut needing = Tally::new().with(Reason::REFEREE, adjustment);
    let least = tested.iter().find(|(_, score)| *score == lowest);
    if let Some(c) = least.and_then(|(who, _)| r.encounter().get(*who)) {
        custom::add(&mut needing, c, Stat::Morale);
    }
    let rolled = Rolled {
        side: Some(side),
        dice: Some(total),
        need: Some(lowest),
        needing,
        ..Rolled::new(Purpose::Morale, outcome)
    };
    r.rolled(rolled);
    Ok(broken)
}

/// Whether the broken yield; otherwise they run.
///
/// # Errors
/// [`Stop::Choice`]: nobody has decided yet.
pub fn yields(r: &mut Resolution, side: SideId, broken: &[CombatantId]) -> Result<bool, Stop> {
    let ask = ChoiceRequest {
        question: Question::Broken,
        who: broken.first().copied(),
        side: Some(side),
        among: Vec::new(),
        picks: vec![Pick::Flee, Pick::Surrender],
        how: HowMany::One,
        default: 0,
    };
    Ok(r.choose(ask)? == Answer::One(1))
}
