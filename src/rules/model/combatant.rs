//! A combatant: its identity, its state, and what it has spent.

pub use super::block::stat_block::StatBlock;
use super::block::supply::Supply;
use super::condition::Meaning;
use super::counter::{Counter, Counters};
use super::deed::Deed;
use super::effect::{Condition, Effect};
use super::effects::Effects;
use super::ids::{BlockId, CombatantId, EffectId, SideId, Text};
use super::moment::{Round, Second};
use super::rank::Rank;
use super::setting::Hand;
use super::sight::Sight;
use super::stance::Stance;
pub use super::standing::Standing;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};

/// Hit points or wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Vitals {
    /// Hit points, current and maximum; the ruleset decides how far below 0 they may go.
    HitPoints {
        /// Current hit points.
        now: i32,
        /// Maximum hit points.
        max: i32,
    },
    /// Wounds taken; their meaning is up to the ruleset.
    Wounds(i32),
}

impl Vitals {
    /// Current hit points; 0 for a combatant without hit points.
    pub fn hp(self) -> i32 {
        match self {
            Self::HitPoints { now, .. } => now,
            Self::Wounds(_) => 0,
        }
    }

    /// Maximum hit points; 0 for a combatant without hit points.
    pub fn max(self) -> i32 {
        match self {
            Self::HitPoints { max, .. } => max,
            Self::Wounds(_) => 0,
        }
    }

    /// Wounds taken; 0 for a combatant with hit points.
    pub fn wounds(self) -> i32 {
        match self {
            Self::HitPoints { .. } => 0,
            Self::Wounds(taken) => taken,
        }
    }

    /// The number the referee sets by hand: current hit points, or wounds taken.
    pub fn figure(self) -> i32 {
        match self {
            Self::HitPoints { now, .. } => now,
            Self::Wounds(taken) => taken,
        }
    }

    /// Returns a copy with that number.
    pub fn with_figure(self, figure: i32) -> Self {
        match self {
            Self::HitPoints { max, .. } => Self::HitPoints { now: figure, max },
            Self::Wounds(_) => Self::Wounds(figure.max(0)),
        }
    }

    /// Returns the vitals after that much damage: hit points lost, or wounds taken. Negative damage heals.
    pub fn harmed(self, by: i32) -> Self {
        match self {
            Self::HitPoints { now, max } => Self::HitPoints { now: now.saturating_sub(by), max },
            Self::Wounds(taken) => Self::Wounds(taken.saturating_add(by).max(0)),
        }
    }
}

/// What was spent this round (or this turn, if the ruleset counts turns).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(default)]
pub struct Spent {
    /// Distance moved; `None` if it has not moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<u32>,
    /// Attack lines used, each with its number of uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<(u8, u8)>,
    /// Whether the one action of the round is used.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Seconds of the turn used.
    #[serde(skip_serializing_if = "is_zero")]
    pub seconds: Second,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Spent {
    /// Returns how often that line was used.
    #[inline]
    pub fn uses(&self, line: u8) -> u8 {
        self.attacks.iter().find(|(at, _)| *at == line).map_or(0, |(_, times)| *times)
    }
}

/// Maps an index in one list of names to another: to the entry of the same name, and the same occurrence of it if
/// there are several.
pub fn same_place(old: &[Text], new: &[Text], at: u8) -> Option<u8> {
    let name = old.get(usize::from(at))?;
    let nth = old[..usize::from(at)].iter().filter(|line| *line == name).count();
    let found = new.iter().enumerate().filter(|(_, line)| *line == name).nth(nth)?;
    u8::try_from(found.0).ok()
}

/// A possession of a combatant that can be struck at, dropped or emptied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Thing {
    /// The weapon of that attack line.
    Line(u8),
    /// The armour worn.
    Armour,
}

/// Where a possession is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Whereabouts {
    /// In hand, or worn.
    #[default]
    AtHand,
    /// In its sheath.
    Sheathed,
    /// On the ground.
    Dropped,
    /// Broken.
    Destroyed,
    /// Thrown, and not recoverable during the fight.
    Lost,
}

/// The state of a possession.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Gear {
    /// Where it is.
    pub at: Whereabouts,
    /// Wounds taken.
    #[serde(skip_serializing_if = "is_none")]
    pub wounds: u8,
    /// Shots fired since it was loaded.
    #[serde(skip_serializing_if = "is_none")]
    pub fired: u8,
    /// Whether it is jammed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub jammed: bool,
}

fn is_none(n: &u8) -> bool {
    *n == 0
}

/// An action that was begun and is not fully paid for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OngoingAction {
    /// The act, as begun.
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
    /// Its name at the table, unique.
    pub name: Text,
    /// Its side.
    pub side: SideId,
    /// Its stat block.
    pub block: BlockId,
    /// Hit points or wounds.
    pub vitals: Vitals,
    /// Whether it is in the fight.
    #[serde(default, skip_serializing_if = "is_up")]
    pub standing: Standing,
    /// Its effects, in order of creation.
    #[serde(default, skip_serializing_if = "is_unaffected")]
    pub effects: Effects,
    /// What it has spent.
    #[serde(default, skip_serializing_if = "is_unspent")]
    pub spent: Spent,
    /// Its counters.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
    /// Limited supplies: arrows, charges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplies: Vec<Supply>,
    /// An action in progress.
    #[serde(default, alias = "undertaking", skip_serializing_if = "Option::is_none")]
    pub ongoing: Option<OngoingAction>,
    /// Its initiative count, where each combatant has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// Its own clock, in seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub clock: Second,
    /// The last round in which its turn began, and the last in which it ended; 0 if none.
    #[serde(default, skip_serializing_if = "is_unturned")]
    pub turns: (Round, Round),
    /// The combatants it threatens in melee, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threatens: Vec<CombatantId>,
    /// The combatants that threaten it in melee, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threatened_by: Vec<CombatantId>,
    /// Distances stated for pairs, which override places, ascending by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<(CombatantId, Tenths)>,
    /// Its place on the line; absent: where its side began, unless it has strayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Tenths>,
    /// Whether its position is unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strayed: bool,
    /// Copies left of each spell of the block, by position, if the block counts them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<u8>,
    /// Its possessions that are not intact and at hand, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<(Thing, Gear)>,
    /// Attack lines lent to it by others, as owner and position, in order of arrival. None is ever removed, so
    /// their positions ([`LineAt::Lent`](super::block::line::LineAt)) stay valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lent: Vec<(CombatantId, u8)>,
    /// Its line of battle, as set by the referee; absent: as its block implies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// What it is out to do, where that differs from its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// How much of it the players know.
    #[serde(default, skip_serializing_if = "Sight::is_known")]
    pub sight: Sight,
    /// Who rolls its dice, as set by the referee; absent: as its side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    /// Whether it was the players' when it first changed sides; absent: it never did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<bool>,
    /// Notes the referee pinned to it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
}

fn is_up(standing: &Standing) -> bool {
    *standing == Standing::Up
}

fn is_unaffected(effects: &Effects) -> bool {
    effects.is_empty()
}

fn is_unspent(spent: &Spent) -> bool {
    *spent == Spent::default()
}

fn is_unturned(turns: &(Round, Round)) -> bool {
    *turns == (0, 0)
}

impl Combatant {
    /// Returns its effect of that condition, the newest if there are several.
    #[inline]
    pub fn effect(&self, condition: Condition) -> Option<&Effect> {
        self.effects.newest(condition)
    }

    /// Whether it threatens the other in melee, or is threatened by it.
    #[inline]
    pub fn is_engaged_with(&self, other: CombatantId) -> bool {
        let holds = |ids: &[CombatantId]| ids.binary_search(&other).is_ok();
        holds(&self.threatens) || holds(&self.threatened_by)
    }

    /// All combatants engaged with it in either direction, each once.
    #[inline]
    pub fn engaged_with(&self) -> impl Iterator<Item = CombatantId> {
        let only_threatened = |id: &&CombatantId| self.threatens.binary_search(id).is_err();
        self.threatens.iter().chain(self.threatened_by.iter().filter(only_threatened)).copied()
    }

    /// Whether it has that condition.
    #[inline]
    pub fn has(&self, condition: Condition) -> bool {
        self.effect(condition).is_some()
    }

    /// Whether one of its conditions means that, toward whomever.
    #[inline]
    pub fn means(&self, what: Meaning) -> bool {
        self.effects.mean(what)
    }

    /// Whether one of its conditions means that toward the other.
    #[inline]
    pub fn means_toward(&self, what: Meaning, other: CombatantId) -> bool {
        self.effects.that_mean(what).any(|effect| effect.toward.is_none_or(|toward| toward == other))
    }

    /// Whether a condition pledges it to that deed.
    #[inline]
    pub fn pledges(&self, deed: Deed) -> bool {
        self.effects.iter().any(|effect| effect.condition.pledge.contains(&deed))
    }

    /// Whether it cannot fight back: out of action, or hit without a roll.
    #[inline]
    pub fn is_defenceless(&self) -> bool {
        let defenceless = Meaning::OUT | Meaning::HELPLESS;
        self.effects.may_mean(defenceless)
            && self.effects.iter().any(|effect| effect.meaning().has_any(defenceless))
    }

    /// All its effects of that condition, oldest first.
    #[inline]
    pub fn effects_of(&self, condition: Condition) -> impl Iterator<Item = &Effect> {
        self.effects.of(condition)
    }

    /// Returns the combatant toward whom its newest effect of that condition holds.
    #[inline]
    pub fn toward(&self, condition: Condition) -> Option<CombatantId> {
        self.effect(condition).and_then(|effect| effect.toward)
    }

    /// Whether one of its effects of that condition holds toward the other.
    #[inline]
    pub fn has_toward(&self, condition: Condition, other: CombatantId) -> bool {
        self.effects_of(condition).any(|effect| effect.toward == Some(other))
    }

    /// Whether one of its effects of that condition has that value.
    #[inline]
    pub fn has_value(&self, condition: Condition, value: impl Into<i32>) -> bool {
        let value = value.into();
        self.effects_of(condition).any(|effect| effect.value == value)
    }

    /// Returns the effect with that id.
    #[inline]
    pub fn effect_by_id(&self, id: EffectId) -> Option<&Effect> {
        self.effects.iter().find(|effect| effect.id == id)
    }

    /// Returns a counter, 0 if it was never set.
    #[inline]
    pub fn count(&self, counter: Counter) -> i32 {
        self.counters.of(counter)
    }

    /// Returns the state of a possession.
    #[inline]
    pub fn thing(&self, thing: Thing) -> Gear {
        self.gear.iter().find(|(which, _)| *which == thing).map_or_else(Gear::default, |(_, gear)| *gear)
    }

    /// Returns its temporary hit points, which damage takes first.
    #[inline]
    pub fn temporary(&self) -> i32 {
        self.effect(Condition::TEMPORARY_HP).map_or(0, |effect| effect.value)
    }

    /// Whether it is in the fight.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.standing == Standing::Up
    }
}
