//! A number with its reasons.

use super::command::Share;
use super::ids::Text;
use super::name::{Identifier, Kind, Name, known};
use serde::de::{EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The reason for a term of a total. The ruleset's asset holds its label and the rule it cites. Reasons used by a
/// single ruleset are defined in its folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A reason named in the rules.
    Of(Name),
    /// Half, none or double for this target, as set by the referee.
    Share(Share),
    /// A custom effect, by name.
    Named(Text),
}

impl Reason {
    /// Creates a reason from its name, in a constant.
    ///
    /// # Panics
    /// At compile time, if the string is not a valid name.
    #[inline]
    pub const fn new(name: &str) -> Self {
        Self::Of(Name::new(name))
    }

    /// The base value.
    pub const BASE: Self = Self::new("Base");

    /// Strength.
    pub const STRENGTH: Self = Self::new("Strength");

    /// Dexterity.
    pub const DEXTERITY: Self = Self::new("Dexterity");

    /// Wisdom.
    pub const WISDOM: Self = Self::new("Wisdom");

    /// Charisma.
    pub const CHARISMA: Self = Self::new("Charisma");

    /// A weapon's or item's own bonus.
    pub const WEAPON: Self = Self::new("Weapon");

    /// A monster's quickness or slowness in place of Dexterity.
    pub const QUICKNESS: Self = Self::new("Quickness");

    /// The attack bonus of ascending armour class.
    pub const ATTACK_BONUS: Self = Self::new("AttackBonus");

    /// What temporary hit points took.
    pub const TEMPORARY: Self = Self::new("Temporary");

    /// Short range.
    pub const SHORT_RANGE: Self = Self::new("ShortRange");

    /// Long range.
    pub const LONG_RANGE: Self = Self::new("LongRange");

    /// Partial cover.
    pub const COVER: Self = Self::new("Cover");

    /// From behind.
    pub const BEHIND: Self = Self::new("Behind");

    /// A back-stab: a thief from behind, unseen.
    pub const BACK_STAB: Self = Self::new("BackStab");

    /// The referee's modifier.
    pub const REFEREE: Self = Self::new("Referee");

    /// Doubled by a charge, a set weapon or a back-stab.
    pub const DOUBLED: Self = Self::new("Doubled");

    /// Halved by a saving throw.
    pub const HALVED: Self = Self::new("Halved");

    /// Raised to the minimum of a hit.
    pub const MINIMUM: Self = Self::new("Minimum");

    /// The difficulty of the task.
    pub const DIFFICULTY: Self = Self::new("Difficulty");

    /// The dice roll itself.
    pub const DICE: Self = Self::new("Dice");

    /// Foes on two opposite sides.
    pub const FLANKED: Self = Self::new("Flanked");

    /// A charge.
    pub const CHARGING: Self = Self::new("Charging");

    /// A parting shot at a foe that turns its back.
    pub const PARTING_SHOT: Self = Self::new("PartingShot");

    /// On the ground.
    pub const PRONE: Self = Self::new("Prone");

    /// A critical hit.
    pub const CRITICAL: Self = Self::new("Critical");

    /// Held in a grapple.
    pub const HELD: Self = Self::new("Held");

    /// Mounted against a foe on foot.
    pub const MOUNTED: Self = Self::new("Mounted");

    /// The target is prone.
    pub const TARGET_PRONE: Self = Self::new("TargetProne");

    /// Parrying.
    pub const PARRYING: Self = Self::new("Parrying");

    /// The target retreats.
    pub const RETREATING: Self = Self::new("Retreating");

    /// The shield does not count.
    pub const SHIELD_IGNORED: Self = Self::new("ShieldIgnored");

    /// Exhausted from running.
    pub const EXHAUSTED: Self = Self::new("Exhausted");

    /// Constitution.
    pub const CONSTITUTION: Self = Self::new("Constitution");

    /// Intelligence.
    pub const INTELLIGENCE: Self = Self::new("Intelligence");

    /// The first of two weapons.
    pub const FIRST_WEAPON: Self = Self::new("FirstWeapon");

    /// The second of two weapons.
    pub const SECOND_WEAPON: Self = Self::new("SecondWeapon");

    /// A racial bonus.
    pub const FOLK: Self = Self::new("Folk");

    /// Capped at the maximum.
    pub const MAXIMUM: Self = Self::new("Maximum");

    /// Encumbrance.
    pub const LOAD: Self = Self::new("Load");

    /// Blinded.
    pub const BLIND: Self = Self::new("Blind");
}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Of(name) => name.fmt(f),
            Self::Share(share) => f.debug_tuple("Share").field(share).finish(),
            Self::Named(name) => f.debug_tuple("Named").field(name).finish(),
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Of(name) => name.serialize(to),
            Self::Share(share) => to.serialize_newtype_variant("Reason", 0, "Share", share),
            Self::Named(name) => to.serialize_newtype_variant("Reason", 1, "Named", name),
        }
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_enum("Reason", &[], ReasonVisitor)
    }
}

struct ReasonVisitor;

impl<'de> Visitor<'de> for ReasonVisitor {
    type Value = Reason;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the reason of a term")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Reason, A::Error> {
        let (name, rest) = data.variant_seed(Identifier)?;
        match name.as_str() {
            "Share" => rest.newtype_variant().map(Reason::Share),
            "Named" => rest.newtype_variant().map(Reason::Named),
            _ => {
                rest.unit_variant()?;
                known(Kind::Reason, name).map(Reason::Of)
            }
        }
    }
}

/// One term of a total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term(pub Reason, pub i32);

/// Where the terms of a total go: a [`Tally`] keeps them, a [`Sum`] only adds them up, for a question that needs no
/// explanation.
pub trait Terms: Default {
    /// Adds a term.
    fn add(&mut self, reason: Reason, value: i32);

    /// The sum of the terms.
    fn total(&self) -> i32;
}

/// A total without its terms.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum(i32);

impl Terms for Sum {
    #[inline]
    fn add(&mut self, _: Reason, value: i32) {
        self.0 = self.0.saturating_add(value);
    }

    #[inline]
    fn total(&self) -> i32 {
        self.0
    }
}

impl Terms for Tally {
    #[inline]
    fn add(&mut self, reason: Reason, value: i32) {
        Self::add(self, reason, value);
    }

    #[inline]
    fn total(&self) -> i32 {
        Self::total(self)
    }
}

/// The terms of a total, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally(Vec<Term>);

impl Tally {
    /// Creates a tally without terms: 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a term; a term of 0 explains nothing and is dropped.
    #[inline]
    pub fn add(&mut self, reason: Reason, value: i32) {
        if value != 0 {
            self.0.push(Term(reason, value));
        }
    }

    /// Adds all terms of another tally.
    pub fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Returns the tally with one more term.
    #[inline]
    pub fn with(mut self, reason: Reason, value: i32) -> Self {
        self.add(reason, value);
        self
    }

    /// Applies a share as one more term; `half` is half of the total, rounded as the ruleset rounds.
    pub fn shared(self, share: Share, half: i32) -> Self {
        let all = self.total();
        self.with(Reason::Share(share), share.of(all, half).saturating_sub(all))
    }

    /// The sum of the terms.
    #[inline]
    pub fn total(&self) -> i32 {
        self.0.iter().fold(0, |sum, term| sum.saturating_add(term.1))
    }

    /// Returns the terms in order.
    pub fn terms(&self) -> &[Term] {
        &self.0
    }

    /// Whether there is nothing to explain.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
