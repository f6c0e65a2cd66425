//! One attack as a value: attacker, weapon, target and manner.

pub use crate::rules::d20::blow::with_line;

use super::asset::{about, tables};
use super::{attribute, figures, state, tag};
use crate::rules::d20::{aim, blow};
use crate::rules::model::block::d20::{Attack, Band, Class, Range, Tag};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// How an attack comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// At the attacker's own stop, or a delayed attack.
    Ordinary,
    /// At a combatant that moves through its reach, leaves it, comes back into it or stands up: uses up an attack.
    OutOfTurn,
    /// At another foe after a killing blow: free (`house.class.cleave`).
    Cleave,
    /// At an ally or itself because of a fumble: free, and a natural 1 has no further effect (A20).
    Errant,
    /// Like [`Self::Errant`], but a hit is critical (`house.fumble.reckless`).
    Reckless,
}

impl Manner {
    /// Whether it uses up none of the attacks of the round.
    pub fn is_free(self) -> bool {
        matches!(self, Self::Cleave | Self::Errant | Self::Reckless)
    }

    /// Whether a fumble caused it.
    pub fn is_errant(self) -> bool {
        matches!(self, Self::Errant | Self::Reckless)
    }
}

/// One attack: attacker, weapon, target and manner.
pub type Blow<'a> = blow::Blow<'a, Manner>;

impl Blow<'_> {
    /// Whether a thief attacks from behind a target that is unaware (section 3.19).
    pub fn is_back_stab(&self) -> bool {
        self.strikes_unseen_from_behind() && self.d20.block.class == Some(Class::THIEF)
    }
}

/// Details of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// It counts as a critical hit.
    pub critical: bool,
    /// No die was rolled: the target is helpless and takes maximum damage (`house.attack.helpless`).
    pub certain: bool,
}

/// Distance between the two in feet: melee distance if engaged, else as the referee says, else as known.
pub fn distance(e: &Encounter, who: CombatantId, target: CombatantId, facts: &Facts) -> Option<i32> {
    aim::distance(about(), e, who, target, facts)
}

/// Range band of the target: as the referee says, else by the distance.
pub fn band(e: &Encounter, blow: &Blow) -> Option<Band> {
    let feet = || distance(e, blow.who, blow.target, blow.facts);
    blow.facts.band().or_else(|| blow.line.band(feet()?))
}

/// Whether it is dropped from above.
pub fn is_bomb(line: &Attack) -> bool {
    line.has(tag::BOMB)
}

/// Whether shooting with that line throws the weapon itself.
pub fn is_thrown(line: &Attack) -> bool {
    line.range == Some(Range::Both) || line.has(tag::THROWN)
}

/// Height in feet: as entered, else the attacker's altitude, else the distance.
pub fn height(e: &Encounter, who: CombatantId, target: CombatantId, facts: &Facts) -> Option<i32> {
    let own = || figures::figure(e.d20(who).ok()?, attribute::ALTITUDE);
    facts.distance().map(Tenths::up).or_else(own).or_else(|| distance(e, who, target, facts))
}

/// Dice of the weapon; `None` if a hit does no damage by itself.
pub fn dice(line: &Attack) -> Option<DiceExpr> {
    if line.has(tag::BLOWGUN) {
        return None;
    }
    blow::listed(line, figures::weapon, tables().any_weapon)
}

/// Whether the target is immune to the attack (`house.special.invulnerable`).
pub fn is_immune(e: &Encounter, blow: &Blow) -> bool {
    let Ok(victim) = e.d20(blow.target) else { return false };
    let holy = blow.line.has(Tag::HOLY) && !state::is_undead(e, blow.target);
    let wards = || victim.block.immune.as_ref().is_some_and(|immune| immune.wards_off(blow.line));
    holy || (wards() && !blow.line.has(super::tag::MAGE_STAFF))
}
