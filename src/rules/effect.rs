//! What hangs on a combatant for a while, and what falls due.

use super::dice::DiceExpr;
use super::ids::{CombatantId, EffectId, Text};
use super::moment::When;
use serde::{Deserialize, Serialize};

/// The shared names of conditions; what each does stands in the ruleset's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// Announced a spell: the value is its position in the block.
    Casting,
    /// The spell is spoiled.
    SpellDisrupted,
    /// Backs off, weapon up.
    Withdrawing,
    /// Turns and runs from melee.
    Retreating,
    /// Acts after everybody else this round.
    Slow,
    /// Taken out of the slow by the referee: no slow attack this round.
    NotSlow,
    /// Caught unawares.
    Surprised,
    /// Came into the fight after its slot had begun.
    Late,
    /// Runs.
    Fleeing,
    /// Has given up.
    Surrendered,
    /// Fights to the death: no more morale checks.
    Steadfast,
    /// In magical silence.
    Silenced,
    /// Cannot speak.
    Gagged,
    /// Tied up.
    Bound,
    /// Missiles at it suffer: the value is the penalty, -1..=-4.
    PartialCover,
    /// Missiles cannot reach it.
    CompleteCover,
    /// Cannot move.
    Paralysed,
    /// Stone.
    Petrified,
    /// Asleep.
    Asleep,
    /// Out of action in some other way.
    Incapacitated,
    /// Hit without a roll.
    Helpless,
    /// Sees nothing.
    Blind,
    /// Poison that has not done its work yet.
    Poisoned,
    /// Worn out from running.
    Exhausted,
    /// Cannot keep the pace of an encounter.
    Winded,
    /// Carries too much to move.
    Overloaded,
    /// Subdual points taken: the value.
    Subdued,
    /// Splashed: harmed again next round.
    Doused,
    /// Its weapon must be loaded: the value is the attack line.
    Reloading,
    /// Set against a charge.
    Braced,
    /// Driven off by a cleric.
    Turned,
    /// Dead.
    Dead,
    /// Its gear went with it.
    GearDestroyed,
    /// Something the referee named.
    Named,
}

/// A condition on one combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Numbered in order of creation.
    pub id: EffectId,
    /// Which.
    pub condition: Condition,
    /// Its figure, where it has one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: i32,
    /// It holds toward that combatant only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<CombatantId>,
    /// When it lapses; absent: when somebody lifts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<When>,
    /// What the referee called it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// What falls due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Errand {
    /// The referee is reminded: a torch is out, food is gone.
    Remind(Text),
    /// The combatant takes these dice again.
    Splash(DiceExpr),
    /// The poison does its work: the condition comes, `Dead` kills.
    Poison(Condition),
    /// Something begun earlier goes off; the value is the ruleset's own.
    Deliver(i32),
}

/// Something that falls due at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// Numbered in order of creation, together with effects.
    pub id: EffectId,
    /// When.
    pub due: When,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// What.
    pub errand: Errand,
}
