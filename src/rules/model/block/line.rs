//! Attack lines: range, damage, effects of a hit, and immunities against them.

use super::attribute::{Attribute, Attributes};
use super::save::Save;
use super::tag::Tag;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::Text;
use crate::rules::model::listed::listed;
use serde::{Deserialize, Serialize};

/// Which attack line of a combatant a position means, as positions are kept in acts and effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineAt {
    /// One of its own block, by its index there.
    Own(u8),
    /// One that another has lent it, by its index among these.
    Lent(u8),
    /// One that it no longer has.
    Gone,
}

impl LineAt {
    /// The most lines of its own that have positions.
    pub const MOST_OWN: u8 = FIRST_LENT;
    /// The most lines that can be lent to one combatant.
    pub const MOST_LENT: u8 = u8::MAX - FIRST_LENT;
}

/// The position of the first lent line.
const FIRST_LENT: u8 = 128;
/// The position of every line that is gone.
const GONE: u8 = u8::MAX;

impl From<u8> for LineAt {
    fn from(position: u8) -> Self {
        match position {
            GONE => Self::Gone,
            FIRST_LENT.. => Self::Lent(position - FIRST_LENT),
            own => Self::Own(own),
        }
    }
}

impl From<LineAt> for u8 {
    fn from(at: LineAt) -> Self {
        match at {
            LineAt::Own(own) if own < FIRST_LENT => own,
            LineAt::Lent(lent) if lent < LineAt::MOST_LENT => lent + FIRST_LENT,
            LineAt::Own(_) | LineAt::Lent(_) | LineAt::Gone => GONE,
        }
    }
}

/// The range of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Range {
    /// Melee only.
    Melee,
    /// Missile only.
    Missile,
    /// Either: dagger, hand axe, spear.
    Both,
}

/// The damage of a hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Damage {
    /// These dice.
    Dice(DiceExpr),
    /// The ruleset's damage for a character's weapon of that name (without a name: any weapon).
    Weapon(Option<Text>),
    /// No damage of its own.
    Nothing,
}

/// An effect of a hit if the target fails a saving throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// The category of the saving throw.
    pub save: Save,
    /// The condition on a failed save; `Dead` kills.
    pub inflicts: Condition,
    /// Duration in rounds; absent: until lifted. For `Poisoned`: rounds until death.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Onset delay in rounds, during which the target is poisoned; the condition then lasts until lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<u32>,
    /// Modifier of the saving throw.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub modifier: i32,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// An extra effect of a hit on a high natural roll: a hug, a swallowing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// The lowest natural d20 roll that triggers it, 2..=20.
    #[serde(default = "twenty", skip_serializing_if = "is_twenty")]
    pub on: u8,
    /// Extra damage, never multiplied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<DiceExpr>,
    /// The condition inflicted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inflicts: Option<Condition>,
    /// Duration in rounds after this one; absent: until it ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Damage in each later round to a swallowed target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<DiceExpr>,
}

fn twenty() -> u8 {
    20
}

fn is_twenty(on: &u8) -> bool {
    *on == 20
}

/// A size; each ruleset uses some of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Size {
    /// Rats.
    #[serde(alias = "T")]
    Tiny,
    /// Halflings and smaller; a dagger.
    #[serde(alias = "S")]
    Small,
    /// People; a sword.
    #[default]
    #[serde(alias = "M", alias = "Man")]
    Medium,
    /// Ogres and larger; a two-handed sword.
    #[serde(alias = "L")]
    Large,
    /// Giants, where the ruleset distinguishes them from ogres.
    #[serde(alias = "H")]
    Huge,
    /// Dragons, where the ruleset distinguishes them from giants.
    #[serde(alias = "G")]
    Gigantic,
}

/// One line of the attack routine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Its name. A weapon in the ruleset's table brings its own range, tags and distances.
    pub name: Text,
    /// Attacks per round, 1..=10.
    #[serde(default = "once")]
    pub count: u8,
    /// Its range; absent: from the weapon table, otherwise melee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Damage; absent: that of the weapon of that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<Damage>,
    /// Magic bonus to attack rolls and damage.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bonus: i32,
    /// Upper limits of short, medium and long range in feet; absent: from the weapon table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feet: Option<[u32; 3]>,
    /// Tags, in addition to those in the weapon table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// Effects of a hit if a saving throw fails: poison, paralysis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
    /// An extra effect of a hit on a high natural roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Special>,
    /// The size of the weapon; absent: from the weapon table, otherwise medium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Whole rounds to reload after a shot, 0..=10; absent: from the weapon table, otherwise none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loading: Option<u8>,
    /// Rounds per shot, 1..=20; absent: from the weapon table, otherwise one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<u8>,
    /// Nonmagical bonus of the weapon to attack rolls, -10..=10.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub to_hit: i32,
    /// Further numbers, by name; absent: from the weapon table, otherwise the ruleset's defaults.
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
}

fn once() -> u8 {
    1
}

impl Attack {
    /// Index that stands for a fist, where rules allow it without a line; no block has so many lines.
    pub const FIST: u8 = 254;
    /// Index that stands for a foot, likewise.
    pub const FOOT: u8 = 253;

    /// Creates a line with one attack per round and the ruleset's defaults.
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

    /// Whether the line has that tag.
    #[inline]
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// Whether its bearer is not trained to use it.
    #[inline]
    pub fn is_untrained(&self) -> bool {
        self.attributes.of(Attribute::UNTRAINED).is_some_and(|n| n > 0)
    }

    /// Whether it has that tag for the purpose of immunities: a magic bonus counts as magic.
    #[inline]
    pub fn counts_as(&self, tag: Tag) -> bool {
        self.has(tag) || (tag == Tag::MAGIC && self.bonus > 0)
    }

    /// Returns the range band of a target at that distance in feet; each upper limit belongs to its band. `None` if
    /// the line has no bands or the target is beyond the last.
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

listed! {
    /// A range band of a missile weapon.
    Band {
        /// Short range.
        Short = "short",
        /// Medium range.
        Medium = "medium",
        /// Long range.
        Long = "long",
    }
}

/// Immunity to attacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Immunity {
    /// Attacks with one of these tags have no effect.
    To(Vec<Tag>),
    /// Only attacks with one of these tags have an effect.
    AllBut(Vec<Tag>),
}

impl Immunity {
    /// Whether attacks with that line have no effect.
    pub fn wards_off(&self, line: &Attack) -> bool {
        match self {
            Self::To(tags) => tags.iter().any(|tag| line.counts_as(*tag)),
            Self::AllBut(tags) => !tags.iter().any(|tag| line.counts_as(*tag)),
        }
    }
}
