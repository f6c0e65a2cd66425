//! The figures of Countdown d20, as they stand in its asset.

use crate::rules::d20::admit::Bounds;
use crate::rules::d20::tables::{ByClass, Modifier, Weapon, Worded};
use crate::rules::model::block::d20::{Armour, Class, Race, Range, Size};
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
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
    /// 1.2 Ability score to modifier (`countdown.class.ability-modifier`).
    pub ability: RangeTable<i32>,
    /// 7.1 Attack bonus (`countdown.class.attack-bonus`).
    pub attack_bonus: AttackBonus,
    /// 7.3 Saving throws, each in the order of `Save::ALL`; the first column has the monsters as well, by whole Hit
    /// Dice (`countdown.save.table`).
    pub saves: ByClass<[u8; 5]>,
    /// 7.2 Races (`countdown.class.race`).
    pub races: Vec<RaceRow>,
    /// What catches those unawares who are of none of the races (`countdown.surprise.roll`).
    pub surprise_dc: u8,
    /// 7.4 Weapons, their weight in pounds (`countdown.equipment.weapons`, `countdown.equipment.weapon-flags`).
    pub weapons: Vec<Weapon>,
    /// What a weapon deals for which no table has dice (1.1).
    pub any_weapon: DiceExpr,
    /// 7.4 Siege engines (`countdown.equipment.siege`).
    pub engines: Vec<Engine>,
    /// 7.5 Armour (`countdown.equipment.armor`, `countdown.encumbrance.movement`).
    pub armour: Vec<ArmourRow>,
    /// 7.5 A shield (`countdown.equipment.armor`).
    pub shield: Shield,
    /// 7.5 Who, the most pounds of a light load, the most of all (`countdown.encumbrance.movement`).
    pub loads: Vec<(Text, u32, u32)>,
    /// 3.6.1 What changes the attack roll (`countdown.attack.stacking`).
    pub to_hit: Vec<Modifier>,
    /// 3.6.1 What changes the target's armour class (`countdown.attack.stacking`).
    pub to_armour: Vec<Modifier>,
    /// 3.6.2 So many in a hundred of the target hidden, to the attack roll's penalty
    /// (`countdown.attack.cover`).
    pub cover: RangeTable<i32>,
    /// 3.7.1 Where a flask comes down that missed, by the d10 (`countdown.missile.grenade-scatter`).
    pub scatter: Vec<Scatter>,
    /// 3.8 The special roll of a critical hit, with its modifiers (`countdown.critical.special`).
    pub critical: Worded<Tier>,
    /// 3.8 The d4 of the condition chart (`countdown.critical.condition`).
    pub chart: Worded<Knock>,
    /// 3.9 The special roll of a critical miss (`countdown.fumble.special`).
    pub fumble: Worded<Mishap>,
    /// 3.17 Size to either grapple check (`countdown.special.grapple-check`).
    pub grapple: Vec<(Size, i32)>,
}

/// The attack bonus by level, and by whole Hit Dice (`countdown.class.attack-bonus`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackBonus {
    /// By class and level.
    pub by_class: ByClass<i32>,
    /// Monsters by whole Hit Dice; 0 is anything less than 1.
    pub monster: RangeTable<i32>,
}

/// What a race brings (`countdown.class.race`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceRow {
    /// Which.
    pub race: Race,
    /// The class whose members are of it, unless they are written to be of another.
    #[serde(default)]
    pub class: Option<Class>,
    /// Added to saving throws, in the order of `Save::ALL`.
    pub saves: [i32; 5],
    /// The total that catches it unawares.
    pub surprise_dc: u8,
    /// How big it is.
    pub size: Size,
    /// Added to initiative.
    #[serde(default)]
    pub initiative: i32,
    /// Added to attacks with missiles.
    #[serde(default)]
    pub missiles: i32,
    /// Added to armour class in melee with large creatures.
    #[serde(default)]
    pub against_large: i32,
}

/// A siege engine (`countdown.equipment.siege`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// What it is called.
    pub name: Text,
    /// It shoots once in so many rounds.
    pub rate: u8,
    /// To the attack roll.
    #[serde(default)]
    pub to_hit: i32,
    /// Its dice.
    pub damage: DiceExpr,
    /// Upper limits of short, medium, long in feet, 0 where it has no such range; absent: it does
    /// not shoot.
    #[serde(default)]
    pub feet: Option<[u32; 3]>,
    /// How many it takes to serve it.
    pub crew: u8,
}

impl Engine {
    /// An engine that does not shoot is brought to what it strikes.
    pub fn range(&self) -> Range {
        if self.feet.is_some() { Range::Missile } else { Range::Melee }
    }
}

/// Armour in the table (`countdown.equipment.armor`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourRow {
    /// Which.
    pub armour: Armour,
    /// Ascending armour class.
    pub ac: i32,
    /// In pounds.
    pub weight: u32,
    /// What it is to fists and feet, magic or not (`countdown.special.brawl-armor`).
    pub padding: Padding,
    /// Feet a round with a light and with a heavy load (`countdown.encumbrance.movement`).
    pub moves: (u32, u32),
    /// The same in magic armour, which is lighter.
    pub enchanted: (u32, u32),
}

/// A shield (`countdown.equipment.armor`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Added to armour class.
    pub ac: i32,
    /// In pounds.
    pub weight: u32,
}

/// What armour is to fists and feet (`countdown.special.brawl-armor`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Padding {
    /// Nothing worn.
    Bare,
    /// Leather.
    Leather,
    /// Metal.
    Metal,
}

/// Where a flask comes down (`countdown.missile.grenade-scatter`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// What the d10 shows.
    pub die: u8,
    /// In words, as the thrower sees it.
    pub square: Text,
    /// Feet to the thrower's right.
    pub x: i32,
    /// Feet away from the thrower.
    pub y: i32,
    /// Feet from the target's square.
    pub feet: u32,
}

/// What a critical hit does (`countdown.critical.special`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Tier {
    /// The damage as rolled.
    Regular,
    /// The most the dice allow (`countdown.critical.maximum`).
    Maximum,
    /// The roll and the most the dice allow (`countdown.critical.damage`).
    Critical,
    /// The same, and a condition (`countdown.critical.condition`).
    Condition,
}

/// What else the hardest blows do (`countdown.critical.condition`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Knock {
    /// The weapon in hand is knocked away.
    Disarmed,
    /// Worse at attacks, saves and checks.
    Shaken,
    /// On the ground.
    Prone,
    /// Sees nothing.
    Blinded,
}

/// What a critical miss does (`countdown.fumble.special`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Mishap {
    /// The weapon breaks (`countdown.fumble.weapon-breaks`).
    Breaks,
    /// Loses its footing (`countdown.fumble.stumble`).
    Stumble,
    /// Leaves an opening (`countdown.fumble.sloppy`).
    Sloppy,
    /// Drops the weapon (`countdown.fumble.drop`).
    Drops,
    /// Only misses.
    Miss,
}
