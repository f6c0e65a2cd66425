//! What a ruleset says of a condition, as data.

use crate::rules::model::combatant::Standing;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use crate::rules::model::moment::{Moment, When};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a condition keeps its bearer from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Bar {
    /// Announcing anything.
    Declare,
    /// Moving at all.
    Move,
    /// Striking and shooting.
    Attack,
    /// Casting.
    Cast,
}

/// What a condition's figure is the position of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum PointsAt {
    /// An attack line.
    Line,
    /// A spell.
    Spell,
}

/// A condition in a ruleset's table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRule {
    /// Which.
    pub condition: Condition,
    /// What this ruleset calls it.
    pub name: Text,
    /// What it does, when it begins and when it ends.
    pub text: Text,
    /// What it keeps its bearer from.
    #[serde(default)]
    pub bars: Vec<Bar>,
    /// Hit in melee without a roll.
    #[serde(default)]
    pub helpless: bool,
    /// Cannot act, holds nobody in melee, counts as out of action for morale.
    #[serde(default)]
    pub out: bool,
    /// Bookkeeping: its beginning and end are not told.
    #[serde(default)]
    pub quiet: bool,
    /// Bookkeeping that nobody needs to see on its bearer.
    #[serde(default)]
    pub hidden: bool,
    /// It is a second pool of damage: its figure stands on the row of its bearer, not among the conditions.
    #[serde(default)]
    pub pool: bool,
    /// It is what its bearer says it means to do: told as an act of its own.
    #[serde(default)]
    pub declares: bool,
    /// It is broken morale.
    #[serde(default)]
    pub breaks: bool,
    /// Its figure is the rules' own (a position in a list, a round) and is not shown.
    #[serde(default)]
    pub inner: bool,
    /// Its figure is the position of something in the stat block of its bearer.
    #[serde(default)]
    pub points_at: Option<PointsAt>,
    /// Its figure is a round of the fight.
    #[serde(default)]
    pub round: bool,
    /// The referee may set it by hand (others come and go with the rules).
    #[serde(default)]
    pub offered: bool,
    /// The least and the greatest figure that the referee may give it.
    #[serde(default)]
    pub figure: Option<(i32, i32)>,
    /// How whoever has it stands: it lies there, is dead, has given up. Absent: on its feet.
    #[serde(default)]
    pub standing: Standing,
    /// It belongs to the round in which it begins and is over with it, unless it is said how long it lasts.
    #[serde(default)]
    pub brief: bool,
    /// Dice that say how long it lasts count hours; absent: rounds.
    #[serde(default)]
    pub hours: bool,
    /// How long its bearer has is told as it begins.
    #[serde(default)]
    pub timed: bool,
    /// How its end is told where `no longer` and its name would not be English: `morale penalty ends`.
    #[serde(default)]
    pub over: Option<Text>,
    /// What ends it where no moment does: `until it stands up`. Absent: until it is lifted.
    #[serde(default)]
    pub ends: Option<Text>,
    /// What it is called by its figure, where that says more than the number would: `right hand maimed` at 1.
    #[serde(default)]
    pub called: BTreeMap<i32, Text>,
    /// Where it holds toward a combatant, that one is named: the word between the two (`by`), which may
    /// be empty. Absent: it is nobody's business.
    #[serde(default)]
    pub toward: Option<Text>,
}

impl ConditionRule {
    /// When it ends where nothing is said of that; `None`: when it is lifted.
    pub fn ends_by_itself(&self, e: &Encounter) -> Option<When> {
        self.brief.then(|| Moment::RoundEnd(e.round.max(1)).at(0))
    }

    /// How its end is told: `no longer prone`, `morale penalty ends`.
    pub fn ending(&self) -> String {
        self.over.as_ref().map_or_else(|| format!("no longer {}", self.name), ToString::to_string)
    }

    /// What it is called with that figure.
    pub fn with_figure(&self, value: i32) -> String {
        match self.called.get(&value) {
            Some(called) => called.to_string(),
            None if value != 0 && !self.inner => format!("{} {value}", self.name),
            None => self.name.to_string(),
        }
    }
}
