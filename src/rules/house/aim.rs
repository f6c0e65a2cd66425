//! What may be attacked, and with which lines.

use super::asset::about;
use super::{condition, flask, gear, state, two_weapons};
use crate::rules::d20::cover;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::prelude::*;

/// Checks that the weapon is loaded, or the flask prepared.
fn may_shoot(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(!at.c.has_value(condition::EMPTY_WEAPON, nth), Refusal::RELOADING)?;
    flask::may_throw(at, nth, line)
}

/// The attack lines it can use at that range now.
pub fn usable_lines(at: &At, range: Range) -> Vec<u8> {
    state::ready_lines(at).map(|(nth, _)| nth).filter(|nth| may_use(at, *nth, range).is_ok()).collect()
}

/// Checks that the actor can use that attack line at that range now.
pub fn may_use(at: &At, nth: u8, range: Range) -> Allowed {
    let d20 = at.d20()?;
    let line = state::line(d20, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    at.unless(state::reaches(line, range), Refusal::BAD_WEAPON)?;
    gear::may_wield(at, nth, line)?;
    two_weapons::may_strike(at, nth)?;
    at.unless(state::uses_left(at.c, d20, nth) > 0, Refusal::ALREADY_ATTACKED)?;
    if range == Range::Missile {
        may_shoot(at, nth, line)?;
    }
    state::supplied(at.c, line, range == Range::Missile)
}

/// Field for the target's cover: 1, 2 or 4 points of armour class, entered as a penalty.
pub fn cover_field() -> FactField {
    cover::field(about(), -2)
}

/// Checks that cover is a quarter, half or three quarters; a target in complete cover cannot be attacked
/// (`house.attack.cover`).
pub fn check_cover(at: &At, act: &Act) -> Allowed {
    at.unless(!act.facts.has(&Fact::CompleteCover), Refusal::COMPLETE_COVER)?;
    cover::check(about(), at, act)
}
