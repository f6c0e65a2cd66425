//! One attack: who strikes whom, with what and in which way.

use super::asset::{about, tables};
use super::condition;
use crate::rules::d20::aim as kit;
use crate::rules::model::block::d20::{Attack, Class, Damage};
use crate::rules::ruleset::prelude::*;

/// One attack: attacker, weapon, target and kind.
#[derive(Debug, Clone, Copy)]
pub struct Blow<'a> {
    /// Attacker.
    pub who: CombatantId,
    /// Target.
    pub target: CombatantId,
    /// Index of the attack line.
    pub at: u8,
    /// Attack line.
    pub line: &'a Attack,
    /// Whether it is a missile attack.
    pub shoots: bool,
    /// Kind.
    pub style: Style,
    /// Facts entered by the referee.
    pub facts: &'a Facts,
}

impl Blow<'_> {
    /// Returns when it takes effect: interrupts at once, others at the commit of the number.
    pub fn timing(&self) -> Timing {
        match self.style {
            Style::Parting | Style::Free(_) => Timing::Now,
            _ => Timing::Together,
        }
    }

    /// Whether a thief attacks from behind an opponent that is unaware of it; once per opponent
    /// (`countdown.class.sneak-attack`).
    pub fn is_sneak_attack(&self, e: &Encounter) -> bool {
        let thief = e.d20(self.who).is_ok_and(|d20| d20.block.class == Some(Class::THIEF));
        let known = e.get(self.target).is_some_and(|c| c.has_toward(condition::SNEAKED_ON, self.who));
        thief
            && self.style != Style::Grab
            && !self.shoots
            && !known
            && self.facts.has(&Fact::Behind)
            && self.facts.has(&Fact::Unaware)
    }

    /// Whether it is made with the flat of a weapon (`countdown.special.nonlethal`).
    pub fn is_flat(&self) -> bool {
        self.facts.has(&Fact::Subdual) && !matches!(self.style, Style::Punch | Style::Kick)
    }

    /// Whether it is nonlethal: with the flat, fist or foot.
    pub fn spares(&self) -> bool {
        self.facts.has(&Fact::Subdual) || matches!(self.style, Style::Punch | Style::Kick)
    }

    /// Number of reasons to double its damage (`countdown.damage.double`).
    pub fn doublings(&self, e: &Encounter) -> u8 {
        let sneaks = self.is_sneak_attack(e) && !self.is_flat();
        let runs = matches!(self.style, Style::Charge | Style::Set);
        u8::from(sneaks) + u8::from(runs)
    }
}

/// The kind of an attack, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// An ordinary attack.
    Plain,
    /// At the end of a charge.
    Charge,
    /// With a weapon set against a charge.
    Set,
    /// At a foe that closes in, with a longer weapon.
    Intercept,
    /// At a foe that turns its back: an interrupt.
    Parting,
    /// At a foe that fumbled: an interrupt. `true` if it may provoke another.
    Free(bool),
    /// With the first of two weapons.
    First,
    /// With the second of two weapons.
    Second,
    /// A stray missile.
    Stray,
    /// With a fist.
    Punch,
    /// With a foot.
    Kick,
    /// To grab or disarm, without damage.
    Grab,
}

/// Distance in feet between attacker and target: melee distance if engaged, else as the referee says, else as known.
pub fn distance(e: &Encounter, who: CombatantId, facts: &Facts, target: CombatantId) -> Option<i32> {
    kit::distance(about(), e, who, target, facts)
}

/// Dice of a hit; `None` if it does no damage by itself (`countdown.damage.roll`).
pub fn dice(line: &Attack) -> Option<DiceExpr> {
    match &line.damage {
        Some(Damage::Dice(dice)) => Some(*dice),
        Some(Damage::Nothing) => None,
        Some(Damage::Weapon(_)) | None => Some(tables().any_weapon),
    }
}
