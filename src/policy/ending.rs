//! When a fight can end.

use super::standoff::is_standoff;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::Act;
use crate::rules::model::condition::Meaning;
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::{Ruleset, sides_standing};
use std::collections::BTreeMap;

/// Whoever is helpless for at least so many rounds is at the mercy of the others.
const LONG: u32 = 10;

/// Why the fight can end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Only one side is left that can fight, and no reinforcements are due.
    OneSide,
    /// All but one side are helpless for long, and nobody does anything about it.
    AtMercy,
    /// Neither side can harm the other.
    Standoff,
}

/// Why the running fight can end, if it can.
pub(super) fn ending(
    rules: &dyn Ruleset,
    e: &Encounter,
    last: &BTreeMap<CombatantId, Act>,
) -> Option<Ending> {
    match e.stage {
        Stage::Running if sides_standing(rules, e) < 2 && !is_reinforced(e) => Some(Ending::OneSide),
        _ => is_standoff(rules, e, last).then_some(Ending::Standoff),
    }
}

/// The only side that is not at the mercy of the others, if there is just one.
pub fn at_its_mercy(rules: &dyn Ruleset, e: &Encounter) -> Option<SideId> {
    let up = || e.all().filter(|c| c.is_up());
    let mut sides = up().filter(|c| !is_at_mercy(rules, e, c)).map(|c| c.side);
    let first = sides.next()?;
    let others = up().any(|c| c.side != first);
    (others && !is_reinforced(e) && sides.all(|side| side == first)).then_some(first)
}

/// Whether more are to come.
fn is_reinforced(e: &Encounter) -> bool {
    e.timers.iter().any(|timer| timer.reinforcement().is_some())
        || e.window().is_some_and(|window| window.reinforcement().is_some())
}

fn is_at_mercy(rules: &dyn Ruleset, e: &Encounter, c: &Combatant) -> bool {
    let grave = Meaning::OUT | Meaning::HELPLESS;
    let helpless = |effect: &&Effect| effect.meaning().has_any(grave);
    c.effects.iter().filter(helpless).any(|effect| lasts(rules, e, effect))
}

/// Whether the effect goes on for [`LONG`].
fn lasts(rules: &dyn Ruleset, e: &Encounter, effect: &Effect) -> bool {
    let seconds = LONG.saturating_mul(rules.about().round_seconds.max(1));
    match effect.until.map(|until| until.moment) {
        None => true,
        Some(
            Moment::RoundStart(round)
            | Moment::RoundEnd(round)
            | Moment::TurnStart(_, round)
            | Moment::TurnEnd(_, round),
        ) => round >= e.round.saturating_add(LONG),
        Some(Moment::Clock(second)) => second >= e.clock.saturating_add(seconds),
        Some(Moment::OwnSecond(..)) => false,
    }
}
