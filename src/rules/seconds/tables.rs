//! The figures of Six Seconds, as deserialized from `assets/rulesets/seconds.ron`.

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
    /// The scale table, from scale -1 up (`seconds.scale.table`).
    pub scales: Vec<Scale>,
    /// Seconds of each deed (`seconds.time.action-costs`); deeds not listed have their own length.
    pub costs: BTreeMap<Deed, Cost>,
    /// Locations of called shots (`seconds.calledshot.roll`).
    pub called: BTreeMap<Location, Called>,
    /// Target and Toughness of weapons of scale 0 (`seconds.calledshot.item`).
    pub items: BTreeMap<Make, Item>,
    /// EMP toughness (`seconds.damage.emp`).
    pub emp: BTreeMap<EmpClass, Emp>,
    /// Damage added by a fall, by metres (`seconds.hazard.fall`).
    pub falls: RangeTable<i32>,
    /// Damage added by the surface (`seconds.hazard.fall`).
    pub surfaces: BTreeMap<Surface, i32>,
    /// Poisons, diseases and radiation (`seconds.poison.check`), in the printed order.
    pub poisons: Vec<Poison>,
    /// Kilograms per encumbrance step, by endurance + strength (`seconds.encumbrance.step`).
    pub loads: RangeTable<Tenths>,
    /// The confusion table, by d20 (`seconds.confusion.roll`).
    pub confusion: RangeTable<Confusion>,
    /// The text of each confusion result.
    pub confusion_words: BTreeMap<Confusion, Text>,
    /// Experience awards: the cause and the amount (`seconds.class.xp-award`).
    pub awards: Vec<(Text, Text)>,
    /// Progression by level (`seconds.class.progression`).
    pub progression: Vec<Level>,
    /// Effects of situations (`seconds.situation.cover` and the like).
    pub situations: Vec<(Text, Text)>,
    /// Modifiers and the figures they change (`seconds.attack.bonus-format`).
    pub modifiers: Vec<Modifier>,
}

impl Tables {
    /// Returns the text of a confusion result.
    pub fn confused(&self, row: Confusion) -> &str {
        self.confusion_words.get(&row).map_or("", |text| text)
    }
}

/// The cost of a deed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Seconds of action.
    pub seconds: Second,
    /// A note on the cost.
    #[serde(default)]
    pub note: Text,
}

/// A row of the scale table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The scale, -1..=10.
    pub scale: i32,
    /// The side of its square, in metres.
    pub side: Tenths,
    /// The square as printed: `2 x 2`.
    pub square: Text,
    /// The size multiplier as printed.
    pub multiplier: Text,
    /// A creature of that scale.
    #[serde(default)]
    pub example: Text,
}

/// A location of a called shot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// Added to Target.
    pub target: i32,
    /// Added to T and M of the target for this attack.
    pub toughness: i32,
    /// The result of damage of at least M.
    pub slight: Text,
    /// The result of damage of at least T.
    pub grave: Text,
}

/// A kind of weapon as a target.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its name, with examples.
    pub name: Text,
    /// Target.
    pub target: i32,
    /// T; M is 6 less.
    pub toughness: i32,
}

/// An EMP class.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emp {
    /// Its name.
    pub name: Text,
    /// EMP toughness: a pulse must exceed it.
    pub toughness: i32,
    /// Examples.
    #[serde(default)]
    pub examples: Text,
}

/// The check rate of a poison or disease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Rate {
    /// Six checks per slot.
    Second,
    /// One check per slot.
    Round,
    /// Hourly, as the referee advances the clock.
    Hour,
    /// Daily, as the referee advances the clock.
    Day,
    /// Per drink; left to the referee.
    Drink,
}

/// A symptom of a failed check.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Symptom {
    /// A wound for each failure.
    Wound,
    /// Unconscious: the dice times a number of minutes.
    Unconscious(DiceExpr, u32),
    /// Staggered, in rounds.
    Staggered(DiceExpr),
    /// Blinded, in rounds.
    Blind(DiceExpr),
    /// Paralysed, in seconds, after three failures in a row.
    Paralysed(Second),
    /// Nauseated, in hours.
    Nauseated(u32),
    /// Tired, in hours.
    Tired(u32),
    /// Drunk, in hours.
    Drunk(DiceExpr),
    /// By d6: a wound, a morale penalty or a mobility penalty.
    Random,
}

/// A poison, disease or radiation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poison {
    /// Its name.
    pub name: Text,
    /// The primary vector.
    pub primary: Text,
    /// The secondary vector.
    #[serde(default)]
    pub secondary: Text,
    /// The DC of the fortitude check.
    pub dc: i32,
    /// The DC as printed, if more than a number.
    #[serde(default)]
    pub dc_text: Text,
    /// The diagnosis DC.
    pub diagnosis: Text,
    /// The check rate.
    pub rate: Rate,
    /// The symptoms of a failed check.
    pub symptoms: Vec<Symptom>,
    /// Inhaled: the DC rises with the time spent in it (`seconds.poison.inhaled`).
    #[serde(default)]
    pub inhaled: bool,
    /// Airborne: may infect those near the infected (`seconds.poison.airborne`).
    #[serde(default)]
    pub airborne: bool,
    /// Radiation: the next such row is its severity one area farther from the source
    /// (`seconds.poison.radiation`).
    #[serde(default)]
    pub radiates: bool,
    /// On death the victim rises after that many rounds, as the creature named.
    #[serde(default)]
    pub rises: Option<(DiceExpr, Text)>,
    /// Notes.
    #[serde(default)]
    pub notes: Text,
}

/// A result of the confusion table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Confusion {
    /// Rolls again, ignoring this row; confused 1d6 more rounds.
    Longer,
    /// Deadliest attack on the nearest creature in a random direction.
    AssaultThatWay,
    /// Deadliest attack on the creature it dislikes most.
    AssaultDisliked,
    /// Deadliest attack on the nearest creature.
    AssaultNearest,
    /// Panicked this round.
    Panic,
    /// Rolls again, ignoring panic, and screams.
    Scream,
    /// Throws what it holds at the nearest creature in a random direction.
    ThrowThatWay,
    /// One attack on the nearest creature, with its weakest harmful attack.
    WeakAttack,
    /// Drops what it holds.
    Drop,
    /// Stares into space.
    Stare,
    /// Walks in a random direction, 3 seconds of movement.
    Walk,
    /// Runs in a random direction.
    Run,
    /// Attacks empty space.
    Ghosts,
    /// Falls prone.
    Fall,
    /// Sits down.
    Sit,
    /// Blank in the source.
    Blank,
    /// Its player has control this turn.
    Lucid,
    /// Its player has control for 1d6 turns.
    LucidRounds,
    /// Its player has control for one minute.
    LucidMinute,
}

/// A level of the progression table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The level.
    pub level: u32,
    /// Maximum ranks.
    pub ranks: u32,
    /// Bonus and number of techniques of a fast skill.
    pub fast: (i32, u32),
    /// Bonus and number of techniques of a staggered skill.
    pub staggered: (i32, u32),
    /// Bonus ranks as printed.
    #[serde(default)]
    pub bonus_ranks: Text,
    /// Ability boosts as printed.
    #[serde(default)]
    pub boosts: Text,
}

/// A cause that modifies an attack, as printed; a figure it does not change is empty.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// The cause.
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
