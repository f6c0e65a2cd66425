//! The stat block of the d20 family, as it is written, and the figures a ruleset draws from it.

use crate::rules::command::Fact;
use crate::rules::dice::DiceExpr;
use crate::rules::effect::Condition;
use crate::rules::ids::Text;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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

/// A character class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Turns undead, blunt weapons only.
    Cleric,
    /// To level 12.
    Dwarf,
    /// To level 10; fights and casts.
    Elf,
    /// The fighting class.
    Fighter,
    /// To level 8.
    Halfling,
    /// Casts arcane spells.
    MagicUser,
    /// Back-stabs.
    Thief,
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
}

impl Save {
    /// All of them, in the printed order.
    pub const ALL: [Self; 5] = [Self::Death, Self::Wands, Self::Paralysis, Self::Breath, Self::Spells];

    /// The position in the printed order.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The six abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// Strength.
    Str,
    /// Intelligence.
    Int,
    /// Wisdom.
    Wis,
    /// Dexterity.
    Dex,
    /// Constitution.
    Con,
    /// Charisma.
    Cha,
}

impl Ability {
    /// All of them, in the printed order.
    pub const ALL: [Self; 6] = [Self::Str, Self::Int, Self::Wis, Self::Dex, Self::Con, Self::Cha];
}

/// Hit Dice as text: `3`, `4+1`, `1-1`, `1/2`, `NH` (normal human); a `*` marks special powers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HitDice {
    /// Whole dice, 0..=99; 0 for half a die and for a normal human.
    pub whole: u8,
    /// Points added or taken away.
    pub plus: i8,
    /// A normal human.
    pub normal_human: bool,
    /// Special powers (one `*` or more).
    pub starred: bool,
}

impl HitDice {
    /// Less than one full die: half, `1-1`, a normal human.
    pub fn below_one(self) -> bool {
        self.whole == 0 || (self.whole == 1 && self.plus < 0)
    }

    /// The number by which attack tables are read: whole dice, one more when points are added,
    /// never below 1.
    pub fn fighting(self) -> i32 {
        (i32::from(self.whole) + i32::from(self.plus > 0)).max(1)
    }

    /// The dice of its hit points: so many d8 and what is added; half a die is a d4.
    pub fn dice(self) -> DiceExpr {
        let (count, sides) = if self.whole == 0 { (1, 4) } else { (self.whole, 8) };
        DiceExpr::new(count, sides, i32::from(self.plus))
    }

    /// Hit points of an average creature: four and a half a die, rounded down, at least 1.
    pub fn average_hp(self) -> i32 {
        let dice = if self.whole == 0 { 2 } else { i32::from(self.whole) * 9 / 2 };
        (dice + i32::from(self.plus)).max(1)
    }
}

impl fmt::Display for HitDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.starred { "*" } else { "" };
        match (self.normal_human, self.whole, self.plus) {
            (true, _, _) => write!(f, "NH{star}"),
            (_, 0, _) => write!(f, "1/2{star}"),
            (_, whole, 0) => write!(f, "{whole}{star}"),
            (_, whole, plus) => write!(f, "{whole}{plus:+}{star}"),
        }
    }
}

impl From<HitDice> for String {
    fn from(hd: HitDice) -> Self {
        hd.to_string()
    }
}

impl TryFrom<String> for HitDice {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for HitDice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("\"{text}\" are no Hit Dice: expected like 3, 4+1, 1-1, 1/2 or NH");
        let bare = text.trim();
        let (bare, starred) = (bare.trim_end_matches('*'), bare.ends_with('*'));
        let made = |whole, plus, normal_human| Self { whole, plus, normal_human, starred };
        if bare.eq_ignore_ascii_case("nh") {
            return Ok(made(0, 0, true));
        }
        if bare == "1/2" {
            return Ok(made(0, 0, false));
        }
        let split = bare.find(['+', '-']).unwrap_or(bare.len());
        let whole: u8 = bare[..split].parse().map_err(|_| bad())?;
        let plus: i8 = if split == bare.len() { 0 } else { bare[split..].parse().map_err(|_| bad())? };
        if (1..=99).contains(&whole) { Ok(made(whole, plus, false)) } else { Err(bad()) }
    }
}

/// How an attack reaches its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Range {
    /// Hand to hand only.
    Melee,
    /// At a distance only.
    Missile,
    /// Either: dagger, hand axe, spear.
    Both,
}

/// What a hit deals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Damage {
    /// These dice.
    Dice(DiceExpr),
    /// What the ruleset gives a character's weapon of that name (without a name: any weapon).
    Weapon(Option<Text>),
    /// Nothing by itself.
    Nothing,
}

/// What else a hit brings when its saving throw fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// Against which category the target saves.
    pub save: Save,
    /// The condition on a failure; `Dead` kills.
    pub inflicts: Condition,
    /// For how many rounds; absent: until it is lifted. For `Poisoned`: rounds until death.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// It works only after so many rounds, poisoned till then; what it brings lasts until lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<u32>,
    /// Added to the saving throw.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub modifier: i32,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// What is special about an attack line; the rules read these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Strikes after everybody else.
    Slow,
    /// Needs both hands: no shield.
    TwoHanded,
    /// Without an edge.
    Blunt,
    /// Of silver.
    Silver,
    /// Enchanted, or a magical attack.
    Magic,
    /// Burns.
    Fire,
    /// Shoots every other round.
    Reload,
    /// Harms now and again next round.
    Splash,
    /// Harms only the undead.
    Holy,
    /// Can be set against a charge.
    Brace,
    /// Doubles its damage on a mounted charge.
    Charge,
    /// Bare hands.
    Unarmed,
    /// A foe that dies of it loses its gear as well.
    Destructive,
}

/// One line of the round's routine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// What it is called. A weapon of the ruleset's table brings its own range, tags and distances.
    pub name: Text,
    /// How many times a round, 1..=10.
    #[serde(default = "once")]
    pub count: u8,
    /// How it reaches; absent: from the weapon table, else melee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// What a hit deals; absent: as the weapon of that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<Damage>,
    /// Magic, added to the roll to hit and to the damage.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bonus: i32,
    /// Upper limits of short, medium and long range in feet; absent: from the weapon table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feet: Option<[u32; 3]>,
    /// What is special about it, beside what the weapon table says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// What a hit brings when a saving throw fails: poison, paralysis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

fn once() -> u8 {
    1
}

impl Attack {
    /// A line of that name, once a round, everything else as the ruleset has it.
    pub fn new(name: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            count: 1,
            range: None,
            damage: None,
            bonus: 0,
            feet: None,
            tags: Vec::new(),
            riders: Vec::new(),
        }
    }

    /// Whether the line carries the tag.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }
}

/// What cannot harm it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Immunity {
    /// Attacks with one of these tags do nothing.
    To(Vec<Tag>),
    /// Only attacks with one of these tags do anything.
    AllBut(Vec<Tag>),
}

/// What else the rules must know of a creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trait {
    /// Turned by clerics, harmed by holy water.
    Undead,
    /// Does not speak: cannot cast.
    Mute,
    /// Has no hands: cannot cast.
    Handless,
    /// Too dull to be subdued or to parley.
    Mindless,
    /// Never taken by surprise.
    Wary,
    /// Fights on horseback.
    Mounted,
    /// Carries a holy symbol.
    HolySymbol,
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
    /// Copies memorised; absent: not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<u8>,
    /// Damage, saving throw, condition and the like, as defaults of the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

/// Armour worn; the ruleset's table has its figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Armour {
    /// None.
    Unarmoured,
    /// Leather.
    Leather,
    /// Chainmail.
    Chain,
    /// Plate mail.
    Plate,
}

/// What protects it, in parts: each ruleset makes its own figure of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Protection {
    /// Armour worn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armour: Option<Armour>,
    /// Points of a carried shield, 0..=5; a magic shield +1 counts 2.
    #[serde(skip_serializing_if = "is_zero")]
    pub shield: i32,
    /// Points of magic in armour, rings and the like, 0..=10.
    #[serde(skip_serializing_if = "is_zero")]
    pub magic: i32,
    /// The hide of a creature: the whole figure, descending (9 is unarmoured).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hide: Option<i32>,
}

/// Ability scores, 3..=18 each; absent: no modifier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Abilities {
    /// Strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub str: Option<u8>,
    /// Intelligence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub int: Option<u8>,
    /// Wisdom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wis: Option<u8>,
    /// Dexterity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dex: Option<u8>,
    /// Constitution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub con: Option<u8>,
    /// Charisma.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cha: Option<u8>,
}

impl Abilities {
    /// The score, if it is known.
    pub fn score(&self, ability: Ability) -> Option<u8> {
        match ability {
            Ability::Str => self.str,
            Ability::Int => self.int,
            Ability::Wis => self.wis,
            Ability::Dex => self.dex,
            Ability::Con => self.con,
            Ability::Cha => self.cha,
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
    /// Class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Level, 1..=14.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Hit Dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hd: Option<HitDice>,
    /// Most hit points, 1..=9999.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// Armour class as a whole (descending), shield and Dexterity counted, -20..=20; it beats
    /// what `protection` would give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ac: Option<i32>,
    /// Armour in parts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub protection: Protection,
    /// The total needed to hit AC 0, 1..=25.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thac0: Option<i32>,
    /// Saving throws in the order of [`Save::ALL`], 1..=20 each.
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
    /// Quickness for individual initiative, -3..=3.
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
    /// Magic items that may outlast their owner: name and combat bonus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<(Text, i32)>,
    /// What is carried.
    #[serde(default, skip_serializing_if = "is_default")]
    pub load: Load,
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
            items: Vec::new(),
            load: Load::default(),
            appearing: None,
            notes: "".into(),
        }
    }
}

impl Block {
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

/// A block and the figures drawn from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct D20 {
    /// As written.
    pub block: Block,
    /// As fought with.
    pub figures: Figures,
}
