//! Every deed, in the order in which a form shows it.

use super::{
    attack, bard, beast, care, charge, checks, declare, mage, missile, movement, saving, sequence,
    skill, spell, turning,
};
use crate::rules::ruleset::deed::DeedRule;

/// The rows; each stands in the file of its topic.
pub static DEEDS: [&DeedRule; 35] = [
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
    &turning::TURN_UNDEAD,
    &bard::MOCK,
    &bard::INSPIRE,
    &mage::USE_SKILL,
    &mage::LAY_HANDS,
    &beast::BEFRIEND,
    &beast::STALK,
    &bard::LEAVE_OFF,
    &care::TEND,
    &care::DRINK,
    &care::NURSE,
    &care::REST,
    &saving::SAVE,
    &checks::CHECK,
    &skill::SKILL_CHECK,
    &sequence::PASS,
];
