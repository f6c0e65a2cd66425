//! The initial state of a scenario.

use super::names::Names;
use super::ruling::{GivenScene, NamedSlot};
use super::script::NamedCommand;
use crate::rules::model::block::d20::Block;
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::{Gear, Standing, StatBlock};
use crate::rules::model::counter::{Counter, Counters};
use crate::rules::model::effect::{Condition, TimerAction};
use crate::rules::model::moment::{Moment, Round, Second};
use crate::rules::model::rank::Rank;
use crate::rules::model::stance::Aim;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::store;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Looks up a creature or character of a family by key.
pub type Bestiary<'a> = dyn Fn(Family, &str) -> Option<StatBlock> + 'a;

/// The bestiary that comes with wardrum.
pub fn built_in(family: Family, key: &str) -> Option<StatBlock> {
    store::Bestiary::built_in(family).get(key).cloned()
}

/// The bestiary adapted to a ruleset: limited to its family, with average hit points where they come from Hit Dice.
#[derive(Clone, Copy)]
pub(super) struct StatBlocks<'a> {
    /// The bestiary of both families.
    pub bestiary: &'a Bestiary<'a>,
    /// The ruleset.
    pub rules: &'a dyn Ruleset,
}

impl StatBlocks<'_> {
    /// Returns the stat block that is named by key or given in full.
    pub fn block(
        self,
        name: &str,
        like: Option<&str>,
        block: Option<&Block>,
        body: Option<&Body>,
    ) -> Result<Arc<StatBlock>, String> {
        Ok(Arc::new(match (like, block, body) {
            (Some(like), None, None) => (self.bestiary)(self.rules.about().family, like)
                .map(|block| store::ready(self.rules, &block))
                .ok_or_else(|| format!("{name}: the bestiary has no \"{like}\""))?,
            (None, Some(block), None) => block.clone().into(),
            (None, None, Some(body)) => body.clone().into(),
            _ => return Err(format!("{name}: expected one of `like`, `block`, `body`")),
        }))
    }
}

/// The initial state. Any of it can be set without playing up to it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    /// The sides and their members, in order.
    pub sides: Vec<(String, Vec<Member>)>,
    /// Sides that are already aware of the others.
    pub aware: Vec<String>,
    /// Sides whose dice are typed in.
    pub typed: Vec<String>,
    /// The players' sides.
    pub players: Vec<String>,
    /// What sides, or combatants where they differ, are out to do.
    pub stances: Vec<(String, Aim<String>)>,
    /// Counters of sides.
    pub counters: Vec<(String, Counter, i32)>,
    /// Pairs in melee with each other.
    pub engaged: Vec<(String, String)>,
    /// Pairs of which the first threatens the second.
    pub threatens: Vec<(String, String)>,
    /// Places of combatants on the line of the encounter.
    pub places: Vec<(String, Tenths)>,
    /// Distances between pairs, overriding their places.
    pub distances: Vec<(String, String, Tenths)>,
    /// The distance at which the sides met.
    pub met_at: Option<Tenths>,
    /// Running timers.
    pub timers: Vec<TimerGiven>,
    /// Consequences pending until the commit.
    pub pending: Vec<PendingGiven>,
    /// The last acts of combatants, an `Act(...)` each, which they may repeat.
    pub last: Vec<NamedCommand>,
    /// Facts of the encounter as a whole.
    pub scene: GivenScene,
    /// The round; by default 1, or 0 in the phases before the first round.
    pub round: Option<Round>,
    /// Seconds on the clock; by default those of the rounds before.
    pub clock: Option<Second>,
    /// The slots in acting order; by default one per side, or one per combatant under rules whose order lasts.
    pub order: Option<Vec<NamedSlot>>,
    /// The open phase; if absent, the fight has not begun.
    pub from: Option<Phase>,
    /// The side or combatant whose window of the phase is open, if there are several.
    pub slot: Option<String>,
}

/// A member of a side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The key of a stat block in the bestiary.
    #[serde(default)]
    pub like: Option<String>,
    /// A stat block in full.
    #[serde(default)]
    pub block: Option<Box<Block>>,
    /// A stat block with wounds, in full.
    #[serde(default)]
    pub body: Option<Box<Body>>,
    /// How many there are; from the second on, the name gets a number.
    #[serde(default = "once")]
    pub times: u16,
    /// Maximum hit points.
    #[serde(default)]
    pub max: Option<i32>,
    /// Current hit points.
    #[serde(default)]
    pub hp: Option<i32>,
    /// Temporary hit points left, without an end; one with an end is a condition.
    #[serde(default)]
    pub temporary: i32,
    /// Wounds taken.
    #[serde(default)]
    pub wounds: Option<i32>,
    /// The state of its gear: of an attack by its name, or of `armour`.
    #[serde(default)]
    pub gear: Vec<(String, Gear)>,
    /// Whether it is in the fight.
    #[serde(default)]
    pub standing: Standing,
    /// Its conditions.
    #[serde(default)]
    pub conditions: Vec<ConditionGiven>,
    /// Its counters.
    #[serde(default)]
    pub counters: Vec<(Counter, i32)>,
    /// Its initiative number; by default that of its slot in the order.
    #[serde(default)]
    pub number: Option<i32>,
    /// Feet moved this round.
    #[serde(default)]
    pub moved: Option<u32>,
    /// Attacks used this round, and how often.
    #[serde(default)]
    pub attacked: Vec<(String, u8)>,
    /// Whether its action is spent.
    #[serde(default)]
    pub acted: bool,
    /// Remaining copies of its spells.
    #[serde(default)]
    pub spells: Vec<(String, u8)>,
    /// Seconds on its own clock.
    #[serde(default)]
    pub clock: Second,
    /// An action in progress, and the seconds still to spend on it.
    #[serde(default, alias = "undertaking")]
    pub ongoing: Option<(NamedCommand, Second)>,
    /// Whether it has left its starting place for an unknown one.
    #[serde(default)]
    pub strayed: bool,
    /// Its rank in the formation; by default that of its stat block.
    #[serde(default)]
    pub rank: Option<Rank>,
}

fn once() -> u16 {
    1
}

/// A condition in effect from the start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionGiven {
    /// The condition.
    pub condition: Condition,
    /// Its value.
    #[serde(default)]
    pub value: i32,
    /// The spell whose position is its value.
    #[serde(default)]
    pub spell: Option<String>,
    /// The attack whose position is its value.
    #[serde(default)]
    pub line: Option<String>,
    /// The only combatant it applies toward.
    #[serde(default)]
    pub toward: Option<String>,
    /// Its duration in rounds, including this one.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// When it ends.
    #[serde(default)]
    pub until: Option<When>,
    /// The step within that moment.
    #[serde(default)]
    pub step: u8,
    /// The referee's label.
    #[serde(default)]
    pub label: Option<String>,
    /// The wound it goes with.
    #[serde(default)]
    pub wound: i32,
    /// Its counters.
    #[serde(default)]
    pub counters: Counters,
}

/// A timer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimerGiven {
    /// When it is due.
    pub due: When,
    /// The step within that moment.
    #[serde(default)]
    pub step: u8,
    /// The combatant it is about.
    #[serde(default)]
    pub who: Option<String>,
    /// Its action.
    #[serde(default, alias = "errand")]
    pub action: Option<TimerAction>,
    /// The act that takes effect, in place of an action.
    #[serde(default)]
    pub deliver: Option<NamedCommand>,
    /// The condition for which `who` is checked again, in place of an action.
    #[serde(default)]
    pub recheck: Option<Condition>,
}

/// A consequence pending until the commit.
#[derive(Debug, Clone, Deserialize)]
pub enum PendingGiven {
    /// A loss of hit points.
    Harmed(String, i32),
    /// A wound.
    Wounded(String),
    /// A change of standing: dead, fled and so on.
    Stood(String, Standing),
}

/// A [`Moment`] with names in place of ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// The start of the round.
    RoundStart(Round),
    /// The end of the round.
    RoundEnd(Round),
    /// The start of the combatant's turn of that round.
    TurnStart(String, Round),
    /// The end of the combatant's turn of that round.
    TurnEnd(String, Round),
    /// That second on the combatant's own clock.
    OwnSecond(String, Second),
    /// That second on the encounter's clock.
    Clock(Second),
}

impl When {
    pub(super) fn moment(&self, names: Names) -> Result<Moment, String> {
        let who = |name: &str| names.combatant(name).map(|c| c.id);
        Ok(match self {
            Self::RoundStart(round) => Moment::RoundStart(*round),
            Self::RoundEnd(round) => Moment::RoundEnd(*round),
            Self::TurnStart(name, round) => Moment::TurnStart(who(name)?, *round),
            Self::TurnEnd(name, round) => Moment::TurnEnd(who(name)?, *round),
            Self::OwnSecond(name, second) => Moment::OwnSecond(who(name)?, *second),
            Self::Clock(second) => Moment::Clock(*second),
        })
    }

    pub(super) fn of(moment: Moment, names: Names) -> Self {
        match moment {
            Moment::RoundStart(round) => Self::RoundStart(round),
            Moment::RoundEnd(round) => Self::RoundEnd(round),
            Moment::TurnStart(who, round) => Self::TurnStart(names.name(who), round),
            Moment::TurnEnd(who, round) => Self::TurnEnd(names.name(who), round),
            Moment::OwnSecond(who, second) => Self::OwnSecond(names.name(who), second),
            Moment::Clock(second) => Self::Clock(second),
        }
    }
}
