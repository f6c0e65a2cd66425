//! Who may act now, and in which phase.

use super::arrival::Arrival;
use super::effect::{Timer, TimerAction};
use super::ids::{CombatantId, SideId};
pub use super::phase::Phase;
use serde::{Deserialize, Serialize};

/// The order of the acts in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// One after the other, in any order.
    Any,
    /// Simultaneously: consequences wait for the commit.
    Together,
    /// A procedure, run by [`Command::Proceed`](super::command::Command::Proceed).
    Procedure,
}

/// A window's position in its round; compared by part first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The part of the round.
    pub part: i32,
    /// The order within the part.
    pub order: i32,
}

impl Place {
    /// Before everything else.
    pub const START: Self = Self { part: i32::MIN, order: i32::MIN };

    /// Creates a place.
    pub const fn new(part: i32, order: i32) -> Self {
        Self { part, order }
    }
}

/// Who may act in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// All combatants.
    All,
    /// The members of the slot at that position of the order.
    Slot(u16),
    /// One combatant.
    One(CombatantId),
    /// One side.
    Side(SideId),
}

/// The subject of a procedure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A timer that fell due.
    Timer(Timer),
    /// A side.
    Side(SideId),
    /// A combatant.
    Combatant(CombatantId),
}

/// A window; the top of the stack is the open one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its phase.
    pub phase: Phase,
    /// The order of its acts.
    pub mode: Mode,
    /// Its position in the round.
    pub place: Place,
    /// Who may act.
    pub whose: Whose,
    /// The subject of a procedure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// The combatants that have passed, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<CombatantId>,
}

impl Window {
    /// Creates a window for acts in any order.
    pub fn acts(phase: Phase, place: Place, whose: Whose) -> Self {
        Self { phase, mode: Mode::Any, place, whose, subject: None, passed: Vec::new() }
    }

    /// Creates a window for simultaneous acts.
    pub fn together(phase: Phase, place: Place, whose: Whose) -> Self {
        Self { mode: Mode::Together, ..Self::acts(phase, place, whose) }
    }

    /// Creates a window for a procedure.
    pub fn procedure(phase: Phase, place: Place, whose: Whose) -> Self {
        Self { mode: Mode::Procedure, ..Self::acts(phase, place, whose) }
    }

    /// Sets the subject.
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Whether it asks for the saving throw or check that shakes off a custom effect.
    pub fn shakes_off(&self) -> bool {
        matches!(&self.subject, Some(Subject::Timer(timer)) if matches!(timer.action, TimerAction::ShakeOff(_)))
    }

    /// Returns the reinforcements that join in it, if it is about that: the arrival to copy, and how many.
    pub fn reinforcement(&self) -> Option<(&Arrival, u32)> {
        let Some(Subject::Timer(timer)) = &self.subject else { return None };
        timer.reinforcement().map(|(who, count, _)| (who, count))
    }

    /// Whether the combatant has passed in it.
    pub fn has_passed(&self, who: CombatantId) -> bool {
        self.passed.binary_search(&who).is_ok()
    }
}

/// A slot of the order: sides or combatants that act together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its initiative count.
    pub score: i32,
    /// Whole sides in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideId>,
    /// Single combatants in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ones: Vec<CombatantId>,
}

impl Slot {
    /// Creates the slot of one combatant.
    pub fn of(score: i32, who: CombatantId) -> Self {
        Self { score, sides: Vec::new(), ones: vec![who] }
    }

    /// Returns the only combatant that acts in it, if there is just one.
    pub fn single(&self) -> Option<CombatantId> {
        match self.ones[..] {
            [who] if self.sides.is_empty() => Some(who),
            _ => None,
        }
    }

    /// Whether that combatant, of that side, acts in it.
    #[inline]
    pub fn holds(&self, who: CombatantId, side: SideId) -> bool {
        self.ones.contains(&who) || self.sides.contains(&side)
    }
}
