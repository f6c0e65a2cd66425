//! What was found, counted, with what its creatures lack.

use super::Haul;
use crate::shorthand::printed::Sheet;
use std::collections::BTreeSet;

/// Something that a stat block may lack.
#[derive(Debug, Clone, Copy)]
pub struct Lack {
    /// Its name in JSON.
    pub key: &'static str,
    /// What is said of those that lack it.
    pub words: &'static str,
    /// Whether a stat block lacks it.
    pub is: fn(&Sheet) -> bool,
}

/// Everything that is counted as lacking.
pub const LACKS: [Lack; 3] = [
    Lack { key: "no_attack", words: "without an attack", is: |sheet| sheet.block.attacks.is_empty() },
    Lack { key: "no_armour_class", words: "without an armour class", is: without_armour_class },
    Lack { key: "hit_dice_guessed", words: "with Hit Dice guessed", is: |sheet| sheet.is_guessed("hd") },
];

fn without_armour_class(sheet: &Sheet) -> bool {
    let block = &sheet.block;
    block.ac.is_none() && block.ascending.is_none() && block.protection == Default::default()
}

impl Sheet {
    /// Whether it lacks anything that is counted.
    pub fn is_lacking(&self) -> bool {
        LACKS.iter().any(|lack| (lack.is)(self))
    }
}

/// What was found, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Creatures.
    pub creatures: usize,
    /// Characters.
    pub characters: usize,
    /// Fights.
    pub fights: usize,
    /// How many creatures, characters and, beyond these, combatants of fights lack each of [`LACKS`].
    pub lacking: [usize; LACKS.len()],
}

impl Summary {
    /// Whether nothing lacks.
    pub fn is_complete(&self) -> bool {
        self.lacking == [0; LACKS.len()]
    }
}

impl Haul {
    /// Counts what was found, and what it lacks.
    pub fn summary(&self) -> Summary {
        let names: BTreeSet<&str> = self.found.iter().map(|found| &*found.sheet.block.name).collect();
        let fighters = self.fights.iter().flat_map(|fight| &fight.combatants).map(|one| &one.sheet);
        let fighters = fighters.filter(|sheet| !names.contains(&*sheet.block.name));
        let sheets: Vec<&Sheet> = self.found.iter().map(|found| &found.sheet).chain(fighters).collect();
        let characters = self.found.iter().filter(|found| found.is_character()).count();
        Summary {
            creatures: self.found.len() - characters,
            characters,
            fights: self.fights.len(),
            lacking: LACKS.map(|lack| sheets.iter().filter(|sheet| (lack.is)(sheet)).count()),
        }
    }
}

impl std::fmt::Display for Summary {
    /// `329 creatures · 12 without an attack · 4 without an armour class · 201 with Hit Dice guessed`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let many = |many: usize, one: &str| match many {
            0 => None,
            1 => Some(format!("1 {one}")),
            many => Some(format!("{many} {one}s")),
        };
        let found = [
            many(self.creatures, "creature"),
            many(self.characters, "character"),
            many(self.fights, "fight"),
        ];
        let lack = |(lack, many): (&Lack, usize)| (many > 0).then(|| format!("{many} {}", lack.words));
        let lacks = LACKS.iter().zip(self.lacking).filter_map(lack);
        f.write_str(&found.into_iter().flatten().chain(lacks).collect::<Vec<_>>().join(" · "))
    }
}
