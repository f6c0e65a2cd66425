//! The stat block of the d20 family, as it is written, and the figures a ruleset draws from it.

pub use super::ability::{Ability, Rating};
pub use super::attribute::{Attribute, Attributes};
pub use super::hit_dice::HitDice;
pub use super::line::{Attack, Band, Damage, Immunity, Range, Rider, Size, Special};
pub use super::tag::Tag;
pub use super::traits::Trait;
use crate::rules::model::command::Fact;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::name::named;
use crate::rules::model::supply::Supply;
use serde::{Deserialize, Serialize};

/// What a combatant is to the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Kind {
    /// A player's character.
    Pc,
    /// A retainer, hireling or other classed figure.
    Npc,
    /// Anything else.
    #[default]
    Monster,
}

named! {
    /// A character class; what it fights and saves with stands in the ruleset's tables.
    Class
}

impl Class {
    /// Turns undead.
    pub const CLERIC: Self = Self::new("Cleric");

    /// The fighting class, and that of all who have no other.
    pub const FIGHTER: Self = Self::new("Fighter");

    /// Strikes from behind.
    pub const THIEF: Self = Self::new("Thief");
}

/// The categories of saving throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Save {
    /// Death ray or poison.
    Death,
    /// Magic wands.
    Wands,
    /// Paralysis or petrification.
    Paralysis,
    /// Breath attacks.
    Breath,
    /// Spells, rods, staves.
    Spells,
    /// Petrification, where a ruleset has a number for it alone.
    Stone,
}

impl Save {
    /// The five that every ruleset has, in the printed order.
    pub const ALL: [Self; 5] = [Self::Death, Self::Wands, Self::Paralysis, Self::Breath, Self::Spells];

    /// The position in the printed order; petrification stands beside paralysis.
    pub fn index(self) -> usize {
        match self {
            Self::Stone => Self::Paralysis as usize,
            printed => printed as usize,
        }
    }
}

named! {
    /// A folk; its gifts stand in the ruleset's tables.
    Race
}

/// A spell or a power like one, and what the referee usually enters for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What it is called.
    pub name: Text,
    /// A creature's own power (breath, gaze): used without announcement, and nothing spoils it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub power: bool,
    /// The blind cannot use it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sight: bool,
    /// Copies memorised; absent: not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<u8>,
    /// Damage, saving throw, condition and the like, as defaults of the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

named! {
    /// Armour worn; the ruleset's table has its figures.
    Armour
}

impl Armour {
    /// None.
    pub const UNARMOURED: Self = Self::new("Unarmoured");

    /// Leather: light enough for a thief.
    pub const LEATHER: Self = Self::new("Leather");
}

/// What protects it, in parts: each ruleset makes its own figure of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Protection {
    /// Armour worn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armour: Option<Armour>,
    /// Points of a carried shield, 0..=5; a magic shield +1 counts 2.
    #[serde(skip_serializing_if = "is_default")]
    pub shield: i32,
    /// Points of magic in armour, rings and the like, 0..=10.
    #[serde(skip_serializing_if = "is_default")]
    pub magic: i32,
    /// The hide of a creature: the whole figure, descending (9 is unarmoured).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hide: Option<i32>,
}

/// Abilities, each with its score or its modifier; absent: no modifier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Abilities {
    /// Strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub str: Option<Rating>,
    /// Intelligence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub int: Option<Rating>,
    /// Wisdom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wis: Option<Rating>,
    /// Dexterity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dex: Option<Rating>,
    /// Constitution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub con: Option<Rating>,
    /// Charisma.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cha: Option<Rating>,
}

impl Abilities {
    /// What is known of it.
    pub fn rating(&self, ability: Ability) -> Option<Rating> {
        match ability {
            Ability::Str => self.str,
            Ability::Int => self.int,
            Ability::Wis => self.wis,
            Ability::Dex => self.dex,
            Ability::Con => self.con,
            Ability::Cha => self.cha,
        }
    }

    /// The score, if it is known.
    pub fn score(&self, ability: Ability) -> Option<u8> {
        match self.rating(ability)? {
            Rating::Score(score) => Some(score),
            Rating::Modifier(_) => None,
        }
    }
}

/// What is carried, in coins of weight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Load {
    /// Treasure.
    pub treasure: u32,
    /// Armour, weapons and other gear by weight, the flat allowance for sundries not counted.
    pub gear: u32,
    /// What the sundries weigh; absent: the ruleset's flat allowance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sundries: Option<u32>,
    /// A notable amount of treasure, whatever it weighs (the referee's word).
    pub laden: bool,
}

/// Movement: either figure gives the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Movement {
    /// Feet per turn, 0..=960.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// Feet per round in an encounter, 0..=320.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encounter: Option<u32>,
    /// Another way of moving worth a note: `fly 180' (60')`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Text>,
}

/// How many are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Appearing {
    /// In a dungeon.
    pub dungeon: DiceExpr,
    /// In the wild or in the lair.
    pub wild: DiceExpr,
}

/// A creature or character of the d20 family, as somebody wrote it down. What is absent, the
/// ruleset's [`admit`](crate::rules::ruleset::Ruleset::admit) works out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// What such a creature is called; the combatant's own name may differ.
    pub name: Text,
    /// Character or monster.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: Kind,
    /// Whom it goes together with, where a ruleset has groups; absent: its like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Text>,
    /// Class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Level, as far as the ruleset goes: 0..=20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Hit Dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hd: Option<HitDice>,
    /// Most hit points, 1..=9999.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// Armour class as a whole (descending), shield and Dexterity counted, -20..=20; where armour
    /// class counts downward it beats what `protection` would give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ac: Option<i32>,
    /// Armour in parts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub protection: Protection,
    /// The total needed to hit AC 0, 1..=25.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thac0: Option<i32>,
    /// Saving throws in the order of [`Save::ALL`], 1..=20 each; what a ruleset allows may be less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saves: Option<[u8; 5]>,
    /// Saves as that class and level; `None` as class is a normal human.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save_as: Option<(Option<Class>, u8)>,
    /// Ability scores.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abilities: Abilities,
    /// Movement.
    #[serde(default, skip_serializing_if = "is_default")]
    pub movement: Movement,
    /// Morale, 2..=12; absent: never checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub morale: Option<u8>,
    /// The attacks of one round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<Attack>,
    /// Quickness for individual initiative, -10..=10; what a ruleset allows may be less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub init_mod: Option<i32>,
    /// What cannot harm it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub immune: Option<Immunity>,
    /// What else the rules must know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Trait>,
    /// Spells memorised, and powers used like spells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<Spell>,
    /// What runs out: arrows, charges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<Supply>,
    /// Magic items that may outlast their owner: name and combat bonus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<(Text, i32)>,
    /// What is carried.
    #[serde(default, skip_serializing_if = "is_default")]
    pub load: Load,
    /// For rulesets whose armour class counts upward: the whole figure, 0..=40; absent: from the
    /// armour or hide in `protection`, else from `ac`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ascending: Option<i32>,
    /// Armour class against a touch, counting upward, 0..=40; absent: as against any blow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touch: Option<i32>,
    /// The attack bonus of rulesets that add one, -5..=30; absent: by class and level or Hit Dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack_bonus: Option<i32>,
    /// How big it is; absent: as its race, else medium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Its folk; absent: as its class says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
    /// Added to saving throws, in the order of [`Save::ALL`], beside what its race gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save_bonus: Option<[i32; 5]>,
    /// The total that catches it unawares, 2..=30; absent: as its race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surprise_dc: Option<u8>,
    /// Figures beside these, by name; absent: as the ruleset has it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attributes: Attributes,
    /// How many are met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appearing: Option<Appearing>,
    /// Anything else worth knowing at the table.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub notes: Text,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_empty(text: &Text) -> bool {
    text.is_empty()
}

impl Default for Block {
    fn default() -> Self {
        Self {
            name: "".into(),
            kind: Kind::Monster,
            group: None,
            class: None,
            level: None,
            hd: None,
            hp: None,
            ac: None,
            protection: Protection::default(),
            thac0: None,
            saves: None,
            save_as: None,
            abilities: Abilities::default(),
            movement: Movement::default(),
            morale: None,
            attacks: Vec::new(),
            init_mod: None,
            immune: None,
            traits: Vec::new(),
            spells: Vec::new(),
            counters: Vec::new(),
            items: Vec::new(),
            load: Load::default(),
            ascending: None,
            touch: None,
            attack_bonus: None,
            size: None,
            race: None,
            save_bonus: None,
            surprise_dc: None,
            attributes: Attributes::default(),
            appearing: None,
            notes: "".into(),
        }
    }
}

impl Block {
    /// Its spell or power at that position, if it has one there.
    pub fn spell(&self, nth: u8) -> Option<&Spell> {
        self.spells.get(usize::from(nth))
    }

    /// Whether it has the trait.
    pub fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// A character fights with weapons; a monster with what its lines say.
    pub fn is_character(&self) -> bool {
        self.kind != Kind::Monster
    }
}

/// The figures a ruleset fights with, drawn from the block when it was admitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Most hit points.
    pub hp: i32,
    /// Armour class in the ruleset's own direction, shield and Dexterity counted.
    pub ac: i32,
    /// How many points of `ac` are the shield's.
    pub shield: i32,
    /// The total needed to hit AC 0 (descending), or 0 in a ruleset that adds an attack bonus.
    pub thac0: i32,
    /// The attack bonus: 19 - `thac0` where the ruleset has that.
    pub attack_bonus: i32,
    /// Saving throws in the order of [`Save::ALL`].
    pub saves: [u8; 5],
    /// Feet per turn.
    pub base_move: u32,
    /// Feet per round.
    pub encounter_move: u32,
    /// Added to individual initiative.
    pub initiative: i32,
    /// The attacks, each completed from the weapon table.
    pub attacks: Vec<Attack>,
}

impl Figures {
    /// Armour class counts upward, and an attack adds a bonus.
    pub fn counts_up(&self) -> bool {
        self.thac0 == 0
    }
}

/// A block and the figures drawn from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct D20 {
    /// As written.
    pub block: Block,
    /// As fought with.
    pub figures: Figures,
}
