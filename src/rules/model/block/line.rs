//! Attack lines: how they reach, what a hit deals and brings, what they cannot harm.

use super::attribute::{Attribute, Attributes};
use super::d20::Save;
use super::tag::Tag;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::Text;
use serde::{Deserialize, Serialize};

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

/// What a hit brings besides on a high natural roll: a hug, a swallowing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// The least natural face of the d20 that brings it, 2..=20.
    #[serde(default = "twenty", skip_serializing_if = "is_twenty")]
    pub on: u8,
    /// Damage besides, which nothing multiplies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<DiceExpr>,
    /// The condition that begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inflicts: Option<Condition>,
    /// For how many rounds after this one; absent: until it is over by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Damage in each later round to whoever it has swallowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<DiceExpr>,
}

fn twenty() -> u8 {
    20
}

fn is_twenty(on: &u8) -> bool {
    *on == 20
}

/// How big something is; which of them it knows is the ruleset's to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Size {
    /// Rats.
    #[serde(alias = "T")]
    Tiny,
    /// Halflings and less; a dagger.
    #[serde(alias = "S")]
    Small,
    /// People; a sword.
    #[default]
    #[serde(alias = "M", alias = "Man")]
    Medium,
    /// Ogres and more; a two-handed sword.
    #[serde(alias = "L")]
    Large,
    /// Giants, where the ruleset tells them from ogres.
    #[serde(alias = "H")]
    Huge,
    /// Dragons, where the ruleset tells them from giants.
    #[serde(alias = "G")]
    Gigantic,
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
    /// What a hit brings on a high natural roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Special>,
    /// How big the weapon is; absent: from the weapon table, else medium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Whole rounds it takes to load after a shot, 0..=10; absent: from the weapon table, else none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loading: Option<u8>,
    /// It shoots once in so many rounds, 1..=20; absent: from the weapon table, else every round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<u8>,
    /// What the weapon itself adds to the roll to hit, its magic not counted, -10..=10.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub to_hit: i32,
    /// Figures beside these, by name; absent: from the weapon table, else as the ruleset has it.
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
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
            special: None,
            size: None,
            loading: None,
            rate: None,
            to_hit: 0,
            attributes: Attributes::default(),
        }
    }

    /// Whether the line carries the tag.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// Whether its bearer never learned to use it.
    pub fn is_untrained(&self) -> bool {
        self.attributes.of(Attribute::UNTRAINED).is_some_and(|n| n > 0)
    }

    /// Whether it counts as that to whoever is immune to it or to all but it: a bonus is magic.
    pub fn counts_as(&self, tag: Tag) -> bool {
        self.has(tag) || (tag == Tag::MAGIC && self.bonus > 0)
    }

    /// The band of its range in which a target that many feet off stands; the upper figure still
    /// belongs to its band. `None`: the line has no bands, or the target is beyond the last.
    pub fn band(&self, feet: i32) -> Option<Band> {
        let feet = u32::try_from(feet).unwrap_or(0);
        let [short, medium, long] = self.feet?;
        match feet {
            _ if feet <= short => Some(Band::Short),
            _ if feet <= medium => Some(Band::Medium),
            _ if feet <= long => Some(Band::Long),
            _ => None,
        }
    }
}

/// A band of a missile's range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Band {
    /// Near.
    Short,
    /// Neither near nor far.
    Medium,
    /// Far.
    Long,
}

impl Band {
    /// All of them, the nearest first.
    pub const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];
}

/// What cannot harm it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Immunity {
    /// Attacks with one of these tags do nothing.
    To(Vec<Tag>),
    /// Only attacks with one of these tags do anything.
    AllBut(Vec<Tag>),
}

impl Immunity {
    /// Whether an attack with that line does nothing.
    pub fn wards_off(&self, line: &Attack) -> bool {
        match self {
            Self::To(tags) => tags.iter().any(|tag| line.counts_as(*tag)),
            Self::AllBut(tags) => !tags.iter().any(|tag| line.counts_as(*tag)),
        }
    }
}
