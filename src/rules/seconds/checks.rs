//! Skill checks, against a DC and opposed.

use super::body;
use super::deeds::{aimed, is_alone, others};
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::command::Shelter;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// A limit on re-rolls, beyond any plausible number.
pub const ROLLS: usize = 100;
/// The default DC.
const STANDARD_DC: i32 = 4;

/// A skill check.
pub const CHECK: DeedRule = DeedRule {
    rule: "seconds.check.basic",
    when: When::Ever,
    shape: |at, offer| {
        let facts = vec![
            FactField { stands: true, ..FactField::may(Fact::Skill(Skill::Perception)) },
            FactField::number(Fact::Difficulty(STANDARD_DC), -40, 60),
            FactField::asks(Fact::Modifier(0)),
            FactField::may(Fact::Shelter(Shelter::Light)),
        ];
        Offer { at: aimed(others(at.e, at.c), 0, usize::MAX), facts, ..offer }
    },
    check: |at, act| at.unless(act.at.is_empty() || !is_alone(act), Refusal::BAD_TARGET),
    run: by_referee,
    ..DeedRule::of(Deed::Check)
};

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

/// Resolves a skill check against the stated DC or opposed by another's skill. Hiding is noticed by those
/// whose perception reaches the total (`seconds.check.stealth-perception`).
fn by_referee(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let skill = act.facts.skill().unwrap_or(Skill::Perception);
    let tally = |r: &Resolution, who: CombatantId, skill: Skill| {
        let bonus = if who == act.who { act.facts.modifier().unwrap_or(0) } else { 0 };
        body::skill(r.encounter(), who, skill).with(Reason::REFEREE, bonus)
    };
    let own = tally(r, act.who, skill);
    match act.target() {
        None => {
            let dc = act.facts.difficulty().unwrap_or(STANDARD_DC);
            let made = roll(r, Purpose::Skill(skill), act.who, None, own, dc)?;
            if made && skill == Skill::Perception {
                super::senses::hears(r, act.who, dc);
            }
        }
        Some(_) if skill == Skill::Stealth => super::senses::hide(r, act, own)?,
        Some(other) => {
            let theirs = tally(r, other, skill);
            opposed(r, Purpose::Skill(skill), (act.who, own), (other, theirs))?;
        }
    }
    Ok(())
}
