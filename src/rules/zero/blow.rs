//! One attack as a value.

use super::asset::about;
use super::figures;
use crate::rules::d20::{aim, blow};
use crate::rules::model::block::d20::{Band, Range, Special};
use crate::rules::ruleset::prelude::*;

/// The circumstances of a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// In the attacker's slot; the timing is that of its consequences.
    Ordinary(Timing),
    /// The first attack of a charge; the timing is that of its consequences.
    Charge(Timing),
    /// With a weapon set against a charge; the timing is that of its consequences.
    Set(Timing),
    /// Out of turn, before a foe's own act: with a longer weapon, or shot at a charger.
    Early,
    /// Out of turn, at a fleeing or passing combatant.
    Free,
    /// Without situational modifiers: at an ally, by a fumble.
    Plain,
    /// To grapple.
    Grab,
}

/// One attack: attacker, weapon, target and circumstances; its share is the weapon's fitness
/// (`zero.melee.weapon-fitness`).
pub type Blow<'a> = blow::Blow<'a, Manner>;

/// The highest number needed at which a natural 20 is critical (`zero.critical.hit`, R6).
const CRITICAL: i32 = 18;

impl Blow<'_> {
    /// Whether it is the first attack of a charge.
    pub fn charges(&self) -> bool {
        matches!(self.manner, Manner::Charge(_))
    }

    /// Returns the purpose of its roll.
    pub fn purpose(&self) -> Purpose {
        if self.manner == Manner::Grab { Purpose::Grab } else { Purpose::Attack(self.at) }
    }

    /// Whether it is a free attack on a fleeing or passing combatant.
    pub fn is_free(&self) -> bool {
        self.manner == Manner::Free
    }

    /// Returns when its consequences take hold (section 2.4): at once if it comes before another's act.
    pub fn timing(&self) -> Timing {
        match self.manner {
            Manner::Ordinary(timing) | Manner::Charge(timing) | Manner::Set(timing) => timing,
            Manner::Free | Manner::Early => Timing::Now,
            Manner::Plain | Manner::Grab => Timing::Together,
        }
    }

    /// Returns the lowest natural face that triggers its special effect, if it has one.
    pub fn special_from(&self) -> Option<i32> {
        self.line.special.as_ref().map(|special| i32::from(special.on))
    }

    /// Returns its special effect, if the roll triggers it (`zero.attack.special-on-natural`).
    pub fn special(&self, hit: Hit) -> Option<&Special> {
        let special = self.line.special.as_ref()?;
        (hit.outcome != Outcome::Immune && hit.face >= i32::from(special.on)).then_some(special)
    }
}

/// Result of an attack roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Whether it hit, and whether the target is immune.
    pub outcome: Outcome,
    /// The natural face of the kept die; 0 if none was rolled.
    pub face: i32,
    /// The natural face needed; may be below 1 or above 20.
    pub needed: i32,
}

impl Hit {
    /// Whether it is a natural 20 and an 18 or less would have hit (`zero.critical.hit`).
    pub fn is_critical(self) -> bool {
        self.face == 20 && self.needed <= CRITICAL
    }

    /// By how much the number needed exceeds a natural 20 (`zero.attack.beyond-20`).
    pub fn beyond(self) -> i32 {
        if self.face == 20 { (self.needed - 20).max(0) } else { 0 }
    }
}

/// Makes the blow that the act describes, with that line and range; does nothing if the combatant has no such line.
pub fn ordered(
    r: &mut Resolution,
    act: &Act,
    target: CombatantId,
    with: (u8, Range),
    manner: Manner,
    deal: impl FnOnce(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let share = act.share_of(target);
    blow::with_line(r, act.who, target, with, &act.facts, manner, |r, blow| {
        deal(r, &Blow { share, ..*blow })
    })
}

/// Makes a blow that no act ordered but the rule of that id allows, without facts from the referee.
pub fn out_of_turn(
    r: &mut Resolution,
    rule: &'static str,
    (who, target): (CombatantId, CombatantId),
    with: (u8, Range),
    manner: Manner,
    deal: impl FnOnce(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let strike =
        |r: &mut Resolution| ordered(r, &Act::new(who, Deed::Strike), target, with, manner, deal);
    r.under(|| Why::OutOfTurn(who, rule.into()), strike)
}

/// Returns the distance in feet, if known or stated.
pub fn distance(e: &Encounter, who: CombatantId, target: CombatantId, facts: &Facts) -> Option<i32> {
    aim::distance(about(), e, who, target, facts)
}

/// Returns the range band of the target: as stated by the referee, otherwise by distance.
pub fn band(e: &Encounter, blow: &Blow) -> Option<Band> {
    let by_feet = || figures::band(e, blow.line, distance(e, blow.who, blow.target, blow.facts)?);
    blow.facts.band().or_else(by_feet)
}
