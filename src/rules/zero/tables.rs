//! The figures of Original Edition House, as they stand in its asset.

use crate::rules::d20::admit::Bounds;
use crate::rules::d20::tables::{ByClass, Modifier, Weapon, Worded};
use crate::rules::model::block::d20::{Armour, Size};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::Text;
use crate::rules::model::tally::Reason;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;

/// All tables of the ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The least and most that a stat block may say.
    pub bounds: Vec<Bounds>,
    /// What stands over each table as it is printed, in the order of [`lookup`](super::lookup).
    pub printed: Vec<Table>,
    /// The number to hit AC 0 by class and level; any armour class is so much less
    /// (`zero.attack.matrix-men`).
    pub men: ByClass<i32>,
    /// The number to hit AC 0 by Hit Dice: twice the whole ones, one more with a plus, one less with a minus
    /// (`zero.attack.matrix-monsters`).
    pub monsters: RangeTable<i32>,
    /// The armour classes that the two matrices print, the first and the last.
    pub columns: (i32, i32),
    /// Saving throws by class and level, in the printed order: death, wands and paralysis, stone, breath, spells;
    /// the first column has the monsters as well, by whole Hit Dice (`zero.save.table`).
    pub saves: ByClass<[u8; 5]>,
    /// Ability score to bonus (`zero.attack.ability-table`).
    pub ability: AbilityTables,
    /// What those who do not fight by trade get for Strength (`zero.attack.ability-melee`).
    pub great_strength: RangeTable<i32>,
    /// Armour (`zero.equipment.armour`).
    pub armour: Vec<ArmourRow>,
    /// What a shield takes off armour class (`zero.equipment.armour`).
    pub shield: i32,
    /// Melee attackers that a shield meets in a round (`zero.melee.shield-two-attackers`).
    pub shield_attackers: usize,
    /// Weapons (`zero.equipment.weapons`).
    pub weapons: Vec<Weapon>,
    /// What a weapon deals for which no table has dice (`zero.damage.roll`).
    pub any_weapon: DiceExpr,
    /// What a hand deals, and a thing that is no weapon (`zero.damage.unarmed`, `zero.damage.improvised`).
    pub improvised: DiceExpr,
    /// What an untrained weapon deals by its size (`zero.attack.untrained`).
    pub untrained: Vec<(Size, DiceExpr)>,
    /// What a lance at the charge deals, doubled: up to the size of a man, and beyond
    /// (`zero.special.lance`).
    pub lance: (DiceExpr, DiceExpr),
    /// What changes the attack roll (`zero.attack.modifier-stack`).
    pub to_hit: Vec<Modifier>,
    /// What makes the target's armour class better, for worse below 0 (`zero.attack.modifier-stack`).
    pub to_armour: Vec<Modifier>,
    /// So many in a hundred of the target hidden, and the penalty (`zero.missile.cover`).
    pub cover: Vec<(i32, i32)>,
    /// Sizes (`zero.melee.capacity`).
    pub sizes: Vec<SizeRow>,
    /// Foes in melee with one target beyond which each has its bonus (`zero.melee.surround-bonus`).
    pub surround: usize,
    /// A thief's level to what its damage is multiplied by (`zero.melee.backstab-bonus`).
    pub backstab: RangeTable<i32>,
    /// Which of two weapons hit, by the d6 (`zero.melee.florentine`).
    pub florentine: Worded<Hand>,
    /// 2d6: how the others take the meeting (`zero.reaction.table`).
    pub reaction: RangeTable<Text>,
    /// The same roll: whether they give chase (`zero.pursuit.decide`).
    pub pursuit: Worded<Chase>,
    /// The same roll in place of a morale score, under an option (`zero.morale.score`).
    pub morale_by_reaction: RangeTable<Nerve>,
    /// Morale scores and who has them (`zero.morale.score`).
    pub morale: RangeTable<Text>,
    /// The d6 of a critical hit, under an option (`zero.critical.effect`).
    pub critical: Worded<Critical>,
    /// The d6 of a critical fumble (`zero.fumble.effect`).
    pub fumble: Worded<Fumble>,
    /// The d6 of a save that failed: what becomes of the spell (`zero.spell.simultaneous-save`).
    pub interrupted: Worded<Interrupted>,
    /// The d6 of a miscast spell, under an option (`zero.spell.miscast-table`).
    pub miscast: Worded<Miscast>,
    /// Faces of a d6 up to which pursuers stop for bait they care for (`zero.pursuit.distraction`).
    pub bait: i32,
    /// What is put between, and the faces of a d6 up to which pursuers keep following
    /// (`zero.pursuit.obstacle`).
    pub obstacles: Vec<(Text, i32)>,
    /// Surprise examples: what the first side surprises on and is surprised on, the same of the other; in six, the
    /// chance of the first to surprise the other, and of the other to surprise the first (`zero.surprise.chance`).
    pub surprise: Vec<[i32; 6]>,
    /// The two numbers of whoever is neither stealthy nor alert (`zero.surprise.chance`).
    pub surprise_normal: i32,
}

impl Tables {
    /// What that adds to an attack roll; 0 for what has no figure of its own.
    pub fn on_roll(&self, reason: &Reason) -> i32 {
        figure(&self.to_hit, reason)
    }

    /// By how much that makes armour class better, for worse below 0.
    pub fn on_armour(&self, reason: &Reason) -> i32 {
        figure(&self.to_armour, reason)
    }
}

fn figure(rows: &[Modifier], reason: &Reason) -> i32 {
    let row = rows.iter().find(|row| row.reason.as_ref() == Some(reason));
    row.and_then(|row| row.modifier).unwrap_or(0)
}

/// What ability scores give, by the option (`zero.attack.ability-table`).
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
    /// Which.
    pub armour: Armour,
    /// Descending armour class.
    pub ac: i32,
    /// How heavy it is, in a word.
    pub weight: Text,
    /// Whether one fences in it (`zero.attack.swashbuckler`).
    pub light: bool,
}

/// A size (`zero.melee.capacity`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    /// Which.
    pub size: Size,
    /// Places around it.
    pub places: u32,
    /// Places it takes around another.
    pub takes: u32,
    /// The reach of its own claws and teeth.
    pub reach: i32,
}

/// A hand (`zero.melee.florentine`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Hand {
    /// That of the first weapon.
    Main,
    /// That of the second.
    Off,
}

/// Whether they give chase (`zero.pursuit.decide`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Chase {
    /// They do.
    Pursue,
    /// The referee says; they do unless it says otherwise.
    Uncertain,
    /// They do not.
    Stay,
}

/// How a group stands (`zero.option.morale-method`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Nerve {
    /// It breaks.
    Breaks,
    /// It backs off fighting.
    FallsBack,
    /// It holds.
    Holds,
}

/// What a critical hit does by the table (`zero.critical.effect`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Critical {
    /// What the damage is multiplied by.
    pub times: i32,
    /// What it brings besides.
    #[serde(default)]
    pub brings: Option<Condition>,
    /// For so many rounds; absent: until it is over by itself.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// A save against paralysis wards that off.
    #[serde(default)]
    pub save: bool,
}

/// What a critical fumble does by the table (`zero.fumble.effect`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Fumble {
    /// Loses its other attacks, and is easier to hit until the next round is over.
    OffBalance,
    /// Drops the weapon.
    Drops,
    /// Loses its other attacks, and those of the next round.
    Overextended,
    /// Falls.
    Falls,
    /// Strikes a friend.
    StrikesFriend,
    /// The weapon breaks.
    Breaks,
}

/// What becomes of a spell when the save fails (`zero.spell.simultaneous-save`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Interrupted {
    /// It is lost.
    Lost,
    /// It goes wrong.
    Miscast,
}

/// Whom a miscast spell strikes at random, by the table (`zero.spell.miscast-table`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Miscast {
    /// Nobody: its words say what it does.
    Nobody,
    /// A friend of the caster.
    Friend,
    /// Anybody.
    Anybody,
}
