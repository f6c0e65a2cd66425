//! One attack as a value: whose, with what, at whom, and how it comes about.

use super::state;
use super::to_hit::Hit;
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::{Attack, D20, Range, Special};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Act, Deed, Facts, Share};
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

/// One attack: whose, with what, at whom, and how it comes about.
#[derive(Clone, Copy)]
pub struct Blow<'a> {
    /// Whose.
    pub who: CombatantId,
    /// At whom.
    pub target: CombatantId,
    /// The attacker's block.
    pub d20: &'a D20,
    /// A strike, or a shot.
    pub range: Range,
    /// The position of the line.
    pub at: u8,
    /// The line.
    pub line: &'a Attack,
    /// What the referee says of it.
    pub facts: &'a Facts,
    /// How it comes about.
    pub manner: Manner,
    /// How fit the weapon is: how much of the damage counts (`zero.melee.weapon-fitness`).
    pub share: Share,
}

impl Blow<'_> {
    /// It strikes, and does not shoot.
    pub fn strikes(&self) -> bool {
        self.range == Range::Melee
    }

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
    (at, range): (u8, Range),
    manner: Manner,
    deal: impl FnOnce(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let block = r.encounter().block_of(act.who);
    let Some(StatBlock::D20(d20)) = block.as_deref() else { return Ok(()) };
    let Some(line) = state::line(d20, at) else { return Ok(()) };
    let (who, facts, share) = (act.who, &act.facts, act.share_of(target));
    deal(r, &Blow { who, target, d20, range, at, line, facts, manner, share })
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
