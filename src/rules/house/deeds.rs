//! Every deed, in the order in which a form shows it.

use super::{
    attack, care, charge, checks, declare, flask, loading, missile, movement, saving, sequence, spell,
    two_weapons, weapon,
};
use crate::rules::ruleset::deed::DeedRule;

/// The rows; each stands in the file of its topic.
pub static DEEDS: &[&DeedRule] = &[
    &attack::STRIKE,
    &missile::SHOOT,
    &two_weapons::TWO_WEAPONS,
    &missile::AIM,
    &loading::RELOAD,
    &flask::PREPARE,
    &weapon::DRAW,
    &weapon::DROP,
    &weapon::FREE_WEAPON,
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
