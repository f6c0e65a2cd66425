//! One combatant: what it is, how it fares, what it has spent.

use super::block::d20::{Block, D20, Spell};
use super::block::wounds::Body;
use super::counter::{Counter, Counters};
use super::effect::{Condition, Effect};
use super::ids::{BlockId, CombatantId, EffectId, SideId, Text};
use super::moment::{Round, Second};
use super::rank::Rank;
use super::sight::Sight;
use super::supply::Supply;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};

/// A stat block of one of the families.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatBlock {
    /// Hit points, armour class, saving throws.
    D20(Box<D20>),
    /// Of the family with hit points, as written, not admitted by a ruleset yet.
    Written(Box<Block>),
    /// Toughness, wounds, will; as written and, once admitted, complete.
    Wounds(Box<Body>),
}

impl StatBlock {
    /// What of it runs out.
    pub fn supplies(&self) -> &[Supply] {
        match self {
            Self::D20(d20) => &d20.block.counters,
            Self::Written(block) => &block.counters,
            Self::Wounds(body) => &body.counters,
        }
    }

    /// Its spells, and its powers used like them; a body has none.
    pub fn spells(&self) -> &[Spell] {
        match self {
            Self::D20(d20) => &d20.block.spells,
            Self::Written(block) => &block.spells,
            Self::Wounds(_) => &[],
        }
    }

    /// The names of its attack lines, in their order; once admitted, with those the ruleset gave it.
    pub fn lines(&self) -> Vec<Text> {
        match self {
            Self::D20(d20) => d20.figures.attacks.iter().map(|line| line.name.clone()).collect(),
            Self::Written(block) => block.attacks.iter().map(|line| line.name.clone()).collect(),
            Self::Wounds(body) => body.attacks.iter().map(|line| line.name.clone()).collect(),
        }
    }

    /// Calls such a creature that from now on.
    pub fn rename(&mut self, name: Text) {
        match self {
            Self::D20(d20) => d20.block.name = name,
            Self::Written(block) => block.name = name,
            Self::Wounds(body) => body.name = name,
        }
    }

    /// What such a creature is called.
    pub fn name(&self) -> &Text {
        match self {
            Self::D20(d20) => &d20.block.name,
            Self::Written(block) => &block.name,
            Self::Wounds(body) => &body.name,
        }
    }
}

impl From<Block> for StatBlock {
    fn from(block: Block) -> Self {
        Self::Written(Box::new(block))
    }
}

impl From<Body> for StatBlock {
    fn from(body: Body) -> Self {
        Self::Wounds(Box::new(body))
    }
}

/// How much harm it can still take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Vitals {
    /// Hit points left and at most; below 0 as the ruleset keeps it.
    HitPoints {
        /// Left.
        now: i32,
        /// At most.
        max: i32,
    },
    /// Wounds taken; what they come to is the ruleset's.
    Wounds(i32),
}

impl Vitals {
    /// Hit points left; 0 for whoever has none to lose.
    pub fn hp(self) -> i32 {
        match self {
            Self::HitPoints { now, .. } => now,
            Self::Wounds(_) => 0,
        }
    }

    /// Hit points at most; 0 for whoever has none to lose.
    pub fn max(self) -> i32 {
        match self {
            Self::HitPoints { max, .. } => max,
            Self::Wounds(_) => 0,
        }
    }

    /// Wounds taken; 0 for whoever has hit points.
    pub fn wounds(self) -> i32 {
        match self {
            Self::HitPoints { .. } => 0,
            Self::Wounds(taken) => taken,
        }
    }

    /// The figure the referee sets by hand: hit points left, or wounds taken.
    pub fn figure(self) -> i32 {
        match self {
            Self::HitPoints { now, .. } => now,
            Self::Wounds(taken) => taken,
        }
    }

    /// The same with that figure.
    pub fn with_figure(self, figure: i32) -> Self {
        match self {
            Self::HitPoints { max, .. } => Self::HitPoints { now: figure, max },
            Self::Wounds(_) => Self::Wounds(figure.max(0)),
        }
    }

    /// After so much harm: hit points lost, or wounds taken. Healing is negative harm.
    pub fn harmed(self, by: i32) -> Self {
        match self {
            Self::HitPoints { now, max } => Self::HitPoints { now: now.saturating_sub(by), max },
            Self::Wounds(taken) => Self::Wounds(taken.saturating_add(by).max(0)),
        }
    }
}

/// Whether it is in the fight; recorded, never derived from hit points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Standing {
    /// In the fight, whatever conditions it has.
    #[default]
    Up,
    /// Alive, out of the fight.
    Down,
    /// Dead.
    Dead,
    /// Got away.
    Fled,
    /// Gave up.
    Surrendered,
    /// Taken out of the encounter by the referee.
    Gone,
}

/// What was spent in this round (or turn, where the ruleset counts turns).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(default)]
pub struct Spent {
    /// Distance moved; `None`: not moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<u32>,
    /// Attack lines used, each with how often.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<(u8, u8)>,
    /// The one action of the round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Seconds of the turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub seconds: Second,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Spent {
    /// How often that line was used.
    pub fn uses(&self, line: u8) -> u8 {
        self.attacks.iter().find(|(at, _)| *at == line).map_or(0, |(_, times)| *times)
    }
}

/// Where what has that position in one list of names stands in another: the one of that name, and of several the same
/// of them.
pub fn same_place(old: &[Text], new: &[Text], at: u8) -> Option<u8> {
    let name = old.get(usize::from(at))?;
    let nth = old[..usize::from(at)].iter().filter(|line| *line == name).count();
    let found = new.iter().enumerate().filter(|(_, line)| *line == name).nth(nth)?;
    u8::try_from(found.0).ok()
}

/// A thing of a combatant's own that can be struck at, dropped or emptied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Thing {
    /// The weapon of that attack line.
    Line(u8),
    /// The armour it wears.
    Armour,
}

/// Where a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Whereabouts {
    /// In hand, or worn.
    #[default]
    AtHand,
    /// In its sheath.
    Sheathed,
    /// On the ground.
    Dropped,
    /// In pieces.
    Destroyed,
    /// Thrown, and not to be found again in the fight.
    Lost,
}

/// How a thing of a combatant's fares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gear {
    /// Where it is.
    pub at: Whereabouts,
    /// Wounds it has.
    #[serde(skip_serializing_if = "is_none")]
    pub wounds: u8,
    /// Shots fired since it was loaded.
    #[serde(skip_serializing_if = "is_none")]
    pub fired: u8,
    /// It is jammed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub jammed: bool,
}

fn is_none(n: &u8) -> bool {
    *n == 0
}

/// An action begun and not fully paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OngoingAction {
    /// The act, as it was begun.
    pub act: super::command::Act,
    /// Seconds still owed.
    pub owes: Second,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combatant {
    /// Its id.
    pub id: CombatantId,
    /// Its name at the table.
    pub name: Text,
    /// Its side.
    pub side: SideId,
    /// Its stat block.
    pub block: BlockId,
    /// How it fares.
    pub vitals: Vitals,
    /// Whether it is in the fight.
    #[serde(default, skip_serializing_if = "is_up")]
    pub standing: Standing,
    /// What hangs on it, in order of creation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What it has spent.
    #[serde(default, skip_serializing_if = "is_unspent")]
    pub spent: Spent,
    /// What is counted on it.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
    /// What runs out: arrows, charges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplies: Vec<Supply>,
    /// An action begun.
    #[serde(default, alias = "undertaking", skip_serializing_if = "Option::is_none")]
    pub ongoing: Option<OngoingAction>,
    /// Its number in the count of initiative, where each has one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// Its own clock.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub clock: Second,
    /// The last round in which its turn began, and the last in which it ended; 0: none.
    #[serde(default, skip_serializing_if = "is_unturned")]
    pub turns: (Round, Round),
    /// Whom it threatens in melee, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threatens: Vec<CombatantId>,
    /// Who threatens it in melee, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threatened_by: Vec<CombatantId>,
    /// Distances to others that were said, whatever their places, ascending by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<(CombatantId, Tenths)>,
    /// Its place on the line; absent: where its side began, unless it has strayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Tenths>,
    /// Nobody knows where it stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strayed: bool,
    /// Copies left of each spell of the block, by position; where the block counts them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<u8>,
    /// Its things that are not whole and at hand, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<(Thing, Gear)>,
    /// Attack lines of others that it had the use of, in the order in which they came: whose, and
    /// which. None is ever taken out, so that their positions (from [`LENT`] on) keep their meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lent: Vec<(CombatantId, u8)>,
    /// The line it stands in by the referee's word; absent: as its block has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// How much of it the players know.
    #[serde(default, skip_serializing_if = "Sight::is_known")]
    pub sight: Sight,
    /// What the referee pinned to it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}

/// From here on the position of an attack line is that of one lent by another.
pub const LENT: u8 = 128;

/// The position of an attack line that its bearer no longer has.
pub const GONE: u8 = u8::MAX;

fn is_up(standing: &Standing) -> bool {
    *standing == Standing::Up
}

fn is_unspent(spent: &Spent) -> bool {
    *spent == Spent::default()
}

fn is_unturned(turns: &(Round, Round)) -> bool {
    *turns == (0, 0)
}

impl Combatant {
    /// Its effect of that condition, the newest if there are several.
    #[inline]
    pub fn effect(&self, condition: Condition) -> Option<&Effect> {
        self.effects.iter().rev().find(|effect| effect.condition == condition)
    }

    /// Whether it threatens that one in melee, or is threatened by it.
    #[inline]
    pub fn is_engaged_with(&self, other: CombatantId) -> bool {
        let holds = |ids: &[CombatantId]| ids.binary_search(&other).is_ok();
        holds(&self.threatens) || holds(&self.threatened_by)
    }

    /// Everybody of whom that is so, each once.
    pub fn engaged_with(&self) -> impl Iterator<Item = CombatantId> {
        let only_threatened = |id: &&CombatantId| self.threatens.binary_search(id).is_err();
        self.threatens.iter().chain(self.threatened_by.iter().filter(only_threatened)).copied()
    }

    /// Whether it has that condition.
    #[inline]
    pub fn has(&self, condition: Condition) -> bool {
        self.effect(condition).is_some()
    }

    /// All its effects of that condition, the oldest first.
    #[inline]
    pub fn effects_of(&self, condition: Condition) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(move |effect| effect.condition == condition)
    }

    /// Toward whom the newest of them holds.
    pub fn toward(&self, condition: Condition) -> Option<CombatantId> {
        self.effect(condition).and_then(|effect| effect.toward)
    }

    /// Whether one of them holds toward that one.
    pub fn has_toward(&self, condition: Condition, other: CombatantId) -> bool {
        self.effects_of(condition).any(|effect| effect.toward == Some(other))
    }

    /// Whether one of them has that value.
    pub fn has_value(&self, condition: Condition, value: impl Into<i32>) -> bool {
        let value = value.into();
        self.effects_of(condition).any(|effect| effect.value == value)
    }

    /// The effect with that id.
    pub fn effect_by_id(&self, id: EffectId) -> Option<&Effect> {
        self.effects.iter().find(|effect| effect.id == id)
    }

    /// A counter, 0 when nothing was counted.
    #[inline]
    pub fn count(&self, counter: Counter) -> i32 {
        self.counters.of(counter)
    }

    /// How that thing of its fares.
    pub fn thing(&self, thing: Thing) -> Gear {
        self.gear.iter().find(|(which, _)| *which == thing).map_or_else(Gear::default, |(_, gear)| *gear)
    }

    /// Whether it is in the fight at all.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.standing == Standing::Up
    }
}
