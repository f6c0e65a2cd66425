//! What is worth telling of a round: its beats.

use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Deed;
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::tenths::Tenths;

/// How a combatant was put down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Blow {
    /// By a shot or throw.
    Shot,
    /// By the spell of this name.
    Spell(String),
    /// In any other way.
    Other,
}

/// A combatant's act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Done {
    /// Put a combatant down: whether it died, by what, and whether by a critical hit; whether it was down already
    /// (`again`), and whether it was the last of its kind up.
    Felled { whom: CombatantId, dead: bool, how: Blow, critical: bool, again: bool, last: bool },
    /// Took hit points from a combatant: the sum, and whether by a critical hit. If that brought it near its end,
    /// `left` has its remaining and maximum hit points.
    Hurt { whom: CombatantId, amount: i64, critical: bool, left: Option<(i32, i32)> },
    /// Wounded a combatant this many times, by a spell of this name, if by one.
    Wounded { whom: CombatantId, times: usize, by: Option<String> },
    /// Did what it tried to do to a combatant: possessed it, disarmed it.
    Won { deed: Deed, whom: CombatantId },
    /// Cast a spell: on whom, and whether it affected anyone.
    Cast { spell: String, on: Vec<CombatantId>, took: bool },
    /// Lost a spell to a blow.
    Spoiled { spell: String },
    /// Turned or destroyed undead.
    Turned { whom: Vec<CombatantId>, destroyed: bool },
    /// Healed a combatant.
    Healed { whom: CombatantId, amount: i64 },
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Beat {
    /// The sides met at this distance.
    Met(Tenths),
    /// These sides were surprised.
    Surprised(Vec<SideId>),
    /// This side acts first.
    First(SideId),
    /// The first contact: who closed with whom.
    Contact(Vec<CombatantId>, Vec<CombatantId>),
    /// A combatant's act.
    Act(CombatantId, Done),
    /// All blows of this side failed; their number.
    Missed(SideId, usize),
    /// These broke.
    Broke(Vec<CombatantId>),
    /// The side passed its morale check.
    Held(SideId),
    /// These went out without an attacker, or came back up.
    Stood(Standing, Vec<CombatantId>),
    /// These got a condition that keeps them from acting.
    Hampered(String, Vec<CombatantId>),
    /// These joined the fight.
    Came(Vec<CombatantId>),
}

impl Beat {
    /// The combatant put down in this beat.
    pub(super) fn felled(&self) -> Option<CombatantId> {
        match self {
            Self::Act(_, Done::Felled { whom, .. }) => Some(*whom),
            _ => None,
        }
    }

    /// The combatant that lost hit points in this beat.
    pub(super) fn hurt(&self) -> Option<CombatantId> {
        match self {
            Self::Act(_, Done::Hurt { whom, .. }) => Some(*whom),
            _ => None,
        }
    }

    /// The combatant that felled or wounded another in this beat.
    pub(super) fn strikes(&self) -> Option<CombatantId> {
        match self {
            Self::Act(who, Done::Wounded { .. } | Done::Felled { .. }) => Some(*who),
            _ => None,
        }
    }
}

/// A round with its beats.
#[derive(Debug, Default)]
pub(super) struct Round {
    /// Its number; 0 before the first.
    pub(super) round: u32,
    /// Whether it is about what came after the fight.
    pub(super) after: bool,
    /// The beats, in order.
    pub(super) beats: Vec<Beat>,
    /// Whether anyone struck or shot.
    pub(super) blows: bool,
    /// Whether an attack roll succeeded, and whether one got through what stood against it.
    pub(super) hits: bool,
    pub(super) through: bool,
    /// Whether anyone was harmed.
    pub(super) harm: bool,
}
