//! Breaking off with a whole side: who prevents it, and its chance.

use crate::rules::model::event::Told;
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::{RangeTable, span};
use serde::Deserialize;
use std::ops::RangeInclusive;

/// Checks that nobody of the fleeing side is in melee or surprised.
///
/// # Errors
/// `in-melee`, `surprised`, with the combatant that is.
pub fn check_runners(
    e: &Encounter,
    runners: &[&Combatant],
    in_melee: fn(&Encounter, &Combatant) -> bool,
) -> Allowed {
    let holds_back = |held: Option<&&Combatant>, why: Refusal| {
        held.map_or(Ok(()), |c| Err(RuleError::new(why).of(c.id)))
    };
    holds_back(runners.iter().find(|c| in_melee(e, c)), Refusal::IN_MELEE)?;
    holds_back(runners.iter().find(|c| c.has(Condition::SURPRISED)), Refusal::SURPRISED)
}

/// Reports that a side breaks off, with its pace and that of its pursuers in feet per round; those that get `away` leave
/// the fight.
pub fn break_off(
    r: &mut Resolution,
    side: SideId,
    runners: &[CombatantId],
    (pace, theirs): (u32, u32),
    away: bool,
) {
    r.tell(|| Told::Evaded(side, pace, theirs, away));
    for who in runners.iter().filter(|_| away) {
        r.emit(Event::Stood(*who, Standing::Fled));
    }
}

/// Size of the fleeing group, to size of the pursuing group, to percent chance of escape. 9999 stands for any greater
/// number.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct EvasionTable(pub RangeTable<RangeTable<i32>>);

impl EvasionTable {
    /// Returns the percent chance of escape; a group is at least one.
    pub fn chance(&self, runners: i32, pursuers: i32) -> i32 {
        let row = self.0.at(runners.max(1));
        row.and_then(|row| row.at(pursuers.max(1))).copied().unwrap_or(0)
    }

    /// Returns the printed rows: the size of the fleeing group, and the chances by the size of the other.
    pub fn rows(&self, sizes: &RangeInclusive<i32>) -> Vec<Vec<String>> {
        let size = |least: i32, most: i32| span(least, most, sizes.clone());
        let row = |(least, most, pursuers): &(i32, i32, RangeTable<i32>)| {
            let chances = pursuers.0.iter();
            let chances =
                chances.map(|(least, most, chance)| format!("{}: {chance}%", size(*least, *most)));
            std::iter::once(size(*least, *most)).chain(chances).collect()
        };
        self.0.0.iter().map(row).collect()
    }
}
