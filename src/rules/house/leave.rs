//! Blows at whoever moves: passing through a reach, running out of one, coming back to whoever backed off, getting up.
//! Each uses up one of the attacks left (section 2, interrupts).

use super::attack;
use super::condition;
use super::movement::{self, goes_on};
use super::options::RETREAT_ATTACK;
use super::refusal;
use super::sequence::this_round;
use super::{about, state};
use crate::rules::d20::interrupt::in_turn;
use crate::rules::d20::relations::Way;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::Stop;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{Allowed, At};

/// Those in whose melee range it is now.
pub fn holding(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    e.get(who).map_or_else(Vec::new, |c| state::holders(e, c).map(|foe| foe.id).collect())
}

/// Those whose melee range it leaves when it goes as the act says: in range now, and not where it ends.
fn left(e: &Encounter, act: &Act) -> Vec<CombatantId> {
    let Some(c) = e.get(act.who) else { return Vec::new() };
    let at = At { e, c };
    if movement::only_shifts(act) || movement::feet(&at, act) == 0 {
        return Vec::new();
    }
    let before = holding(e, act.who);
    if before.is_empty() {
        return before;
    }
    let gone = movement::gone(&at, act, movement::way_of(&at, act));
    let after = holding(&gone, act.who);
    before.into_iter().filter(|foe| !after.contains(foe)).collect()
}

/// A range that it did not enter itself this round it leaves only by backing off, or by a retreat that it declared
/// (`house.declare.flee`, A50).
///
/// # Errors
/// `must-withdraw`.
pub fn check_undeclared(at: &At, act: &Act) -> Allowed {
    if state::runs_away(at.c) {
        return Ok(());
    }
    let bound = left(at.e, act).into_iter().find(|foe| binds(at.c, *foe));
    match bound.and_then(|foe| at.e.get(foe)) {
        Some(foe) => at.no(refusal::MUST_WITHDRAW.saying(format!("it is in the reach of {}", foe.name))),
        None => Ok(()),
    }
}

/// That foe came to it, or both stood so before: its reach is not left undeclared.
fn binds(c: &Combatant, foe: CombatantId) -> bool {
    !state::runs_away(c) && !c.has_toward(condition::ENTERED, foe)
}

/// Whether somebody holds it in whose reach it has to stay, unless it backs off.
pub fn is_bound(e: &Encounter, c: &Combatant) -> bool {
    state::holders(e, c).any(|foe| binds(c, foe.id))
}

/// Of those it moves toward, the foes that it passes by and leaves behind it, out of their reach again; the nearest
/// first, each with the feet to it.
pub fn passed(
    e: &Encounter,
    who: CombatantId,
    others: &[(CombatantId, Option<i32>)],
    way: Way,
) -> Vec<(CombatantId, i32)> {
    let Way::Toward(feet) = way else { return Vec::new() };
    let Some(c) = e.get(who) else { return Vec::new() };
    let is_past = |foe: &Combatant, far: i32| {
        let reach = state::reach(e, foe);
        far > reach && far - feet < -reach && state::can_hold(foe) && foe.side != c.side
    };
    let known = others.iter().filter_map(|(foe, far)| Some((e.get(*foe)?, (*far)?)));
    let mut passed: Vec<(CombatantId, i32)> =
        known.filter(|(foe, far)| is_past(foe, *far)).map(|(foe, far)| (foe.id, far)).collect();
    passed.sort_unstable_by_key(|(foe, far)| (*far, *foe));
    passed
}

/// Of the foes whom the line has on its way, and nobody has named: whoever could strike, and is near enough as the
/// referee says; each with the feet to it. The line tells how far along somebody is, not how far aside.
fn said_to_pass(
    r: &mut Resolution,
    act: &Act,
    named: &[(CombatantId, i32)],
) -> Result<Vec<(CombatantId, i32)>, Stop> {
    let e = r.encounter();
    let by: Vec<(CombatantId, i32)> = on_the_way(e, act)
        .into_iter()
        .filter(|(foe, _)| !named.iter().any(|(known, _)| known == foe))
        .filter(|(foe, _)| !state::lines_in_passing(e, *foe).is_empty())
        .filter(|(foe, _)| e.get(act.who).is_some_and(|c| !c.has_toward(condition::STRUCK_AT, *foe)))
        .collect();
    if by.is_empty() {
        return Ok(by);
    }
    let picks = by.iter().map(|(foe, _)| Pick::Combatant(*foe)).collect();
    let ask = ChoiceRequest {
        who: Some(act.who),
        how: HowMany::Some,
        ..ChoiceRequest::one(Question::Passed, picks)
    };
    let Answer::Some(said) = r.choose(ask)? else { return Ok(Vec::new()) };
    Ok(said.into_iter().filter_map(|nth| by.get(nth).copied()).collect())
}

/// Foes between where it stands and where it goes, out of whose reach it is at both ends.
fn on_the_way(e: &Encounter, act: &Act) -> Vec<(CombatantId, i32)> {
    let Some(c) = e.get(act.who).filter(|_| e.is_measured() && !movement::only_shifts(act)) else {
        return Vec::new();
    };
    let at = At { e, c };
    let gone = movement::gone(&at, act, movement::way_of(&at, act));
    let places = |e: &Encounter| e.get(act.who).and_then(|c| e.place_of(c));
    let Some((from, to)) = places(e).zip(places(&gone)) else { return Vec::new() };
    let (least, most) = (from.min(to), from.max(to));
    let far = |foe: &Combatant| {
        let place = e.place_of(foe).filter(|place| (least..=most).contains(place))?;
        let reach = Tenths::whole(state::reach(e, foe));
        let beyond = |end: Tenths| place.gap(end) > reach;
        (state::can_hold(foe) && beyond(from) && beyond(to)).then(|| place.gap(from).up())
    };
    e.foes(c).filter_map(|foe| Some((foe.id, far(foe)?))).collect()
}

/// Before it has gone, those whose reach it leaves may strike, in the order of the roster, then those whose reach it
/// passes through, as it comes by; each once for one mover and round (`house.melee.opportunity-attack`, A12, A46, A51).
/// `false`: it goes no farther.
pub fn strike(r: &mut Resolution, act: &Act, passed: &[(CombatantId, i32)]) -> Result<bool, Stop> {
    let mut passed = passed.to_vec();
    passed.extend(said_to_pass(r, act, &passed)?);
    passed.sort_unstable_by_key(|(foe, far)| (*far, *foe));
    let passed = &passed[..];
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return Ok(false) };
    let retreats = act.deed == Deed::Retreat || state::runs_away(c);
    let when = if retreats { about().value(e, RETREAT_ATTACK) } else { "none" };
    let entered = |foe: &CombatantId| c.has_toward(condition::ENTERED, *foe);
    let (mut foes, later): (Vec<_>, Vec<_>) =
        left(e, act).into_iter().partition(|foe| when == "at-once" || entered(foe));
    if when == "own-stop" {
        for foe in later {
            let mark = Effect { toward: Some(foe), ..this_round(r, condition::LEFT_REACH) };
            r.afflict(act.who, mark);
        }
    }
    foes.extend(passed.iter().map(|(foe, _)| *foe));
    let why = match (retreats, passed) {
        (true, _) => "it turns and runs",
        (false, []) => "it leaves its reach",
        (false, _) => "it passes through its reach",
    };
    let lines = |e: &Encounter, foe| {
        let by = passed.iter().any(|(by, _)| *by == foe);
        if by { state::lines_in_passing(e, foe) } else { state::lines_out_of_turn(e, foe, act.who) }
    };
    at_the_mover(r, act.who, &foes, why, lines, |r, foe| {
        // Whoever is routed on its way goes no farther on it: it runs, in what is left of its movement.
        let routed = !retreats && r.encounter().get(act.who).is_some_and(state::runs_away);
        let goes = goes_on(r.encounter(), act.who, act.deed) && !routed;
        if let Some((foe, far)) = passed.iter().find(|(by, _)| *by == foe).filter(|_| !goes) {
            movement::falls_beside(r, act.who, *foe, *far);
        }
        goes
    })
}

/// Each of them that has an attack left may strike at whoever moves, once a round, with one of its `lines` for that
/// (A51); `goes_on` says after a blow whether it still does. `false`: it does not.
fn at_the_mover(
    r: &mut Resolution,
    mover: CombatantId,
    foes: &[CombatantId],
    why: &str,
    lines: impl Fn(&Encounter, CombatantId) -> Vec<u8>,
    goes_on: impl Fn(&mut Resolution, CombatantId) -> bool,
) -> Result<bool, Stop> {
    let fresh = |foe: &CombatantId| {
        r.encounter().get(mover).is_some_and(|c| !c.has_toward(condition::STRUCK_AT, *foe))
    };
    let foes: Vec<CombatantId> = foes.iter().copied().filter(fresh).collect();
    in_turn(r, mover, &foes, why, lines, |r, foe, line| {
        let mark = Effect { toward: Some(foe), ..this_round(r, condition::STRUCK_AT) };
        r.afflict(mover, mark);
        attack::out_of_turn(r, foe, mover, line)?;
        Ok(goes_on(r, foe))
    })
}

/// Whose range it has come within by its own movement this round is noted: it may leave that again, at a price. Those
/// in whose range it was not `before`.
pub fn note_entered(r: &mut Resolution, who: CombatantId, before: &[CombatantId]) -> Vec<CombatantId> {
    let now = holding(r.encounter(), who);
    let entered: Vec<CombatantId> = now.into_iter().filter(|foe| !before.contains(foe)).collect();
    for foe in &entered {
        let known = r.encounter().get(who).is_some_and(|c| c.has_toward(condition::ENTERED, *foe));
        if !known {
            let mark = Effect { toward: Some(*foe), ..this_round(r, condition::ENTERED) };
            r.afflict(who, mark);
        }
    }
    entered
}

/// Of those whose range it has come within, whoever backed off from it this round may strike at once, ahead of it
/// (`house.movement.withdrawer-first-strike`).
pub fn first_strikes(
    r: &mut Resolution,
    pursuer: CombatantId,
    entered: &[CombatantId],
) -> Result<(), Stop> {
    let e = r.encounter();
    let backed_off = |foe: &CombatantId| {
        e.get(*foe).is_some_and(|foe| foe.has_toward(Condition::BACKED_OFF, pursuer))
    };
    let foes: Vec<CombatantId> = entered.iter().copied().filter(backed_off).collect();
    in_turn(
        r,
        pursuer,
        &foes,
        "it comes after it",
        |e, foe| state::lines_out_of_turn(e, foe, pursuer),
        |r, foe, line| {
            r.relieve_toward(foe, Condition::BACKED_OFF, pursuer);
            attack::out_of_turn(r, foe, pursuer, line)?;
            Ok(goes_on(r.encounter(), pursuer, Deed::Move))
        },
    )?;
    Ok(())
}

/// Each opponent within 5 feet may strike at it as it gets up. Whether it still does (`house.fumble.off-balance`).
pub fn while_rising(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return Ok(false) };
    let near = |foe: &&Combatant| {
        e.engaged(who, foe.id) || e.between(c, foe).is_some_and(|far| far <= about().melee())
    };
    let foes: Vec<CombatantId> = e.foes(c).filter(near).map(|foe| foe.id).collect();
    let lines = |e: &Encounter, foe| state::lines_out_of_turn(e, foe, who);
    at_the_mover(r, who, &foes, "it gets up", lines, |r, _| {
        r.encounter().get(who).is_some_and(state::is_able)
    })
}
