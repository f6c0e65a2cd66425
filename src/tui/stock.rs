//! Creatures and characters that can be added to a fight: the bestiary of its ruleset's family, as a list to pick from.

use crate::rules;
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::command::{Arrival, Command};
use crate::rules::model::dice::{DiceExpr, Tape};
use crate::rules::model::encounter::{Encounter, Side};
use crate::rules::model::ids::Text;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::store::{Bestiary, Folders, ready};
use std::sync::Arc;

/// A creature or character that can be added.
#[derive(Debug, Clone)]
pub struct Creature {
    /// Its name.
    pub name: String,
    /// Its stat block, as written.
    pub block: Arc<StatBlock>,
    /// Whether it comes from the referee's own files.
    pub own: bool,
    /// Whether it is a character or retainer rather than a creature.
    pub character: bool,
}

impl Creature {
    /// Whether it has hit points, which can be entered or rolled for each one.
    pub fn has_hit_points(&self) -> bool {
        !matches!(*self.block, StatBlock::Wounds(_))
    }

    /// Its power: Hit Dice, or level.
    pub fn might(&self) -> u32 {
        match &*self.block {
            StatBlock::Wounds(body) => body.level,
            _ => self.block.written().map_or(0, |block| {
                let dice = block.hd.map(|hd| u32::from(hd.dice().count));
                dice.or(block.level.map(u32::from)).unwrap_or(0)
            }),
        }
    }

    /// Returns its stat block for these rules, with hit points filled in where none are written.
    pub fn ready(&self, rules: &dyn Ruleset) -> Arc<StatBlock> {
        Arc::new(ready(rules, &self.block))
    }

    /// Returns its hit dice under these rules, if its hit points can be rolled.
    pub fn dice(&self, rules: &dyn Ruleset) -> Option<DiceExpr> {
        rules.hit_dice(self.block.written()?)
    }

    /// Returns the number appearing in words, if the block has one: `number appearing: 2d4 in a dungeon, 6d10 in the
    /// wild or the lair`.
    pub fn appearing(&self) -> Option<String> {
        let met = self.block.written()?.appearing?;
        Some(format!(
            "number appearing: {} in a dungeon, {} in the wild or the lair",
            met.dungeon, met.wild
        ))
    }
}

/// All creatures and characters of one family, sorted by name.
#[derive(Debug, Clone, Default)]
pub struct Stock {
    /// The family.
    pub family: Family,
    /// The creatures; empty until loaded.
    pub all: Vec<Creature>,
}

impl Stock {
    /// Loads the built-in bestiary of a family merged with the referee's own. Also returns the errors in the referee's
    /// files.
    pub fn gathered(family: Family) -> (Self, Vec<String>) {
        let built_in = Bestiary::built_in(family).clone();
        let (all, faults) = match Folders::find() {
            Ok(folders) => built_in.with_folder(&folders.bestiary()),
            Err(_) => (built_in, Vec::new()),
        };
        (Self::of(&all), faults.iter().map(ToString::to_string).collect())
    }

    /// Lists everything in a bestiary.
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

    /// Whether it is loaded for that family.
    pub fn serves(&self, family: Family) -> bool {
        self.family == family && !self.all.is_empty()
    }
}

/// Creates an encounter with one side of these combatants, leaving out those the rules refuse.
pub fn mustered(rules: &dyn Ruleset, side: &str, who: impl IntoIterator<Item = Arrival>) -> Encounter {
    let commands =
        std::iter::once(Command::Side(Side::new(side))).chain(who.into_iter().map(Command::Arrive));
    after(rules, Encounter::new(rules.about().id), commands)
}

/// The state after these commands, without those that the rules refuse.
pub fn after(
    rules: &dyn Ruleset,
    e: Encounter,
    commands: impl IntoIterator<Item = Command>,
) -> Encounter {
    commands.into_iter().fold(e, |e, command| {
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
