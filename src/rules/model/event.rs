//! Events, the record of a fight, and the live state that they change: each may hold the other.

use super::combatant::{Combatant, Gear, OngoingAction, Standing, StatBlock, Thing};
use super::counter::Counter;
use super::dice::Purpose;
use super::effect::{Condition, Effect, Timer};
use super::house_book::Book;
use super::ids::{CombatantId, EffectId, RulesetId, SideId, Text};
use super::moment::{Round, Second};
pub use super::outcome::{Bearer, Outcome, Rolled, Source, SpellFate, Spending, Stop, Told};
use super::rank::Rank;
use super::setting::{Hand, Lapse, Scene, Side, Stage};
use super::sight::Sight;
use super::stance::Stance;
use super::supply::Supply;
use super::tally::Tally;
use super::tenths::Tenths;
use super::window::{Phase, Place, Slot, Window};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

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

    /// A house book was laid over the ruleset; absent: taken away.
    BookLaid(Option<Book>),
    /// An option was set.
    OptionSet(Text, Text),
    /// An option was set to change when the next round begins.
    OptionAwaits(Text, Text),
    /// The facts about the encounter changed.
    SceneSet(Box<Scene>),
    /// Who rolls a side's dice was set.
    HandSet(SideId, Hand),
    /// Who rolls a combatant's dice was set; absent: as its side's.
    DiceSet(CombatantId, Option<Hand>),
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

impl Event {
    /// Creates the end of an effect that lapsed or was lifted.
    pub fn relieved(who: CombatantId, effect: &Effect, lapsed: bool) -> Self {
        let label = effect.custom.as_ref().map(|made| Arc::clone(&made.name));
        Self::Relieved { who, id: effect.id, condition: effect.condition.id, lapsed, label }
    }
}

/// The whole live state of a fight. Cheap to clone: large parts are behind `Arc` and copied on write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// The ruleset in use.
    pub ruleset: RulesetId,
    /// The house book laid over it. Before everything that may use its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<Book>,
    /// Options that differ from the ruleset's defaults, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<Text, Text>,
    /// Options that take effect when the next round begins.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub awaiting: BTreeMap<Text, Text>,
    /// Facts about the encounter as a whole.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scene: Scene,
    /// The stage it has reached.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: Stage,
    /// The sides, in the order in which they were added.
    #[serde(default)]
    pub sides: Vec<Side>,
    /// The stat blocks in use; like combatants share one.
    #[serde(default)]
    pub blocks: Arc<Vec<Arc<StatBlock>>>,
    /// The combatants, sorted by id, which is the order in which they were added; none is ever removed.
    #[serde(default)]
    pub combatants: Arc<Vec<Arc<Combatant>>>,
    /// The round; 0 before the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub round: Round,
    /// Whether the round's last window has passed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub round_over: bool,
    /// Seconds since the encounter began.
    #[serde(default, skip_serializing_if = "is_default")]
    pub clock: Second,
    /// Progress through the round: the place of its last window.
    #[serde(default = "start", skip_serializing_if = "is_start")]
    pub place: Place,
    /// The stack of windows; the last is the open one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// The slots of this round in acting order.
    #[serde(default, skip_serializing_if = "no_slots")]
    pub order: Arc<Vec<Slot>>,
    /// The slot whose turn it is or was last, as round and position, if turns are slots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_begun: Option<(Round, u16)>,
    /// The combatant whose turn ended last, until another acts or waits, if each combatant has its own turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_over: Option<CombatantId>,
    /// Pending timers, in order of creation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timers: Vec<Timer>,
    /// The effects that lapse by themselves, sorted by moment.
    #[serde(default, skip_serializing_if = "no_lapses")]
    pub lapses: Arc<Vec<Lapse>>,
    /// Events held back until they are committed together.
    #[serde(default, skip_serializing_if = "nothing_pending")]
    pub pending: Arc<Vec<Event>>,
    /// Distance at which the sides met; it holds between combatants who have not moved. Absent: distances are not
    /// tracked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met_at: Option<Tenths>,
    /// The id of the next effect or timer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub next_effect: u32,
    /// Former names of renamed combatants, which are not given to others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retired: Vec<Text>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn start() -> Place {
    Place::START
}

fn is_start(place: &Place) -> bool {
    *place == Place::START
}

fn no_slots(slots: &Arc<Vec<Slot>>) -> bool {
    slots.is_empty()
}

fn no_lapses(lapses: &Arc<Vec<Lapse>>) -> bool {
    lapses.is_empty()
}

fn nothing_pending(pending: &Arc<Vec<Event>>) -> bool {
    pending.is_empty()
}
