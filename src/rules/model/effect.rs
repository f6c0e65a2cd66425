//! Effects on combatants, and timers.

use super::arrival::Arrival;
pub use super::condition::Condition;
use super::condition::{ConditionRow, Meaning};
use super::counter::{Counter, Counters};
use super::custom_effect::CustomEffect;
use super::dice::DiceExpr;
use super::ids::{CombatantId, EffectId, Text};
use super::moment::{Moment, Round, When};
use super::word::Word;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A condition on a combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Its id, in order of creation.
    pub id: EffectId,
    /// The condition.
    pub condition: Word<ConditionRow>,
    /// Its value, if it has one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: i32,
    /// The only combatant toward whom it holds, if not toward all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<CombatantId>,
    /// When it lapses; absent: when it is lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<When>,
    /// The referee's label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Text>,
    /// The wound it belongs to (the first is 1), with which it heals; 0: none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wound: i32,
    /// The effect of the same bearer with which it began and ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<EffectId>,
    /// Its counters.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
    /// The definition of a custom effect.
    #[serde(default, alias = "made", skip_serializing_if = "Option::is_none")]
    pub custom: Option<Arc<CustomEffect>>,
}

impl Effect {
    /// Creates an effect with nothing but its condition.
    pub fn new(id: EffectId, condition: Word<ConditionRow>) -> Self {
        Self {
            id,
            condition,
            value: 0,
            toward: None,
            until: None,
            label: None,
            wound: 0,
            with: None,
            counters: Counters::default(),
            custom: None,
        }
    }

    /// What it means with its value.
    #[inline]
    pub fn meaning(&self) -> Meaning {
        self.condition.meaning_at(self.value)
    }

    /// Returns a counter, 0 if it was never set.
    pub fn count(&self, counter: Counter) -> i32 {
        self.counters.of(counter)
    }
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// What happens when a timer falls due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimerAction {
    /// Reminds the referee: a torch is out, food is gone.
    Remind(Text),
    /// The combatant takes this damage again.
    Splash(DiceExpr),
    /// The poison takes effect: the condition is inflicted; `Dead` kills.
    Poison(Condition),
    /// An act that was paid for earlier takes effect.
    Deliver(Box<super::act::Act>),
    /// The bearer is checked again for that effect: a poison, a disease.
    Recheck(EffectId),
    /// A fire on the ground burns out.
    BurnOut,
    /// Reinforcements arrive, if the referee confirms: copies of that arrival, and how many.
    Reinforce(Box<Arrival>, u32),
    /// A recurring reminder of that custom effect.
    Recall(EffectId),
    /// The bearer's recurring attempt to shake off that effect.
    ShakeOff(EffectId),
}

impl TimerAction {
    /// Whether it ends with that effect.
    pub fn hangs_on(&self, id: EffectId) -> bool {
        matches!(self, Self::Recall(of) | Self::ShakeOff(of) if *of == id)
    }
}

impl Timer {
    /// Returns the reinforcements due: the arrival to copy, how many, and the round.
    pub fn reinforcement(&self) -> Option<(&Arrival, u32, Round)> {
        match (&self.action, self.due.moment) {
            (TimerAction::Reinforce(who, count), Moment::RoundStart(round)) => {
                Some((who, *count, round))
            }
            _ => None,
        }
    }
}

/// A timer: something that falls due at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    /// Its id, numbered together with effects in order of creation.
    pub id: EffectId,
    /// When it falls due.
    pub due: When,
    /// The combatant it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// What happens then.
    #[serde(alias = "errand")]
    pub action: TimerAction,
}
