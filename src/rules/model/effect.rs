//! What hangs on a combatant for a while, and what falls due.

use super::combatant::{Counter, count};
use super::command::Arrival;
use super::custom::CustomEffect;
use super::dice::DiceExpr;
use super::ids::{CombatantId, EffectId, Text};
use super::moment::{Moment, Round, When};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
    /// Its weapon shoots again only later: the value is the attack line.
    Recharging,
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
    /// A wound: T and M less one each. Only in tables: wounds are counted, not listed.
    Wound,
    /// A penalty to Will: the value is how many.
    MoralePenalty,
    /// A penalty to mobility: the value is how many.
    MobilityPenalty,
    /// Dying: a check each slot.
    Dying,
    /// No longer dying, still unconscious.
    Stable,
    /// In pieces.
    Destroyed,
    /// Unconscious.
    Unconscious,
    /// Will is gone.
    Broken,
    /// Not ready for an attacker; toward one, or toward all.
    FlatFooted,
    /// Foes on two opposite squares.
    Flanked,
    /// Acts as the table of confusion says.
    Confused,
    /// Confused, but in its player's hands.
    Lucid,
    /// Flees in terror; toward the source, if it is known.
    Panicked,
    /// Attacks in a rage; toward the source, if it is known.
    Raging,
    /// Loses seconds: the value is how many.
    Stunned,
    /// Loses seconds of each turn by a die.
    Staggered,
    /// Half of everything.
    Disabled,
    /// Grabbed.
    Held,
    /// Crouches.
    Crouching,
    /// Lies.
    Prone,
    /// Behind cover: the value is its step, 1 light to 4 total.
    Covered,
    /// Hard to see.
    Concealed,
    /// Not to be seen; toward the observers it names, or all.
    Invisible,
    /// Fast: the value is what its Target rises by.
    Speeding,
    /// Aims at the one it holds toward.
    Aiming,
    /// A leg is hurt: the value is the squares it costs, 2: useless.
    LegHurt,
    /// An arm is useless.
    ArmHurt,
    /// A hand is hurt: the value 1 hampers it, 2 makes it useless.
    HandHurt,
    /// A wing is hurt: the value 1 costs a square, 2 grounds it.
    WingHurt,
    /// Another mind is in its body: the one it holds toward.
    Possessed,
    /// Its mind is in the body of the one it holds toward.
    Possessing,
    /// Lets the mind it holds toward use its body, and is helped by it.
    Cooperating,
    /// Was gainsaid by the mind it holds toward, this round.
    Vetoed,
    /// Its turn is kept for later: the value is the seconds it has spent of it.
    Holding,
    /// Rides the one it holds toward.
    Riding,
    /// Its rider controls it this round.
    Controlled,
    /// Lies in bed: heals faster.
    Bedridden,
    /// Its soul is gone.
    SoulComa,
    /// Tired.
    Tired,
    /// Nauseated.
    Nauseated,
    /// Drunk.
    Drunk,
    /// In the midst of something harmful still, or marked by it for a while.
    Exposed,
    /// Has said what it means to do: the value is its position in the ruleset's list.
    Declared,
    /// Parries and dodges.
    Dodging,
    /// Charges.
    Charging,
    /// Runs, and does nothing else.
    Running,
    /// Shaken.
    Shaken,
    /// Off balance.
    Stumbling,
    /// Attacks nobody, in the round that is the value.
    NoAttack,
    /// Has hold of the one it holds toward.
    Grappling,
    /// On fire: harmed in the round that is the value.
    Burning,
    /// Beats at the flames, and does nothing else.
    Smothering,
    /// In a fire on the ground.
    InFire,
    /// Waits until a number of the count: the value.
    HoldingUntil,
    /// Waits for the one it holds toward, to act at the same time.
    Awaiting,
    /// Keeps a spell until just before the one it holds toward acts.
    Forestalling,
    /// Was taken by surprise from behind by the one it holds toward.
    SneakedOn,
    /// Charmed.
    Charmed,
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(Counter, i32)>,
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
            counters: Vec::new(),
            custom: None,
        }
    }

    /// A counter, 0 when nothing was counted.
    pub fn count(&self, counter: Counter) -> i32 {
        count(&self.counters, counter)
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
