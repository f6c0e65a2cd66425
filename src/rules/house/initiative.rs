//! Initiative: one die per combatant each round, with roll-offs among the tied (section 3.6).

use super::options::{GROUP_MONSTERS, INITIATIVE_DIE, INITIATIVE_TIES, InitiativeTies, SLOW_WEAPONS};
use super::state::this_round;
use super::{condition, figures, state};
use crate::rules::d20::state::is_monster;
use crate::rules::model::block::d20::{Range, Tag};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::ids::BlockId;
use crate::rules::model::window::Slot;
use crate::rules::ruleset::prelude::*;
use std::cmp::Reverse;
use std::sync::Arc;

/// Combatants that share a die: one, or with the option all monsters of a kind (`house.initiative.group`).
type Party = Vec<CombatantId>;

/// Rolls for every combatant that gets stops, in roster order, and sets the order (`house.initiative.individual`).
pub fn roll(r: &mut Resolution) -> Result<(), Stop> {
    limit_the_fallen(r);
    let mut rolled = Vec::new();
    for party in parties(r.encounter()) {
        let score = die(r, &party, Purpose::Initiative, false)?;
        rolled.push((score, party));
    }
    let (slow, quick): (Vec<_>, Vec<_>) =
        rolled.into_iter().partition(|(_, party)| are_slow(r.encounter(), party));
    let mut slots = rank(r, quick)?;
    slots.extend(rank(r, slow)?);
    r.emit(Event::Ordered(Arc::new(slots)));
    Ok(())
}

/// Skips the roll: keeps the order set by the referee, or uses roster order.
pub fn as_it_stands(r: &mut Resolution) {
    limit_the_fallen(r);
    if r.encounter().order.is_empty() {
        let ones = parties(r.encounter()).into_iter().flatten();
        let slots = ones.map(|who| Slot::of(0, who)).collect();
        r.emit(Event::Ordered(Arc::new(slots)));
    }
}

/// Limits the stop of every combatant that is out of action when initiative is rolled, even if it is healed before its
/// stop (section 2, skipped slots).
fn limit_the_fallen(r: &mut Resolution) {
    let out =
        |c: &Combatant| c.effects.iter().filter_map(|effect| state::limits(effect.condition.id)).max();
    let may_be = |c: &&Combatant| c.is_up() && c.effects.may_mean(Meaning::OUT);
    let fallen = r.encounter().all().filter(may_be).filter_map(|c| Some((c.id, out(c)?)));
    let fallen: Vec<(CombatantId, i32)> = fallen.collect();
    for (who, limit) in fallen {
        limit_stop(r, who, limit);
    }
}

/// Limits its stop to the end of the round, unless it is limited as much already.
pub fn limit_stop(r: &mut Resolution, who: CombatantId, limit: i32) {
    let known = r.encounter().get(who).and_then(|c| c.effect(condition::LIMITED_STOP));
    if known.is_none_or(|known| known.value < limit) {
        r.relieve(who, condition::LIMITED_STOP);
        let effect = Effect { value: limit, ..this_round(r, condition::LIMITED_STOP) };
        r.afflict(who, effect);
    }
}

fn parties(e: &Encounter) -> Vec<Party> {
    let grouped = GROUP_MONSTERS.is_on(e);
    let kind = |c: &Combatant| -> Option<(SideId, BlockId)> {
        let alike = grouped && e.d20(c.id).is_ok_and(is_monster);
        alike.then_some((c.side, c.block))
    };
    let mut parties: Vec<(Option<(SideId, BlockId)>, Party)> = Vec::new();
    for c in e.all().filter(|c| state::gets_stop(c)) {
        let kind = kind(c);
        match parties.iter_mut().find(|(known, _)| known.is_some() && *known == kind) {
            Some((_, party)) => party.push(c.id),
            None => parties.push((kind, vec![c.id])),
        }
    }
    parties.into_iter().map(|(_, party)| party).collect()
}

/// Rolls one party's die with its modifiers (`house.initiative.dex-modifier`).
fn die(r: &mut Resolution, party: &Party, purpose: Purpose, again: bool) -> Result<i32, Stop> {
    let Some(who) = party.first().copied() else { return Ok(0) };
    let sides = INITIATIVE_DIE.of(r.encounter());
    let sides = u16::try_from(sides).unwrap_or(6);
    let ask = RollRequest::new(purpose, 1, sides).by(who).once_more(again);
    r.figure(ask.adding(quickness(r.encounter(), who)))
}

fn quickness(e: &Encounter, who: CombatantId) -> Tally {
    let (Ok(d20), Ok(c)) = (e.d20(who), e.who(who)) else { return Tally::new() };
    let mut tally = Tally::new();
    let reason = if d20.block.init_mod.is_some() { Reason::QUICKNESS } else { Reason::DEXTERITY };
    tally.add(reason, figures::initiative(e, d20));
    tally.add(Reason::FOLK, figures::folk_initiative(d20));
    custom::add(&mut tally, c, Stat::Initiative);
    tally
}

/// Whether a member wields a two-handed melee weapon, which acts last with the option
/// (`house.initiative.no-slow-weapons`).
fn are_slow(e: &Encounter, party: &Party) -> bool {
    let slow = |c: &Combatant| {
        state::weapon_in_hand(e, c)
            .is_some_and(|(_, line)| line.has(Tag::TWO_HANDED) && state::reaches(line, Range::Melee))
    };
    SLOW_WEAPONS.is_on(e) && party.iter().filter_map(|who| e.get(*who)).any(slow)
}

/// Limit on roll-offs, so that dice that always tie end; roster order decides after it.
const MOST_ROLL_OFFS: usize = 100;

/// Ranks the highest first. The tied roll off for their mutual order until no tie is left (`house.initiative.ties`,
/// A2), or with the option share a stop. They keep the score they tied at.
fn rank(r: &mut Resolution, rolled: Vec<(i32, Party)>) -> Result<Vec<Slot>, Stop> {
    let mut slots = Vec::new();
    let mut waiting = groups(rolled, None);
    waiting.reverse();
    let mut roll_offs = 0;
    // The parties that the previous roll-off left tied.
    let mut still: Vec<Party> = Vec::new();
    while let Some((score, tied)) = waiting.pop() {
        if tied.len() == 1 || roll_offs == MOST_ROLL_OFFS {
            slots.extend(tied.into_iter().flatten().map(|who| Slot::of(score, who)));
        } else if INITIATIVE_TIES.is(r.encounter(), InitiativeTies::Simultaneous) {
            slots.push(Slot { score, sides: Vec::new(), ones: tied.into_iter().flatten().collect() });
        } else {
            roll_offs += 1;
            let mut again = Vec::with_capacity(tied.len());
            for (nth, party) in tied.iter().enumerate() {
                let once_more = nth == 0 && tied == still;
                again.push((die(r, party, Purpose::InitiativeTie, once_more)?, party.clone()));
            }
            still = tied;
            waiting.extend(groups(again, Some(score)).into_iter().rev());
        }
    }
    Ok(slots)
}

/// Groups equal totals, the highest first, each with its score: its total, or `score` if given.
fn groups(mut rolled: Vec<(i32, Party)>, score: Option<i32>) -> Vec<(i32, Vec<Party>)> {
    rolled.sort_by_key(|(total, _)| Reverse(*total));
    let equal = rolled.chunk_by(|a, b| a.0 == b.0);
    equal
        .map(|tied| (score.unwrap_or(tied[0].0), tied.iter().map(|(_, party)| party.clone()).collect()))
        .collect()
}
