//! Every deed, in the order in which a form shows it.

use super::{attack, charge, declare, grapple, maneuver, saving, sequence, spell};
use crate::rules::ruleset::deed::DeedRule;

/// The rows; each stands in the file of its topic.
pub static DEEDS: [&DeedRule; 18] = [
    &attack::STRIKE,
    &attack::SHOOT,
    &grapple::GRAB,
    &grapple::RELEASE,
    &spell::CAST,
    &spell::USE_POWER,
    &charge::CHARGE,
    &charge::BRACE,
    &maneuver::DISARM,
    &maneuver::UNHORSE,
    &maneuver::ENTANGLE,
    &declare::PARRY,
    &declare::TWO_WEAPONS,
    &spell::LET_GO,
    &declare::DECLARE_SPELL,
    &declare::UNDECLARE,
    &saving::SAVE,
    &sequence::PASS,
];
