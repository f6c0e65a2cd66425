//! A number with its reasons.

use super::ids::Text;
use super::name::{Identifier, Name, WordKind, known};
use super::share::Share;
use super::word::{Row, names};
use serde::de::{EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The reason for a term of a total. The ruleset's table holds its label and the rule it cites; a reason of a single
/// ruleset is defined there.
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
}

names! {
    Reason;
    BASE = Base "The base value.";
    STRENGTH = Strength "Strength.";
    DEXTERITY = Dexterity "Dexterity.";
    WISDOM = Wisdom "Wisdom.";
    CHARISMA = Charisma "Charisma.";
    WEAPON = Weapon "A weapon's or item's own bonus.";
    QUICKNESS = Quickness "A monster's quickness or slowness in place of Dexterity.";
    ATTACK_BONUS = AttackBonus "The attack bonus of ascending armour class.";
    TEMPORARY = Temporary "What temporary hit points took.";
    SHORT_RANGE = ShortRange "Short range.";
    LONG_RANGE = LongRange "Long range.";
    COVER = Cover "Partial cover.";
    BEHIND = Behind "From behind.";
    BACK_STAB = BackStab "A back-stab: a thief from behind, unseen.";
    REFEREE = Referee "The referee's modifier.";
    DOUBLED = Doubled "Doubled by a charge, a set weapon or a back-stab.";
    HALVED = Halved "Halved by a saving throw.";
    MINIMUM = Minimum "Raised to the minimum of a hit.";
    DIFFICULTY = Difficulty "The difficulty of the task.";
    DICE = Dice "The dice roll itself.";
    FLANKED = Flanked "Foes on two opposite sides.";
    CHARGING = Charging "A charge.";
    PARTING_SHOT = PartingShot "A parting shot at a foe that turns its back.";
    PRONE = Prone "On the ground.";
    CRITICAL = Critical "A critical hit.";
    HELD = Held "Held in a grapple.";
    MOUNTED = Mounted "Mounted against a foe on foot.";
    TARGET_PRONE = TargetProne "The target is prone.";
    PARRYING = Parrying "Parrying.";
    RETREATING = Retreating "The target retreats.";
    SHIELD_IGNORED = ShieldIgnored "The shield does not count.";
    EXHAUSTED = Exhausted "Exhausted from running.";
    CONSTITUTION = Constitution "Constitution.";
    INTELLIGENCE = Intelligence "Intelligence.";
    FIRST_WEAPON = FirstWeapon "The first of two weapons.";
    SECOND_WEAPON = SecondWeapon "The second of two weapons.";
    FOLK = Folk "A racial bonus.";
    MAXIMUM = Maximum "Capped at the maximum.";
    LOAD = Load "Encumbrance.";
    BLIND = Blind "Blinded.";
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

/// A reason as a ruleset uses it.
#[derive(Debug, Clone, Copy)]
pub struct ReasonRow {
    /// Its name.
    pub reason: Name,
    /// The label in a sum: `retreating`.
    pub label: &'static str,
    /// The rule behind it.
    pub rule: &'static str,
    /// Whether it adjusts a shared amount for a single target.
    pub own: bool,
    /// Whether it is one of several blows at one instant.
    pub blow: bool,
    /// Whether it deducts damage in excess of what the target could lose; the log reports damage without it.
    pub spent: bool,
}

impl Row for ReasonRow {
    const KIND: WordKind = WordKind::Reason;

    fn name(&self) -> Name {
        self.reason
    }
}

impl ReasonRow {
    /// Creates a row.
    ///
    /// # Panics
    /// At compile time, if the reason is not named in the rules.
    pub const fn new(reason: Reason, label: &'static str, rule: &'static str) -> Self {
        let name = if let Reason::Of(name) = &reason { *name } else { Name::new("") };
        let row = Self { reason: name, label, rule, own: false, blow: false, spent: false };
        std::mem::forget(reason);
        row
    }

    /// Marks it as adjusting a shared amount for a single target.
    pub const fn own(self) -> Self {
        Self { own: true, ..self }
    }

    /// Marks it as one of several blows at one instant.
    pub const fn blow(self) -> Self {
        Self { blow: true, ..self }
    }

    /// Marks it as deducting damage in excess of what the target could lose.
    pub const fn spent(self) -> Self {
        Self { spent: true, ..self }
    }
}

/// Defines a ruleset's reasons: `NO_SHIELD = NoShield "no shield" "zero.attack.shield";`, or a shared one as it uses it.
macro_rules! reasons {
    ($($name:ident $(= $id:ident)? $label:literal $rule:literal $($flag:ident())*;)*) => {
        $crate::rules::model::word::words! {
            Reason ReasonRow;
            $($name $(= $id)? ($label, $rule) $($flag())*;)*
        }
    };
}
pub(in crate::rules) use reasons;

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
                known(WordKind::Reason, name).map(Reason::Of)
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

    /// The terms that were added since it was that other tally.
    pub fn since(&self, before: &Self) -> Self {
        Self(self.0.get(before.0.len()..).unwrap_or_default().to_vec())
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
