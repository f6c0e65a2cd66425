//! The figures of Six Seconds, as `assets/rulesets/seconds.ron` has them.

use crate::rules::model::block::wounds::{EmpClass, Make, Tenths};
use crate::rules::model::command::{Deed, Location, Surface};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::moment::Second;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Every figure the rules read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Sizes, scale -1 first (`seconds.scale.table`).
    pub scales: Vec<Scale>,
    /// Seconds each deed takes (`seconds.time.action-costs`); one that is not here has a length of its own.
    pub costs: BTreeMap<Deed, Cost>,
    /// Called shots (`seconds.calledshot.roll`).
    pub called: BTreeMap<Location, Called>,
    /// Target and Toughness of weapons made for scale 0 (`seconds.calledshot.item`).
    pub items: BTreeMap<Make, Item>,
    /// What a pulse must exceed (`seconds.damage.emp`).
    pub emp: BTreeMap<EmpClass, Emp>,
    /// What a fall adds, by metres (`seconds.hazard.fall`).
    pub falls: RangeTable<i32>,
    /// What the ground adds (`seconds.hazard.fall`).
    pub surfaces: BTreeMap<Surface, i32>,
    /// Poisons, diseases, radiation (`seconds.poison.check`), in the printed order.
    pub poisons: Vec<Poison>,
    /// Kilograms a step, by endurance + strength (`seconds.encumbrance.step`).
    pub loads: RangeTable<Tenths>,
    /// What a confused mind does, by d20 (`seconds.confusion.roll`).
    pub confusion: RangeTable<Confusion>,
    /// What each row of confusion says.
    pub confusion_words: BTreeMap<Confusion, Text>,
    /// Experience awards: for what, and how much (`seconds.class.xp-award`).
    pub awards: Vec<(Text, Text)>,
    /// Progression by level (`seconds.class.progression`).
    pub progression: Vec<Level>,
    /// What each situation does (`seconds.situation.cover` and the like).
    pub situations: Vec<(Text, Text)>,
    /// Every modifier and what it changes (`seconds.attack.bonus-format`).
    pub modifiers: Vec<Modifier>,
}

impl Tables {
    /// What a row of confusion says.
    pub fn confused(&self, row: Confusion) -> &str {
        self.confusion_words.get(&row).map_or("", |text| text)
    }
}

/// What a deed costs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Seconds of action.
    pub seconds: Second,
    /// What there is to say of them.
    #[serde(default)]
    pub note: Text,
}

/// One size.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Which, -1..=10.
    pub scale: i32,
    /// The side of its square, metres.
    pub side: Tenths,
    /// As printed: `2 x 2`.
    pub square: Text,
    /// As printed.
    pub multiplier: Text,
    /// Something of that size.
    #[serde(default)]
    pub example: Text,
}

/// One place to aim at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// Added to Target.
    pub target: i32,
    /// Added to Toughness and Minimum Toughness.
    pub toughness: i32,
    /// What it does at Minimum Toughness or more.
    pub slight: Text,
    /// What it does at Toughness or more.
    pub grave: Text,
}

/// One kind of thing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What it is called, and such things.
    pub name: Text,
    /// Target.
    pub target: i32,
    /// Toughness; Minimum Toughness is 6 less.
    pub toughness: i32,
}

/// One kind of electronic thing.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emp {
    /// What it is called.
    pub name: Text,
    /// What a pulse must exceed.
    pub toughness: i32,
    /// Such things.
    #[serde(default)]
    pub examples: Text,
}

/// How often a poison or disease is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Rate {
    /// Six times a slot.
    Second,
    /// Once a slot.
    Round,
    /// By the clock.
    Hour,
    /// By the clock.
    Day,
    /// For the referee alone.
    Drink,
}

/// What a failed check brings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Symptom {
    /// A wound, each time.
    Wound,
    /// Unconscious for so many dice times so many minutes.
    Unconscious(DiceExpr, u32),
    /// Staggered for so many rounds.
    Staggered(DiceExpr),
    /// Blind for so many rounds.
    Blind(DiceExpr),
    /// Three failures in a row: paralysed for so many seconds.
    Paralysed(Second),
    /// Nauseated for so many hours.
    Nauseated(u32),
    /// Tired for so many hours.
    Tired(u32),
    /// Drunk for so many hours.
    Drunk(DiceExpr),
    /// One of: a wound, a morale penalty, a mobility penalty, by a d6.
    Random,
}

/// One poison, disease or radiation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poison {
    /// What it is called.
    pub name: Text,
    /// How it is caught.
    pub primary: Text,
    /// How else.
    #[serde(default)]
    pub secondary: Text,
    /// The Fortitude check.
    pub dc: i32,
    /// As printed, where it is more than a number.
    #[serde(default)]
    pub dc_text: Text,
    /// Recognising it.
    pub diagnosis: Text,
    /// How often it is checked.
    pub rate: Rate,
    /// What a failure brings.
    pub symptoms: Vec<Symptom>,
    /// Breathed in: the longer, the harder (`seconds.poison.inhaled`).
    #[serde(default)]
    pub inhaled: bool,
    /// Caught from the air near the infected (`seconds.poison.airborne`).
    #[serde(default)]
    pub airborne: bool,
    /// Weaker with every area around its source; the next such row is a grade weaker
    /// (`seconds.poison.radiation`).
    #[serde(default)]
    pub radiates: bool,
    /// Whoever dies with it rises after so many rounds: as what, in words.
    #[serde(default)]
    pub rises: Option<(DiceExpr, Text)>,
    /// What else there is to know.
    #[serde(default)]
    pub notes: Text,
}

/// What a confused creature does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Confusion {
    /// Rolls again without this row, and confusion lasts 1d6 rounds more.
    Longer,
    /// All it has against the nearest that way.
    AssaultThatWay,
    /// All it has against whom it dislikes most.
    AssaultDisliked,
    /// All it has against the nearest.
    AssaultNearest,
    /// Panicked this round.
    Panic,
    /// Rolls again without panic, and screams.
    Scream,
    /// Throws what it holds that way.
    ThrowThatWay,
    /// One weak attack on the nearest.
    WeakAttack,
    /// Drops what it holds.
    Drop,
    /// Stares.
    Stare,
    /// Walks that way for 3 seconds.
    Walk,
    /// Runs that way.
    Run,
    /// Fights what is not there.
    Ghosts,
    /// Falls prone.
    Fall,
    /// Sits down.
    Sit,
    /// Nothing is printed.
    Blank,
    /// In its player's hands this turn.
    Lucid,
    /// In its player's hands for 1d6 turns.
    LucidRounds,
    /// In its player's hands for a minute.
    LucidMinute,
}

/// One level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Which.
    pub level: u32,
    /// Ranks at most.
    pub ranks: u32,
    /// Bonus and techniques of a fast skill.
    pub fast: (i32, u32),
    /// Bonus and techniques of a staggered skill.
    pub staggered: (i32, u32),
    /// As printed.
    #[serde(default)]
    pub bonus_ranks: Text,
    /// As printed.
    #[serde(default)]
    pub boosts: Text,
}

/// One cause that changes an attack, as printed; empty: it does not touch that figure.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// What it is.
    pub cause: Text,
    /// X: the attack roll.
    #[serde(default)]
    pub attack: Text,
    /// Y: the Defence DC.
    #[serde(default)]
    pub difficulty: Text,
    /// The defender's Target.
    #[serde(default)]
    pub target: Text,
    /// The defence roll.
    #[serde(default)]
    pub defence: Text,
    /// Damage.
    #[serde(default)]
    pub damage: Text,
}
