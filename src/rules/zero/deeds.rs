//! All deeds, in the order in which a form lists them.

use super::{
    attack, charge, declare, grapple, maneuver, missile, movement, pursuit, retreat, saving, sequence,
    spell, two_weapons,
};
use crate::rules::ruleset::deed::Rows;

/// The deeds; each is defined in the file of its topic.
pub static DEEDS: Rows = Rows::of(&[
    &attack::STRIKE,
    &missile::SHOOT,
    &grapple::GRAB,
    &grapple::RELEASE,
    &spell::CAST,
    &spell::USE_POWER,
    &charge::CHARGE,
    &charge::BRACE,
    &maneuver::DISARM,
    &maneuver::UNHORSE,
    &maneuver::ENTANGLE,
    &movement::MOVE,
    &movement::RUN,
    &movement::WITHDRAW,
    &retreat::RETREAT,
    &retreat::MOVE_THROUGH,
    &retreat::DISENGAGE,
    &retreat::RALLY,
    &movement::STAND,
    &movement::DRAW,
    &movement::TAKE_SHIELD,
    &declare::PARRY,
    &movement::DECLARE_WITHDRAWAL,
    &two_weapons::TWO_WEAPONS,
    &spell::LET_GO,
    &declare::DECLARE_SPELL,
    &declare::UNDECLARE,
    &pursuit::EVADE,
    &pursuit::DISTRACT,
    &pursuit::ELUDE,
    &pursuit::VANISH,
    &saving::SAVE,
    &sequence::PASS,
]);
