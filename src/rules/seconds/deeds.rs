//! The rows of all deeds, helpers the rows share, and actions that only take time.

use super::{
    checks, clock, combo, dying, exposure, handling, hazard, initiative, minds, morale, mount, movement,
    ongoing, possession, posture, recovery, state, strike, turn,
};
use crate::rules::model::moment::Second;
use crate::rules::ruleset::deed::{Rows, Told};
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
    &checks::CHECK,
    &morale::MORALE_DAMAGE,
    &hazard::FALL,
    &hazard::COLLIDE,
    &exposure::EXPOSURE,
    &initiative::CONTEST,
    &recovery::REST,
    &turn::PASS,
]);

/// The most metres, squares or seconds a form accepts.
pub const MOST: i32 = 1_000_000;

/// Taking something from a pack or pocket.
const RETRIEVE: DeedRule = action(Deed::Retrieve, "seconds.time.action-costs");

/// Talking, which takes no time.
const TALK: DeedRule = action(Deed::Talk, "seconds.time.zero-second");

/// Any other action; the referee states how long it takes.
const OTHER: DeedRule = DeedRule {
    price: clock::as_said,
    shape: |at, offer| Offer { facts: vec![lasting(at)], ..offer },
    check: |at, act| at.unless(act.facts.seconds().is_some(), Refusal::MISSING_FACT),
    ..action(Deed::Other, "seconds.time.action-costs")
};

/// Returns the row of an action that costs the seconds of the table and is logged by name.
pub const fn action(deed: Deed, rule: &'static str) -> DeedRule {
    DeedRule { rule, told: Told::Named, price: clock::by_table, ..DeedRule::of(deed) }
}

/// Returns the seconds the act takes (`seconds.time.action-costs`).
pub fn cost(at: &At, row: &DeedRule, act: &Act) -> Second {
    (row.price)(at, act).map_or(0, |price| price.takes)
}

/// The field for how long the action takes: only 0 without seconds left.
fn lasting(at: &At) -> FactField {
    match state::seconds_left(at.e, at.c.id) {
        left if left == 0 || !state::is_its_turn(at.e, at.c.id) => {
            FactField::number(Fact::Seconds(0), 0, 0)
        }
        _ => FactField::number(Fact::Seconds(1), 0, MOST),
    }
}

/// Whether the act has no target but the actor.
pub fn is_alone(act: &Act) -> bool {
    act.at.iter().all(|who| *who == act.who)
}

/// Returns the target, if there is exactly one.
pub fn only_target(act: &Act) -> Option<CombatantId> {
    act.target().filter(|_| act.at.len() == 1)
}

/// Returns the choice of `least` to `most` targets among `ids`.
pub fn aimed(ids: Vec<CombatantId>, least: usize, most: usize) -> Targets {
    Targets { most: most.min(ids.len()), least, ids }
}

/// Returns all other combatants present, foes first.
pub fn others(e: &Encounter, c: &Combatant) -> Vec<CombatantId> {
    let body = minds::body_of(e, c.id);
    let there = |other: &&Combatant| other.id != c.id && other.id != body && state::is_here(other);
    let of = |ours: bool| e.all().filter(there).filter(move |other| (other.side == c.side) == ours);
    let mut ids = Vec::with_capacity(e.combatants.len());
    ids.extend(of(false).chain(of(true)).map(|other| other.id));
    ids
}

/// An optional number, from 0 up to `most`.
pub fn figure(fact: Fact, most: i32) -> FactField {
    FactField { range: Some((0, most)), ..FactField::may(fact) }
}
