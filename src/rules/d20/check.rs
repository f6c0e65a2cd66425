//! Validation of the referee's commands.

use crate::rules::model::command::{Command, Share};
use crate::rules::model::encounter::Stage;
use crate::rules::ruleset::prelude::*;
use std::ops::RangeInclusive;

/// Checks skipping, damage and healing; of that there must be at least `least_healing`.
///
/// # Errors
/// Those of [`skip`] and [`amount`].
pub fn command(e: &Encounter, c: &Command, least_healing: i32) -> Result<(), RuleError> {
    match c {
        Command::Skip => skip(e),
        Command::Harm { who, amount: dice } => amount(e, *dice, 0, who),
        Command::Heal { who, amount: dice } => amount(e, *dice, least_healing, who),
        _ => Ok(()),
    }
}

/// Checks that the open procedure can be skipped: initiative must be rolled or set by hand, and deferred events must be
/// committed.
///
/// # Errors
/// `not-in-this-phase`.
pub fn skip(e: &Encounter) -> Result<(), RuleError> {
    let refuse = |detail: &str| Err(Refusal::NOT_IN_THIS_PHASE.saying(detail));
    match e.window().map(|window| window.phase) {
        Some(Phase::Initiative) if e.order.is_empty() => {
            refuse("roll it, or set the order by hand first")
        }
        Some(Phase::Commit) => refuse("pending results count first"),
        _ => Ok(()),
    }
}

/// Checks an amount of damage or healing, and that the targets are not dead.
///
/// # Errors
/// `bad-modifier`: the amount is always less than `least`. `dead`, `unknown-combatant`.
pub fn amount(
    e: &Encounter,
    amount: DiceExpr,
    least: i32,
    who: &[(CombatantId, Share)],
) -> Result<(), RuleError> {
    if amount.range().1 < least {
        let fault = Fault::new("amount", amount, format!("{least} or more"));
        return Err(Refusal::BAD_MODIFIER.at(fault));
    }
    who.iter().try_for_each(|(id, _)| {
        let dead = e.who(*id)?.standing == Standing::Dead;
        if dead { Err(RuleError::new(Refusal::DEAD).of(*id)) } else { Ok(()) }
    })
}

/// Checks a morale check: the adjustment must be in the `allowed` range, and `checked` tells whether the options have
/// morale checked at all.
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
        return Err(Refusal::UNKNOWN_COMBATANT.into());
    }
    if !allowed.contains(&adjustment) {
        let (least, most) = allowed.into_inner();
        let fault = Fault::new("adjustment", adjustment, format!("{least:+} to {most:+}"));
        return Err(Refusal::BAD_MODIFIER.at(fault));
    }
    if e.stage == Stage::Setup {
        return Err(Refusal::NOTHING_OPEN.into());
    }
    if checked { Ok(()) } else { Err(Refusal::OPTION_OFF.into()) }
}

/// Checks that combatants of this kind are on that side and check morale by themselves.
///
/// # Errors
/// `unknown-combatant`, `bad-target`.
pub fn kind(
    e: &Encounter,
    side: SideId,
    like: Option<CombatantId>,
    checks_alone: fn(&Encounter, CombatantId) -> bool,
) -> Result<(), RuleError> {
    let Some(who) = like else { return Ok(()) };
    let refuse = |detail: &str| Err(RuleError::new(Refusal::BAD_TARGET).of(who).saying(detail));
    match e.who(who)? {
        c if c.side != side => refuse("it is on another side; choose that side"),
        _ if !checks_alone(e, who) => refuse("does not check alone; the whole side must check"),
        _ => Ok(()),
    }
}
