//! The referee's commands to the rules.

pub use super::act::{Act, Part};
pub use super::arrival::Arrival;
use super::combatant::{Standing, StatBlock};
pub use super::deed::Deed;
use super::dice::DiceExpr;
use super::effect::Condition;
pub use super::fact::{
    Defence, Fact, Facts, Light, Lighting, Location, Maneuver, OnSave, Shelter, Surface,
};
use super::house_book::Book;
use super::ids::{CombatantId, EffectId, SideId, Text};
use super::moment::{Round, Second};
use super::rank::Rank;
pub use super::share::Share;
use super::sight::Sight;
use super::stance::Aim;
use super::supply::Supply;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A referee override, always legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Overrule {
    /// Hit points left or wounds taken, with their consequences under the rules.
    Hp(CombatantId, i32),
    /// Sets the standing: up, dead, fled and so on.
    Standing(CombatantId, Standing),
    /// Renames a combatant.
    Name(CombatantId, Text),
    /// Moves a combatant to another side.
    Side(CombatantId, SideId),
    /// Replaces the stat block.
    Block(CombatantId, Arc<StatBlock>),
    /// Applies a condition with its value, duration and label.
    Afflict {
        /// The combatants affected.
        who: Vec<CombatantId>,
        /// The condition.
        condition: Condition,
        /// Its value.
        value: i32,
        /// Duration in rounds; absent: until lifted.
        rounds: Option<u32>,
        /// The label of a condition the rules do not know.
        label: Option<Text>,
        /// The one combatant toward whom it holds, if not toward all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        toward: Option<CombatantId>,
    },
    /// Applies a custom effect to each of them.
    Make(Vec<CombatantId>, Box<super::custom::CustomEffect>),
    /// Pins a note to a combatant.
    Pin(CombatantId, Text),
    /// Removes a pinned note.
    Unpin(CombatantId, Text),
    /// Ends a condition.
    Relieve(CombatantId, EffectId),
    /// Engages two combatants in melee.
    Engage(CombatantId, CombatantId),
    /// Disengages them.
    Disengage(CombatantId, CombatantId),
    /// Sets the distance of the first from the second, in the ruleset's unit; absent: its position becomes unknown.
    Distance(CombatantId, CombatantId, Option<Tenths>),
    /// Places combatants on one side of another.
    Place {
        /// The combatants placed.
        who: Vec<CombatantId>,
        /// The combatant from whom the distance is measured.
        off: CombatantId,
        /// The distance, in the ruleset's unit.
        far: Tenths,
        /// Whether behind it; otherwise on the side of its nearest foe.
        behind: bool,
    },
    /// Sets the slots of this round in acting order.
    Order(Vec<super::window::Slot>),
    /// Closes the open window; combatants that still owe an act pass.
    Close,
    /// Who rolls a side's dice.
    Hand(SideId, super::encounter::Hand),
    /// Who rolls a combatant's dice; absent: as its side's.
    Dice(CombatantId, Option<super::encounter::Hand>),
    /// Whether Enter asks before a combatant of that side acts.
    Asks(SideId, bool),
    /// Whether a side is the players', whose hit points are shown to players as numbers.
    Players(SideId, bool),
    /// Sets a combatant's line of battle.
    Rank(CombatantId, Rank),
    /// How much of a combatant the players know.
    Sight(CombatantId, Sight),
    /// Whether a side already knows of the others and cannot be surprised.
    Aware(SideId, bool),
    /// Sets what a side is out to do, toward one other side or toward all; absent: it fights whoever fights it.
    SideStance(SideId, Option<Aim>, Option<SideId>),
    /// Sets what these combatants are out to do, whatever their side does; absent: they do as their side does.
    Stance(Vec<CombatantId>, Option<Aim>),
    /// Sets facts about the whole encounter, such as being outdoors.
    Scene(super::encounter::Scene),
    /// Sets a counter of a combatant.
    Count(CombatantId, super::counter::Counter, i32),
    /// Sets a counter of a side.
    CountSide(SideId, super::counter::Counter, i32),
    /// Sets the copies left of a spell, by its position.
    Spell(CombatantId, u8, u8),
    /// Sets a supply; a maximum of 0 stops counting it.
    Supply(CombatantId, Supply),
    /// Sets a timer with a reminder.
    Remind {
        /// Seconds from now; due at the end of the round that reaches them.
        seconds: Second,
        /// The combatant it is about.
        who: Option<CombatantId>,
        /// The reminder.
        text: Text,
    },
    /// Schedules reinforcements for the start of a round, subject to the referee's approval then.
    Reinforce {
        /// The round, later than the current one.
        round: Round,
        /// The combatant to add copies of.
        who: Box<Arrival>,
        /// How many, 1..=200.
        count: u32,
    },
    /// Removes a timer.
    Forget(EffectId),
    /// Sets an option of the ruleset, by id, from the next declaration on.
    Option(Text, Text),
    /// Lays a house book over the ruleset; absent: takes it away.
    Book(Option<Book>),
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// Steps forward: runs the open procedure, continues an action in progress, or closes the open window (combatants
    /// that still owe an act pass).
    Proceed,
    /// Skips the open procedure without running it.
    Skip,
    /// A combatant acts.
    Act(Act),
    /// Deals damage as set by the referee, through the rules.
    Harm {
        /// The amount.
        amount: DiceExpr,
        /// The targets with their shares.
        who: Vec<(CombatantId, Share)>,
    },
    /// Heals.
    Heal {
        /// The amount.
        amount: DiceExpr,
        /// The targets with their shares.
        who: Vec<(CombatantId, Share)>,
    },
    /// A side checks morale now.
    Morale {
        /// The side.
        side: SideId,
        /// Limits the check to this combatant's kind; absent: each group of the side in turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<CombatantId>,
        /// Modifier of the morale scores.
        adjustment: i32,
    },
    /// Rolls any dice for the referee.
    Roll(DiceExpr),
    /// Adds a side.
    Side(super::encounter::Side),
    /// Adds a combatant.
    Arrive(Arrival),
    /// Removes a combatant from the fight.
    Depart(CombatantId, Standing),
    /// A referee override.
    Overrule(Overrule),
    /// Adds a free note to the log.
    Note(Text),
    /// Lets time pass outside the fight, in seconds.
    Elapse(Second),
    /// Ends the encounter.
    End,
}
