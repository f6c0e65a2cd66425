//! Where a scenario begins.

use super::names::Names;
use super::ruling::{SceneWord, SlotWord};
use super::script::Word;
use crate::rules::model::block::d20::Block;
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::{Gear, Standing, StatBlock};
use crate::rules::model::counter::{Counter, Counters};
use crate::rules::model::effect::{Condition, TimerAction};
use crate::rules::model::moment::{Moment, Round, Second};
use crate::rules::model::rank::Rank;
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::Phase;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::Family;
use crate::store;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where to take creatures and characters of a family from, by key.
pub type Bestiary<'a> = dyn Fn(Family, &str) -> Option<StatBlock> + 'a;

/// The bestiary that comes with wardrum.
pub fn built_in(family: Family, key: &str) -> Option<StatBlock> {
    store::Bestiary::built_in(family).get(key).cloned()
}

/// The bestiary as a ruleset plays with it: of its family, and where hit points come from Hit Dice, the average of
/// them.
#[derive(Clone, Copy)]
pub(super) struct Stable<'a> {
    /// Of both families.
    pub bestiary: &'a Bestiary<'a>,
    /// The ruleset.
    pub rules: &'a dyn Ruleset,
}

impl Stable<'_> {
    /// The stat block a key of the bestiary or one written out stands for.
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

/// The state in which a scenario begins. Any of it can be set without a run-up.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    /// The sides and who is on them, in order.
    pub sides: Vec<(String, Vec<Member>)>,
    /// Sides that already know of the others.
    pub aware: Vec<String>,
    /// Sides whose dice are typed in.
    pub typed: Vec<String>,
    /// What is counted on sides.
    pub counters: Vec<(String, Counter, i32)>,
    /// In melee with one another.
    pub engaged: Vec<(String, String)>,
    /// The first threatens the second.
    pub threatens: Vec<(String, String)>,
    /// Their places on the line of the encounter.
    pub places: Vec<(String, Tenths)>,
    /// Distances said of two, whatever their places.
    pub distances: Vec<(String, String, Tenths)>,
    /// At what distance the sides met.
    pub met_at: Option<Tenths>,
    /// What falls due.
    pub timers: Vec<TimerGiven>,
    /// What waits for the commit.
    pub pending: Vec<PendingGiven>,
    /// Facts of the encounter as a whole.
    pub scene: SceneWord,
    /// The round; absent: 1, or 0 in the phases before the first.
    pub round: Option<Round>,
    /// Seconds on the clock; absent: those of the rounds before.
    pub clock: Option<Second>,
    /// The slots in acting order; absent: one a side, in their order.
    pub order: Option<Vec<SlotWord>>,
    /// The phase that is open; absent: the fight has not begun.
    pub from: Option<Phase>,
    /// Who may act in it, where there are several of that phase: a side or a combatant.
    pub slot: Option<String>,
}

/// Somebody in the fight.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name at the table.
    pub name: String,
    /// A creature or character of the bestiary.
    #[serde(default)]
    pub like: Option<String>,
    /// A stat block written out.
    #[serde(default)]
    pub block: Option<Box<Block>>,
    /// A body written out.
    #[serde(default)]
    pub body: Option<Box<Body>>,
    /// How many of them; from the second on a number stands behind the name.
    #[serde(default = "once")]
    pub times: u16,
    /// Most hit points.
    #[serde(default)]
    pub max: Option<i32>,
    /// Hit points left.
    #[serde(default)]
    pub hp: Option<i32>,
    /// Wounds taken.
    #[serde(default)]
    pub wounds: Option<i32>,
    /// How its things fare: an attack line's, or its `armour`.
    #[serde(default)]
    pub gear: Vec<(String, Gear)>,
    /// Whether it is in the fight.
    #[serde(default)]
    pub standing: Standing,
    /// What hangs on it.
    #[serde(default)]
    pub conditions: Vec<ConditionGiven>,
    /// What is counted on it.
    #[serde(default)]
    pub counters: Vec<(Counter, i32)>,
    /// Its number in the count of initiative; absent: that of its slot in the order.
    #[serde(default)]
    pub number: Option<i32>,
    /// Moved this round, so far.
    #[serde(default)]
    pub moved: Option<u32>,
    /// Attack lines used this round, and how often.
    #[serde(default)]
    pub attacked: Vec<(String, u8)>,
    /// Its one action is spent.
    #[serde(default)]
    pub acted: bool,
    /// Copies left of its spells.
    #[serde(default)]
    pub spells: Vec<(String, u8)>,
    /// Seconds on its own clock.
    #[serde(default)]
    pub clock: Second,
    /// An action begun, and the seconds it still owes.
    #[serde(default, alias = "undertaking")]
    pub ongoing: Option<(Word, Second)>,
    /// It has left where the encounter found it.
    #[serde(default)]
    pub strayed: bool,
    /// The line it stands in; absent: as its block has it.
    #[serde(default)]
    pub rank: Option<Rank>,
}

fn once() -> u16 {
    1
}

/// A condition that is there from the start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionGiven {
    /// Which.
    pub condition: Condition,
    /// Its figure.
    #[serde(default)]
    pub value: i32,
    /// The spell whose position is its figure.
    #[serde(default)]
    pub spell: Option<String>,
    /// The attack line whose position is its figure.
    #[serde(default)]
    pub line: Option<String>,
    /// It holds toward that combatant only.
    #[serde(default)]
    pub toward: Option<String>,
    /// It holds for so many rounds, the present one counted.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// When it ends.
    #[serde(default)]
    pub until: Option<When>,
    /// The step inside that moment.
    #[serde(default)]
    pub step: u8,
    /// What the referee called it.
    #[serde(default)]
    pub label: Option<String>,
    /// It goes with that wound.
    #[serde(default)]
    pub wound: i32,
    /// What is counted on it.
    #[serde(default)]
    pub counters: Counters,
}

/// Something that falls due.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimerGiven {
    /// When.
    pub due: When,
    /// The step inside that moment.
    #[serde(default)]
    pub step: u8,
    /// Whom it is about.
    #[serde(default)]
    pub who: Option<String>,
    /// What.
    #[serde(default, alias = "errand")]
    pub action: Option<TimerAction>,
    /// The act that takes effect, in place of an action.
    #[serde(default)]
    pub deliver: Option<Word>,
    /// The condition for which `who` is checked again, in place of an action.
    #[serde(default)]
    pub recheck: Option<Condition>,
}

/// A consequence that waits for the commit.
#[derive(Debug, Clone, Deserialize)]
pub enum PendingGiven {
    /// Hit points will be lost.
    Harmed(String, i32),
    /// There will be a wound.
    Wounded(String),
    /// Somebody will be dead, fled and so on.
    Stood(String, Standing),
}

/// A [`Moment`] with names instead of ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// The round begins.
    RoundStart(Round),
    /// The round is over.
    RoundEnd(Round),
    /// The combatant's turn of that round begins.
    TurnStart(String, Round),
    /// The combatant's turn of that round is over.
    TurnEnd(String, Round),
    /// The combatant's own clock shows that second.
    OwnSecond(String, Second),
    /// The encounter's clock shows that second.
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
