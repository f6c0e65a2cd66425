//! Attack lines and combos of a body.

use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use serde::{Deserialize, Serialize};

/// How an attack reaches its target, and which skill it uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum AttackKind {
    /// With hand or weapon, within reach.
    #[default]
    Melee,
    /// Shot or thrown.
    Ranged,
    /// Magic within reach.
    MagicMelee,
    /// Magic at a distance; never aimed.
    MagicRanged,
}

impl AttackKind {
    /// Shot, thrown or cast from afar.
    pub fn is_ranged(self) -> bool {
        matches!(self, Self::Ranged | Self::MagicRanged)
    }

    /// A spell.
    pub fn is_magic(self) -> bool {
        matches!(self, Self::MagicMelee | Self::MagicRanged)
    }
}

/// What kind of harm it does; it matters where a rule or a trait names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum HarmType {
    /// Points.
    Piercing,
    /// Blunt force.
    #[default]
    Bludgeoning,
    /// Edges.
    Slashing,
    /// Current.
    Electric,
    /// Fire; may set things alight.
    Heat,
    /// Frost.
    Cold,
    /// Sound.
    Sonic,
    /// Acids and the like.
    Chemical,
}

/// How far a melee weapon reaches, in squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Reach {
    /// The same square.
    Close,
    /// The next square.
    #[default]
    Standard,
    /// So many squares beyond the next.
    Long(u8),
}

impl Reach {
    /// Squares to the target.
    pub fn squares(self) -> i32 {
        match self {
            Self::Close => 0,
            Self::Standard => 1,
            Self::Long(beyond) => 1 + i32::from(beyond),
        }
    }
}

/// The shape of what an area attack fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Shape {
    /// One square of the area's scale across.
    #[default]
    Sphere,
    /// One square long, one wide at its end.
    Cone,
    /// Half a square wide, two long.
    Line,
}

/// The area an attack fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its shape.
    #[serde(default)]
    pub shape: Shape,
    /// Its scale, -1..=10.
    pub scale: i32,
}

/// What a morale attack does to somebody whose Will it beats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dread {
    /// Panic.
    Fear,
    /// Confusion.
    Insanity,
    /// Rage.
    Rage,
    /// A second penalty.
    Untyped,
}

/// What a weapon is made as, for attacks on the weapon itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Make {
    /// A knife, a sickle.
    SmallMetal,
    /// A sword.
    Metal,
    /// A greatsword.
    LargeMetal,
    /// A spear, an axe.
    WoodenHaft,
}

/// What is special about an attack line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Adds the technique's dice against the flat-footed and the flanked.
    SneakAttack,
    /// An electromagnetic pulse: stops electronic things, harms nothing else.
    Emp,
    /// Also strikes what is nearer than its reach.
    AnyReach,
    /// Part of the body: cannot be dropped, drawn or struck at as a thing.
    Natural,
}

/// An attack line. What is left out has its standing value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attack {
    /// What it is called.
    pub name: Text,
    /// How it reaches its target.
    pub kind: AttackKind,
    /// Its attack bonus without scale, -10..=40; absent: the skill of its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<i32>,
    /// Damage, Strength counted; absent: it does no damage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<DiceExpr>,
    /// The kind of damage.
    #[serde(rename = "type")]
    pub harm: HarmType,
    /// How far it reaches, for melee.
    #[serde(skip_serializing_if = "is_default")]
    pub reach: Reach,
    /// Metres of the first range step, for ranged; absent: 15.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<u32>,
    /// Range steps beyond the first at most; absent: 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// Shots before it must be reloaded; absent: no reloading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ammo: Option<u8>,
    /// The area it fills; absent: one target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// Seconds between the end of the action and its effect.
    #[serde(skip_serializing_if = "is_default")]
    pub delay: u32,
    /// Seconds it takes; absent: 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Whether scale adds to damage; absent: for melee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_damage: Option<bool>,
    /// Knocks out in place of killing.
    #[serde(skip_serializing_if = "is_default")]
    pub nonlethal: bool,
    /// A light weapon: the disabled can use it.
    #[serde(skip_serializing_if = "is_default")]
    pub light: bool,
    /// Jams on a 1 when it is wounded.
    #[serde(skip_serializing_if = "is_default")]
    pub firearm: bool,
    /// Which hand holds it or is it, from 1; 0: whichever is free; absent: the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
    /// The poison on it, by its name in the ruleset's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poison: Option<Text>,
    /// It attacks Will, not Toughness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dread: Option<Dread>,
    /// What it is made as; absent: `Metal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub make: Option<Make>,
    /// The scale it was made for; absent: its bearer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<i32>,
    /// What is special about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// What else the referee should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Text>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Attack {
    /// Whether that is special about it.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }
}

/// One component of a combo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Component {
    /// A blow or shot: Combo Rating 1.
    Attack,
    /// After a run-up: Combo Rating -1.
    Charge,
    /// Takes hold of the target: Combo Rating 1.
    Grab,
    /// Brings the target down: Combo Rating 1.
    Trip,
    /// Strikes a thing out of its hand: Combo Rating 1.
    Disarm,
    /// Something of its own: name, Combo Rating, what it does.
    Other(Text, i32, Text),
}

impl Component {
    /// Its Combo Rating.
    pub fn rating(&self) -> i32 {
        match self {
            Self::Attack | Self::Grab | Self::Trip | Self::Disarm => 1,
            Self::Charge => -1,
            Self::Other(_, rating, _) => *rating,
        }
    }
}

/// Several components used at one instant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combo {
    /// What it is called.
    pub name: Text,
    /// What it is made of, in order.
    pub parts: Vec<Component>,
}

/// A technique that the rules know, or one they only show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Technique {
    /// A dodge out of an area avoids it all.
    Evasion,
    /// +1/0 with a ranged weapon.
    OnTheExhale,
    /// -1/-1 with a ranged weapon.
    ShootFromTheHip,
    /// A second attack in a combo.
    ExtraAttack,
    /// Strikes what is nearer than the weapon's reach.
    AnyReach,
    /// Controls a mount at no cost.
    FreeMount,
    /// So many range steps in place of four.
    MaxSteps(u32),
    /// Added damage against the flat-footed and the flanked.
    SneakAttack(DiceExpr),
    /// For single attacks only.
    Nick,
    /// Any other, by name.
    Other(Text),
}
