//! Every deed, in the order in which a form shows it.

use super::{attack, declare, saving, sequence, spell};
use crate::rules::ruleset::deed::DeedRule;

/// The rows; each stands in the file of its topic.
pub static DEEDS: [&DeedRule; 11] = [
    &attack::STRIKE,
    &attack::SHOOT,
    &spell::CAST,
    &spell::USE_POWER,
    &declare::PARRY,
    &declare::TWO_WEAPONS,
    &spell::LET_GO,
    &declare::DECLARE_SPELL,
    &declare::UNDECLARE,
    &saving::SAVE,
    &sequence::PASS,
];
