//! Every deed, a row each; what the rows share; and the plain actions that need no more than time.

use super::{
    checks, clock, combo, dying, exposure, handling, hazard, initiative, minds, morale, mount, movement,
    ongoing, possession, posture, recovery, state, strike, turn,
};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Second;
use crate::rules::model::offer::{FactField, Offer, Targets};
use crate::rules::ruleset::deed::{At, DeedRule, Rows, Told};

/// The rows, in the order in which a form shows them.
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
    &morale::QUAIL,
    &hazard::FALL,
    &hazard::COLLIDE,
    &exposure::EXPOSURE,
    &initiative::CONTEST,
    &recovery::REST,
    &turn::PASS,
]);

/// Metres, squares and seconds that a form takes at most.
pub const MOST: i32 = 1_000_000;

/// Something is taken from a pack or pocket.
const RETRIEVE: DeedRule = action(Deed::Retrieve, "seconds.time.action-costs");

/// Talk takes no time.
const TALK: DeedRule = action(Deed::Talk, "seconds.time.zero-second");

/// Anything else takes as long as the referee says.
const OTHER: DeedRule = DeedRule {
    price: clock::as_said,
    shape: |at, offer| Offer { facts: vec![lasting(at)], ..offer },
    check: |at, act| at.unless(act.facts.seconds().is_some(), Refusal::MISSING_FACT),
    ..action(Deed::Other, "seconds.time.action-costs")
};

/// An action that takes the seconds of the table, and that the log names.
pub const fn action(deed: Deed, rule: &'static str) -> DeedRule {
    DeedRule { rule, told: Told::Named, price: clock::by_table, ..DeedRule::of(deed) }
}

/// Seconds the act takes (`seconds.time.action-costs`).
pub fn cost(at: &At, row: &DeedRule, act: &Act) -> Second {
    (row.price)(at, act).map_or(0, |price| price.takes)
}

/// How long it takes: nothing at all where no second is left.
fn lasting(at: &At) -> FactField {
    match state::seconds_left(at.e, at.c.id) {
        left if left == 0 || !state::is_its_turn(at.e, at.c.id) => {
            FactField::number(Fact::Seconds(0), 0, 0)
        }
        _ => FactField::number(Fact::Seconds(1), 0, MOST),
    }
}

/// Whether it is aimed at nobody else.
pub fn is_alone(act: &Act) -> bool {
    act.at.iter().all(|who| *who == act.who)
}

/// The one it is aimed at, if it is aimed at one alone.
pub fn only_target(act: &Act) -> Option<CombatantId> {
    act.target().filter(|_| act.at.len() == 1)
}

/// Those it may be aimed at, so many of them.
pub fn aimed(ids: Vec<CombatantId>, least: usize, most: usize) -> Targets {
    Targets { most: most.min(ids.len()), least, ids }
}

/// Everybody else who is there, foes first.
pub fn others(e: &Encounter, c: &Combatant) -> Vec<CombatantId> {
    let body = minds::body_of(e, c.id);
    let mut ids: Vec<(bool, CombatantId)> = e
        .all()
        .filter(|other| other.id != c.id && other.id != body && state::is_here(other))
        .map(|other| (other.side == c.side, other.id))
        .collect();
    ids.sort_unstable();
    ids.into_iter().map(|(_, id)| id).collect()
}

/// A number that may be given, from 0 on.
pub fn figure(fact: Fact, most: i32) -> FactField {
    FactField { range: Some((0, most)), ..FactField::may(fact) }
}
