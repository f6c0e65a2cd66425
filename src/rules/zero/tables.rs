//! The figures of Original Edition House, as stored in its asset.

use crate::rules::d20::admit::DiceBounds;
use crate::rules::d20::opening::Mood;
use crate::rules::d20::tables::{ByClass, Modifier, TextTable, Weapon};
use crate::rules::model::block::d20::{Armour, Size};
use crate::rules::model::block::schema::Bounds;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;

/// All tables of the ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The ranges of stat block fields.
    pub bounds: Vec<Bounds>,
    /// The dice of attack lines (section 5).
    pub damage_dice: DiceBounds,
    /// The heading of each printed table, in the order of [`lookup`](super::lookup).
    pub printed: Vec<Table>,
    /// Number needed to hit AC 0 by class and level; the AC is subtracted from it (`zero.attack.matrix-men`).
    pub men: ByClass<i32>,
    /// Number needed to hit AC 0 by doubled Hit Dice, plus 1 for a plus, minus 1 for a minus
    /// (`zero.attack.matrix-monsters`).
    pub monsters: RangeTable<i32>,
    /// The first and last armour class that the two matrices print.
    pub columns: (i32, i32),
    /// Saving throws by class and level, in the printed order: death, wands and paralysis, stone, breath, spells.
    /// Monsters use the first class's rows, by whole Hit Dice (`zero.save.table`).
    pub saves: ByClass<[u8; 5]>,
    /// Bonuses from ability scores (`zero.attack.ability-table`).
    pub ability: AbilityTables,
    /// STR score to bonus for classes that are not fighter types (`zero.attack.ability-melee`).
    pub great_strength: RangeTable<i32>,
    /// Armour (`zero.equipment.armour`).
    pub armour: Vec<ArmourRow>,
    /// The bonus of a shield to armour class (`zero.equipment.armour`).
    pub shield: i32,
    /// Melee attackers against whom a shield counts in one round (`zero.melee.shield-two-attackers`).
    pub shield_attackers: usize,
    /// Weapons (`zero.equipment.weapons`).
    pub weapons: Vec<Weapon>,
    /// Damage of a weapon without dice in any table (`zero.damage.roll`).
    pub any_weapon: DiceExpr,
    /// Damage of an empty hand or an improvised weapon (`zero.damage.unarmed`, `zero.damage.improvised`).
    pub improvised: DiceExpr,
    /// Damage of an untrained weapon by its size (`zero.attack.untrained`).
    pub untrained: Vec<(Size, DiceExpr)>,
    /// Damage of a lance charge before doubling: against targets up to man size, and bigger ones
    /// (`zero.special.lance`).
    pub lance: (DiceExpr, DiceExpr),
    /// Modifiers to the attack roll (`zero.attack.modifier-stack`).
    pub to_hit: Vec<Modifier>,
    /// Modifiers to the target's armour class; positive is better (`zero.attack.modifier-stack`).
    pub to_armour: Vec<Modifier>,
    /// Percentages of the target hidden, one for each value of cover (`zero.missile.cover`).
    pub cover: Vec<i32>,
    /// Sizes (`zero.melee.capacity`).
    pub sizes: Vec<SizeRow>,
    /// Number of foes in melee with one target above which each gets the bonus (`zero.melee.surround-bonus`).
    pub surround: usize,
    /// Damage multiplier of a backstab by the thief's level (`zero.melee.backstab-bonus`).
    pub backstab: RangeTable<i32>,
    /// d6: which of two weapons hits (`zero.melee.florentine`).
    pub florentine: TextTable<Hand>,
    /// 2d6: the others' reaction (`zero.reaction.table`).
    pub reaction: RangeTable<Mood>,
    /// The same roll: whether they pursue (`zero.pursuit.decide`).
    pub pursuit: TextTable<Chase>,
    /// The same roll in place of a morale score, under an option (`zero.morale.score`).
    pub morale_by_reaction: RangeTable<MoraleOutcome>,
    /// Who has which morale score (`zero.morale.score`).
    pub morale: RangeTable<Text>,
    /// d6: a critical hit, under an option (`zero.critical.effect`).
    pub critical: TextTable<Critical>,
    /// d6: a critical fumble (`zero.fumble.effect`).
    pub fumble: TextTable<Fumble>,
    /// d6: the fate of the spell after a failed save (`zero.spell.simultaneous-save`).
    pub interrupted: TextTable<Interrupted>,
    /// d6: a miscast spell, under an option (`zero.spell.miscast-table`).
    pub miscast: TextTable<Miscast>,
    /// Highest d6 on which pursuers stop for bait of the right kind (`zero.pursuit.distraction`).
    pub bait: i32,
    /// Obstacles, with the highest d6 on which pursuers keep following (`zero.pursuit.obstacle`).
    pub obstacles: Vec<(Text, i32)>,
    /// Examples: the first side's `surprises` and `surprised_on`, the same of the second, the chances in six that the
    /// first surprises the second and the second the first (`zero.surprise.chance`).
    pub surprise: Vec<[i32; 6]>,
    /// The normal value of `surprises` and `surprised_on` (`zero.surprise.chance`).
    pub surprise_normal: i32,
}

impl Tables {
    /// Returns the modifier of the reason to an attack roll; 0 if it is not listed.
    pub fn on_roll(&self, reason: &Reason) -> i32 {
        figure(&self.to_hit, reason)
    }

    /// Returns the modifier of the reason to armour class (positive is better); 0 if it is not listed.
    pub fn on_armour(&self, reason: &Reason) -> i32 {
        figure(&self.to_armour, reason)
    }
}

fn figure(rows: &[Modifier], reason: &Reason) -> i32 {
    let row = rows.iter().find(|row| row.reason.as_ref() == Some(reason));
    row.and_then(|row| row.modifier).unwrap_or(0)
}

/// Bonuses from ability scores, one table for each setting of the option (`zero.attack.ability-table`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityTables {
    /// From -3 to +3.
    pub graded: RangeTable<i32>,
    /// From -1 to +1.
    pub little_books: RangeTable<i32>,
}

/// Armour in the table (`zero.equipment.armour`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourRow {
    /// The kind of armour.
    pub armour: Armour,
    /// Descending armour class.
    pub ac: i32,
    /// Its weight, in a word.
    pub weight: Text,
    /// Whether it allows DEX in place of STR (`zero.attack.swashbuckler`).
    pub light: bool,
}

/// A size (`zero.melee.capacity`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    /// The size.
    pub size: Size,
    /// Places around it.
    pub places: u32,
    /// Places it takes around another.
    pub takes: u32,
    /// Reach class of natural weapons.
    pub reach: i32,
}

/// A hand (`zero.melee.florentine`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Hand {
    /// The first weapon's.
    Main,
    /// The second weapon's.
    Off,
}

/// Whether foes pursue (`zero.pursuit.decide`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Chase {
    /// They pursue.
    Pursue,
    /// The referee decides; by default they pursue.
    Uncertain,
    /// They do not pursue.
    Stay,
}

/// Outcome of a morale check by the reaction roll (`zero.option.morale-method`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum MoraleOutcome {
    /// It breaks.
    Breaks,
    /// It falls back fighting.
    FallsBack,
    /// It holds.
    Holds,
}

/// Effect of a critical hit by the table (`zero.critical.effect`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Critical {
    /// Damage multiplier.
    pub times: i32,
    /// Condition it causes.
    #[serde(default)]
    pub brings: Option<Condition>,
    /// Duration of the condition in rounds; absent: unlimited.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Whether a save against paralysis averts the condition.
    #[serde(default)]
    pub save: bool,
}

/// Effect of a critical fumble by the table (`zero.fumble.effect`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Fumble {
    /// Loses its remaining attacks and has a worse AC until the end of the next round.
    OffBalance,
    /// Drops the weapon.
    Drops,
    /// Loses its remaining attacks and those of the next round.
    Overextended,
    /// Falls.
    Falls,
    /// Strikes an ally.
    StrikesFriend,
    /// The weapon breaks.
    Breaks,
}

/// Fate of a spell after a failed save (`zero.spell.simultaneous-save`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Interrupted {
    /// It is lost.
    Lost,
    /// It goes wrong.
    Miscast,
}

/// Whom a miscast spell strikes at random (`zero.spell.miscast-table`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Miscast {
    /// Nobody; the table's text says what it does.
    Nobody,
    /// An ally of the caster.
    Friend,
    /// Any combatant.
    Anybody,
}
