//! Who can be brought into a fight: the bestiary of its ruleset's family, as a list to pick from.

use crate::rules;
use crate::rules::model::block::d20::Block;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Arrival, Command};
use crate::rules::model::dice::{DiceExpr, Tape};
use crate::rules::model::encounter::{Encounter, Side};
use crate::rules::model::ids::Text;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::store::{Bestiary, Folders, ready};
use std::sync::Arc;

/// A creature or character that can come in.
#[derive(Debug, Clone)]
pub struct Creature {
    /// What it is called.
    pub name: String,
    /// Its stat block, as it is written.
    pub block: Arc<StatBlock>,
    /// It stands in the referee's own files.
    pub own: bool,
    /// A character or retainer, not a creature.
    pub character: bool,
}

impl Creature {
    /// Whether it has hit points, which may be said or rolled for each.
    pub fn has_hit_points(&self) -> bool {
        !matches!(*self.block, StatBlock::Wounds(_))
    }

    fn written(&self) -> Option<&Block> {
        match &*self.block {
            StatBlock::D20(d20) => Some(&d20.block),
            StatBlock::Written(block) => Some(block),
            StatBlock::Wounds(_) => None,
        }
    }

    /// How mighty it is: its Hit Dice, or its level.
    pub fn might(&self) -> u32 {
        match &*self.block {
            StatBlock::Wounds(body) => body.level,
            _ => self.written().map_or(0, |block| {
                let dice = block.hd.map(|hd| u32::from(hd.dice().count));
                dice.or(block.level.map(u32::from)).unwrap_or(0)
            }),
        }
    }

    /// Its stat block by those rules, with hit points where none are written.
    pub fn ready(&self, rules: &dyn Ruleset) -> Arc<StatBlock> {
        Arc::new(ready(rules, &self.block))
    }

    /// The dice of its hit points by those rules, where they can be rolled.
    pub fn dice(&self, rules: &dyn Ruleset) -> Option<DiceExpr> {
        rules.hit_dice(self.written()?)
    }

    /// How many are met, in words, where the block says: `2d4 in a dungeon, 6d10 in the wild`.
    pub fn appearing(&self) -> Option<String> {
        let met = self.written()?.appearing?;
        Some(format!(
            "number appearing: {} in a dungeon, {} in the wild or the lair",
            met.dungeon, met.wild
        ))
    }
}

/// Everybody of one family there is to choose from, by name.
#[derive(Debug, Clone, Default)]
pub struct Stock {
    /// Which family.
    pub family: Family,
    /// Everybody; nobody until it is gathered.
    pub all: Vec<Creature>,
}

impl Stock {
    /// The bestiary of a family that comes with wardrum and the referee's own, and the files of the
    /// latter that are faulty.
    pub fn gathered(family: Family) -> (Self, Vec<String>) {
        let built_in = Bestiary::built_in(family).clone();
        let (all, faults) = match Folders::find() {
            Ok(folders) => built_in.with_folder(&folders.bestiary()),
            Err(_) => (built_in, Vec::new()),
        };
        (Self::of(&all), faults.iter().map(ToString::to_string).collect())
    }

    /// Everybody of a bestiary.
    pub fn of(bestiary: &Bestiary) -> Self {
        let built_in = Bestiary::built_in(bestiary.family);
        let creature = |(key, block): (&Text, &StatBlock)| Creature {
            name: block.name().to_string(),
            block: Arc::new(block.clone()),
            own: built_in.get(key) != Some(block),
            character: bestiary.characters.contains_key(key),
        };
        let mut all: Vec<Creature> = bestiary.all().map(creature).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        Self { family: bestiary.family, all }
    }

    /// Whether it is gathered for that family.
    pub fn serves(&self, family: Family) -> bool {
        self.family == family && !self.all.is_empty()
    }
}

/// A side with these on it, as far as the rules take them.
pub fn mustered(rules: &dyn Ruleset, side: &str, who: impl IntoIterator<Item = Arrival>) -> Encounter {
    let commands =
        std::iter::once(Command::Side(Side::new(side))).chain(who.into_iter().map(Command::Arrive));
    commands.fold(Encounter::new(rules.about().id), |e, command| {
        let after = rules::resolve(rules, e.clone(), &command, &mut Tape::new(&[]));
        after.map_or(e, |(after, _)| after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::ids::RulesetId;
    use crate::rules::registry;

    #[test]
    fn a_stock_serves_its_family_only_and_hit_points_are_asked_where_there_are_any() {
        for (family, other) in [(Family::D20, Family::Wounds), (Family::Wounds, Family::D20)] {
            let stock = Stock::of(Bestiary::built_in(family));
            assert!(stock.serves(family) && !stock.serves(other) && !Stock::default().serves(family));
            assert!(stock.all.is_sorted_by_key(|creature| &creature.name));
            let asked = family == Family::D20;
            assert!(stock.all.iter().all(|creature| creature.has_hit_points() == asked));
            let rules = RulesetId::ALL.map(registry::ruleset);
            for rules in rules.into_iter().filter(|rules| rules.about().family == family) {
                assert_eq!(stock.all.iter().any(|creature| creature.dice(rules).is_some()), asked);
            }
        }
    }
}
