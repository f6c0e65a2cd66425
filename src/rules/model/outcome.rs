//! The parts of events: rolls and their outcomes, sources of damage, what is spent, what is only told.

use super::dice::{ChoiceRequest, Purpose, RollRequest};
use super::error::RuleError;
use super::ids::{CombatantId, EffectId, SideId, Text};
use super::moment::Second;
use super::tally::Tally;
use serde::{Deserialize, Serialize};

/// Why a resolution stopped; the state is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A roll is needed.
    Roll(Box<RollRequest>),
    /// A decision is needed.
    Choice(Box<ChoiceRequest>),
    /// The command was refused, before any die was rolled.
    Refused(RuleError),
}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Self {
        Self::Refused(error)
    }
}

/// The result of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It succeeded.
    Success,
    /// It failed.
    Failure,
    /// Success whatever the total (a natural 20, a helpless target).
    Always,
    /// Failure whatever the total (a natural 1).
    Never,
    /// Success without effect: the target is immune.
    Immune,
    /// A plain number, neither success nor failure.
    Figure,
}

impl Outcome {
    /// Returns success or failure, if no natural roll decides.
    pub fn of(made: bool) -> Self {
        if made { Self::Success } else { Self::Failure }
    }

    /// Whether the roll succeeded.
    pub fn succeeded(self) -> bool {
        matches!(self, Self::Success | Self::Always | Self::Immune)
    }
}

/// A roll and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolled {
    /// The purpose of the roll.
    pub purpose: Purpose,
    /// The combatant that rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side that rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// The target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// The total of the bare dice; absent: none were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<i32>,
    /// The modifiers.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub tally: Tally,
    /// The total needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// The terms of the total needed: the target's armour class and its modifiers.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub needing: Tally,
    /// The result.
    pub outcome: Outcome,
}

impl Rolled {
    /// Creates a roll without dice or modifiers.
    pub fn new(purpose: Purpose, outcome: Outcome) -> Self {
        Self {
            purpose,
            who: None,
            side: None,
            against: None,
            dice: None,
            tally: Tally::new(),
            need: None,
            needing: Tally::new(),
            outcome,
        }
    }

    /// Sets the outcome to success or failure; `need` is the number to reach, or not to exceed.
    pub fn judged(self, made: bool, need: i32) -> Self {
        Self { outcome: Outcome::of(made), need: Some(need), ..self }
    }

    /// Returns the dice plus all modifiers.
    pub fn total(&self) -> i32 {
        self.dice.unwrap_or(0).saturating_add(self.tally.total())
    }
}

/// The source of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// An attack.
    Attack(CombatantId),
    /// An attack meant to spare the target's life.
    Sparing(CombatantId),
    /// A spell or other effect of a combatant.
    Effect(CombatantId),
    /// Ongoing damage: a splash, a poison.
    Lasting,
    /// The referee.
    Referee,
}

/// The bearer of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bearer {
    /// A combatant.
    One(CombatantId),
    /// A side.
    Side(SideId),
    /// An effect of a combatant.
    Effect(CombatantId, EffectId),
}

impl From<CombatantId> for Bearer {
    fn from(who: CombatantId) -> Self {
        Self::One(who)
    }
}

impl From<SideId> for Bearer {
    fn from(side: SideId) -> Self {
        Self::Side(side)
    }
}

/// What a combatant spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spending {
    /// Distance moved, in the ruleset's unit.
    Move(u32),
    /// One use of an attack line.
    Attack(u8),
    /// The action of the round.
    Action,
    /// Seconds of its turn; its own clock advances by as many.
    Seconds(Second),
    /// Seconds of its turn already past and counted on its own clock.
    #[serde(alias = "Purse")]
    TimeBudget(Second),
    /// One copy of a spell, by position.
    Spell(u8),
    /// Everything spent this round or turn is restored.
    Reset,
}

/// Something worth a line in the log that changes nothing by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// A deed was done: actor, deed, attack line, targets.
    Deed(CombatantId, super::command::Deed, Option<u8>, Vec<CombatantId>),
    /// The fate of a spell: caster, position in the block, fate.
    Spell(CombatantId, u8, SpellFate),
    /// The other side's reaction: a row of the ruleset's table.
    Reaction(Text),
    /// A combatant broke: it flees or surrenders.
    Broke(CombatantId),
    /// A side passed its morale check.
    Held(SideId),
    /// A group needs no morale check, no longer or never did.
    NoCheck(SideId),
    /// A side tried to evade: the side, its base movement and the pursuers', and whether it escaped.
    Evaded(SideId, u32, u32, bool),
    /// A group decided whether it gives chase: one of its members, and whether it does.
    Pursues(CombatantId, bool),
    /// A side offered bait, and whether the pursuers stopped.
    Baited(SideId, bool),
    /// A combatant rested: for how many rounds (a day counts as rounds too).
    Rested(CombatantId, u32),
    /// A combatant ran: for how many rounds, and how far.
    Ran(CombatantId, u32, u32),
    /// A turn of the clock was completed: its number.
    TurnOver(u32),
    /// A combatant was turned by a cleric, and whether it was destroyed.
    Driven(CombatantId, bool),
    /// What became of an item, as after its saving throw when its owner died: owner, item, whether it survived.
    Item(CombatantId, Text, bool),
    /// Damage without effect: target, amount, and the Toughness and Minimum Toughness it was compared with.
    Withstood(CombatantId, i32, i32, i32),
    /// Morale damage without effect: target, amount, and the Minimum Will it was compared with.
    Unmoved(CombatantId, i32, i32),
    /// The cover was struck instead of this target.
    CoverStruck(CombatantId),
    /// The area scattered: thrower, face of the scatter die, squares.
    Scattered(CombatantId, i32, i32),
    /// An action in progress was abandoned or lost.
    Lost(CombatantId),
    /// A table result: combatant, rule id, text.
    Row(CombatantId, Text, Text),
    /// A combatant keeps its temporary hit points, that many, because they are more than those it was given.
    KeptTemporary(CombatantId, i32),
    /// A poison or disease was overcome.
    Cured(CombatantId, Text),
    /// Experience earned: combatant, points, new total, new level.
    Experience(CombatantId, u32, u32, u32),
    /// A rule applied, by its id; the ruleset's text explains it.
    Rule(Text),
    /// A custom effect's reminder: its bearer, the effect's name, the text.
    Reminder(CombatantId, Text, Text),
}

impl Told {
    /// Creates a table result of a rule.
    pub fn row(who: CombatantId, rule: &str, text: impl Into<Text>) -> Self {
        Self::Row(who, rule.into(), text.into())
    }

    /// Returns the part of a table's text that the log tells. Tables write the gist first and, behind a semicolon, what
    /// it means in full.
    pub fn gist(row: &str) -> &str {
        row.split_once("; ").map_or(row, |(gist, _)| gist)
    }

    /// Returns the combatant it is about, if there is one.
    pub fn whom(&self) -> Option<CombatantId> {
        match self {
            Self::Deed(who, ..)
            | Self::Spell(who, ..)
            | Self::Broke(who)
            | Self::Rested(who, _)
            | Self::Pursues(who, _)
            | Self::Ran(who, ..)
            | Self::Driven(who, _)
            | Self::Item(who, ..)
            | Self::Withstood(who, ..)
            | Self::Unmoved(who, ..)
            | Self::CoverStruck(who)
            | Self::Scattered(who, ..)
            | Self::Lost(who)
            | Self::Row(who, ..)
            | Self::Cured(who, _)
            | Self::KeptTemporary(who, _)
            | Self::Experience(who, ..)
            | Self::Reminder(who, ..) => Some(*who),
            Self::Reaction(_)
            | Self::Held(_)
            | Self::NoCheck(_)
            | Self::Evaded(..)
            | Self::Baited(..)
            | Self::TurnOver(_)
            | Self::Rule(_) => None,
        }
    }
}

/// The fate of a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellFate {
    /// Declared.
    Announced,
    /// Begun: it takes effect with everything else done at this instant.
    Begun,
    /// Cast.
    Cast,
    /// Disrupted, and lost from memory.
    Disrupted,
    /// Not cast, but kept in memory.
    LetGo,
}
