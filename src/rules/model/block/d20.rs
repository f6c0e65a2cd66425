//! The stat block of the d20 family as written, and the figures a ruleset derives from it.

pub use super::ability::{Ability, Rating};
pub use super::attribute::{Attribute, Attributes};
pub use super::hit_dice::HitDice;
pub use super::line::{Attack, Band, Damage, Immunity, Range, Rider, Size, Special};
pub use super::save::Save;
use super::schema::{Figure, is_default, schema};
use super::supply::Supply;
pub use super::tag::Tag;
pub use super::traits::Trait;
use crate::rules::model::command::Fact;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::name::named;
use serde::{Deserialize, Serialize};

/// The role of a combatant in the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum CreatureKind {
    /// A player character.
    Pc,
    /// A retainer, hireling or other character with a class.
    Npc,
    /// Anything else.
    #[default]
    Monster,
}

named! {
    /// A character class; the ruleset's tables hold its attack values and saving throws.
    Class
}

impl Class {
    /// Turns undead.
    pub const CLERIC: Self = Self::new("Cleric");

    /// The fighting class, also used by characters without a class.
    pub const FIGHTER: Self = Self::new("Fighter");

    /// Backstabs.
    pub const THIEF: Self = Self::new("Thief");

    /// Those who wear no armour and fight with spells.
    pub const MAGES: [Self; 3] = [Self::new("MagicUser"), Self::new("Illusionist"), Self::new("Mage")];
}

named! {
    /// A race; the ruleset's tables hold its traits.
    Race
}

/// A spell or spell-like power, with the facts the referee usually enters for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Its name.
    pub name: Text,
    /// Whether it is a creature's own power (breath, gaze): used without declaration, and never disrupted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub power: bool,
    /// Whether it requires sight.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sight: bool,
    /// Copies memorised; absent: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<u8>,
    /// Damage, saving throw, condition and the like, as defaults for the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

named! {
    /// A kind of armour; the ruleset's table holds its armour class.
    Armour
}

impl Armour {
    /// No armour.
    pub const UNARMOURED: Self = Self::new("Unarmoured");

    /// Leather armour: light enough for a thief.
    pub const LEATHER: Self = Self::new("Leather");
}

/// Protection in parts, from which each ruleset derives its own armour class.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Protection {
    /// The armour worn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armour: Option<Armour>,
    /// The shield's armour bonus, 0..=5; a magic shield +1 counts 2.
    #[serde(skip_serializing_if = "is_default")]
    pub shield: i32,
    /// The magical armour bonus of armour, rings and the like, 0..=10.
    #[serde(skip_serializing_if = "is_default")]
    pub magic: i32,
    /// A creature's natural armour class as a whole, descending (9 is unarmoured).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hide: Option<i32>,
}

/// Ability scores or modifiers; absent: no modifier.
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
    /// Returns an ability as written, if given.
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

    /// Returns the score, if given.
    pub fn score(&self, ability: Ability) -> Option<u8> {
        match self.rating(ability)? {
            Rating::Score(score) => Some(score),
            Rating::Modifier(_) => None,
        }
    }
}

/// The load carried, in coins of weight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Load {
    /// Treasure.
    pub treasure: u32,
    /// Armour, weapons and other gear by weight, excluding the flat allowance for sundries.
    pub gear: u32,
    /// The weight of sundries; absent: the ruleset's flat allowance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sundries: Option<u32>,
    /// Whether it carries a notable amount of treasure, whatever its weight (set by the referee).
    pub laden: bool,
}

/// Movement; either rate determines the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Movement {
    /// Feet per turn, 0..=960.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// Feet per round in an encounter, 0..=320.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encounter: Option<u32>,
    /// Another mode of movement, as a note: `fly 180' (60')`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Text>,
}

/// The number appearing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Appearing {
    /// In a dungeon.
    pub dungeon: DiceExpr,
    /// In the wilderness or the lair.
    pub wild: DiceExpr,
}

schema! {
    /// A creature or character of the d20 family, as written. The ruleset's
    /// [`admit`](crate::rules::ruleset::Ruleset::admit) derives absent values; it may narrow the bounds.
    Block, written sparsely {
        /// The creature's name; the combatant's own name may differ.
        name: Text = "".into();
        /// Player character, NPC or monster.
        kind: CreatureKind = CreatureKind::Monster;
        /// The group it belongs to, if the ruleset has groups; absent: its own kind.
        group: Option<Text> = None;
        /// Class.
        class: Option<Class> = None;
        /// Level.
        level: Option<u8> = None, within(0, 36), none "by the hit dice";
        /// Hit Dice.
        hd: Option<HitDice> = None, within(0, 100), none "it has none";
        /// Maximum hit points; the ruleset states the most.
        hp: Option<i32> = None, within(1, 9999), none "derived by the rules";
        /// Total armour class (descending), including shield and Dexterity; in rulesets with descending armour class it
        /// overrides `protection`.
        ac: Option<i32> = None, within(-20, 20), none "derived by the rules";
        /// Armour in parts.
        protection: Protection = Protection::default();
        /// The total needed to hit AC 0.
        thac0: Option<i32> = None, within(0, 25), none "derived by the rules";
        /// Saving throws in the order of [`Save::ALL`].
        saves: Option<[u8; 5]> = None, within(1, 20), none "derived by the rules";
        /// Class and level whose saving throws it uses; without a class: a normal human's.
        save_as: Option<(Option<Class>, u8)> = None;
        /// Ability scores.
        abilities: Abilities = Abilities::default();
        /// Movement.
        movement: Movement = Movement::default();
        /// Morale score.
        morale: Option<u8> = None, within(2, 12), none "never checks", keys ["morale", "ml", "mor", "moral", "loyalty"];
        /// The attacks of one round.
        attacks: Vec<Attack> = Vec::new();
        /// Initiative modifier.
        init_mod: Option<i32> = None, within(-10, 10), none "by its dexterity",
            keys ["initiative", "init", "initiative modifier", "modifier", "dex mod"];
        /// Its immunities.
        immune: Option<Immunity> = None;
        /// Its traits.
        traits: Vec<Trait> = Vec::new();
        /// Its spells and powers.
        spells: Vec<Spell> = Vec::new();
        /// Limited supplies: arrows, charges.
        counters: Vec<Supply> = Vec::new();
        /// Magic items that may survive their owner's death: name and combat bonus.
        items: Vec<(Text, i32)> = Vec::new();
        /// The load carried.
        load: Load = Load::default();
        /// Total ascending armour class, for rulesets that use it; absent: from the armour or hide in `protection`,
        /// otherwise from `ac`.
        ascending: Option<i32> = None, within(0, 40), none "derived by the rules";
        /// Ascending armour class against touch attacks; absent: the usual one.
        touch: Option<i32> = None, within(0, 40), none "the usual one", keys ["touch ac", "touch armour class"];
        /// Attack bonus, for rulesets that use one; absent: by class and level or Hit Dice.
        attack_bonus: Option<i32> = None, within(-5, 30), none "derived by the rules";
        /// Size; absent: its race's, otherwise medium.
        size: Option<Size> = None;
        /// Race; absent: as its class implies.
        race: Option<Race> = None;
        /// Saving throw bonuses in the order of [`Save::ALL`], in addition to its race's.
        save_bonus: Option<[i32; 5]> = None, within(-20, 20), none "its race's alone";
        /// The total needed to surprise it; absent: by its race.
        surprise_dc: Option<u8> = None, within(2, 30), none "by its race", keys ["surprise dc", "surprised on"];
        /// Further numbers, by name; absent: the ruleset's defaults.
        attributes: Attributes = Attributes::default();
        /// The number appearing.
        appearing: Option<Appearing> = None;
        /// Further notes for the table.
        notes: Text = "".into();
    } with parts {
        movement.base, within(0, 1440);
        movement.encounter, within(0, 480);
        protection.hide, within(-20, 20);
        protection.magic, within(0, 10);
        protection.shield, within(0, 5);
        load.gear, within(0, 100_000), keys ["load", "encumbrance"];
    }
}

impl Block {
    /// The figure with that label, if it is one that is a plain number wherever it is written.
    pub fn labelled(label: &str) -> Option<&'static Figure<Self>> {
        Self::FIGURES.iter().find(|figure| figure.is_labelled(label))
    }

    /// Returns the spell or power at that position.
    pub fn spell(&self, nth: u8) -> Option<&Spell> {
        self.spells.get(usize::from(nth))
    }

    /// Whether it has that trait.
    #[inline]
    pub fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// Whether it is a character, who fights with weapons rather than with a monster's listed damage.
    pub fn is_character(&self) -> bool {
        self.kind != CreatureKind::Monster
    }
}

/// The figures a ruleset fights with, derived from the block on admission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Maximum hit points.
    pub hp: i32,
    /// Armour class in the ruleset's direction, including shield and Dexterity.
    pub ac: i32,
    /// The part of `ac` that is due to the shield.
    pub shield: i32,
    /// The total needed to hit AC 0 (descending), or 0 in a ruleset with an attack bonus.
    pub thac0: i32,
    /// The attack bonus: 19 - `thac0` in rulesets with THAC0.
    pub attack_bonus: i32,
    /// Saving throws in the order of [`Save::ALL`].
    pub saves: [u8; 5],
    /// Feet per turn.
    pub base_move: u32,
    /// Feet per round.
    pub encounter_move: u32,
    /// Initiative modifier.
    pub initiative: i32,
    /// The attacks, completed from the weapon table.
    pub attacks: Vec<Attack>,
}

impl Figures {
    /// Whether armour class ascends and attacks add a bonus.
    pub fn counts_up(&self) -> bool {
        self.thac0 == 0
    }
}

/// A block and the figures derived from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct D20 {
    /// The block as written.
    pub block: Block,
    /// The derived figures.
    pub figures: Figures,
}
