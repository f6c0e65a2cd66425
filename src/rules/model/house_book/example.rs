//! An example of a home rule: who is there, what is rolled, what comes of it.

use super::subject::{Item, Whom, YesNo};
use crate::rules::model::block::save::Save;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::effect::Condition;
use crate::rules::model::ids::{RulesetId, Text};
use serde::Deserialize;

/// An example.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The only ruleset in which it holds, of those of the book.
    #[serde(default)]
    pub ruleset: Option<RulesetId>,
    /// Who is there.
    #[serde(default)]
    pub given: Cast,
    /// What is done.
    #[serde(default)]
    pub does: Does,
    /// What the dice show, one number a roll.
    #[serde(default)]
    pub dice: Vec<i32>,
    /// The answer to the rule's question; absent: the usual one.
    #[serde(default)]
    pub answer: Option<YesNo>,
    /// What must be true afterwards.
    pub expect: Vec<Expect>,
}

/// Who is there, each as in quick entry without a name: `F1 8hp AC5 sword, shield`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Cast {
    /// Who acts, on the players' side.
    pub actor: Option<Text>,
    /// Whom it is done to, on the other side.
    pub target: Option<Text>,
    /// Others on the target's side, who are not in melee.
    pub friends: Vec<Text>,
    /// Things that the target has, one of each: `helmet`.
    pub items: Vec<Text>,
}

/// What is done in an example.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub enum Does {
    /// The actor strikes the target.
    #[default]
    Strike,
    /// The target takes harm by the referee's word.
    Harm(DiceExpr),
    /// The actor makes a saving throw.
    Save(Save),
    /// The side of the target checks morale.
    Morale,
    /// Initiative is rolled.
    Initiative,
}

/// What must be true after an example, of the target if not said otherwise.
#[derive(Debug, Clone, Deserialize)]
pub enum Expect {
    /// Hit points left.
    Hp(i32),
    /// Wounds taken.
    Wounds(i32),
    /// It has that item.
    Has(Item),
    /// It does not have that item.
    HasNot(Item),
    /// It has that condition.
    Is(Condition),
    /// It does not have that condition.
    IsNot(Condition),
    /// It is in the fight.
    Up,
    /// It is out of action, but not dead.
    Down,
    /// It is dead.
    Dead,
    /// The rule added that to a number.
    Adds(i32),
    /// The total of the last roll.
    Total(i32),
    /// The rule did nothing.
    Nothing,
    /// The rule reminded of something.
    Reminds,
    /// This is true of the actor or the target.
    Of(Whom, Vec<Self>),
}
