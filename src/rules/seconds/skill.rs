//! Skill checks called for by the referee.

use super::form::{aimed, is_alone, others};
use super::{body, checks};
use crate::rules::model::block::wounds::Skill;
use crate::rules::model::command::Shelter;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

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
            let made = checks::roll(r, Purpose::Skill(skill), act.who, None, own, dc)?;
            if made && skill == Skill::Perception {
                super::senses::hears(r, act.who, dc);
            }
        }
        Some(_) if skill == Skill::Stealth => super::senses::hide(r, act, own)?,
        Some(other) => {
            let theirs = tally(r, other, skill);
            checks::opposed(r, Purpose::Skill(skill), (act.who, own), (other, theirs))?;
        }
    }
    Ok(())
}
