//! Attacks at a mover: for leaving or passing through a reach, retreating, following a withdrawer, or standing up. Each
//! uses up one of the attacks left (section 2, interrupts).

use super::asset::about;
use super::options::{RETREAT_ATTACK, RetreatAttack};
use super::state::this_round;
use super::trip::{Trip, goes_on};
use super::{condition, figures, gear, refusal, speed, state, strike, trip};
use crate::rules::d20::interrupt::in_turn;
use crate::rules::d20::movement::spend;
use crate::rules::d20::relations::Way;
use crate::rules::d20::state::reaches;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::dice::{Answer, ChoiceRequest, HowMany, Pick, Question};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// The opponents in whose melee range it is.
pub fn holding(e: &Encounter, who: CombatantId) -> Vec<CombatantId> {
    e.get(who).map_or_else(Vec::new, |c| state::holders(e, c).map(|foe| foe.id).collect())
}

/// The opponents whose melee range the act leaves: those in range now but not at its end.
fn left(e: &Encounter, act: &Act) -> Vec<CombatantId> {
    let Some(c) = e.get(act.who) else { return Vec::new() };
    let at = At { e, c };
    let before = holding(e, act.who);
    if before.is_empty() || trip::only_shifts(act) {
        return Vec::new();
    }
    let trip = Trip::of(&at, act);
    if trip.feet == 0 {
        return Vec::new();
    }
    let gone = trip::gone(&at, act, trip.way);
    let after = holding(&gone, act.who);
    before.into_iter().filter(|foe| !after.contains(foe)).collect()
}

/// Refuses to leave a range that the mover did not enter this round, except by a withdrawal or a declared retreat
/// (`house.declare.flee`, A50).
///
/// # Errors
/// `must-withdraw`.
pub fn check_undeclared(at: &At, act: &Act) -> Allowed {
    if !speed::is_bound(at.e, at.c) {
        return Ok(());
    }
    let bound = left(at.e, act).into_iter().find(|foe| speed::binds(at.c, *foe));
    match bound.and_then(|foe| at.e.get(foe)) {
        Some(foe) => at.no(refusal::MUST_WITHDRAW.saying(format!("it is in the reach of {}", foe.name))),
        None => Ok(()),
    }
}

/// Foes among `others` that the mover passes and leaves out of reach behind it, nearest first, with their distances in
/// feet.
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

/// Asks the referee which unnamed foes along the line are passed within reach, of those able to attack; returns them
/// with their distances in feet. A place on the line says how far along a combatant is, not how far aside.
fn ask_passed(
    r: &mut Resolution,
    act: &Act,
    named: &[(CombatantId, i32)],
) -> Result<Vec<(CombatantId, i32)>, Stop> {
    let e = r.encounter();
    let by: Vec<(CombatantId, i32)> = on_the_way(e, act)
        .into_iter()
        .filter(|(foe, _)| !named.iter().any(|(known, _)| known == foe))
        .filter(|(foe, _)| !lines_in_passing(e, *foe).is_empty())
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

/// Foes between the mover's place and its destination, out of reach of both.
fn on_the_way(e: &Encounter, act: &Act) -> Vec<(CombatantId, i32)> {
    let Some(c) = e.get(act.who).filter(|_| e.is_measured() && !trip::only_shifts(act)) else {
        return Vec::new();
    };
    let at = At { e, c };
    let gone = trip::gone(&at, act, Trip::of(&at, act).way);
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

/// Before the move, lets the foes whose reach it leaves attack, in roster order, then those whose reach it passes
/// through, in order of distance; each once per mover and round (`house.melee.opportunity-attack`, A12, A46, A51).
/// Returns whether it goes on.
pub fn strike(r: &mut Resolution, act: &Act, passed: &[(CombatantId, i32)]) -> Result<bool, Stop> {
    let mut passed = passed.to_vec();
    passed.extend(ask_passed(r, act, &passed)?);
    passed.sort_unstable_by_key(|(foe, far)| (*far, *foe));
    let passed = &passed[..];
    let e = r.encounter();
    let Some(c) = e.get(act.who) else { return Ok(false) };
    let retreats = act.deed == Deed::Retreat || state::runs_away(c);
    let when = if retreats { RETREAT_ATTACK.of(e) } else { RetreatAttack::None };
    let entered = |foe: &CombatantId| c.has_toward(condition::ENTERED, *foe);
    let (mut foes, later): (Vec<_>, Vec<_>) =
        left(e, act).into_iter().partition(|foe| when == RetreatAttack::AtOnce || entered(foe));
    if when == RetreatAttack::OwnStop {
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
        if by { lines_in_passing(e, foe) } else { lines_out_of_turn(e, foe, act.who) }
    };
    let why = (why, "house.melee.opportunity-attack");
    attack_mover(r, act.who, &foes, why, lines, |r, foe| {
        // One routed on its way stops; it runs with what is left of its movement.
        let routed = !retreats && r.encounter().get(act.who).is_some_and(state::runs_away);
        let goes = goes_on(r.encounter(), act.who, act.deed) && !routed;
        if let Some((foe, far)) = passed.iter().find(|(by, _)| *by == foe).filter(|_| !goes) {
            falls_beside(r, act.who, *foe, *far);
        }
        goes
    })
}

/// Lets each of `foes` that has an attack left attack the mover once a round, with one of its `lines` (A51); after each
/// attack `goes_on` says whether the mover still does. `why` is shown with the question; with it comes the id of the rule
/// that allows the attacks. Returns whether it goes on.
fn attack_mover(
    r: &mut Resolution,
    mover: CombatantId,
    foes: &[CombatantId],
    (why, rule): (&str, &'static str),
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
        strike::out_of_turn(r, foe, mover, line, rule)?;
        Ok(goes_on(r, foe))
    })
}

/// Marks the opponents whose range it has entered since `before`, by its own movement this round; it may leave them
/// undeclared, but provokes attacks. Returns them.
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

/// Lets those among the `entered` that withdrew from the pursuer this round attack it first
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
        "it follows the withdrawer",
        |e, foe| lines_out_of_turn(e, foe, pursuer),
        |r, foe, line| {
            r.relieve_toward(foe, Condition::BACKED_OFF, pursuer);
            strike::out_of_turn(r, foe, pursuer, line, "house.movement.withdrawer-first-strike")?;
            Ok(goes_on(r.encounter(), pursuer, Deed::Move))
        },
    )?;
    Ok(())
}

/// Lets each opponent within 5 feet attack it as it stands up; returns whether it still does
/// (`house.fumble.off-balance`).
pub fn while_rising(r: &mut Resolution, who: CombatantId) -> Result<bool, Stop> {
    let e = r.encounter();
    let Some(c) = e.get(who) else { return Ok(false) };
    let near = |foe: &&Combatant| {
        e.engaged(who, foe.id) || e.between(c, foe).is_some_and(|far| far <= about().melee())
    };
    let foes: Vec<CombatantId> = e.foes(c).filter(near).map(|foe| foe.id).collect();
    let lines = |e: &Encounter, foe| lines_out_of_turn(e, foe, who);
    attack_mover(r, who, &foes, ("it gets up", "house.fumble.off-balance"), lines, |r, _| {
        r.encounter().get(who).is_some_and(state::is_able)
    })
}

/// The attack lines with which `who` could strike at `whom` out of turn where it is: in reach, with a use left
/// (`house.attack.available`).
fn lines_out_of_turn(e: &Encounter, who: CombatantId, whom: CombatantId) -> Vec<u8> {
    let (Some(c), Some(target)) = (e.get(who), e.get(whom)) else { return Vec::new() };
    let far = if e.engaged(who, whom) { None } else { e.between(c, target) };
    let near = |line: &Attack| far.is_none_or(|far| far <= Tenths::whole(state::reach_of(line)));
    lines_at_hand(e, who).into_iter().filter(|(_, line)| near(line)).map(|(nth, _)| nth).collect()
}

/// The attack lines with which `who` could strike out of turn at a combatant that comes adjacent.
fn lines_in_passing(e: &Encounter, who: CombatantId) -> Vec<u8> {
    lines_at_hand(e, who).into_iter().map(|(nth, _)| nth).collect()
}

fn lines_at_hand(e: &Encounter, who: CombatantId) -> Vec<(u8, &Attack)> {
    let (Some(c), Ok(d20)) = (e.get(who), e.d20(who)) else { return Vec::new() };
    if !may_strike_out_of_turn(c) {
        return Vec::new();
    }
    let at = At { e, c };
    let hand = state::weapon_in_hand(e, c).map(|(nth, _)| nth);
    let fits = |(nth, line): &(u8, &Attack)| {
        let in_hand =
            !figures::is_in_hand(d20, line) || [hand, state::second_weapon(c)].contains(&Some(*nth));
        let usable = gear::may_wield(&at, *nth, line).is_ok() && state::uses_left(c, d20, *nth) > 0;
        reaches(line, Range::Melee) && in_hand && usable
    };
    state::ready_lines(&at).filter(fits).collect()
}

/// Whether `c` could strike at all, on any turn.
fn may_strike_out_of_turn(c: &Combatant) -> bool {
    state::is_able(c)
        && !c.has(Condition::SURPRISED)
        && !c.means(Meaning::CANNOT_ATTACK)
        && !state::runs_away(c)
}

/// Stops a move beside the foe that struck the mover down on the way, `far` feet from its start.
fn falls_beside(r: &mut Resolution, who: CombatantId, foe: CombatantId, far: i32) {
    let before = holding(r.encounter(), who);
    spend(r, who, (far - about().melee_distance).max(0));
    trip::shift(r, who, &[(foe, Some(far))], Way::Contact);
    note_entered(r, who, &before);
}
