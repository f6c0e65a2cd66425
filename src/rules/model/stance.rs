//! What a side is out to do, or one combatant where it differs.

use super::ids::{CombatantId, SideId};
use super::moment::Round;
use super::phrase::{Phrase, Verb};
use serde::{Deserialize, Serialize};

/// What a side is out to do. `W` names a combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim<W = CombatantId> {
    /// Fights to win.
    Fights,
    /// Is about to attack, and does unless something is said or done first.
    Threatens,
    /// Waits for what the others do.
    Waits,
    /// Holds its ground: strikes and shoots whatever comes.
    Holds,
    /// Backs off fighting.
    GivesGround,
    /// Gets away.
    Flees,
    /// Talks.
    Parleys,
    /// Gives itself up.
    Surrenders,
    /// Is after one of them before all others.
    Hunts(W),
    /// Protects this one: fights whoever is nearest to it.
    Guards(W),
    /// Fights to capture: grapples and stuns before it kills.
    TakesAlive,
    /// Takes what it can and leaves; fights only those in its way.
    Robs,
}

impl<W> Aim<W> {
    /// Whoever it is about.
    pub const fn whom(&self) -> Option<&W> {
        match self {
            Self::Hunts(whom) | Self::Guards(whom) => Some(whom),
            _ => None,
        }
    }

    /// The same aim with its combatant named another way.
    pub fn map<V>(self, name: impl FnOnce(W) -> V) -> Aim<V> {
        match self {
            Self::Hunts(whom) => Aim::Hunts(name(whom)),
            Self::Guards(whom) => Aim::Guards(name(whom)),
            Self::Fights => Aim::Fights,
            Self::Threatens => Aim::Threatens,
            Self::Waits => Aim::Waits,
            Self::Holds => Aim::Holds,
            Self::GivesGround => Aim::GivesGround,
            Self::Flees => Aim::Flees,
            Self::Parleys => Aim::Parleys,
            Self::Surrenders => Aim::Surrenders,
            Self::TakesAlive => Aim::TakesAlive,
            Self::Robs => Aim::Robs,
        }
    }
}

impl Aim {
    /// The aims that the referee's key goes through, in turn.
    pub const CYCLE: [Self; 5] =
        [Self::Fights, Self::Holds, Self::GivesGround, Self::Flees, Self::Parleys];
    /// The aims that need no target.
    pub const PLAIN: [Self; 10] = [
        Self::Fights,
        Self::Holds,
        Self::GivesGround,
        Self::Flees,
        Self::Parleys,
        Self::Waits,
        Self::Threatens,
        Self::Surrenders,
        Self::TakesAlive,
        Self::Robs,
    ];

    /// Whether it attacks nobody unless attacked.
    pub const fn is_peaceful(self) -> bool {
        matches!(self, Self::Threatens | Self::Waits | Self::Parleys | Self::Surrenders)
    }

    /// What one of that aim does: `parleys`. Whoever it is about follows.
    pub const fn does(self) -> Phrase {
        match self {
            Self::Fights => Verb::FIGHT.alone(),
            Self::Threatens => Verb::THREATEN.alone(),
            Self::Waits => Verb::WAIT.alone(),
            Self::Holds => Verb::HOLD_GROUND.alone(),
            Self::GivesGround => Verb::GIVE.then("ground"),
            Self::Flees => Verb::FLEE.alone(),
            Self::Parleys => Verb::PARLEY.alone(),
            Self::Surrenders => Verb::SURRENDER.alone(),
            Self::Hunts(_) => Verb::HUNT.alone(),
            Self::Guards(_) => Verb::GUARD.alone(),
            Self::TakesAlive => Verb::TAKE.then("alive"),
            Self::Robs => Verb::ROB.alone(),
        }
    }
}

/// What brought a stance about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The reaction roll.
    Reaction,
    /// Surprise. Such a stance holds in the first round only.
    Surprise,
    /// An attack on it.
    Struck,
    /// Bait for which it stopped.
    Bait,
    /// The referee's word.
    Said,
}

/// A stance: what a side or a combatant is out to do, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stance {
    /// What it is out to do.
    pub aim: Aim,
    /// The only side toward which that holds; the others it fights. Absent: it holds toward all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<SideId>,
    /// What brought it about.
    pub why: Origin,
}

impl Stance {
    /// Creates a stance toward all others.
    pub const fn new(aim: Aim, why: Origin) -> Self {
        Self { aim, toward: None, why }
    }

    /// Whether it keeps the peace; surprise only keeps from acting.
    pub fn is_peaceful(self) -> bool {
        self.aim.is_peaceful() && self.why != Origin::Surprise
    }

    /// Whether it holds toward a side in that round.
    pub(super) fn holds(&self, round: Round, toward: SideId) -> bool {
        self.toward.is_none_or(|only| only == toward) && (self.why != Origin::Surprise || round <= 1)
    }
}
