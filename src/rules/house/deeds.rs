//! Every deed, in the order in which a form shows it.

use super::{attack, care, charge, checks, declare, missile, movement, saving, sequence, spell};
use crate::rules::ruleset::deed::DeedRule;

/// The rows; each stands in the file of its topic.
pub static DEEDS: [&DeedRule; 26] = [
    &attack::STRIKE,
    &missile::SHOOT,
    &spell::CAST,
    &spell::USE_POWER,
    &charge::CHARGE,
    &movement::MOVE,
    &movement::RUN,
    &movement::WITHDRAW,
    &movement::RETREAT,
    &movement::STAND,
    &movement::CRAWL,
    &attack::PARRY,
    &attack::HOLD,
    &spell::LET_GO,
    &declare::DECLARE_SPELL,
    &declare::DECLARE_RETREAT,
    &declare::DECLARE_WITHDRAWAL,
    &declare::SURRENDER,
    &declare::UNDECLARE,
    &care::TEND,
    &care::DRINK,
    &care::NURSE,
    &care::REST,
    &saving::SAVE,
    &checks::CHECK,
    &sequence::PASS,
];
