//! Constants and charts of Countdown d20, as read from its asset.

use crate::rules::d20::admit::DiceBounds;
use crate::rules::d20::tables::{ByClass, Modifier, TextTable, Weapon};
use crate::rules::model::block::d20::{Armour, Class, Race, Range, Size};
use crate::rules::model::block::schema::Bounds;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::ruleset::about::Table;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;

/// All tables of the ruleset.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Bounds of the numbers in a block.
    pub bounds: Vec<Bounds>,
    /// Dice of attack lines (section 5).
    pub damage_dice: DiceBounds,
    /// Heading of each printed table, in the order of [`lookup`](super::lookup).
    pub printed: Vec<Table>,
    /// 1.2 Ability modifier by score (`countdown.class.ability-modifier`).
    pub ability: RangeTable<i32>,
    /// 7.1 Attack bonus (`countdown.class.attack-bonus`).
    pub attack_bonus: AttackBonus,
    /// 7.3 Saving throws in the order of `Save::ALL`; the first column also serves monsters, by whole Hit Dice
    /// (`countdown.save.table`).
    pub saves: ByClass<[u8; 5]>,
    /// 7.2 Races (`countdown.class.race`).
    pub races: Vec<RaceRow>,
    /// Target number to surprise those of no listed race (`countdown.surprise.roll`).
    pub surprise_dc: u8,
    /// 7.4 Weapons, with weights in pounds (`countdown.equipment.weapons`, `countdown.equipment.weapon-flags`).
    pub weapons: Vec<Weapon>,
    /// Damage of a weapon that is in no table (1.1).
    pub any_weapon: DiceExpr,
    /// 7.4 Siege engines (`countdown.equipment.siege`).
    pub engines: Vec<Engine>,
    /// 7.5 Armour (`countdown.equipment.armor`, `countdown.encumbrance.movement`).
    pub armour: Vec<ArmourRow>,
    /// 7.5 A shield (`countdown.equipment.armor`).
    pub shield: Shield,
    /// 7.5 Loads in pounds: carrier, maximum light load, maximum load (`countdown.encumbrance.movement`).
    pub loads: Vec<(Text, u32, u32)>,
    /// 3.6.1 Attack roll modifiers (`countdown.attack.stacking`).
    pub to_hit: Vec<Modifier>,
    /// 3.6.1 Modifiers to the target's armour class (`countdown.attack.stacking`).
    pub to_armour: Vec<Modifier>,
    /// 3.6.2 Attack roll penalty by the percentage of the target hidden (`countdown.attack.cover`).
    pub cover: RangeTable<i32>,
    /// 3.7.1 Landing square of a flask that missed, by d10 (`countdown.missile.grenade-scatter`).
    pub scatter: Vec<Scatter>,
    /// 3.8 Critical hits by the special roll with modifiers (`countdown.critical.special`).
    pub critical: TextTable<Tier>,
    /// 3.8 Conditions by d4 (`countdown.critical.condition`).
    pub chart: TextTable<Knock>,
    /// 3.9 Fumbles by the special roll (`countdown.fumble.special`).
    pub fumble: TextTable<Mishap>,
    /// 3.17 Grapple check modifier by size (`countdown.special.grapple-check`).
    pub grapple: Vec<(Size, i32)>,
}

/// Attack bonus by level and by whole Hit Dice (`countdown.class.attack-bonus`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackBonus {
    /// By class and level.
    pub by_class: ByClass<i32>,
    /// Monsters by whole Hit Dice; 0 for less than 1.
    pub monster: RangeTable<i32>,
}

/// Features of a race (`countdown.class.race`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceRow {
    /// Race.
    pub race: Race,
    /// The class that implies this race, unless the block gives another.
    #[serde(default)]
    pub class: Option<Class>,
    /// Bonuses to saving throws, in the order of `Save::ALL`.
    pub saves: [i32; 5],
    /// Target number to surprise it.
    pub surprise_dc: u8,
    /// Size.
    pub size: Size,
    /// Bonus to initiative.
    #[serde(default)]
    pub initiative: i32,
    /// Bonus to missile attacks.
    #[serde(default)]
    pub missiles: i32,
    /// Bonus to armour class in melee against large creatures.
    #[serde(default)]
    pub against_large: i32,
}

/// A siege engine (`countdown.equipment.siege`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// Name.
    pub name: Text,
    /// Rounds per shot.
    pub rate: u8,
    /// Attack roll modifier.
    #[serde(default)]
    pub to_hit: i32,
    /// Damage dice.
    pub damage: DiceExpr,
    /// Upper limits of short, medium and long range in feet, 0 for a range it lacks; absent if it does not shoot.
    #[serde(default)]
    pub feet: Option<[u32; 3]>,
    /// Crew needed.
    pub crew: u8,
}

impl Engine {
    /// Returns missile range, or melee for an engine that does not shoot.
    pub fn range(&self) -> Range {
        if self.feet.is_some() { Range::Missile } else { Range::Melee }
    }
}

/// A kind of armour (`countdown.equipment.armor`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourRow {
    /// Armour.
    pub armour: Armour,
    /// Ascending armour class.
    pub ac: i32,
    /// Weight in pounds.
    pub weight: u32,
    /// How it affects unarmed attacks, magic or not (`countdown.special.brawl-armor`).
    pub padding: Padding,
    /// Feet a round with a light and a heavy load (`countdown.encumbrance.movement`).
    pub moves: (u32, u32),
    /// Feet a round in magic armour, which is lighter.
    pub enchanted: (u32, u32),
}

/// A shield (`countdown.equipment.armor`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Bonus to armour class.
    pub ac: i32,
    /// Weight in pounds.
    pub weight: u32,
}

/// How armour affects unarmed attacks (`countdown.special.brawl-armor`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Padding {
    /// No armour.
    Bare,
    /// Leather.
    Leather,
    /// Metal.
    Metal,
}

/// Landing square of a flask (`countdown.missile.grenade-scatter`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// Roll of the d10.
    pub die: u8,
    /// Name of the square, as the thrower sees it.
    pub square: Text,
    /// Feet to the thrower's right.
    pub x: i32,
    /// Feet away from the thrower.
    pub y: i32,
    /// Feet from the target's square.
    pub feet: u32,
}

/// Result of a critical hit (`countdown.critical.special`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Tier {
    /// Damage as rolled.
    Regular,
    /// Maximum of the dice (`countdown.critical.maximum`).
    Maximum,
    /// The roll plus the maximum of the dice (`countdown.critical.damage`).
    Critical,
    /// [`Self::Critical`], and a condition (`countdown.critical.condition`).
    Condition,
}

/// Condition of a critical hit (`countdown.critical.condition`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Knock {
    /// The weapon in hand is knocked away.
    Disarmed,
    /// A penalty to attacks, saves and checks.
    Shaken,
    /// Knocked prone.
    Prone,
    /// Blinded.
    Blinded,
}

/// Result of a fumble (`countdown.fumble.special`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Mishap {
    /// The weapon breaks (`countdown.fumble.weapon-breaks`).
    Breaks,
    /// The attacker stumbles (`countdown.fumble.stumble`).
    Stumble,
    /// The attacker leaves an opening (`countdown.fumble.sloppy`).
    Sloppy,
    /// The weapon is dropped (`countdown.fumble.drop`).
    Drops,
    /// Only a miss.
    Miss,
}
