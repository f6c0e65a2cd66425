//! Custom effects, defined by the referee: what they add to totals, their reminders, how they end.

use super::act::Act;
use super::deed::Deed;
use super::fact::Facts;
use super::ids::{CombatantId, Text};
use super::moment::Second;
use serde::{Deserialize, Serialize};

/// The largest amount an effect adds to a total, positive or negative.
pub const MOST: i32 = 99;

/// A total that an effect may add to. Higher is always better for its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// Attack rolls.
    ToHit,
    /// Damage of its hits.
    Damage,
    /// How hard it is to hit: armour class, or Target.
    Armour,
    /// Rolls to dodge, block and parry.
    Defence,
    /// Toughness.
    Toughness,
    /// Saving throws.
    Saves,
    /// Ability or skill checks.
    Checks,
    /// Morale score, or Will.
    Morale,
    /// Movement per round or per second, in the ruleset's unit.
    Movement,
    /// Initiative rolls.
    Initiative,
    /// Temporary hit points, given once, when the effect begins.
    TemporaryHp,
}

/// A recurring time for the bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// At the start of each of its turns.
    TurnStart,
    /// At the end of each of its turns.
    TurnEnd,
    /// At the end of each round.
    RoundEnd,
}

/// What shakes off an effect: a saving throw or check by the bearer, and when it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveToEnd {
    /// When it is made.
    pub at: Occasion,
    /// [`Deed::Save`] or [`Deed::Check`], as the ruleset requires.
    pub deed: Deed,
    /// Its facts, such as category and difficulty.
    #[serde(default)]
    pub facts: Facts,
}

impl SaveToEnd {
    /// Returns the saving throw or check as an act of that combatant.
    pub fn act(&self, who: CombatantId) -> Act {
        Act { facts: self.facts.clone(), ..Act::new(who, self.deed) }
    }
}

/// The duration of an effect.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Lasting {
    /// Until the referee ends it.
    #[default]
    Open,
    /// Rounds, as the ruleset counts them.
    Rounds(u32),
    /// Until the nth turn from now begins: that combatant's, or else the bearer's.
    TurnStart(Option<CombatantId>, u32),
    /// Until the nth turn from now ends, counting one in progress: that combatant's, or else the bearer's.
    TurnEnd(Option<CombatantId>, u32),
    /// Until a saving throw or check succeeds.
    #[serde(alias = "Trial")]
    SaveToEnd(SaveToEnd),
    /// Seconds of the clock.
    Clock(Second),
}

/// A custom effect as defined by the referee.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomEffect {
    /// Its name.
    pub name: Text,
    /// What it adds to its bearer's totals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adds: Vec<(Stat, i32)>,
    /// The reminder for the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminder: Option<Text>,
    /// When the reminder is shown; absent: when the effect ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Occasion>,
    /// Its duration.
    #[serde(default)]
    pub lasting: Lasting,
}
