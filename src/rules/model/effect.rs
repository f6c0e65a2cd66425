//! Effects on combatants, and timers.

use super::command::Arrival;
use super::counter::{Counter, Counters};
use super::custom::CustomEffect;
use super::dice::DiceExpr;
use super::ids::{CombatantId, EffectId, Text};
use super::moment::{Moment, Round, When};
use super::name::named;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

named! {
    /// A condition. The ruleset's asset describes what it does. Conditions of a single ruleset are defined in its
    /// folder.
    Condition
}

impl Condition {
    /// Has declared a spell: the value is its position in the block.
    pub const CASTING: Self = Self::new("Casting");

    /// Surprised.
    pub const SURPRISED: Self = Self::new("Surprised");

    /// Fleeing.
    pub const FLEEING: Self = Self::new("Fleeing");

    /// Surrendered.
    pub const SURRENDERED: Self = Self::new("Surrendered");

    /// In magical silence.
    pub const SILENCED: Self = Self::new("Silenced");

    /// Gagged.
    pub const GAGGED: Self = Self::new("Gagged");

    /// Unable to move.
    pub const PARALYSED: Self = Self::new("Paralysed");

    /// Turned to stone.
    pub const PETRIFIED: Self = Self::new("Petrified");

    /// Asleep.
    pub const ASLEEP: Self = Self::new("Asleep");

    /// Incapacitated in some other way.
    pub const INCAPACITATED: Self = Self::new("Incapacitated");

    /// Hit without a roll.
    pub const HELPLESS: Self = Self::new("Helpless");

    /// Tied hand and foot.
    pub const BOUND: Self = Self::new("Bound");

    /// Unable to see.
    pub const BLIND: Self = Self::new("Blind");

    /// Poisoned, before the poison takes effect.
    pub const POISONED: Self = Self::new("Poisoned");

    /// Exhausted from running.
    pub const EXHAUSTED: Self = Self::new("Exhausted");

    /// Too winded to keep up encounter speed.
    pub const WINDED: Self = Self::new("Winded");

    /// Subdual damage taken: the value.
    pub const SUBDUED: Self = Self::new("Subdued");

    /// Its weapon must be reloaded: the value is the attack line.
    pub const RELOADING: Self = Self::new("Reloading");

    /// Braced against a charge.
    pub const BRACED: Self = Self::new("Braced");

    /// Dead.
    pub const DEAD: Self = Self::new("Dead");

    /// A condition named by the referee.
    pub const NAMED: Self = Self::new("Named");

    /// Unconscious.
    pub const UNCONSCIOUS: Self = Self::new("Unconscious");

    /// Held in a grapple.
    pub const HELD: Self = Self::new("Held");

    /// Prone.
    pub const PRONE: Self = Self::new("Prone");

    /// Its spell is disrupted.
    pub const SPELL_DISRUPTED: Self = Self::new("SpellDisrupted");

    /// Making a fighting withdrawal.
    pub const WITHDRAWING: Self = Self::new("Withdrawing");

    /// Joined the fight too late for its slot.
    pub const LATE: Self = Self::new("Late");

    /// Fights to the death: no more morale checks.
    pub const STEADFAST: Self = Self::new("Steadfast");

    /// In partial cover: the value is the penalty of missiles at it.
    pub const PARTIAL_COVER: Self = Self::new("PartialCover");

    /// Charging.
    pub const CHARGING: Self = Self::new("Charging");

    /// Running, and doing nothing else.
    pub const RUNNING: Self = Self::new("Running");

    /// Grappling the one toward whom it holds.
    pub const GRAPPLING: Self = Self::new("Grappling");

    /// Its morale is broken.
    pub const BROKEN: Self = Self::new("Broken");

    /// Has foes on two opposite sides, or one at its flank.
    pub const FLANKED: Self = Self::new("Flanked");

    /// Stunned.
    pub const STUNNED: Self = Self::new("Stunned");

    /// Holding its turn for later: the value is the seconds already spent of it.
    pub const HOLDING: Self = Self::new("Holding");

    /// Parrying instead of attacking.
    pub const PARRYING: Self = Self::new("Parrying");

    /// Mounted.
    pub const MOUNTED: Self = Self::new("Mounted");

    /// Unhorsed: on foot until it mounts again.
    pub const UNHORSED: Self = Self::new("Unhorsed");

    /// Overextended by a fumble.
    pub const OVEREXTENDED: Self = Self::new("Overextended");

    /// Backed off from the one toward whom it holds, who may still follow.
    pub const BACKED_OFF: Self = Self::new("BackedOff");

    /// Off balance after a fumble.
    pub const OFF_BALANCE: Self = Self::new("OffBalance");

    /// On fire, with damage to come.
    pub const BURNING: Self = Self::new("Burning");

    /// Retreating from melee.
    pub const RETREATING: Self = Self::new("Retreating");

    /// Turned by a cleric.
    pub const TURNED: Self = Self::new("Turned");

    /// Dying.
    pub const DYING: Self = Self::new("Dying");

    /// Its shield is on the ground.
    pub const SHIELD_DOWN: Self = Self::new("ShieldDown");
}

/// A condition on a combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Its id, in order of creation.
    pub id: EffectId,
    /// The condition.
    pub condition: Condition,
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
    pub fn new(id: EffectId, condition: Condition) -> Self {
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
    Deliver(Box<super::command::Act>),
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
