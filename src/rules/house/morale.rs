//! Morale: what shakes a side, the check at the start of the next round, those who break (section 3.7).

use super::counter;
use super::options::MORALE;
use super::{about, spell, state, talent};
use crate::rules::d20::morale::{self, CRAVEN, FEARLESS, FLEE_OR_SURRENDER, MET};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::{Combatant, Standing};
use crate::rules::model::counter::Counter;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Bearer, Event, Stop};
use crate::rules::model::ids::{CombatantId, SideId};
use std::ops::RangeInclusive;

/// What the referee may add to a score (`house.morale.check`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;
/// A score that is adjusted stays between these (`house.morale.check`).
const BOUNDS: (i32, i32) = (2, 12);
/// Checks passed after which a side checks no more (`house.morale.two-passes`).
const STEADFAST_AFTER: i32 = 2;
/// What shakes a side (`house.morale.triggers`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// After a command: what shakes a side is remembered, and when it arose.
pub fn note_triggers(r: &mut Resolution) {
    if !r.changes().iter().any(morale::may_shake) || !about().on(r.encounter(), MORALE) {
        return;
    }
    for side in r.encounter().side_ids() {
        let members: Vec<&Combatant> = members(r.encounter(), side).collect();
        let dead = members.iter().any(|c| c.standing == Standing::Dead);
        let halved = morale::half_lost(&members, is_lost);
        let before = morale::is_due(r.encounter(), side, &TRIGGERS);
        if dead {
            morale::trigger(r, side, Counter::FIRST_DEATH);
        }
        if halved {
            morale::trigger(r, side, Counter::HALF_DOWN);
        }
        if !before && morale::is_due(r.encounter(), side, &TRIGGERS) {
            let nth =
                r.encounter().sides.iter().map(|s| s.count(counter::SHAKEN_NTH)).max().unwrap_or(0);
            r.emit(Event::Counted(Bearer::Side(side), counter::SHAKEN_NTH, nth.saturating_add(1)));
            let round = r.encounter().round_number();
            r.emit(Event::Counted(Bearer::Side(side), counter::SHAKEN_IN, round));
        }
    }
}

/// All who took part, whatever has become of them; those who never check count as well (`house.morale.triggers`).
fn members(e: &Encounter, side: SideId) -> impl Iterator<Item = &Combatant> {
    e.all().filter(move |c| c.side == side && c.standing != Standing::Gone)
}

/// Dead, or unable to fight; whoever has merely fled is none of those.
fn is_lost(c: &Combatant) -> bool {
    match c.standing {
        Standing::Dead | Standing::Down => true,
        Standing::Up => state::is_out(c),
        Standing::Fled | Standing::Surrendered | Standing::Gone => false,
    }
}

/// Members that stand or break at the next check, each with its score as it counts now.
fn tested(e: &Encounter, side: SideId, adjustment: i32) -> Vec<(CombatantId, i32)> {
    let (least, most) = BOUNDS;
    let able = morale::able(about(), e, side).filter(|(c, _)| !talent::is_companion(e, c.id));
    let able = able.filter(|(_, score)| *score != FEARLESS && *score != CRAVEN);
    able.map(|(c, score)| (c.id, (score + talent::leadership(e, c) + adjustment).clamp(least, most)))
        .collect()
}

/// The next side whose check has come: it was shaken in an earlier round, the first of them first.
pub fn next_due(e: &Encounter) -> Option<SideId> {
    if !about().on(e, MORALE) {
        return None;
    }
    let due = e.side_ids().filter(|side| is_due(e, *side) || !unwilling(e, *side).is_empty());
    due.min_by_key(|side| e.side(*side).map(|s| s.count(counter::SHAKEN_NTH)))
}

fn is_due(e: &Encounter, side: SideId) -> bool {
    let earlier =
        |s: &crate::rules::model::encounter::Side| s.count(counter::SHAKEN_IN) < e.round_number();
    morale::is_due(e, side, &TRIGGERS)
        && e.side(side).is_some_and(earlier)
        && !morale::is_steadfast(e, side, STEADFAST_AFTER)
        && !tested(e, side, 0).is_empty()
}

/// Members that never fight, each until it was asked once whether they are cornered (`house.morale.two-passes`).
fn unwilling(e: &Encounter, side: SideId) -> Vec<CombatantId> {
    let craven = morale::able(about(), e, side)
        .filter(|(c, score)| *score == CRAVEN && c.count(Counter::UNWILLING) == 0);
    craven.map(|(c, _)| c.id).collect()
}

/// What waited is met: the triggers, and the question whether the unwilling fight.
fn meet(r: &mut Resolution, side: SideId) {
    morale::meet(r, side, &TRIGGERS);
    for who in unwilling(r.encounter(), side) {
        r.emit(Event::Counted(Bearer::One(who), Counter::UNWILLING, MET));
    }
}

/// The referee waives the check; who never fights is cornered.
pub fn waive(r: &mut Resolution, side: SideId) {
    meet(r, side);
    morale::not_checked(r, side);
}

/// The referee has the side check now; where its check is due, this is it.
pub fn by_referee(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    morale::close_own(r, side);
    check(r, side, adjustment)
}

/// The side checks: 2d6 once, read against each member's own score (`house.morale.check`). Where all that waited is
/// whether the unwilling fight, nobody rolls.
pub fn check(r: &mut Resolution, side: SideId, adjustment: i32) -> Result<(), Stop> {
    let e = r.encounter();
    let (mut broken, shaken) = (unwilling(e, side), morale::is_due(e, side, &TRIGGERS));
    let tested = tested(e, side, adjustment);
    let rolls = (shaken || broken.is_empty())
        && !tested.is_empty()
        && !morale::is_steadfast(e, side, STEADFAST_AFTER);
    meet(r, side);
    if rolls {
        let fled = morale::roll(r, side, &tested, adjustment)?;
        if fled.is_empty() {
            morale::hold(r, about(), side, Some((STEADFAST_AFTER, Condition::STEADFAST)));
        }
        broken.extend(fled);
    } else if broken.is_empty() {
        morale::not_checked(r, side);
    }
    if broken.is_empty() {
        return Ok(());
    }
    morale::break_up(r, side, &broken, &FLEE_OR_SURRENDER, |r, who, _| flee(r, who))
}

/// From now on it runs, undeclared, and attacks no more (`house.morale.break`).
pub fn flee(r: &mut Resolution, who: CombatantId) {
    spell::let_go(r, who);
    if !r.encounter().has(who, Condition::FLEEING) {
        r.begin(who, Condition::FLEEING, None);
    }
}

/// A check forced on one alone: it uses up no trigger and counts as no pass; whoever has no score, or nobody with morale
/// off, does as the referee says, and stands if nobody says anything (`house.morale.forced`, A7). Whoever runs already is not
/// asked.
pub fn forced(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let stands = |c: &&Combatant| c.is_up() && !c.has(Condition::FLEEING);
    let Some(c) = e.get(who).filter(stands) else { return Ok(()) };
    let side = c.side;
    let score = crate::rules::d20::state::bears_morale(e, c).filter(|_| about().on(e, MORALE));
    let Some(score) = score else {
        let ask = ChoiceRequest::one(Question::Broken, vec![Pick::No, Pick::Flee, Pick::Surrender]);
        match r.choose(ChoiceRequest { who: Some(who), ..ask })? {
            Answer::One(1) => flee(r, who),
            Answer::One(2) => r.emit(Event::Stood(who, Standing::Surrendered)),
            _ => {}
        }
        return Ok(());
    };
    if score == FEARLESS || talent::is_companion(e, who) {
        return Ok(());
    }
    let score = (score + talent::leadership(e, c)).min(BOUNDS.1);
    if morale::roll(r, side, &[(who, score)], 0)?.is_empty() {
        return Ok(());
    }
    morale::break_up(r, side, &[who], &FLEE_OR_SURRENDER, |r, who, _| flee(r, who))
}
