//! Who may act now, and in which phase.

use super::command::Arrival;
use super::effect::{Timer, TimerAction};
use super::ids::{CombatantId, SideId};
use serde::{Deserialize, Serialize};

/// A phase of the combat sequence; its name stands in the ruleset's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Who is taken unawares.
    Surprise,
    /// How far apart the sides meet.
    Distance,
    /// How the meeting is taken.
    Reaction,
    /// Announcements.
    Declare,
    /// Who acts first.
    Initiative,
    /// Who stands.
    Morale,
    /// Moving.
    Movement,
    /// Shooting and throwing.
    Missile,
    /// Casting.
    Magic,
    /// Striking.
    Melee,
    /// A slot begins: nobody acts, what lapses there lapses.
    Slot,
    /// Doing one thing, moving apart.
    Action,
    /// What is left of the movement.
    Remaining,
    /// A whole turn.
    Turn,
    /// A held turn may cut in.
    Gap,
    /// Something falls due.
    Due,
    /// What happened at once takes hold.
    Commit,
    /// Nobody can act: a round goes by.
    Lull,
    /// Is somebody still alive?
    Dying,
    /// Does a broken will mend?
    Broken,
    /// Does a poison or disease do its work?
    Poison,
    /// How long does somebody reel?
    Stagger,
    /// What does a confused mind do?
    Confusion,
    /// Who has the use of a body?
    Minds,
    /// One side runs, the other follows.
    Pursuit,
    /// A number of the count of initiative: all who stand on it act.
    Number,
}

/// How the acts of a window stand to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// One after the other, in any order.
    Any,
    /// At the same time: consequences wait for the commit.
    Together,
    /// A procedure, run by [`Command::Proceed`](super::command::Command::Proceed).
    Procedure,
}

/// Where a window stands in its round; compared part first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The part of the round.
    pub part: i32,
    /// The order inside the part.
    pub order: i32,
}

impl Place {
    /// Before everything.
    pub const START: Self = Self { part: i32::MIN, order: i32::MIN };

    /// That place.
    pub const fn new(part: i32, order: i32) -> Self {
        Self { part, order }
    }
}

/// Who may act in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// Everybody.
    All,
    /// Those of the slot at that position of the order.
    Slot(u16),
    /// One combatant.
    One(CombatantId),
    /// One side.
    Side(SideId),
}

/// What a procedure is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A timer that fell due.
    Timer(Timer),
    /// A side.
    Side(SideId),
    /// A combatant.
    Combatant(CombatantId),
}

/// A window: while it is on top of the stack, it is the one that is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// What happens in it.
    pub phase: Phase,
    /// How its acts stand to one another.
    pub mode: Mode,
    /// Where it stands in the round.
    pub place: Place,
    /// Who may act.
    pub whose: Whose,
    /// What it is about, for a procedure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// Who has passed here, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<CombatantId>,
}

impl Window {
    /// A window for acts, in any order.
    pub fn acts(phase: Phase, place: Place, whose: Whose) -> Self {
        Self { phase, mode: Mode::Any, place, whose, subject: None, passed: Vec::new() }
    }

    /// A window for acts that happen at the same time.
    pub fn together(phase: Phase, place: Place, whose: Whose) -> Self {
        Self { mode: Mode::Together, ..Self::acts(phase, place, whose) }
    }

    /// A window for a procedure.
    pub fn procedure(phase: Phase, place: Place, whose: Whose) -> Self {
        Self { mode: Mode::Procedure, ..Self::acts(phase, place, whose) }
    }

    /// The same, about something.
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Whether it asks for the saving throw or check that shakes off a custom effect.
    pub fn shakes_off(&self) -> bool {
        matches!(&self.subject, Some(Subject::Timer(timer)) if matches!(timer.action, TimerAction::ShakeOff(_)))
    }

    /// Who comes into the fight in it, if that is what it is about: like whom, and how many.
    pub fn reinforcement(&self) -> Option<(&Arrival, u32)> {
        let Some(Subject::Timer(timer)) = &self.subject else { return None };
        timer.reinforcement().map(|(who, count, _)| (who, count))
    }

    /// Whether the combatant has passed here.
    pub fn has_passed(&self, who: CombatantId) -> bool {
        self.passed.binary_search(&who).is_ok()
    }
}

/// A slot of the order: sides or combatants that act together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its number in the count of initiative.
    pub score: i32,
    /// Whole sides in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideId>,
    /// Single combatants in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ones: Vec<CombatantId>,
}

impl Slot {
    /// The slot of one combatant.
    pub fn of(score: i32, who: CombatantId) -> Self {
        Self { score, sides: Vec::new(), ones: vec![who] }
    }

    /// The only one that acts in it, if there is one.
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
