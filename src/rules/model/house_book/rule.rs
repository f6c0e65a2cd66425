//! The words of a home rule: when, if, then.

use super::example::Example;
use super::subject::{Item, Whom, YesNo};
use crate::rules::model::block::ability::Ability;
use crate::rules::model::block::d20::Class;
use crate::rules::model::block::save::Save;
use crate::rules::model::dice::{DiceExpr, Purpose};
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::Text;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A rule of a house book.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeRule {
    /// Its title.
    pub rule: Text,
    /// A short name in small letters, by which options and the command line call it: `sunder`. Absent: its title in
    /// such letters.
    #[serde(default)]
    pub id: Text,
    /// What it says, as it is looked up; absent: its title.
    #[serde(default)]
    pub text: Text,
    /// Whether it is off until an option switches it on.
    #[serde(default)]
    pub off: bool,
    /// When it applies.
    pub when: When,
    /// What must be true then, all of it.
    #[serde(default)]
    pub only: Vec<If>,
    /// What the table is asked first; on a no nothing happens.
    #[serde(default)]
    pub asks: Option<Question>,
    /// What happens.
    pub then: Vec<Then>,
    /// Examples, which `wardrum house check` plays.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// A question to the table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Whom it is asked of; absent: whom the rule is about.
    #[serde(default)]
    pub of: Option<Whom>,
    /// The question.
    pub question: Text,
    /// The usual answer.
    #[serde(default)]
    pub usual: YesNo,
}

/// A moment at which a rule applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum When {
    /// Such a roll is about to be made. About the actor, who rolls.
    Roll(RollKind),
    /// Such a roll was made. About the actor, who rolled.
    Rolled(RollKind),
    /// An attack hit. About the target.
    Hit,
    /// An attack missed. About the target.
    Miss,
    /// Harm is about to land. About the target.
    Harm {
        /// What brings it; absent: anything.
        #[serde(default)]
        by: HarmBy,
    },
    /// Somebody falls: dies, or drops. About the target, who falls.
    Falls,
    /// A spell is announced, cast or spoiled. About the actor, who casts.
    Spell(SpellStep),
    /// A round opens. About everybody in the fight, one after the other.
    RoundOpens,
    /// A round ends. About everybody in the fight, one after the other.
    RoundEnds,
}

impl When {
    /// Whom the moment is about.
    pub fn about(self) -> Whom {
        match self {
            Self::Hit | Self::Miss | Self::Harm { .. } | Self::Falls => Whom::Target,
            _ => Whom::Actor,
        }
    }
}

/// A kind of roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RollKind {
    /// An attack.
    Attack,
    /// The damage of an attack.
    Damage,
    /// A saving throw.
    Save,
    /// An ability or skill check.
    Check,
    /// A defence against an attack.
    Defence,
    /// Initiative.
    Initiative,
    /// Morale.
    Morale,
    /// The other side's reaction.
    Reaction,
    /// Surprise.
    Surprise,
    /// A critical hit's table.
    Critical,
    /// A fumble's table.
    Fumble,
    /// The amount of a spell or other effect.
    Effect,
    /// The amount of healing.
    Healing,
    /// Turning undead.
    Turning,
}

impl RollKind {
    /// The kind of a roll, if rules can be about it.
    pub fn of(purpose: Purpose) -> Option<Self> {
        Some(match purpose {
            Purpose::Attack(_) => Self::Attack,
            Purpose::Damage(_) => Self::Damage,
            Purpose::Save(_) => Self::Save,
            Purpose::Ability(_) | Purpose::Check(_) | Purpose::Skill(_) | Purpose::Craft => Self::Check,
            Purpose::Defence(_) => Self::Defence,
            Purpose::Initiative | Purpose::InitiativeTie => Self::Initiative,
            Purpose::Morale => Self::Morale,
            Purpose::Reaction => Self::Reaction,
            Purpose::Surprise => Self::Surprise,
            Purpose::Critical | Purpose::CriticalCondition => Self::Critical,
            Purpose::FumbleCheck | Purpose::Fumble => Self::Fumble,
            Purpose::Effect => Self::Effect,
            Purpose::Healing => Self::Healing,
            Purpose::Turning => Self::Turning,
            _ => return None,
        })
    }

    /// Whether the roll is an amount, whose dice are not compared with a number.
    pub fn is_amount(self) -> bool {
        matches!(self, Self::Damage | Self::Effect | Self::Healing)
    }
}

/// What brings harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub enum HarmBy {
    /// Anything.
    #[default]
    Anything,
    /// An attack.
    Blow,
    /// A spell or another effect.
    Effect,
}

/// A step of a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum SpellStep {
    /// It is announced.
    Announced,
    /// It is cast.
    Cast,
    /// It is spoiled.
    Spoiled,
}

/// A question about the moment, or about whom the rule is about.
#[derive(Debug, Clone, Deserialize)]
pub enum If {
    /// The dice of the roll, or of the attack that led here, show that number.
    Natural(i32),
    /// They show that number or more.
    NaturalAtLeast(i32),
    /// They show that number or less.
    NaturalAtMost(i32),
    /// The total of the roll is that number or more.
    TotalAtLeast(i32),
    /// It is that number or less.
    TotalAtMost(i32),
    /// The roll succeeded.
    Made,
    /// The roll failed.
    Failed,
    /// It succeeded by that much or more.
    MadeBy(i32),
    /// It failed by that much or more.
    FailedBy(i32),
    /// The harm is that much or more.
    AtLeast(i32),
    /// The harm is that much or less.
    AtMost(i32),
    /// The saving throw is against this.
    Against(Save),
    /// It has that many hit points or more.
    HpAtLeast(i32),
    /// It has that many hit points or fewer.
    HpAtMost(i32),
    /// It has at most half its hit points.
    HalfHp,
    /// It has taken that many wounds or more.
    WoundsAtLeast(i32),
    /// It is on a side of the players.
    Players,
    /// It is on another side.
    Foes,
    /// It is on the side of that name.
    Side(Text),
    /// It is a character: it has a class.
    Character,
    /// It is none.
    Creature,
    /// It is of that class.
    Class(Class),
    /// It is of that level, or has that many Hit Dice, or more.
    LevelAtLeast(i32),
    /// It is called that, with or without a number: `Orc` is also `Orc 2`.
    Kind(Text),
    /// It has that item.
    Has(Item),
    /// It has that condition.
    Is(Condition),
    /// The attack is made in melee.
    Melee,
    /// The attack is made from afar.
    Missile,
    /// The count of that name is that number or more.
    Counted(Text, i32),
    /// The rule has done nothing for it before, in this round or this fight.
    First(Span),
    /// This is true of the actor or the target, whomever the rule is about.
    Of(Whom, Vec<Self>),
    /// One of these is true.
    Any(Vec<Self>),
    /// None of these is true.
    No(Vec<Self>),
}

/// A stretch of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Span {
    /// This round.
    Round,
    /// This fight.
    Fight,
}

/// What happens.
#[derive(Debug, Clone, Deserialize)]
pub enum Then {
    /// Adds a term to the roll or to the harm.
    Add(i32),
    /// Adds the modifier of an ability to the roll or to the harm; for a side's roll the best of the side.
    AddAbility(Ability),
    /// Adds dice to the roll or to the harm.
    AddDice(DiceExpr),
    /// The dice count as that number at least, or the harm is that much at least.
    AtLeast(i32),
    /// They count as that number at most, or the harm is that much at most.
    AtMost(i32),
    /// Other dice are rolled.
    Dice(DiceExpr),
    /// Other dice are rolled, by class.
    DiceOf(BTreeMap<Class, DiceExpr>),
    /// The dice are not rolled: they count as their highest.
    Highest,
    /// The roll is made again, once; the second counts.
    Again,
    /// Halves the harm, rounded down.
    Half,
    /// Doubles the harm.
    Double,
    /// Sets the harm, or deals some.
    Harm {
        /// What the harm that is about to land becomes.
        #[serde(default)]
        to: Option<i32>,
        /// What is dealt.
        #[serde(default)]
        deal: Option<DiceExpr>,
        /// To whom it is dealt; absent: to whom the rule is about.
        #[serde(default)]
        whom: Option<Whom>,
    },
    /// Heals.
    Heal(DiceExpr),
    /// Sets hit points left, or wounds taken.
    Hp(i32),
    /// It gets a condition.
    Begin(Condition),
    /// It gets a condition for that many rounds, this one included.
    BeginFor(Condition, u32),
    /// A condition of it ends.
    End(Condition),
    /// It loses an item.
    Lose(Item),
    /// A count of it of that name goes up, or down.
    Count(Text, i32),
    /// Its side checks morale now.
    Morale,
    /// Those of its kind check morale now.
    MoraleOfKind,
    /// The referee is reminded.
    Remind(Text),
    /// It does not fall: it stays in the fight as it is.
    Stays,
    /// It does not fall: it stays in the fight, with that many hit points.
    StaysAt(i32),
    /// It drops: out of action, but not dead.
    Drops,
    /// It dies.
    Dies,
    /// It makes a saving throw; what follows depends on it.
    Save(Save, Saved),
    /// This happens to the actor or the target, whomever the rule is about.
    To(Whom, Vec<Self>),
}

/// What follows a saving throw.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Saved {
    /// If it is made.
    pub made: Vec<Then>,
    /// If it fails.
    pub failed: Vec<Then>,
}

impl Then {
    /// Whether it changes the number of a roll or of harm; which dice are rolled is another matter.
    pub fn changes_number(&self) -> bool {
        matches!(
            self,
            Self::Add(_)
                | Self::AddAbility(_)
                | Self::AddDice(_)
                | Self::AtLeast(_)
                | Self::AtMost(_)
                | Self::Half
                | Self::Double
                | Self::Harm { to: Some(_), .. }
        )
    }

    /// All words in it, itself first.
    pub fn all(&self) -> Vec<&Self> {
        let inner: Vec<&Vec<Self>> = match self {
            Self::To(_, inner) => vec![inner],
            Self::Save(_, saved) => vec![&saved.made, &saved.failed],
            _ => Vec::new(),
        };
        let inner = inner.into_iter().flatten().flat_map(Self::all);
        std::iter::once(self).chain(inner).collect()
    }
}

impl If {
    /// All words in it, itself first.
    pub fn all(&self) -> Vec<&Self> {
        let inner: &[Self] = match self {
            Self::Of(_, inner) | Self::Any(inner) | Self::No(inner) => inner,
            _ => &[],
        };
        std::iter::once(self).chain(inner.iter().flat_map(Self::all)).collect()
    }
}

impl HomeRule {
    /// Everything it may do.
    pub fn effects(&self) -> Vec<&Then> {
        self.then.iter().flat_map(Then::all).collect()
    }

    /// Everything it asks about the moment.
    pub fn conditions(&self) -> Vec<&If> {
        self.only.iter().flat_map(If::all).collect()
    }

    /// Its short name: as given, or its title in small letters with hyphens.
    pub fn short(&self) -> String {
        let of = if self.id.is_empty() { &self.rule } else { &self.id };
        let mut short = String::new();
        for letter in of.chars() {
            if letter.is_ascii_alphanumeric() {
                short.push(letter.to_ascii_lowercase());
            } else if !short.is_empty() && !short.ends_with('-') {
                short.push('-');
            }
        }
        short.trim_end_matches('-').into()
    }
}
