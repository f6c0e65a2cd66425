//! The sides of an encounter, its scene and its stage.

use super::counter::{Counter, Counters};
use super::ids::{CombatantId, EffectId, Text};
use super::moment::When;
use super::phase::Phase;
use super::stance::Stance;
use super::tenths::Tenths;
use serde::{Deserialize, Serialize};

/// Who rolls a side's dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Hand {
    /// The machine rolls.
    #[default]
    Machine,
    /// The players roll, and the referee types in the faces.
    Typed,
    /// The players roll, and answer on their phones; without a phone the faces are typed.
    Phone,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Its name.
    pub name: Text,
    /// Who rolls its dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand: Hand,
    /// Whether Enter asks before one of its combatants acts: the form opens with the proposed act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks: bool,
    /// Whether it is the players' side: a party came in as it, or the referee said so. Absent: it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<bool>,
    /// Whether it already knows of the others and cannot be surprised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aware: bool,
    /// What it is out to do. Absent: it fights whoever fights it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// Its counters.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Side {
    /// Creates a side whose dice the machine rolls.
    pub fn new(name: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            hand: Hand::Machine,
            asks: false,
            players: None,
            aware: false,
            stance: None,
            counters: Counters::default(),
        }
    }

    /// Returns a counter, 0 if it was never set.
    pub fn count(&self, counter: Counter) -> i32 {
        self.counters.of(counter)
    }
}

/// Facts about the whole encounter that its opening procedures need.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Whether it takes place in the wild or on water, not underground.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub outdoors: bool,
    /// The opening procedures to skip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Phase>,
    /// The combatant who speaks for the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker: Option<CombatantId>,
    /// Modifier of the reaction roll.
    #[serde(skip_serializing_if = "is_default")]
    pub reaction: i32,
    /// Distance at which the sides meet, in the ruleset's unit, if known beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meets_at: Option<Tenths>,
}

/// The stage of the encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Stage {
    /// The sides are being set up; nothing runs yet.
    #[default]
    Setup,
    /// The fight is running.
    Running,
    /// The fight is over.
    Over,
}

/// The lapse of an effect: when it ends, and its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lapse {
    /// When it ends.
    pub when: When,
    /// The effect; ids are in order of creation.
    pub id: EffectId,
    /// The bearer.
    pub who: CombatantId,
}
