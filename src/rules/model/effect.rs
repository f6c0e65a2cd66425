//! What hangs on a combatant for a while, and what falls due.

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
    /// A condition; what it does stands in the ruleset's asset. Those of one ruleset alone stand in its folder.
    Condition
}

impl Condition {
    /// Announced a spell: the value is its position in the block.
    pub const CASTING: Self = Self::new("Casting");

    /// Caught unawares.
    pub const SURPRISED: Self = Self::new("Surprised");

    /// Runs.
    pub const FLEEING: Self = Self::new("Fleeing");

    /// Has given up.
    pub const SURRENDERED: Self = Self::new("Surrendered");

    /// In magical silence.
    pub const SILENCED: Self = Self::new("Silenced");

    /// Its mouth is stopped.
    pub const GAGGED: Self = Self::new("Gagged");

    /// Cannot move.
    pub const PARALYSED: Self = Self::new("Paralysed");

    /// Turned to stone.
    pub const PETRIFIED: Self = Self::new("Petrified");

    /// Asleep.
    pub const ASLEEP: Self = Self::new("Asleep");

    /// Out of action in some other way.
    pub const INCAPACITATED: Self = Self::new("Incapacitated");

    /// Hit without a roll.
    pub const HELPLESS: Self = Self::new("Helpless");

    /// Tied hand and foot.
    pub const BOUND: Self = Self::new("Bound");

    /// Sees nothing.
    pub const BLIND: Self = Self::new("Blind");

    /// Poison that has not done its work yet.
    pub const POISONED: Self = Self::new("Poisoned");

    /// Worn out from running.
    pub const EXHAUSTED: Self = Self::new("Exhausted");

    /// Cannot keep the pace of an encounter.
    pub const WINDED: Self = Self::new("Winded");

    /// Subdual points taken: the value.
    pub const SUBDUED: Self = Self::new("Subdued");

    /// Its weapon must be loaded: the value is the attack line.
    pub const RELOADING: Self = Self::new("Reloading");

    /// Set against a charge.
    pub const BRACED: Self = Self::new("Braced");

    /// Dead.
    pub const DEAD: Self = Self::new("Dead");

    /// Something the referee named.
    pub const NAMED: Self = Self::new("Named");

    /// Unconscious.
    pub const UNCONSCIOUS: Self = Self::new("Unconscious");

    /// Grabbed.
    pub const HELD: Self = Self::new("Held");

    /// Lies.
    pub const PRONE: Self = Self::new("Prone");

    /// The spell is spoiled.
    pub const SPELL_DISRUPTED: Self = Self::new("SpellDisrupted");

    /// Backs off, weapon up.
    pub const WITHDRAWING: Self = Self::new("Withdrawing");

    /// Came into the fight too late for its slot.
    pub const LATE: Self = Self::new("Late");

    /// Fights to the death: no more morale checks.
    pub const STEADFAST: Self = Self::new("Steadfast");

    /// Missiles at it suffer: the value is the penalty.
    pub const PARTIAL_COVER: Self = Self::new("PartialCover");

    /// Charges.
    pub const CHARGING: Self = Self::new("Charging");

    /// Runs, and does nothing else.
    pub const RUNNING: Self = Self::new("Running");

    /// Has hold of the one it holds toward.
    pub const GRAPPLING: Self = Self::new("Grappling");

    /// Its courage has failed.
    pub const BROKEN: Self = Self::new("Broken");

    /// Foes on two opposite sides, or one at its side.
    pub const FLANKED: Self = Self::new("Flanked");

    /// Reels.
    pub const STUNNED: Self = Self::new("Stunned");

    /// Its turn is kept for later: the value is the seconds it has spent of it.
    pub const HOLDING: Self = Self::new("Holding");

    /// Gives up its attacks to ward off blows.
    pub const PARRYING: Self = Self::new("Parrying");

    /// In the saddle.
    pub const MOUNTED: Self = Self::new("Mounted");

    /// Out of the saddle: on foot until it mounts again.
    pub const UNHORSED: Self = Self::new("Unhorsed");

    /// A fumble has carried it too far.
    pub const OVEREXTENDED: Self = Self::new("Overextended");

    /// Backed off from the one it holds toward, which may still follow.
    pub const BACKED_OFF: Self = Self::new("BackedOff");

    /// A fumble has cost it its balance.
    pub const OFF_BALANCE: Self = Self::new("OffBalance");

    /// On fire, and harmed by it later.
    pub const BURNING: Self = Self::new("Burning");

    /// Turns and runs from melee.
    pub const RETREATING: Self = Self::new("Retreating");

    /// Driven off by a cleric.
    pub const TURNED: Self = Self::new("Turned");

    /// Dying.
    pub const DYING: Self = Self::new("Dying");

    /// Its shield is off its arm, on the ground.
    pub const SHIELD_DOWN: Self = Self::new("ShieldDown");
}

/// A condition on one combatant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// It goes with that wound (the first is 1): healed together; 0: with none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wound: i32,
    /// It came with that other effect of its bearer and is gone with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<EffectId>,
    /// What is counted on it.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
    /// As the referee made it, if it is a custom effect.
    #[serde(default, alias = "made", skip_serializing_if = "Option::is_none")]
    pub custom: Option<Arc<CustomEffect>>,
}

impl Effect {
    /// A condition with nothing else said of it.
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

    /// A counter, 0 when nothing was counted.
    pub fn count(&self, counter: Counter) -> i32 {
        self.counters.of(counter)
    }
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

/// What falls due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimerAction {
    /// The referee is reminded: a torch is out, food is gone.
    Remind(Text),
    /// The combatant takes these dice again.
    Splash(DiceExpr),
    /// The poison does its work: the condition comes, `Dead` kills.
    Poison(Condition),
    /// An act that was paid for earlier takes effect.
    Deliver(Box<super::command::Act>),
    /// The bearer is checked again for the effect with that number: a poison, a disease.
    Recheck(EffectId),
    /// A fire on the ground burns out.
    BurnOut,
    /// So many like that one come into the fight, if the referee lets them.
    Reinforce(Box<Arrival>, u32),
    /// The effect of that number (a custom effect) reminds of something, again and again.
    Recall(EffectId),
    /// The bearer tries to shake off the effect of that number, again and again.
    ShakeOff(EffectId),
}

impl TimerAction {
    /// Whether it is gone with that effect.
    pub fn hangs_on(&self, id: EffectId) -> bool {
        matches!(self, Self::Recall(of) | Self::ShakeOff(of) if *of == id)
    }
}

impl Timer {
    /// Who comes into the fight, how many, and in which round, if that is what falls due.
    pub fn reinforcement(&self) -> Option<(&Arrival, u32, Round)> {
        match (&self.action, self.due.moment) {
            (TimerAction::Reinforce(who, count), Moment::RoundStart(round)) => {
                Some((who, *count, round))
            }
            _ => None,
        }
    }
}

/// Something that falls due at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    /// Numbered in order of creation, together with effects.
    pub id: EffectId,
    /// When.
    pub due: When,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// What.
    #[serde(alias = "errand")]
    pub action: TimerAction,
}
