//! Initiative: one die per player character and per other group, once per encounter.

use super::options::{PARTY_INITIATIVE, REROLL};
use super::{condition, counter, slot, state};
use crate::rules::model::event::Bearer;
use crate::rules::model::kinds;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::prelude::*;
use std::sync::Arc;

/// Combatants that share one die, and the bearer that rolls it.
type Party = (Bearer, Vec<CombatantId>);

/// Returns who shares a die: player characters, then other groups on their side, then everyone else, each in roster
/// order; under the option, one die for the players' side (`zero.initiative.roll`, `zero.option.party-initiative`).
fn parties(e: &Encounter) -> Vec<Party> {
    let with_players = |side: SideId| e.all().any(|c| c.side == side && kinds::is_player(e, c));
    let together = PARTY_INITIATIVE.is_on(e);
    let group = |c: &Combatant| (c.id.into(), kinds::members(e, c).map(|c| c.id).collect());
    let whole = |side: SideId| (side.into(), e.those(|c| c.side == side));
    let rank = |c: &&Combatant| match (kinds::is_player(e, c), with_players(c.side)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    let mut leaders: Vec<&Combatant> = kinds::leaders(e).collect();
    leaders.sort_by_key(rank);
    let sides = e.side_ids().filter(|side| together && with_players(*side));
    let single = leaders.into_iter().filter(|c| !(together && with_players(c.side)));
    sides.map(whole).chain(single.map(group)).collect()
}

/// Rolls for everyone without a number and sets the order (`zero.initiative.order`).
pub fn roll(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let again = is_rolled_again(e);
    let counts = |who: &CombatantId| e.get(*who).is_some_and(may_act_again);
    let parties = parties(e).into_iter().filter(|(_, members)| members.iter().any(counts));
    for (roller, members) in parties.collect::<Vec<_>>() {
        let own = |who: &CombatantId| r.encounter().get(*who).and_then(|c| c.number).filter(|_| !again);
        let known = members.iter().find_map(own);
        let lacking: Vec<CombatantId> =
            members.iter().copied().filter(|who| own(who).is_none()).collect();
        if lacking.is_empty() {
            continue;
        }
        let number = known.map_or_else(|| die(r, roller), Ok)?;
        lacking.into_iter().for_each(|who| r.emit(Event::Numbered(who, number)));
    }
    settle(r);
    Ok(())
}

/// Whether it is able, or only stunned or pinned.
fn may_act_again(c: &Combatant) -> bool {
    state::is_able(c) || c.is_up() && (c.has(Condition::STUNNED) || c.has(condition::PINNED))
}

/// Whether everyone's initiative must be rolled again, by the option or after an escape.
pub fn is_rolled_again(e: &Encounter) -> bool {
    REROLL.is_on(e) || e.side_ids().any(|side| e.count_of(side, counter::REROLL_DUE) > 0)
}

fn die(r: &mut Resolution, roller: Bearer) -> Result<i32, Stop> {
    let ask = RollRequest::new(Purpose::Initiative, 1, 6);
    r.figure(match roller {
        Bearer::Side(side) => ask.by_side(side),
        Bearer::One(who) | Bearer::Effect(who, _) => ask.by(who),
    })
}

/// Sets the order by the current numbers and clears pending re-rolls.
pub fn settle(r: &mut Resolution) {
    for side in r.encounter().side_ids() {
        if r.encounter().count_of(side, counter::REROLL_DUE) > 0 {
            r.count(side, counter::REROLL_DUE, 0);
        }
    }
    line_up(r);
}

/// Sets the order by the current numbers.
fn line_up(r: &mut Resolution) {
    let order = slot::order(r.encounter());
    if *r.encounter().order != order {
        r.emit(Event::Ordered(Arc::new(order)));
    }
}

/// Gives a newcomer to a group the group's number, without a die of its own (`zero.initiative.simultaneous`).
pub fn join(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let number = |other: &CombatantId| e.get(*other).and_then(|c| c.number);
    let own = parties(e).into_iter().find(|(_, members)| members.contains(&who));
    if let Some(number) = own.and_then(|(_, members)| members.iter().find_map(number)) {
        r.emit(Event::Numbered(who, number));
        line_up(r);
    }
}

/// Renumbers the combatants by the order that the referee sets.
pub fn reorder(r: &mut Resolution, slots: &[Slot]) {
    for slot in slots {
        for who in r.encounter().those(|c| slot.holds(c.id, c.side)) {
            r.emit(Event::Numbered(who, slot.score));
        }
    }
    line_up(r);
}
