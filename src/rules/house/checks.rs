//! Ability checks (section 3.13).

use super::{figures, inspiration, reason};
use crate::rules::d20::save;
use crate::rules::model::block::d20::Ability;
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Difficulties, added to the die (`house.check.ability`).
pub const MODERATE: i32 = 0;
pub const CHALLENGING: i32 = 2;

/// An ability check called for by the referee.
pub const CHECK: DeedRule = DeedRule {
    rule: "house.check.ability",
    when: When::Ever,
    shape: |_, offer| {
        let ability = FactField { needed: true, ..FactField::may(Fact::Ability(Ability::Str)) };
        let difficulty = FactField::number(Fact::Difficulty(MODERATE), -4, 4);
        Offer { facts: vec![ability, difficulty, save::modifier()], ..offer }
    },
    check: |at, act| {
        at.unless(act.facts.ability().is_some(), Refusal::MISSING_FACT.saying("which ability?"))
    },
    run: |r, act: &Act| {
        let Some(ability) = act.facts.ability() else { return Ok(()) };
        let difficulty = act.facts.difficulty().unwrap_or(MODERATE) - act.facts.modifier().unwrap_or(0);
        check(r, act.who, ability, difficulty).map(|_| ())
    },
    ..DeedRule::of(Deed::Check)
};

/// Rolls d20 plus the difficulty, which must not exceed the score; 1 succeeds, 20 fails. A missing score is 10 (A24); a
/// torso or groin injury raises the total (A22).
pub fn check(
    r: &mut Resolution,
    who: CombatantId,
    ability: Ability,
    difficulty: i32,
) -> Result<bool, Stop> {
    let e = r.encounter();
    let score = e.d20(who).map_or(10, |d20| figures::score(d20, ability));
    let hurt = e.get(who).map_or(0, |c| figures::injury_to_all_rolls(e, c));
    let inspired = e.get(who).map_or(0, |c| inspiration::inspiration(c, inspiration::Roll::Check));
    let harder = Tally::new()
        .with(Reason::DIFFICULTY, difficulty)
        .with(reason::INJURY, -hurt)
        .with(reason::INSPIRED, -inspired);
    let made = save::at_most(r, who, ability, score, harder)?;
    inspiration::spend(r, who, inspiration::Roll::Check);
    Ok(made)
}
