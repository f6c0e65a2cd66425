//! The figures of B/X, as stored in `assets/rulesets/bx.ron`.

use crate::rules::d20::evasion::EvasionTable;
use crate::rules::d20::opening::Mood;
use crate::rules::d20::tables::{TurningTable, Weapon};
use crate::rules::model::block::d20::{Armour, Class};
use crate::rules::model::block::schema::Bounds;
use crate::rules::model::ids::Text;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;

/// All tables of the ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// The ranges of stat block fields.
    pub bounds: Vec<Bounds>,
    /// The heading of each printed table, in the order of [`lookup`](super::lookup).
    pub printed: Vec<Table>,
    /// 8.1 Attack matrix: THAC0, and the totals needed to hit AC -3 to 9 (`bx.attack.matrix`).
    pub matrix: Vec<(i32, [i32; 13])>,
    /// 8.1b `HitDice::fighting` to THAC0, except for the normal human.
    pub thac0_by_hd: RangeTable<i32>,
    /// THAC0 of a normal human (`bx.attack.matrix`).
    pub thac0_normal_human: i32,
    /// 8.2 Monster saves by whole Hit Dice (`bx.save.monster-table`).
    pub monster_saves: RangeTable<[u8; 5]>,
    /// Saves of a normal human and of monsters below one Hit Die.
    pub normal_human_saves: [u8; 5],
    /// 8.3 Classes (`bx.class.progressions`, `bx.save.class-tables`).
    pub classes: Vec<ClassTable>,
    /// 8.4 Weapons; weights are in coins (`bx.equipment.weapons`, `bx.equipment.qualities`).
    pub weapons: Vec<Weapon>,
    /// 8.5 Armour (`bx.equipment.armor`).
    pub armour: Vec<ArmourRow>,
    /// Weight of a shield in coins (8.5).
    pub shield_weight: u32,
    /// 8.6 Ability modifiers of STR, DEX, CON and WIS (`bx.ability.modifiers`).
    pub ability: RangeTable<i32>,
    /// 8.6 DEX to initiative modifier.
    pub dexterity_initiative: RangeTable<i32>,
    /// 8.6 CHA to reaction modifier.
    pub charisma_reaction: RangeTable<i32>,
    /// 8.7 Reaction, 2d6 with modifiers (`bx.reaction.roll`).
    pub reaction: RangeTable<Mood>,
    /// 8.8 Wilderness evasion: size of the fleeing side, to pursuers, to percent chance
    /// (`bx.pursuit.evasion-wilderness`). 9999 stands for any greater number.
    pub evasion: EvasionTable,
    /// 8.9 Turning (`bx.special.turn-undead`).
    pub turning: TurningTable,
    /// `bx.encumbrance.basic`: armour worn, base feet per turn without treasure and with it.
    pub basic_encumbrance: Vec<(ArmourWeight, u32, u32)>,
    /// `bx.encumbrance.detailed`: total coins to base feet per turn.
    pub detailed_encumbrance: RangeTable<u32>,
    /// Weight of miscellaneous gear under detailed encumbrance, in coins.
    pub sundries: u32,
    /// The greatest load, in coins (`bx.encumbrance.max-load`).
    pub max_load: u32,
    /// `bx.encumbrance.treasure-weights`: the item and its weight in coins.
    pub treasure_weights: Vec<(Text, u32)>,
}

/// A class: its hit die, highest level, THAC0 and saves by level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassTable {
    /// The class.
    pub class: Class,
    /// Sides of its hit die.
    pub hit_die: u16,
    /// Highest level.
    pub top: u8,
    /// The lowest level with spells; absent: it has none.
    #[serde(default)]
    pub spells_from: Option<u8>,
    /// Level to THAC0 and saves.
    pub levels: RangeTable<(i32, [u8; 5])>,
}

/// Armour in the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourRow {
    /// The kind of armour.
    pub armour: Armour,
    /// Descending armour class.
    pub ac: i32,
    /// Weight in coins.
    pub weight: u32,
    /// Weight class for basic encumbrance.
    pub class: ArmourWeight,
}

/// Weight class of armour for basic encumbrance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum ArmourWeight {
    /// Nothing worn.
    Unarmoured,
    /// Leather.
    Light,
    /// Chain and plate.
    Heavy,
}
