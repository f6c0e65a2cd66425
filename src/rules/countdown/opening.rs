//! Surprise: one die for each side that may be surprised.

use super::counter;
use super::options::{SURPRISE_READING, SurpriseReading};
use super::reason;
use super::{figures, state};
use crate::rules::d20::opening;
use crate::rules::model::block::d20::Trait;
use crate::rules::model::event::Rolled;
use crate::rules::ruleset::prelude::*;

/// Value of [`counter::UNWARY`] for a side that walks into an ambush; 1 is for one that may be surprised.
const AMBUSHED: i32 = 2;
/// Modifier of a hidden and prepared ambush (`countdown.surprise.ambush`).
const AMBUSH: i32 = 3;

/// Sides that may be surprised.
pub fn marked(e: &Encounter) -> impl Iterator<Item = SideId> + '_ {
    e.side_ids().filter(|side| e.count_of(*side, counter::UNWARY) > 0)
}

/// Rolls one die for each such side, in order, and compares it with each member (`countdown.surprise.roll`); none for a
/// side without members that can be surprised.
pub fn surprise(r: &mut Resolution) -> Result<(), Stop> {
    let sides: Vec<SideId> = marked(r.encounter()).collect();
    for side in sides {
        let caught = roll(r, side)?;
        forget(r, side);
        let e = r.encounter();
        let all = e.all().filter(|c| c.side == side && state::is_able(c));
        if all.map(|c| c.id).all(|who| caught.contains(&who)) {
            opening::catch(r, &[side]);
        }
        for who in caught {
            state::mark(r, who, Condition::SURPRISED);
        }
    }
    Ok(())
}

/// Skips the rolls: no side counts as open to surprise any more.
pub fn waive(r: &mut Resolution) {
    let sides: Vec<SideId> = marked(r.encounter()).collect();
    for side in sides {
        forget(r, side);
    }
}

fn forget(r: &mut Resolution, side: SideId) {
    r.count(side, counter::UNWARY, 0);
}

fn roll(r: &mut Resolution, side: SideId) -> Result<Vec<CombatantId>, Stop> {
    let e = r.encounter();
    let avoids = SURPRISE_READING.is(e, SurpriseReading::HighAvoids);
    let ambushed = e.count_of(side, counter::UNWARY) == AMBUSHED;
    let bonus = if avoids { -AMBUSH } else { AMBUSH };
    let tally = Tally::new().with(reason::AMBUSH, if ambushed { bonus } else { 0 });
    let difficulty = |c: &Combatant| e.d20(c.id).map_or(0, |d20| figures::surprise_dc(&d20.block));
    let wary = |c: &Combatant| e.d20(c.id).is_ok_and(|d20| d20.block.is(Trait::WARY));
    let open = e.all().filter(|c| c.side == side && state::is_able(c) && !wary(c));
    let members: Vec<(CombatantId, i32)> = open.map(|c| (c.id, difficulty(c))).collect();
    if members.is_empty() {
        return Ok(Vec::new());
    }
    let mut bands: Vec<i32> = members.iter().map(|(_, dc)| dc - tally.total()).collect();
    bands.sort_unstable();
    bands.dedup();
    bands.retain(|n| (2..=20).contains(n));
    let least = members.iter().map(|(_, dc)| *dc).min();
    let ask = RollRequest::new(Purpose::Surprise, 1, 20).by_side(side).adding(tally).bands(bands);
    let rolled = r.throw(ask)?;
    let total = rolled.total();
    let caught: Vec<CombatantId> =
        members.iter().filter(|(_, dc)| (total >= *dc) != avoids).map(|(who, _)| *who).collect();
    r.rolled(Rolled { outcome: Outcome::of(caught.is_empty()), need: least, ..rolled });
    Ok(caught)
}
