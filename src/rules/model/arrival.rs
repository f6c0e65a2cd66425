//! A new combatant entering the encounter.

use super::block::stat_block::StatBlock;
use super::block::supply::Supply;
use super::dice::DiceExpr;
use super::ids::{CombatantId, SideId, Text};
use super::rank::Rank;
use super::sight::Sight;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A new combatant entering the encounter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Its side.
    pub side: SideId,
    /// Its name at the table, unique; if taken, a number is added.
    pub name: Text,
    /// Its stat block; the ruleset admits it, or refuses the arrival with its faults.
    pub block: Arc<StatBlock>,
    /// Maximum hit points, if rolled for this combatant; absent: the block's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// Dice for its maximum hit points, rolled on arrival if `most` is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceExpr>,
    /// Hit points left, or wounds taken, on arrival; absent: unhurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// Temporary hit points on arrival.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub temporary: i32,
    /// Copies left of its spells, by position; absent: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spells: Option<Vec<u8>>,
    /// Its supplies on arrival; absent: as in its block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplies: Option<Vec<Supply>>,
    /// Its line of battle, as set by the referee; absent: as its block implies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// How much of it the players know on arrival.
    #[serde(default, skip_serializing_if = "Sight::is_known")]
    pub sight: Sight,
    /// Distance to the nearest foe on arrival, in the ruleset's unit; absent: where its side began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub far: Option<Tenths>,
    /// Whether it arrives behind its foes, with `far` measured from the hindmost of them instead of from its own
    /// side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub behind: bool,
    /// Its id when the past is replayed; absent: the next free one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

impl Arrival {
    /// Creates the arrival of an unhurt combatant with its block's defaults.
    pub fn new(side: SideId, name: impl Into<Text>, block: Arc<StatBlock>) -> Self {
        let (name, most, dice, hp) = (name.into(), None, None, None);
        Self {
            side,
            name,
            block,
            most,
            dice,
            hp,
            temporary: 0,
            spells: None,
            supplies: None,
            rank: None,
            sight: Sight::Known,
            far: None,
            behind: false,
            id: None,
        }
    }
}
