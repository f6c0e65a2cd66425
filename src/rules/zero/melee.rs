//! Hand to hand: who is engaged since when, how many find room, whose reach strikes first.

use super::attack::{self, Manner};
use super::condition;
use super::options::{REACH_GAP, REACH_WINDOW};
use super::refusal;
use super::{about, figures, opening, state, tables};
use crate::rules::d20::interrupt::with_which;
use crate::rules::d20::relations;
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::Range;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Facts, Share};
use crate::rules::model::effect::Effect;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Spending, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::deed::{Allowed, At};

/// The two are in melee from now on; the round in which a pair first met is kept (`zero.melee.engaged`).
pub fn engage(r: &mut Resolution, one: CombatantId, other: CombatantId) {
    note_meeting(r, one, other);
    relations::engage(about(), r, one, other, Timing::Now);
}

/// Keeps the round of the first melee of everybody who is engaged, where that is not known yet.
pub fn note_meetings(r: &mut Resolution) {
    let e = r.encounter();
    let new = |c: &Combatant, foe: &CombatantId| *foe > c.id && met_in(e, c.id, *foe).is_none();
    let pairs: Vec<(CombatantId, CombatantId)> = e
        .all()
        .flat_map(|c| c.threatens.iter().filter(|foe| new(c, foe)).map(|foe| (c.id, *foe)))
        .collect();
    for (one, other) in pairs {
        note_meeting(r, one, other);
    }
}

fn note_meeting(r: &mut Resolution, one: CombatantId, other: CombatantId) {
    if met_in(r.encounter(), one, other).is_some() {
        return;
    }
    let round = i32::try_from(r.encounter().round).unwrap_or(i32::MAX);
    let effect = r.effect(condition::MET, None);
    r.afflict(one, Effect { value: round, toward: Some(other), ..effect });
}

/// The round in which the two first were in melee.
fn met_in(e: &Encounter, one: CombatantId, other: CombatantId) -> Option<i32> {
    let of = |who: CombatantId, toward: CombatantId| {
        let met = e.get(who)?.effects.iter();
        let mut met = met.filter(|effect| effect.condition == condition::MET);
        met.find(|effect| effect.toward == Some(toward)).map(|effect| effect.value)
    };
    of(one, other).or_else(|| of(other, one))
}

/// Whether a further attacker finds room around the target (`zero.melee.surround-limit`, `zero.melee.capacity`).
pub fn check_room(at: &At, target: &Combatant) -> Allowed {
    if at.e.engaged(at.c.id, target.id) {
        return Ok(());
    }
    let row = |c: &Combatant| {
        let size = at.e.d20(c.id).map(figures::size).unwrap_or_default();
        tables().sizes.iter().find(|row| row.size == size)
    };
    let takes = |c: &Combatant| row(c).map_or(1, |row| row.takes);
    let places = row(target).map_or(0, |row| row.places);
    let taken: u32 = state::opponents(at.e, target).map(takes).sum();
    at.unless(taken.saturating_add(takes(at.c)) <= places, refusal::NO_PLACE)
}

/// The blow by which somebody with the longer weapon would go before that one: the attack lines that reach so much
/// farther (`zero.initiative.reach-first`).
fn longer_lines(e: &Encounter, who: CombatantId, other: CombatantId) -> Vec<u8> {
    let (Some(c), Some(foe)) = (e.get(who), e.get(other)) else { return Vec::new() };
    let (Ok(d20), Ok(its)) = (e.d20(who), e.d20(other)) else { return Vec::new() };
    let at = At { e, c };
    let Some((_, met_by)) = state::weapon_in_use(e, foe) else { return Vec::new() };
    let gap = about().number(e, REACH_GAP, 2);
    let least = figures::reach(its, met_by).saturating_add(gap);
    let lines = attack::usable_lines(&at, Range::Melee).into_iter();
    lines
        .filter(|nth| state::line(d20, *nth).is_some_and(|line| figures::reach(d20, line) >= least))
        .collect()
}

/// Whether the reach of the first goes before the initiative of the other: in their first round of melee, as long as
/// it can act and has not (R27).
pub fn has_reach_over(e: &Encounter, who: CombatantId, other: CombatantId) -> bool {
    let window = if about().is(e, REACH_WINDOW, "encounter-round-1") {
        e.round == 1
    } else {
        let now = i32::try_from(e.round).unwrap_or(i32::MAX);
        met_in(e, who, other).unwrap_or(if e.engaged(who, other) { 1 } else { now }) == now
    };
    let Some(c) = e.get(who) else { return false };
    let fresh = state::attacks_made(c) == 0 && !c.spent.acted && c.number.is_some();
    window
        && fresh
        && !opening::is_surprise_round(e)
        && state::can_act(c)
        && c.side != e.get(other).map_or(c.side, |other| other.side)
        && attack::may_attack(&At { e, c }).is_ok()
        && !longer_lines(e, who, other).is_empty()
}

/// Before that one strikes at it, or casts with it at hand: whoever has the longer weapon may strike first. `false`:
/// the one who was to act cannot any more (`zero.initiative.reach-first`, R66).
pub fn reach_first(r: &mut Resolution, actor: CombatantId, foe: CombatantId) -> Result<bool, Stop> {
    if !has_reach_over(r.encounter(), foe, actor) {
        return Ok(true);
    }
    let lines = longer_lines(r.encounter(), foe, actor);
    let Some(line) = with_which(r, foe, actor, &lines, "the longer weapon strikes first")? else {
        return Ok(true);
    };
    // All its attacks are made now, whatever batches it would have had.
    engage(r, foe, actor);
    loop {
        r.emit(Event::Spent(foe, Spending::Attack(line)));
        strike_now(r, foe, actor, line)?;
        let e = r.encounter();
        let (Some(c), Some(target)) = (e.get(foe), e.get(actor)) else { break };
        let left = state::attacks_made(c) < super::routine::planned(&At { e, c });
        if !left || !target.is_up() || !state::is_able(target) || !state::can_act(c) {
            break;
        }
    }
    r.emit(Event::Spent(foe, Spending::Action));
    Ok(r.encounter().get(actor).is_some_and(|c| c.is_up() && state::can_act(c)))
}

/// A blow out of turn whose outcome counts at once.
fn strike_now(r: &mut Resolution, who: CombatantId, whom: CombatantId, line: u8) -> Result<(), Stop> {
    let facts = Facts::default();
    let with = (line, Range::Melee);
    attack::with_blow(r, who, whom, with, &facts, Manner::Reach, Share::Full, attack::resolve)?;
    Ok(())
}
