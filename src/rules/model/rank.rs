//! The line somebody stands in: front or back.

use super::block::d20::{Armour, D20, Kind, Range};
use super::block::wounds::Body;
use super::combatant::{Combatant, StatBlock};
use super::encounter::Encounter;
use serde::{Deserialize, Serialize};

/// A line of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rank {
    /// Goes at the foe.
    Front,
    /// Shoots, casts, throws; does not close.
    Back,
}

impl Rank {
    /// The other line.
    pub fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }

    /// Where such a one stands unless told otherwise.
    pub fn of(block: &StatBlock) -> Self {
        let back = match block {
            StatBlock::D20(d20) => shoots_first(d20) || is_unarmoured(d20),
            StatBlock::Wounds(body) => attacks_from_afar(body),
            StatBlock::Written(_) => false,
        };
        if back { Self::Back } else { Self::Front }
    }
}

/// Its first weapon only shoots.
fn shoots_first(d20: &D20) -> bool {
    d20.figures.attacks.first().is_some_and(|line| line.range == Some(Range::Missile))
}

/// A character without armour who has something to do from behind: a spell, something to throw. A creature has its
/// hide.
fn is_unarmoured(d20: &D20) -> bool {
    let (block, worn) = (&d20.block, &d20.block.protection);
    let bare = worn.armour.is_none_or(|armour| armour == Armour::UNARMOURED);
    let said = block.ac.or(block.ascending).or(worn.hide).is_some();
    let protected = if d20.figures.counts_up() { d20.figures.ac >= 14 } else { d20.figures.ac <= 5 };
    let casts = block.spells.iter().any(|spell| !spell.power);
    let from_afar = casts
        || d20.figures.attacks.iter().any(|line| line.range.is_some_and(|range| range != Range::Melee));
    block.kind != Kind::Monster && bare && from_afar && (!said || (casts && !protected))
}

/// The first thing it attacks with is shot, thrown or cast from afar.
fn attacks_from_afar(body: &Body) -> bool {
    body.attacks.first().is_some_and(|line| line.kind.is_ranged())
}

impl Encounter {
    /// The line it stands in: as the referee said, else as its block has it.
    pub fn rank(&self, c: &Combatant) -> Rank {
        c.rank.unwrap_or_else(|| self.block(c.block).map_or(Rank::Front, Rank::of))
    }
}
