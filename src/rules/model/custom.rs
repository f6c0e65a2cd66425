//! Custom effects, as the referee makes them: what they add to totals, of what they remind, how they end.

use super::combatant::Combatant;
use super::command::{Act, Deed, Facts};
use super::ids::{CombatantId, Text};
use super::moment::Second;
use super::tally::{Reason, Tally};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most that one effect adds to a total, either way.
pub const MOST: i32 = 99;

/// A total that an effect may add to. More is always better for its bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// Its rolls to hit.
    ToHit,
    /// What its hits deal.
    Damage,
    /// How hard it is to hit: armour class, or Target.
    Armour,
    /// Its rolls to dodge, block and parry.
    Defence,
    /// Toughness.
    Toughness,
    /// Its saving throws.
    Saves,
    /// Its checks of abilities or skills.
    Checks,
    /// Its score of morale, or Will.
    Morale,
    /// How far it goes in a round or a second, in the ruleset's unit.
    Movement,
    /// Its roll of initiative.
    Initiative,
}

/// A time that comes again and again for the bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// As each turn of its begins.
    TurnStart,
    /// As each turn of its ends.
    TurnEnd,
    /// At the end of each round.
    RoundEnd,
}

/// What shakes an effect off: the bearer's saving throw or check, and when it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveToEnd {
    /// When it is asked for.
    pub at: Occasion,
    /// [`Deed::Save`] or [`Deed::Check`], as the ruleset has it.
    pub deed: Deed,
    /// Against what, how hard.
    #[serde(default)]
    pub facts: Facts,
}

impl SaveToEnd {
    /// The saving throw or check, made by that one.
    pub fn act(&self, who: CombatantId) -> Act {
        Act { facts: self.facts.clone(), ..Act::new(who, self.deed) }
    }
}

/// How long an effect lasts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Lasting {
    /// Until the referee ends it.
    #[default]
    Open,
    /// So many rounds, as the ruleset counts them.
    Rounds(u32),
    /// Until the nth turn from now on begins: that one's, else the bearer's.
    TurnStart(Option<CombatantId>, u32),
    /// Until the nth turn from now on is over, one that is going on counted: that one's, else the
    /// bearer's.
    TurnEnd(Option<CombatantId>, u32),
    /// Until a saving throw or a check succeeds.
    #[serde(alias = "Trial")]
    SaveToEnd(SaveToEnd),
    /// So many seconds of the clock.
    Clock(Second),
}

/// An effect as the referee makes it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomEffect {
    /// What it is called.
    pub name: Text,
    /// What it adds to totals of its bearer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adds: Vec<(Stat, i32)>,
    /// Of what the referee is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminder: Option<Text>,
    /// When that is told; absent: as it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Occasion>,
    /// How long it lasts.
    #[serde(default)]
    pub lasting: Lasting,
}

/// Adds what the custom effects add to that total of the bearer: a term each.
pub fn add(tally: &mut Tally, c: &Combatant, stat: Stat) {
    add_times(tally, c, stat, 1);
}

/// The same where less is better, as with a descending armour class.
pub fn take(tally: &mut Tally, c: &Combatant, stat: Stat) {
    add_times(tally, c, stat, -1);
}

fn add_times(tally: &mut Tally, c: &Combatant, stat: Stat, times: i32) {
    for custom in c.effects.iter().filter_map(|effect| effect.custom.as_deref()) {
        for (_, value) in custom.adds.iter().filter(|(of, _)| *of == stat) {
            tally.add(Reason::Named(Arc::clone(&custom.name)), value.saturating_mul(times));
        }
    }
}

/// What they add to it in all.
pub fn sum(c: &Combatant, stat: Stat) -> i32 {
    let mut tally = Tally::new();
    add(&mut tally, c, stat);
    tally.total()
}
