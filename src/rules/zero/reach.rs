//! Reach: when the longer weapon strikes first.

use super::melee::MeleeArm;
use super::{aim, facing, figures, melee, routine, state, strike};
use crate::rules::d20::interrupt::with_which;
use crate::rules::model::block::d20::Range;
use crate::rules::ruleset::prelude::*;

/// Returns the lines with which `who` may strike before `other`, which acts with the given reach: in the pair's first
/// melee round, if it can act and has not attacked (`zero.initiative.reach-first`).
fn longer_lines(e: &Encounter, who: CombatantId, other: CombatantId, reach: i32) -> Vec<u8> {
    let (Some(c), Some(foe), Ok(d20)) = (e.get(who), e.get(other), e.d20(who)) else {
        return Vec::new();
    };
    let at = At { e, c };
    let fresh = state::attacks_made(c) == 0 && routine::may_attack(&at).is_ok();
    if !fresh || !melee::is_first_round(e, c, foe) {
        return Vec::new();
    }
    let least = reach.saturating_add(melee::reach_gap(e));
    let longer =
        |nth: &u8| state::line(d20, *nth).is_some_and(|line| figures::reach(d20, line) >= least);
    aim::usable_lines(&at, Range::Melee).into_iter().filter(longer).collect()
}

/// Whether it has another attack with that line and the target is still able.
fn strikes_on(e: &Encounter, who: CombatantId, whom: CombatantId, line: u8) -> bool {
    let Some(c) = e.get(who).filter(|c| state::can_act(c)) else { return false };
    let at = At { e, c };
    let left = routine::may_attack(&at).is_ok() && state::attacks_made(c) < routine::planned(&at);
    left && state::has_in_hand(c, line) && e.get(whom).is_some_and(state::is_able)
}

/// Whether an interrupted combatant can still act.
pub fn can_go_on(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(state::can_act)
}

/// Before a combatant attacks, grapples or casts at an engaged foe, asks whether a foe with the longer weapon strikes
/// first, with all its attacks of the round; not if the act's facts say that it is unseen. Returns `false` if the actor
/// can no longer act (`zero.initiative.reach-first`, R66).
pub fn reach_first(
    r: &mut Resolution,
    act: &Act,
    means: MeleeArm,
    foe: CombatantId,
) -> Result<bool, Stop> {
    let (e, actor) = (r.encounter(), act.who);
    if facing::comes_unseen(&act.facts) {
        return Ok(true);
    }
    let reach = e.get(actor).map_or(0, |c| melee::reach_with(e, c, means));
    let lines = longer_lines(e, foe, actor, reach);
    let Some(line) = with_which(r, foe, actor, &lines, "the longer weapon strikes first")? else {
        return Ok(true);
    };
    let (blows, with) = (Act::new(foe, Deed::Strike), (line, Range::Melee));
    let strikes_on = |e: &Encounter| strikes_on(e, foe, actor, line);
    let strike = |r: &mut Resolution| {
        strike::all_at_once(r, &blows, actor, with, strikes_on, |r, blow| {
            strike::deliver(r, blow, strike::land)
        })
    };
    r.under(|| Why::OutOfTurn(foe, "zero.initiative.reach-first".into()), strike)?;
    Ok(can_go_on(r.encounter(), actor))
}
