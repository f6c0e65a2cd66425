//! The lines of battle, front and back, and the one that a stat block implies.

use super::block::d20::{Armour, Attack, Class, CreatureKind, D20, Protection, Range};
use super::block::stat_block::StatBlock;
use super::block::wounds::Body;
use serde::{Deserialize, Serialize};

/// A line of battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rank {
    /// Closes with the foe.
    Front,
    /// Shoots, casts or throws; does not close.
    Back,
}

impl Rank {
    /// Returns the other line.
    pub fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }

    /// Returns the default line for a stat block.
    pub fn of(block: &StatBlock) -> Self {
        let back = match block {
            StatBlock::D20(d20) => {
                shoots_first(d20) || is_mage(d20) || is_unarmoured(d20) || is_porter(d20)
            }
            StatBlock::Wounds(body) => is_ranged_first(body),
            StatBlock::Written(_) => false,
        };
        if back { Self::Back } else { Self::Front }
    }
}

/// Whether it has a class that wears no armour and fights with spells, whatever is left of them.
pub fn is_mage(d20: &D20) -> bool {
    d20.block.class.is_some_and(|class| Class::MAGES.contains(&class))
}

/// Whether its first weapon is missile-only.
fn shoots_first(d20: &D20) -> bool {
    d20.figures.attacks.first().is_some_and(|line| line.range == Some(Range::Missile))
}

/// Whether it has a class and no armour, and can act from the rear: with a spell or something to throw. Other
/// creatures are protected by their hide.
fn is_unarmoured(d20: &D20) -> bool {
    let (block, worn) = (&d20.block, &d20.block.protection);
    let said = block.ac.or(block.ascending).or(worn.hide).is_some();
    let casts = block.spells.iter().any(|spell| !spell.power);
    let from_afar = casts
        || d20.figures.attacks.iter().any(|line| line.range.is_some_and(|range| range != Range::Melee));
    let trained = block.kind != CreatureKind::Monster || block.class.is_some();
    trained && is_bare(worn) && from_afar && (!said || (casts && !is_protected(d20)))
}

/// Whether its armour class equals chain mail or better.
fn is_protected(d20: &D20) -> bool {
    if d20.figures.counts_up() { d20.figures.ac >= 14 } else { d20.figures.ac <= 5 }
}

/// The longest range of hand-thrown weapons in feet, including flasks and stones.
const A_THROW: u32 = 60;

/// Whether it is a lightly armoured character who can shoot: a thief with a sling, or an archer who also has a sword.
fn is_light(d20: &D20) -> bool {
    let shoots = |line: &Attack| {
        let far = line.feet.is_some_and(|[_, _, long]| long > A_THROW);
        line.range == Some(Range::Missile) && far
    };
    let light = match d20.block.protection.armour {
        Some(armour) => [Armour::UNARMOURED, Armour::LEATHER].contains(&armour),
        None => !is_protected(d20),
    };
    d20.block.kind != CreatureKind::Monster && light && d20.figures.attacks.iter().any(shoots)
}

/// Whether it is a hired porter: without fighting training and armour, or without weapons.
fn is_porter(d20: &D20) -> bool {
    let block = &d20.block;
    block.kind == CreatureKind::Npc && (is_normal_man(d20) || block.attacks.is_empty())
}

/// Whether it is a normal man without armour.
fn is_normal_man(d20: &D20) -> bool {
    let worn = &d20.block.protection;
    is_bare(worn) && worn.hide.is_none() && d20.block.hd.is_some_and(|hd| hd.normal_human)
}

/// Whether it goes to the front only if nobody else does.
pub(super) fn prefers_back(d20: &D20) -> bool {
    is_normal_man(d20) || is_light(d20)
}

/// Whether it wears no armour, whatever its hide.
fn is_bare(worn: &Protection) -> bool {
    worn.armour.is_none_or(|armour| armour == Armour::UNARMOURED)
}

/// Whether its first attack is ranged: shot, thrown or cast.
fn is_ranged_first(body: &Body) -> bool {
    body.attacks.first().is_some_and(|line| line.kind.is_ranged())
}
