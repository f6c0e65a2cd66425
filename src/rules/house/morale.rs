//! Morale: triggers, the check at the start of the next round, and breaking (section 3.7).

use super::counter;
use super::options::{MORALE, MORALE_BY};
use super::{harm, talent};
use crate::rules::d20::group::{Group, Grouping, Whom};
use crate::rules::d20::group_morale::GroupMorale;
use crate::rules::d20::morale::{self, FEARLESS, FLEE_OR_SURRENDER};
use crate::rules::d20::state::bears_morale;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::ruleset::prelude::*;
use std::ops::RangeInclusive;

/// Range of the referee's modifier (`house.morale.check`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;
/// Bounds of an adjusted score (`house.morale.check`).
const BOUNDS: (i32, i32) = (2, 12);

/// Group morale: members that never check are counted too (`house.morale.triggers`), and the round and order of
/// triggers are recorded.
pub const GROUPS: GroupMorale = GroupMorale {
    grouping: Grouping { by: &MORALE_BY },
    option: &MORALE,
    counted: &[counter::SHAKEN_NTH, counter::SHAKEN_IN],
    counts: |_, _| true,
    is_halved: |members, strayed| morale::half_lost(members, strayed, is_lost),
    shaken: |r, group| {
        let e = r.encounter();
        let counts = GROUPS
            .grouping
            .all(e)
            .into_iter()
            .map(|group| e.count_of(group.bearer, counter::SHAKEN_NTH));
        let nth = counts.max().unwrap_or(0);
        let round = e.round_number();
        r.count(group.bearer, counter::SHAKEN_NTH, nth.saturating_add(1));
        r.count(group.bearer, counter::SHAKEN_IN, round);
    },
    score: |e, c, own, adjustment| {
        let (least, most) = BOUNDS;
        let score = (own + talent::leadership(e, c) + adjustment).clamp(least, most);
        (!talent::is_companion(e, c.id)).then_some(score)
    },
    flee: |r, who| begins(r, who, Condition::FLEEING),
};

/// Whether `c` is dead or unable to fight; having fled does not count.
fn is_lost(c: &Combatant) -> bool {
    match c.standing {
        Standing::Dead | Standing::Down => true,
        Standing::Up => c.means(Meaning::OUT),
        Standing::Fled | Standing::Surrendered | Standing::Gone => false,
    }
}

/// Returns the next group that must check: triggered in an earlier round, in the order of triggers.
pub fn next_due(e: &Encounter) -> Option<Group> {
    if !GROUPS.is_on(e) {
        return None;
    }
    let waits = |group: &Group| is_due(e, *group) || !GROUPS.unwilling(e, *group).is_empty();
    let due = GROUPS.grouping.all(e).into_iter().filter(waits);
    due.min_by_key(|group| e.count_of(group.bearer, counter::SHAKEN_NTH))
}

fn is_due(e: &Encounter, group: Group) -> bool {
    e.count_of(group.bearer, counter::SHAKEN_IN) < e.round_number() && GROUPS.is_shaken(e, group)
}

/// Makes a group check now by the referee's word; this replaces a due check.
pub fn by_referee(r: &mut Resolution, whom: Whom, adjustment: i32) -> Result<(), Stop> {
    GROUPS.by_referee(r, whom, adjustment).map(drop)
}

/// Makes it flee or surrender (`house.morale.break`); deferred if tied combatants act at once.
fn begins(r: &mut Resolution, who: CombatantId, condition: Condition) {
    let effect = r.effect(condition, None);
    harm::begins(r, who, effect);
}

/// Forces a check on one combatant. It uses up no trigger and does not count as passed. Without a morale score, or with
/// morale off, the referee decides, by default for no effect (`house.morale.forced`, A7). One that already flees does
/// not check.
pub fn forced(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let stands = |c: &&Combatant| c.is_up() && !c.has(Condition::FLEEING);
    let Some(c) = e.get(who).filter(stands) else { return Ok(()) };
    let side = c.side;
    let score = bears_morale(e, c).filter(|_| GROUPS.is_on(e));
    let ways = match score {
        None => vec![Pick::No, Pick::Flee, Pick::Surrender],
        Some(FEARLESS) => return Ok(()),
        Some(_) if talent::is_companion(e, who) => return Ok(()),
        Some(score) => {
            let score = (score + talent::leadership(e, c)).min(BOUNDS.1);
            let roll = |r: &mut Resolution| morale::roll(r, Group::whole(side), &[(who, score)], 0);
            if r.under(|| Why::Group(side, Some(who)), roll)?.is_empty() {
                return Ok(());
            }
            FLEE_OR_SURRENDER.to_vec()
        }
    };
    let asked = ChoiceRequest::one(Question::Broken, ways.clone());
    let asked = ChoiceRequest { who: Some(who), side: score.map(|_| side), ..asked };
    let Answer::One(nth) = r.choose(asked)? else { return Ok(()) };
    let condition = match ways.get(nth) {
        Some(Pick::Flee) => Condition::FLEEING,
        Some(Pick::Surrender) => Condition::SURRENDERED,
        _ => return Ok(()),
    };
    morale::breaks(r, who, |r| begins(r, who, condition));
    Ok(())
}
