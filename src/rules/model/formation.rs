//! Which line of battle a combatant stands in, beside the others on its side.

use super::block::stat_block::StatBlock;
use super::combatant::Combatant;
use super::encounter::Encounter;
use super::rank::{Rank, prefers_back};

impl Encounter {
    /// Returns the combatant's line: as set by the referee, otherwise as its block implies. Normal men, and lightly
    /// armoured combatants who can shoot, leave the front to others on their side if there are any.
    pub fn rank(&self, c: &Combatant) -> Rank {
        if let Some(said) = c.rank {
            return said;
        }
        match self.block(c.block) {
            Some(StatBlock::D20(d20)) if prefers_back(d20) && self.others_lead(c) => Rank::Back,
            block => block.map_or(Rank::Front, Rank::of),
        }
    }

    /// Whether another on its side, better suited to it, is at the front.
    fn others_lead(&self, c: &Combatant) -> bool {
        let follows = |block: &StatBlock| matches!(block, StatBlock::D20(d20) if prefers_back(d20));
        self.all().filter(|one| one.side == c.side && one.is_up()).any(|one| {
            let block = self.block(one.block).filter(|block| !follows(block));
            block.is_some_and(|block| one.rank.unwrap_or_else(|| Rank::of(block)) == Rank::Front)
        })
    }
}
