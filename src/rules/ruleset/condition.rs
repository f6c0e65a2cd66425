//! Conditions as defined by a ruleset.

use crate::rules::model::combatant::Standing;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::Text;
use crate::rules::model::moment::{Moment, When};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a condition prevents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Bar {
    /// Declaring.
    Declare,
    /// Moving at all.
    Move,
    /// Striking and shooting.
    Attack,
    /// Casting spells.
    Cast,
}

/// What a condition's value is an index of.
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
    /// The condition.
    pub condition: Condition,
    /// Its name in this ruleset.
    pub name: Text,
    /// Its effects, and when it begins and ends.
    pub text: Text,
    /// What it prevents.
    #[serde(default)]
    pub bars: Vec<Bar>,
    /// Whether its bearer is hit in melee without a roll.
    #[serde(default)]
    pub helpless: bool,
    /// Whether its bearer cannot act, engages no one in melee, and counts as out of action for morale.
    #[serde(default)]
    pub out: bool,
    /// Whether it is bookkeeping that the log does not report.
    #[serde(default)]
    pub quiet: bool,
    /// Whether it is bookkeeping that is not shown on its bearer.
    #[serde(default)]
    pub hidden: bool,
    /// Whether it is a second pool of damage, whose value is shown in its bearer's row, not among the conditions.
    #[serde(default)]
    pub pool: bool,
    /// Whether it is a declared intention, reported as an act of its own.
    #[serde(default)]
    pub declares: bool,
    /// Whether it is broken morale.
    #[serde(default)]
    pub breaks: bool,
    /// Whether its value is internal (a position in a list, a round) and not shown.
    #[serde(default)]
    pub inner: bool,
    /// What its value is an index of in its bearer's stat block.
    #[serde(default)]
    pub points_at: Option<PointsAt>,
    /// Whether its value is a round of the fight.
    #[serde(default)]
    pub round: bool,
    /// Whether the referee may set it by hand (others are managed by the rules).
    #[serde(default)]
    pub offered: bool,
    /// The range of values the referee may give it.
    #[serde(default)]
    pub figure: Option<(i32, i32)>,
    /// The standing it implies: down, dead, surrendered. Absent: up.
    #[serde(default)]
    pub standing: Standing,
    /// Whether it ends with the round in which it begins, unless a duration is given.
    #[serde(default)]
    pub brief: bool,
    /// Whether dice for its duration count hours; absent: rounds.
    #[serde(default)]
    pub hours: bool,
    /// Whether its beginning is reported with the time left.
    #[serde(default)]
    pub timed: bool,
    /// The text for its end where `no longer` and its name would not be English: `morale penalty ends`.
    #[serde(default)]
    pub over: Option<Text>,
    /// What ends it, if no moment does: `until it stands up`. Absent: until it is lifted.
    #[serde(default)]
    pub ends: Option<Text>,
    /// Its name by value, where that says more than the number: `right hand maimed` at 1.
    #[serde(default)]
    pub called: BTreeMap<i32, Text>,
    /// The word before the name of the combatant toward whom it holds (`by`), which may be empty. Absent: that
    /// combatant is not named.
    #[serde(default)]
    pub toward: Option<Text>,
}

impl ConditionRule {
    /// Returns when it ends if no duration is given; `None`: when it is lifted.
    pub fn ends_by_itself(&self, e: &Encounter) -> Option<When> {
        self.brief.then(|| Moment::RoundEnd(e.round.max(1)).at(0))
    }

    /// Returns the text for its end: `no longer prone`, `morale penalty ends`.
    pub fn ending(&self) -> String {
        self.over.as_ref().map_or_else(|| format!("no longer {}", self.name), ToString::to_string)
    }

    /// Returns its name with that value.
    pub fn with_figure(&self, value: i32) -> String {
        match self.called.get(&value) {
            Some(called) => called.to_string(),
            None if value != 0 && !self.inner => format!("{} {value}", self.name),
            None => self.name.to_string(),
        }
    }
}
