//! One combatant: what it is, how it fares, what it has spent.

use super::d20::block::{Block, D20};
use super::effect::{Condition, Effect};
use super::ids::{BlockId, CombatantId, EffectId, SideId, Text};
use super::moment::{Round, Second};
use serde::{Deserialize, Serialize};

/// A stat block of one of the families.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatBlock {
    /// Hit points, armour class, saving throws.
    D20(Box<D20>),
    /// As written, not admitted by a ruleset yet.
    Written(Box<Block>),
}

/// How much harm it can still take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vitals {
    /// Hit points left and at most; below 0 as the ruleset keeps it.
    HitPoints {
        /// Left.
        now: i32,
        /// At most.
        max: i32,
    },
}

impl Vitals {
    /// Hit points left.
    pub fn hp(self) -> i32 {
        let Self::HitPoints { now, .. } = self;
        now
    }

    /// Hit points at most.
    pub fn max(self) -> i32 {
        let Self::HitPoints { max, .. } = self;
        max
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

/// What is counted beyond the round, on a combatant or on a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Counter {
    /// Rounds of this encounter with movement.
    RoundsMoved,
    /// Rounds of running.
    RoundsRun,
    /// Rounds rested since.
    RoundsRested,
    /// Morale checks passed.
    ChecksPassed,
    /// The first death has been met with a check (1), or is due one (2).
    FirstDeath,
    /// The loss of half has been met with a check (1), or is due one (2).
    HalfDown,
    /// The side's first morale step has seen to those that never fight.
    Unwilling,
    /// The side was surprised when the encounter began.
    SurprisedSide,
    /// Arrows, charges, uses.
    Uses,
}

/// An action begun and not fully paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undertaking {
    /// The act, as it was begun.
    pub act: super::command::Act,
    /// Seconds still owed.
    pub owes: Second,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(Counter, i32)>,
    /// An action begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undertaking: Option<Undertaking>,
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
    /// Known distances to others, ascending by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<(CombatantId, i32)>,
    /// It has left the place where the encounter found it: the starting distance tells nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strayed: bool,
    /// Copies left of each spell of the block, by position; where the block counts them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<u8>,
}

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
    pub fn effect(&self, condition: Condition) -> Option<&Effect> {
        self.effects.iter().rev().find(|effect| effect.condition == condition)
    }

    /// Whether it has that condition.
    pub fn has(&self, condition: Condition) -> bool {
        self.effect(condition).is_some()
    }

    /// The effect with that id.
    pub fn effect_by_id(&self, id: EffectId) -> Option<&Effect> {
        self.effects.iter().find(|effect| effect.id == id)
    }

    /// A counter, 0 when nothing was counted.
    pub fn count(&self, counter: Counter) -> i32 {
        count(&self.counters, counter)
    }

    /// Whether it is in the fight at all.
    pub fn is_up(&self) -> bool {
        self.standing == Standing::Up
    }
}

/// Reads a counter from a list.
pub(super) fn count(counters: &[(Counter, i32)], counter: Counter) -> i32 {
    counters.iter().find(|(kind, _)| *kind == counter).map_or(0, |(_, value)| *value)
}

/// Sets a counter in a list; 0 takes it out.
pub(super) fn set_count(counters: &mut Vec<(Counter, i32)>, counter: Counter, value: i32) {
    counters.retain(|(kind, _)| *kind != counter);
    if value != 0 {
        counters.push((counter, value));
        counters.sort_unstable();
    }
}
