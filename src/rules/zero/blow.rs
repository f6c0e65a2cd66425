//! One attack as a value.

use super::to_hit::Hit;
use crate::rules::d20::blow;
use crate::rules::model::block::d20::{Range, Special};
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
