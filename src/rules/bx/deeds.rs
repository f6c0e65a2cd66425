//! All deeds, in the order in which a form lists them.

use super::{attack, declare, initiative, movement, pursuit, saving, sequence, spell, turning};
use crate::rules::ruleset::deed::Rows;

/// The deeds; each is defined in the file of its topic.
pub static DEEDS: Rows = Rows::of(&[
    &attack::STRIKE,
    &attack::SHOOT,
    &spell::CAST,
    &spell::USE_POWER,
    &turning::TURN_UNDEAD,
    &movement::MOVE,
    &movement::WITHDRAW,
    &movement::RETREAT,
    &movement::BRACE,
    &initiative::HANG_BACK,
    &initiative::HASTEN,
    &spell::LET_GO,
    &declare::DECLARE_SPELL,
    &declare::DECLARE_WITHDRAWAL,
    &declare::DECLARE_RETREAT,
    &declare::UNDECLARE,
    &saving::SAVE,
    &saving::CHECK,
    &pursuit::EVADE,
    &pursuit::RUN,
    &sequence::PASS,
    &pursuit::DISTRACT,
    &pursuit::REST,
]);
