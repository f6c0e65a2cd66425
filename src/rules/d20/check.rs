//! What the referee asks for at any time, and every ruleset of the family refuses for the same reasons.

use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Share;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::ids::{CombatantId, SideId};
use std::ops::RangeInclusive;

/// An amount of harm or healing for somebody who is not dead.
///
/// # Errors
/// `bad-modifier`: it could not be 0 or more. `dead`, `unknown-combatant`.
pub fn amount(e: &Encounter, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), RuleError> {
    if amount.range().1 < 0 {
        let detail = format!("amount: found {amount}, expected 0 or more");
        return Err(RuleError::new(Refusal::BadModifier).saying(detail));
    }
    who.iter().try_for_each(|(id, _)| {
        let dead = e.who(*id)?.standing == Standing::Dead;
        if dead { Err(RuleError::new(Refusal::Dead).of(*id)) } else { Ok(()) }
    })
}

/// A check of morale, adjusted by no more than `allowed` says; `checked`: the option that has morale
/// checked at all.
///
/// # Errors
/// `unknown-combatant`: no such side. `bad-modifier`, `nothing-open`, `option-off`.
pub fn morale(
    e: &Encounter,
    side: SideId,
    adjustment: i32,
    allowed: RangeInclusive<i32>,
    checked: bool,
) -> Result<(), RuleError> {
    if e.side(side).is_none() {
        return Err(Refusal::UnknownCombatant.into());
    }
    if !allowed.contains(&adjustment) {
        let (least, most) = allowed.into_inner();
        let detail = format!("adjustment: found {adjustment}, expected {least:+} to {most:+}");
        return Err(RuleError::new(Refusal::BadModifier).saying(detail));
    }
    if e.stage == Stage::Setup {
        return Err(Refusal::NothingOpen.into());
    }
    if checked { Ok(()) } else { Err(Refusal::OptionOff.into()) }
}
