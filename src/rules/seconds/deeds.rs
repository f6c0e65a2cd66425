//! The rows of all deeds, and actions that only take time.

use super::form::{self, MOST};
use super::{
    clock, combo, dying, exposure, handling, hazard, initiative, morale, mount, movement, ongoing,
    possession, posture, recovery, sequence, skill, state, strike, turn,
};
use crate::rules::ruleset::deed::Rows;
use crate::rules::ruleset::prelude::*;

/// The rows, in the order in which a form lists them.
pub static DEEDS: Rows = Rows::of(&[
    &ongoing::RESUME,
    &strike::STRIKE,
    &strike::SHOOT,
    &strike::CAST,
    &combo::COMBO,
    &movement::MOVE,
    &movement::RUN,
    &movement::CRAWL,
    &posture::CROUCH,
    &posture::LIE_DOWN,
    &posture::RISE,
    &posture::STAND,
    &handling::AIM,
    &handling::RELOAD,
    &handling::UNJAM,
    &handling::DRAW,
    &handling::SHEATHE,
    &handling::DROP,
    &RETRIEVE,
    &TALK,
    &OTHER,
    &mount::CONTROL_MOUNT,
    &dying::TEND,
    &possession::POSSESS,
    &possession::LEAVE_BODY,
    &possession::COOPERATE,
    &turn::HOLD,
    &turn::CUT_IN,
    &ongoing::ABANDON,
    &skill::CHECK,
    &morale::MORALE_DAMAGE,
    &hazard::FALL,
    &hazard::COLLIDE,
    &exposure::EXPOSURE,
    &initiative::CONTEST,
    &recovery::REST,
    &sequence::PASS,
]);

/// Taking something from a pack or pocket.
const RETRIEVE: DeedRule = form::action(Deed::Retrieve, "seconds.time.action-costs");

/// Talking, which takes no time.
const TALK: DeedRule = form::action(Deed::Talk, "seconds.time.zero-second");

/// Any other action; the referee states how long it takes.
const OTHER: DeedRule = DeedRule {
    price: clock::as_said,
    shape: |at, offer| Offer { facts: vec![lasting(at)], ..offer },
    check: |at, act| at.unless(act.facts.seconds().is_some(), Refusal::MISSING_FACT),
    ..form::action(Deed::Other, "seconds.time.action-costs")
};

/// The field for how long the action takes: only 0 without seconds left.
fn lasting(at: &At) -> FactField {
    match state::seconds_left(at.e, at.c.id) {
        left if left == 0 || !state::is_its_turn(at.e, at.c.id) => {
            FactField::number(Fact::Seconds(0), 0, 0)
        }
        _ => FactField::number(Fact::Seconds(1), 0, MOST),
    }
}
