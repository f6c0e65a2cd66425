//! Events: the record of a fight.

use super::combatant::{Combatant, Gear, OngoingAction, Standing, StatBlock, Thing};
use super::counter::Counter;
use super::dice::{ChoiceRequest, Purpose, RollRequest};
use super::effect::{Condition, Effect, Timer};
use super::encounter::{Encounter, Hand, Scene, Side};
use super::error::RuleError;
use super::ids::{CombatantId, EffectId, SideId, Text};
use super::moment::{Round, Second};
use super::rank::Rank;
use super::sight::Sight;
use super::stance::Stance;
use super::supply::Supply;
use super::tally::Tally;
use super::tenths::Tenths;
use super::window::{Phase, Slot, Window};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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

/// Something that happened. Applying the recorded events rebuilds the state; purely informative ones change nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Event {
    /// A round began.
    RoundBegan(Round),
    /// The round's last window has passed.
    RoundEnded(Round),
    /// Seconds passed.
    Elapsed(Second),
    /// A window opened in the round's sequence and advanced the round to its place.
    Opened(Box<Window>),
    /// A window opened on top of the stack, out of sequence.
    Laid(Box<Window>),
    /// The open window closed.
    Closed,
    /// Phases were skipped because no combatant could act in them.
    PassedOver(Vec<Phase>),
    /// A combatant passed in the open window.
    Passed(CombatantId),
    /// A combatant's turn began.
    TurnBegan(CombatantId),
    /// A combatant's turn ended.
    TurnEnded(CombatantId),
    /// The order changed, and the round's progress was set to that place.
    Placed(super::window::Place),
    /// The order of the round was set.
    Ordered(Arc<Vec<Slot>>),
    /// The order of the round changed; a separate event reports the cause.
    Shifted(Arc<Vec<Slot>>),
    /// A combatant's initiative count was set.
    Numbered(CombatantId, i32),
    /// The fight began.
    Began,
    /// The fight ended.
    Ended,

    /// A side was added.
    Sided(Box<Side>),
    /// A stat block was added; it takes the next free id.
    Blocked(Arc<StatBlock>),
    /// A combatant joined the encounter.
    Joined(Box<Combatant>),
    /// A combatant was renamed.
    Renamed(CombatantId, Text),
    /// A combatant changed sides.
    Turned(CombatantId, SideId),
    /// A combatant's stat block was replaced: the new block and the new maximum hit points.
    Reshaped(CombatantId, super::ids::BlockId, i32),
    /// A combatant's standing changed: up, dead, fled...
    Stood(CombatantId, Standing),

    /// A combatant lost hit points, beyond what temporary ones took.
    Harmed {
        /// The combatant.
        who: CombatantId,
        /// Hit points lost.
        amount: i32,
        /// The source.
        source: Source,
        /// The terms of the amount.
        tally: Tally,
    },
    /// Temporary hit points took damage in place of a combatant's hit points.
    Absorbed {
        /// The combatant.
        who: CombatantId,
        /// Temporary hit points lost.
        amount: i32,
    },
    /// A combatant regained hit points.
    Healed {
        /// The combatant.
        who: CombatantId,
        /// Hit points regained.
        amount: i32,
    },
    /// A combatant took a wound.
    Wounded {
        /// The combatant.
        who: CombatantId,
        /// The source.
        source: Source,
        /// The damage, and the Toughness and Minimum Toughness it was compared with, if there was damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<(i32, i32, i32)>,
    },
    /// The referee set a combatant's hit points left or wounds taken.
    HpSet(CombatantId, i32),
    /// A condition began.
    Afflicted(CombatantId, Box<Effect>),
    /// A condition ended: it lapsed or was lifted.
    Relieved {
        /// Its bearer.
        who: CombatantId,
        /// The effect.
        id: EffectId,
        /// Its condition, for the log.
        condition: Condition,
        /// Whether it lapsed on time.
        lapsed: bool,
        /// The name of a custom effect.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Text>,
    },
    /// A timer was set.
    Set(Box<Timer>),
    /// A timer fell due.
    Fell(Box<Timer>),
    /// A timer was removed.
    Struck(EffectId),
    /// A counter was set.
    Counted(Bearer, Counter, i32),
    /// One of a supply was used; that many are left.
    UsedUp(CombatantId, Text, u32),
    /// A supply was added or changed; a maximum of 0 stops counting it.
    Supplied(CombatantId, Box<Supply>),
    /// The state of a combatant's possession changed.
    Geared(CombatantId, Thing, Gear),
    /// A combatant was lent an attack line: the borrower, the owner and its position there.
    Lent(CombatantId, CombatantId, u8),
    /// A combatant spent something.
    Spent(CombatantId, Spending),
    /// A combatant began an action it has yet to pay for; `None`: it is paid for or given up.
    Undertook(CombatantId, Option<Box<OngoingAction>>),

    /// The first threatens the second in melee.
    Threatens(CombatantId, CombatantId),
    /// The first no longer threatens the second.
    Frees(CombatantId, CombatantId),
    /// The distance between two was stated; `None`: unknown.
    Apart(CombatantId, CombatantId, Option<Tenths>),
    /// A combatant moved to a place on the line.
    Moved {
        /// The combatant.
        who: CombatantId,
        /// Its place.
        to: Tenths,
        /// The combatant the move was measured from, and the distance to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<(CombatantId, Tenths)>,
    },
    /// A combatant's position became unknown; its distances are forgotten.
    Strayed(CombatantId),
    /// The sides met at that distance.
    Met(Tenths),

    /// A roll was made.
    Rolled(Box<Rolled>),
    /// Something was reported that changes nothing.
    Told(Told),

    /// A consequence was held back until the commit.
    Deferred(Box<Event>),
    /// The consequences held back took effect.
    Committed,

    /// An option was set.
    OptionSet(Text, Text),
    /// An option was set to change when the next round begins.
    OptionAwaits(Text, Text),
    /// The facts about the encounter changed.
    SceneSet(Box<Scene>),
    /// Who rolls a side's dice was set.
    HandSet(SideId, Hand),
    /// Whether Enter asks before a combatant of that side acts was set.
    AsksSet(SideId, bool),
    /// Whether a side is the players' was set.
    PlayersSet(SideId, bool),
    /// A combatant's line of battle was set.
    Ranked(CombatantId, Rank),
    /// How much of a combatant the players know was set.
    Sighted(CombatantId, Sight),
    /// Whether a side knows of the others was set.
    AwareSet(SideId, bool),
    /// A side takes a stance; absent: it has none of its own.
    SideTook(SideId, Option<Stance>),
    /// A combatant takes a stance of its own; absent: it does as its side does.
    Took(CombatantId, Option<Stance>),
    /// The referee set the copies left of a spell.
    SpellSet(CombatantId, u8, u8),
    /// The copies left of all its spells changed with its stat block.
    Memorised(CombatantId, Vec<u8>),
    /// The events that follow are a referee override.
    Overruled,
    /// A free note was added.
    Noted(Text),
    /// The record has an unreadable gap; this is the state after it.
    Bridged(Arc<Encounter>),
    /// A note was pinned to a combatant.
    Pinned(CombatantId, Text),
    /// A note was removed from a combatant.
    Unpinned(CombatantId, Text),
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
    /// An item's saving throw when its owner died: owner, item, whether it survived.
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

impl Event {
    /// Returns whom it happens to, where that alone says under which cause it belongs: not so with blows and their harm.
    pub(in crate::rules) fn subject(&self) -> Option<CombatantId> {
        match self {
            Self::Rolled(rolled) => match rolled.purpose {
                Purpose::Attack(_) | Purpose::Defence(_) => None,
                _ => rolled.who,
            },
            Self::Healed { who, .. } | Self::Relieved { who, .. } => Some(*who),
            Self::Afflicted(who, _) | Self::Geared(who, ..) => Some(*who),
            Self::Deferred(event) => event.subject(),
            _ => None,
        }
    }
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

impl Event {
    /// Creates the end of an effect that lapsed or was lifted.
    pub fn relieved(who: CombatantId, effect: &Effect, lapsed: bool) -> Self {
        let label = effect.custom.as_ref().map(|made| Arc::clone(&made.name));
        Self::Relieved { who, id: effect.id, condition: effect.condition.id, lapsed, label }
    }
}
