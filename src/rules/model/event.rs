//! What happened: the record of a fight.

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
use super::supply::Supply;
use super::tally::Tally;
use super::tenths::Tenths;
use super::window::{Phase, Slot, Window};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Why a resolution stopped; the state is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Dice are asked.
    Roll(Box<RollRequest>),
    /// A decision is asked.
    Choice(Box<ChoiceRequest>),
    /// Refused, before any die.
    Refused(RuleError),
}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Self {
        Self::Refused(error)
    }
}

/// What came of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It succeeded.
    Success,
    /// It failed.
    Failure,
    /// It succeeded whatever the total (a natural 20, a helpless target).
    Always,
    /// It failed whatever the total (a natural 1).
    Never,
    /// It succeeded to no avail: the target is immune.
    Immune,
    /// A figure, neither good nor bad.
    Figure,
}

impl Outcome {
    /// Whether it came off, no face deciding by itself.
    pub fn of(made: bool) -> Self {
        if made { Self::Success } else { Self::Failure }
    }

    /// Whether what was tried came off.
    pub fn succeeded(self) -> bool {
        matches!(self, Self::Success | Self::Always | Self::Immune)
    }
}

/// A roll and what it came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rolled {
    /// What for.
    pub purpose: Purpose,
    /// Who rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The side that rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// Whom it concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// What the bare dice came to; absent: none were needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<i32>,
    /// What was added.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub tally: Tally,
    /// The total that was needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<i32>,
    /// Why that was needed: the target's armour class and what changed it.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub needing: Tally,
    /// What came of it.
    pub outcome: Outcome,
}

impl Rolled {
    /// A figure for a purpose.
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

    /// The same, told whether it came off: `need` is the number it had to reach, or to stay within.
    pub fn judged(self, made: bool, need: i32) -> Self {
        Self { outcome: Outcome::of(made), need: Some(need), ..self }
    }

    /// The dice and all that was added.
    pub fn total(&self) -> i32 {
        self.dice.unwrap_or(0).saturating_add(self.tally.total())
    }
}

/// Where harm came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// Somebody's attack.
    Attack(CombatantId),
    /// Somebody's attack that is meant to spare life.
    Sparing(CombatantId),
    /// Somebody's spell or other effect.
    Effect(CombatantId),
    /// A lasting harm: a splash, a poison.
    Lasting,
    /// The referee's word.
    Referee,
}

/// Whose counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bearer {
    /// A combatant's.
    One(CombatantId),
    /// A side's.
    Side(SideId),
    /// That effect's of a combatant.
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
    /// Seconds of its turn; its own clock goes on by as many.
    Seconds(Second),
    /// Seconds of its turn that are gone already; its own clock has them.
    #[serde(alias = "Purse")]
    TimeBudget(Second),
    /// One copy of a spell, by position.
    Spell(u8),
    /// Everything spent this round or turn is given back.
    Reset,
}

/// Something that happened. Recorded events rebuild the state; those that only tell change nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Event {
    /// The round begins.
    RoundBegan(Round),
    /// The round's last window is behind us.
    RoundEnded(Round),
    /// So many seconds went by.
    Elapsed(Second),
    /// A window opened in the round's sequence: the round has got to its place.
    Opened(Box<Window>),
    /// A window opened on top, out of sequence.
    Laid(Box<Window>),
    /// The open window closed.
    Closed,
    /// Phases were passed over: nobody could act in them.
    PassedOver(Vec<Phase>),
    /// The combatant has nothing more to do in the open window.
    Passed(CombatantId),
    /// The combatant's turn began.
    TurnBegan(CombatantId),
    /// The combatant's turn is over.
    TurnEnded(CombatantId),
    /// The order changed: the round stands at that place of it.
    Placed(super::window::Place),
    /// The order of the round.
    Ordered(Arc<Vec<Slot>>),
    /// Somebody has another place in the order than it had: what moved it is told by itself.
    Shifted(Arc<Vec<Slot>>),
    /// A combatant's number in the count of initiative.
    Numbered(CombatantId, i32),
    /// The fight began.
    Began,
    /// The fight is over.
    Ended,

    /// A side came into being.
    Sided(Box<Side>),
    /// A stat block came into use; it takes the next free id.
    Blocked(Arc<StatBlock>),
    /// A combatant came into the fight.
    Joined(Box<Combatant>),
    /// A combatant changed its name.
    Renamed(CombatantId, Text),
    /// A combatant changed sides.
    Turned(CombatantId, SideId),
    /// A combatant has another stat block: that one, with that many hit points at most.
    Reshaped(CombatantId, super::ids::BlockId, i32),
    /// A combatant is now alive, dead, fled...
    Stood(CombatantId, Standing),

    /// Hit points lost.
    Harmed {
        /// Who.
        who: CombatantId,
        /// How many.
        amount: i32,
        /// From what.
        source: Source,
        /// How the amount came about.
        tally: Tally,
    },
    /// Hit points regained.
    Healed {
        /// Who.
        who: CombatantId,
        /// How many.
        amount: i32,
    },
    /// A wound. What was compared stands beside it, where there was damage.
    Wounded {
        /// Who.
        who: CombatantId,
        /// From what.
        source: Source,
        /// The damage, and the Toughness and Minimum Toughness it met.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<(i32, i32, i32)>,
    },
    /// Hit points left or wounds taken, as the referee says.
    HpSet(CombatantId, i32),
    /// A condition began.
    Afflicted(CombatantId, Box<Effect>),
    /// A condition ended: by itself, or because it was lifted.
    Relieved {
        /// Whose.
        who: CombatantId,
        /// Which effect.
        id: EffectId,
        /// Its condition, for the log.
        condition: Condition,
        /// Its time was up.
        lapsed: bool,
        /// What the referee called it, where it is a custom effect.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Text>,
    },
    /// Something will fall due.
    Set(Box<Timer>),
    /// It fell due.
    Fell(Box<Timer>),
    /// It was struck out.
    Struck(EffectId),
    /// A counter changed.
    Counted(Bearer, Counter, i32),
    /// One was used up of what runs out; so many are left.
    UsedUp(CombatantId, Text, u32),
    /// Something that runs out came, or stands otherwise now; none at all: it is not counted any more.
    Supplied(CombatantId, Box<Supply>),
    /// How a thing of a combatant's fares now.
    Geared(CombatantId, Thing, Gear),
    /// A combatant has the use of an attack line of another's: whose, and which.
    Lent(CombatantId, CombatantId, u8),
    /// A combatant spent something.
    Spent(CombatantId, Spending),
    /// An action was begun, to be paid later; `None`: it is paid or given up.
    Undertook(CombatantId, Option<Box<OngoingAction>>),

    /// The first threatens the second in melee.
    Threatens(CombatantId, CombatantId),
    /// The first no longer threatens the second.
    Frees(CombatantId, CombatantId),
    /// The distance between two; `None`: unknown.
    Apart(CombatantId, CombatantId, Option<Tenths>),
    /// It stands at that place of the line now.
    Moved {
        /// Who.
        who: CombatantId,
        /// Its place.
        to: Tenths,
        /// From whom that was measured, and how far off it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        off: Option<(CombatantId, Tenths)>,
    },
    /// Nobody knows where it stands: what was known of its distances is gone.
    Strayed(CombatantId),
    /// The sides met at that distance.
    Met(Tenths),

    /// A roll was made.
    Rolled(Box<Rolled>),
    /// Something was said that changes nothing.
    Told(Told),

    /// A consequence waits for the commit.
    Deferred(Box<Event>),
    /// What waited has been taken.
    Committed,

    /// An option was set.
    OptionSet(Text, Text),
    /// An option will be set when the next round begins.
    OptionAwaits(Text, Text),
    /// The facts of the encounter changed.
    SceneSet(Box<Scene>),
    /// Who rolls a side's dice.
    HandSet(SideId, Hand),
    /// Whether Enter asks before somebody of that side acts.
    AsksSet(SideId, bool),
    /// Whether a side is the players'.
    PlayersSet(SideId, bool),
    /// The line somebody stands in.
    Ranked(CombatantId, Rank),
    /// How much of somebody the players know.
    Sighted(CombatantId, Sight),
    /// Whether a side knows of the others.
    AwareSet(SideId, bool),
    /// Copies left of a spell, as the referee says.
    SpellSet(CombatantId, u8, u8),
    /// Copies left of all its spells, as another stat block has them.
    Memorised(CombatantId, Vec<u8>),
    /// What follows is the referee's word.
    Overruled,
    /// A free note.
    Noted(Text),
    /// The record has a gap: what lies in it cannot be read any more, and this is the state after it.
    Bridged(Arc<Encounter>),
    /// A note was pinned to a combatant.
    Pinned(CombatantId, Text),
    /// A note was taken off a combatant.
    Unpinned(CombatantId, Text),
}

/// Something worth a line in the log that changes nothing by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// A deed was done: who, what, with which line, at whom.
    Deed(CombatantId, super::command::Deed, Option<u8>, Vec<CombatantId>),
    /// A spell went off, or was let go: who, its position in the block.
    Spell(CombatantId, u8, SpellFate),
    /// How the other side takes the meeting: the row of the ruleset's table.
    Reaction(Text),
    /// A combatant broke: runs or yields.
    Broke(CombatantId),
    /// A side holds.
    Held(SideId),
    /// The group needs no check any more, or never did.
    NoCheck(SideId),
    /// The side breaks off at its pace, the pursuers at theirs (base feet): does it get away?
    Evaded(SideId, u32, u32, bool),
    /// The pursuers stop for the bait, or not.
    Baited(SideId, bool),
    /// A day's rest, or so many rounds of it.
    Rested(CombatantId, u32),
    /// It ran for so many rounds and covered so much ground.
    Ran(CombatantId, u32, u32),
    /// That turn of the clock is complete.
    TurnOver(u32),
    /// Driven off, or destroyed, by a cleric.
    Driven(CombatantId, bool),
    /// An item outlasts its owner, or not: whose, which, whether.
    Item(CombatantId, Text, bool),
    /// Damage that does no harm: whose, how much, and the Toughness and Minimum Toughness it met.
    Withstood(CombatantId, i32, i32, i32),
    /// A horror that does no harm: whose, how much, and the Minimum Will it met.
    Unmoved(CombatantId, i32, i32),
    /// The thing that hides it is struck in its place: the target.
    CoverStruck(CombatantId),
    /// The area lies elsewhere: thrown by whom, the face of the scatter die, squares.
    Scattered(CombatantId, i32, i32),
    /// What an action in progress came to: given up, or lost.
    Lost(CombatantId),
    /// A row of a table came up: whose, the rule it stands in, what it says.
    Row(CombatantId, Text, Text),
    /// A poison or disease is overcome.
    Cured(CombatantId, Text),
    /// Experience earned, and what it has then: whose, how many points, total, level.
    Experience(CombatantId, u32, u32, u32),
    /// Something the ruleset's text explains, by rule id.
    Rule(Text),
    /// A custom effect reminds of something: whose, its name, of what.
    Reminder(CombatantId, Text, Text),
}

impl Told {
    /// A row of a table of that rule came up for somebody.
    pub fn row(who: CombatantId, rule: &str, text: impl Into<Text>) -> Self {
        Self::Row(who, rule.into(), text.into())
    }

    /// Whom it is told of, where that is one.
    pub fn whom(&self) -> Option<CombatantId> {
        match self {
            Self::Deed(who, ..)
            | Self::Spell(who, ..)
            | Self::Broke(who)
            | Self::Rested(who, _)
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

/// What became of a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellFate {
    /// Announced.
    Announced,
    /// Begun: it goes off with everything else that is done at this instant.
    Begun,
    /// Cast.
    Cast,
    /// Spoiled, and gone from memory.
    Disrupted,
    /// Not cast, kept in memory.
    LetGo,
}

impl Event {
    /// A condition that ended before or at its time.
    pub fn relieved(who: CombatantId, effect: &Effect, lapsed: bool) -> Self {
        let label = effect.custom.as_ref().map(|made| Arc::clone(&made.name));
        Self::Relieved { who, id: effect.id, condition: effect.condition, lapsed, label }
    }
}
