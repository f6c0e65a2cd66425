//! Saving throws and ability checks.

use super::roll::{D20Roll, Naturals};
use crate::rules::model::block::d20::{Ability, Save};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// Asks for the category of a saving throw that the referee calls for.
pub fn category() -> FactField {
    FactField { needed: true, ..FactField::may(Fact::Against(Save::Death)) }
}

/// Asks for the referee's modifier to a die.
pub fn modifier() -> FactField {
    FactField::asks(Fact::Modifier(0))
}

/// Checks that a saving throw that the referee calls for names its category.
///
/// # Errors
/// `missing-fact`.
pub fn check(at: &At, act: &Act) -> Allowed {
    at.unless(act.facts.against().is_some(), Refusal::MISSING_FACT.saying("against which category?"))
}

/// Makes a saving throw; to the die are added the ruleset's modifiers, custom effects and the referee's modifier.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn roll(
    r: &mut Resolution,
    who: CombatantId,
    category: Save,
    tally: Tally,
    modifier: i32,
    naturals: Naturals,
) -> Result<bool, Stop> {
    let need = i32::from(r.encounter().d20(who)?.figures.saves[category.index()]);
    against(r, who, (category, need), tally, modifier, naturals)
}

/// Like [`roll`], for a number that is not among the five.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn against(
    r: &mut Resolution,
    who: CombatantId,
    (category, need): (Save, i32),
    mut tally: Tally,
    modifier: i32,
    naturals: Naturals,
) -> Result<bool, Stop> {
    let c = r.encounter().who(who)?;
    custom::add(&mut tally, c, Stat::Saves);
    tally.add(Reason::REFEREE, modifier);
    D20Roll { naturals, ..D20Roll::plain(Purpose::Save(category), who, tally, need) }.test(r)
}

/// Makes an ability check by rolling low: a d20 plus what makes it harder must not exceed the score; a natural 1
/// succeeds, a natural 20 fails.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn at_most(
    r: &mut Resolution,
    who: CombatantId,
    ability: Ability,
    score: i32,
    harder: Tally,
) -> Result<bool, Stop> {
    let most = score.saturating_sub(harder.total()).clamp(1, 19);
    let stated = harder.total();
    let ask = RollRequest::new(Purpose::Ability(ability), 1, 20).by(who).adding(harder).at_most(most);
    let rolled = r.throw(ask)?;
    // A house rule may have added something.
    let most = most.saturating_sub(rolled.tally.total().saturating_sub(stated));
    let outcome = match rolled.dice.unwrap_or_default() {
        1 => Outcome::Always,
        20 => Outcome::Never,
        face => Outcome::of(face <= most),
    };
    r.rolled(Rolled { outcome, need: Some(score), ..rolled });
    Ok(outcome.succeeded())
}
