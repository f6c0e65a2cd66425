//! One attack and its range band.

use super::asset::about;
use crate::rules::d20::{aim, blow};
use crate::rules::model::block::d20::{Band, Class};
use crate::rules::ruleset::prelude::*;

/// One attack.
pub type Blow<'a> = blow::Blow<'a, ()>;

impl Blow<'_> {
    /// Whether it is a thief's attack from behind on an unaware target (`bx.special.back-stab`).
    pub fn is_back_stab(&self) -> bool {
        self.strikes_unseen_from_behind() && self.d20.block.class == Some(Class::THIEF)
    }
}

/// Returns the range band of the target: as stated by the referee, otherwise by distance.
pub fn band(e: &Encounter, blow: &Blow) -> Option<Band> {
    let feet = || aim::distance(about(), e, blow.who, blow.target, blow.facts);
    blow.facts.band().or_else(|| blow.line.band(feet()?))
}
