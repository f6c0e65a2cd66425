//! Skill checks, against a DC and opposed; rolled durations.

use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// A limit on re-rolls, beyond any plausible number.
pub const ROLLS: usize = 100;

/// Rolls d6 + bonus against a DC; no result succeeds or fails automatically (`seconds.check.basic`).
pub fn roll(
    r: &mut Resolution,
    purpose: Purpose,
    who: CombatantId,
    against: Option<CombatantId>,
    tally: Tally,
    dc: i32,
) -> Result<bool, Stop> {
    try_for(r, purpose, (who, against), tally, (dc, Tally::new()))
}

/// Rolls against a DC made up of terms.
pub fn roll_against(
    r: &mut Resolution,
    purpose: Purpose,
    who: CombatantId,
    against: Option<CombatantId>,
    tally: Tally,
    needing: Tally,
) -> Result<bool, Stop> {
    try_for(r, purpose, (who, against), tally, (needing.total(), needing))
}

fn try_for(
    r: &mut Resolution,
    purpose: Purpose,
    (who, against): (CombatantId, Option<CombatantId>),
    tally: Tally,
    (dc, needing): (i32, Tally),
) -> Result<bool, Stop> {
    let need = dc.saturating_sub(tally.total());
    let mut ask = RollRequest::new(purpose, 1, 6).by(who).adding(tally).at_least(need);
    ask.against = against;
    r.test_for(ask, needing)
}

/// Rolls for both until one is higher (`seconds.check.opposed`). Returns whether the first wins.
pub fn opposed(
    r: &mut Resolution,
    purpose: Purpose,
    (one, with): (CombatantId, Tally),
    (other, and): (CombatantId, Tally),
) -> Result<bool, Stop> {
    let figure =
        |who, against, tally| RollRequest::new(purpose, 1, 6).by(who).against(against).adding(tally);
    for nth in 0..ROLLS {
        let first = r.figure(figure(one, other, with.clone()).once_more(nth > 0))?;
        let equal = first.saturating_sub(and.total());
        let second = r.figure(figure(other, one, and.clone()).beside(equal))?;
        if first != second {
            return Ok(first > second);
        }
    }
    Ok(false)
}

/// Rolls a duration.
pub fn duration(r: &mut Resolution, who: CombatantId, dice: DiceExpr) -> Result<i32, Stop> {
    let total = if dice.count == 0 {
        dice.plus
    } else {
        let ask = RollRequest::new(Purpose::Duration, dice.count, dice.sides).by(who);
        r.roll(ask)?.total().saturating_add(dice.plus)
    };
    let rolled =
        Rolled { who: Some(who), dice: Some(total), ..Rolled::new(Purpose::Duration, Outcome::Figure) };
    r.rolled(rolled);
    Ok(total)
}
