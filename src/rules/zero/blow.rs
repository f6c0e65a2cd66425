//! One attack as a value: whose, with what, at whom, and how it comes about.

use super::to_hit::Hit;
use crate::rules::d20::blow;
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::{Range, Special};
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::dice::Purpose;
use crate::rules::model::event::{Outcome, Stop};
use crate::rules::model::ids::CombatantId;

/// How a blow comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// In its slot.
    Ordinary,
    /// The first attack of a charge; its consequences follow at that time.
    Charge(Timing),
    /// With a weapon set against a charge; its consequences follow at that time.
    Set(Timing),
    /// Out of turn, before a foe gets to its own act: by the longer weapon, or shot at a charger.
    Early,
    /// A parting shot, or one in passing: at somebody who runs, out of turn.
    Free,
    /// Without any situational modifiers: at a friend, by a fumble.
    Plain,
    /// To take hold of somebody.
    Grab,
}

/// One attack: whose, with what, at whom, and how it comes about; its share is how fit the weapon is
/// (`zero.melee.weapon-fitness`).
pub type Blow<'a> = blow::Blow<'a, Manner>;

impl Blow<'_> {
    /// It is the first attack of a charge.
    pub fn charges(&self) -> bool {
        matches!(self.manner, Manner::Charge(_))
    }

    /// What it is rolled for.
    pub fn purpose(&self) -> Purpose {
        if self.manner == Manner::Grab { Purpose::Grab } else { Purpose::Attack(self.at) }
    }

    /// It is free, at somebody who runs.
    pub fn is_free(&self) -> bool {
        self.manner == Manner::Free
    }

    /// When its consequences follow (section 2.4): at once if it interrupts somebody's act.
    pub fn timing(&self) -> Timing {
        match self.manner {
            Manner::Charge(timing) | Manner::Set(timing) => timing,
            Manner::Free | Manner::Early => Timing::Now,
            Manner::Ordinary | Manner::Plain | Manner::Grab => Timing::Together,
        }
    }

    /// The least face that may bring its special effect, if it has one.
    pub fn special_from(&self) -> Option<i32> {
        self.line.special.as_ref().map(|special| i32::from(special.on))
    }

    /// Its special effect, if that roll brings it (`zero.attack.special-on-natural`).
    pub fn special(&self, hit: Hit) -> Option<&Special> {
        let special = self.line.special.as_ref()?;
        (hit.outcome != Outcome::Immune && hit.face >= i32::from(special.on)).then_some(special)
    }
}

/// Deals a blow as the act says, with that line and range; does nothing if the combatant has no such line.
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

/// Deals a blow that no act ordered, as an interrupt: without facts from the referee.
pub fn out_of_turn(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
    with: (u8, Range),
    manner: Manner,
    deal: impl FnOnce(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    ordered(r, &Act::new(who, Deed::Strike), target, with, manner, deal)
}
