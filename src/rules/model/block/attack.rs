//! Attack lines and combos of a body.

use crate::rules::model::dice::DiceExpr;
use crate::rules::model::ids::Text;
use crate::rules::model::listed::listed;
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
    /// Whether it is shot, thrown or cast from a distance.
    pub fn is_ranged(self) -> bool {
        matches!(self, Self::Ranged | Self::MagicRanged)
    }

    /// Whether it is a spell.
    pub fn is_magic(self) -> bool {
        matches!(self, Self::MagicMelee | Self::MagicRanged)
    }
}

/// The type of damage; matters only where a rule or trait refers to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum HarmType {
    /// Pointed weapons.
    Piercing,
    /// Blunt force.
    #[default]
    Bludgeoning,
    /// Edged weapons.
    Slashing,
    /// Electricity.
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

/// The reach of a melee weapon, in squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Reach {
    /// The same square.
    Close,
    /// The adjacent square.
    #[default]
    Standard,
    /// That many squares beyond the adjacent one.
    Long(u8),
}

impl Reach {
    /// Returns the distance to the target, in squares.
    pub fn squares(self) -> i32 {
        match self {
            Self::Close => 0,
            Self::Standard => 1,
            Self::Long(beyond) => 1 + i32::from(beyond),
        }
    }
}

/// The shape of an area of effect, in squares of the area's scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Shape {
    /// One square across.
    #[default]
    Sphere,
    /// One square long, one wide at its end.
    Cone,
    /// Half a square wide, two long.
    Line,
}

/// The area of effect of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its shape.
    #[serde(default)]
    pub shape: Shape,
    /// Its scale, -1..=10.
    pub scale: i32,
}

listed! {
    /// The effect of a morale attack that beats the target's Will.
    Dread {
        /// Panic.
        Fear = "fear",
        /// Confusion.
        Insanity = "insanity",
        /// Rage.
        Rage = "rage",
        /// A second penalty.
        Untyped = "untyped",
    }
}

/// The construction of a weapon, for attacks on the weapon itself.
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

/// A special property of an attack line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Adds the technique's dice against the flat-footed and the flanked.
    SneakAttack,
    /// An electromagnetic pulse: disables electronics, harms nothing else.
    Emp,
    /// Also strikes targets nearer than its reach.
    AnyReach,
    /// Part of the body: cannot be dropped, drawn or attacked as an object.
    Natural,
}

/// An attack line. Omitted fields have their default values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attack {
    /// Its name.
    pub name: Text,
    /// How it reaches its target.
    pub kind: AttackKind,
    /// Attack bonus without scale, -10..=40; absent: the skill of its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<i32>,
    /// Damage, including Strength; absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<DiceExpr>,
    /// The damage type.
    #[serde(rename = "type")]
    pub harm: HarmType,
    /// The reach of a melee attack.
    #[serde(skip_serializing_if = "is_default")]
    pub reach: Reach,
    /// Range increment in metres, for ranged attacks; absent: 15.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<u32>,
    /// Maximum range steps beyond the first; absent: 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// Shots before it must be reloaded; absent: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ammo: Option<u8>,
    /// The area of effect; absent: one target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<Area>,
    /// Seconds from the end of the action to its effect.
    #[serde(skip_serializing_if = "is_default")]
    pub delay: u32,
    /// Seconds the action takes; absent: 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Whether scale adds to damage; absent: for melee only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_damage: Option<bool>,
    /// Whether it knocks out instead of killing.
    #[serde(skip_serializing_if = "is_default")]
    pub nonlethal: bool,
    /// Whether it is light enough for a disabled combatant to use.
    #[serde(skip_serializing_if = "is_default")]
    pub light: bool,
    /// Whether it jams on a 1 when damaged.
    #[serde(skip_serializing_if = "is_default")]
    pub firearm: bool,
    /// The hand that holds it, or that it is, counted from 1; 0: any free hand; absent: the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
    /// The poison on it, by name in the ruleset's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poison: Option<Text>,
    /// The morale attack: it attacks Will, not Toughness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dread: Option<Dread>,
    /// Its construction; absent: `Metal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub make: Option<Make>,
    /// The scale it was made for; absent: its bearer's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<i32>,
    /// Its special properties.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// Further notes for the referee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Text>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Attack {
    /// Whether it has that property.
    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }
}

/// A component of a combo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Component {
    /// A blow or shot: Combo Rating 1.
    Attack,
    /// After a run-up: Combo Rating -1.
    Charge,
    /// Grapples the target: Combo Rating 1.
    Grab,
    /// Trips the target: Combo Rating 1.
    Trip,
    /// Disarms the target: Combo Rating 1.
    Disarm,
    /// A special component: name, Combo Rating, effect.
    Other(Text, i32, Text),
}

impl Component {
    /// Returns its Combo Rating.
    pub fn rating(&self) -> i32 {
        match self {
            Self::Attack | Self::Grab | Self::Trip | Self::Disarm => 1,
            Self::Charge => -1,
            Self::Other(_, rating, _) => *rating,
        }
    }
}

/// Several components used in the same instant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combo {
    /// Its name.
    pub name: Text,
    /// Its components, in order.
    pub parts: Vec<Component>,
}

/// A technique, whether implemented by the rules or only displayed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Technique {
    /// Dodging out of an area avoids its entire effect.
    Evasion,
    /// +1/0 with a ranged weapon.
    OnTheExhale,
    /// -1/-1 with a ranged weapon.
    ShootFromTheHip,
    /// A second attack in a combo.
    ExtraAttack,
    /// Strikes targets nearer than the weapon's reach.
    AnyReach,
    /// Controls a mount at no cost.
    FreeMount,
    /// That many range steps instead of four.
    MaxSteps(u32),
    /// Extra damage against flat-footed and flanked targets.
    SneakAttack(DiceExpr),
    /// For single attacks only.
    Nick,
    /// Any other technique, by name.
    Other(Text),
}
