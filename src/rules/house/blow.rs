//! One attack as a value: whose, with what, at whom, and how it comes about.

use super::state;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, Class, D20, Range};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Fact, Facts};
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;

/// Whose craft it is to strike from behind.
const THIEF: Class = Class::new("Thief");

/// How an attack comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// In its own stop, or held back and let go.
    Ordinary,
    /// At somebody who passes through its reach, leaves it, comes back into it or gets up: it uses up an attack.
    OutOfTurn,
    /// At another foe, after a blow that killed: free (`house.class.cleave`).
    Cleave,
    /// At a friend or at itself, by a fumble: free, and a natural 1 brings nothing more (A20).
    Errant,
    /// The same, and a hit counts as critical (`house.fumble.reckless`).
    Reckless,
}

impl Manner {
    /// Whether it uses up one of the attacks of the round.
    pub fn is_free(self) -> bool {
        matches!(self, Self::Cleave | Self::Errant | Self::Reckless)
    }

    /// Whether it was brought about by a fumble.
    pub fn is_errant(self) -> bool {
        matches!(self, Self::Errant | Self::Reckless)
    }
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
}

impl Blow<'_> {
    /// It strikes, and does not shoot.
    pub fn strikes(&self) -> bool {
        self.range == Range::Melee
    }

    /// A thief strikes somebody from behind who knows nothing of it (section 3.19).
    pub fn is_back_stab(&self) -> bool {
        let unseen = self.facts.has(&Fact::Behind) && self.facts.has(&Fact::Unaware);
        self.strikes() && unseen && self.d20.block.class == Some(THIEF)
    }
}

/// How a roll to hit came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// It counts as a critical hit.
    pub critical: bool,
    /// No die was rolled: the target is helpless, and takes all that the dice can deal (`house.attack.helpless`).
    pub certain: bool,
}

/// Deals a blow with that line; does nothing if the combatant has no such line.
pub fn with_line(
    r: &mut Resolution,
    who: CombatantId,
    target: CombatantId,
    (at, range): (u8, Range),
    facts: &Facts,
    manner: Manner,
    deal: impl FnOnce(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let block = r.encounter().block_of(who);
    let Some(StatBlock::D20(d20)) = block.as_deref() else { return Ok(()) };
    let Some(line) = state::line(d20, at) else { return Ok(()) };
    deal(r, &Blow { who, target, d20, range, at, line, facts, manner })
}
