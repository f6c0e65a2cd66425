//! Turning undead: the attempt, its limits and interruptions (`house.class.turn-undead`, `house.class.turn-limits`,
//! `house.class.turn-interrupt`).

use super::asset::tables;
use super::harm::{self, ROUNDS_PER_TURN};
use super::state::rounds_on;
use super::{condition, counter, figures, refusal, state};
use crate::rules::d20::tables::Turning;
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::d20::{D20, HitDice};
use crate::rules::model::event::Told;
use crate::rules::model::moment::{Moment, TIMED, When as Until};
use crate::rules::ruleset::deed;
use crate::rules::ruleset::prelude::*;

/// Tries to turn the weakest kind of undead not yet tried; without targets, keeps up the turning.
pub const TURN_UNDEAD: DeedRule = DeedRule {
    rule: "house.class.turn-undead",
    phase: Some(Phase::Action),
    told: deed::LogForm::Named,
    concerns: |at| cleric_level(at) > 0,
    may: may_turn,
    shape: |at, offer| {
        let ids: Vec<CombatantId> = next_kind(at).into_iter().map(|faced| faced.who).collect();
        let least = usize::from(!at.c.has(condition::TURNING));
        Offer { at: Targets { least, most: ids.len(), ids }, ..offer }
    },
    check: |at, act| {
        let next: Vec<CombatantId> = next_kind(at).into_iter().map(|faced| faced.who).collect();
        let goes_on = act.at.is_empty() && at.c.has(condition::TURNING);
        let faced = !next.is_empty() && act.at.iter().all(|who| next.contains(who));
        at.unless(goes_on || faced, Refusal::BAD_TARGET)
    },
    run: turn,
    ..DeedRule::of(Deed::TurnUndead)
};

/// Cleric level at which it turns undead; 0 if it cannot (`house.class.turn-undead`).
fn cleric_level(at: &At) -> i32 {
    let lower = |d20: &D20| Some(figures::level(d20) - tables().class(d20.block.class?)?.turns?);
    at.d20().ok().and_then(lower).unwrap_or(0)
}

fn may_turn(at: &At) -> Allowed {
    at.unless(cleric_level(at) > 0, refusal::NOT_ITS_CRAFT)?;
    state::is_free_to_act(at)?;
    if at.c.has(condition::TURNING) {
        return Ok(());
    }
    at.unless(!at.c.has(condition::TURNING_OVER), refusal::TURNING_OVER)
}

/// Key of a kind of undead, which one attempt affects as a whole; orders the weakest first.
type Kind = (u8, bool, i8, Text);

fn kind(d20: &D20) -> Kind {
    let hd = hit_dice(d20);
    (hd.whole, hd.starred, hd.plus, d20.block.name.clone())
}

fn hit_dice(d20: &D20) -> HitDice {
    d20.block.hd.unwrap_or(HitDice::whole(1))
}

/// An undead foe with its entry in the table.
struct Faced {
    who: CombatantId,
    kind: Kind,
    worth: i32,
    entry: Turning,
}

/// Undead foes of the weakest kind that can be turned and was not tried (A48); empty after a failed attempt.
fn next_kind(at: &At) -> Vec<Faced> {
    let At { e, c } = *at;
    if c.has(condition::TURNING_OVER) {
        return Vec::new();
    }
    let level = cleric_level(at);
    let tried: Vec<Kind> = c
        .effects_of(condition::TURNING)
        .filter_map(|effect| Some(kind(e.d20(effect.toward?).ok()?)))
        .collect();
    let undead = e.foes(c).filter(|foe| state::is_undead(e, foe.id) && !foe.has(Condition::TURNED));
    let mut faced: Vec<Faced> = undead
        .filter_map(|foe| {
            let d20 = e.d20(foe.id).ok()?;
            let hd = hit_dice(d20);
            let worth = i32::from(hd.whole).max(1);
            Some(Faced { who: foe.id, kind: kind(d20), worth, entry: tables().turning.entry(level, hd) })
        })
        .filter(|faced| faced.entry != Turning::No && !tried.contains(&faced.kind))
        .collect();
    let weakest = faced.iter().map(|faced| faced.kind.clone()).min();
    faced.retain(|faced| Some(&faced.kind) == weakest.as_ref());
    faced
}

/// Tries the next kind, which counts as keeping up the turning, or only keeps it up. Chosen targets are affected first.
fn turn(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let goes_on = act.at.is_empty() && at.c.has(condition::TURNING);
    let mut faced = if goes_on { Vec::new() } else { next_kind(&at) };
    faced.sort_by_key(|faced| !act.at.contains(&faced.who));
    let round = r.encounter().round_number();
    r.emit(Event::Spent(act.who, Spending::Action));
    r.count(act.who, counter::TURNED_IN, round);
    keep_off(r, act.who);
    let Some(first) = faced.first() else { return Ok(()) };
    if !is_turned(r, act.who, first)? {
        let over = Effect { toward: Some(first.who), ..r.effect(condition::TURNING_OVER, None) };
        r.afflict(act.who, over);
        return Ok(());
    }
    let mut turning = Effect { toward: Some(first.who), ..rounds_on(r, condition::TURNING, 1) };
    turning.counters.set(counter::BEGAN_IN, round);
    r.afflict(act.who, turning);
    affect(r, act.who, &faced)
}

/// Keeps up the turning for another round.
fn keep_off(r: &mut Resolution, who: CombatantId) {
    let until = rounds_on(r, condition::TURNING, 1).until;
    let kept: Vec<Effect> = r
        .encounter()
        .get(who)
        .map_or_else(Vec::new, |c| c.effects_of(condition::TURNING).cloned().collect());
    for effect in kept {
        r.afflict(who, Effect { until, ..effect });
    }
}

/// Rolls 2d6 against the table; without a roll if the table needs none.
fn is_turned(r: &mut Resolution, who: CombatantId, faced: &Faced) -> Result<bool, Stop> {
    let Turning::Roll(need) = faced.entry else { return Ok(faced.entry != Turning::No) };
    r.test(RollRequest::new(Purpose::Turning, 2, 6).by(who).against(faced.who).at_least(need))
}

/// Affects 2d6 Hit Dice of that kind: one more only if it fits whole, but always at least one.
fn affect(r: &mut Resolution, who: CombatantId, faced: &[Faced]) -> Result<(), Stop> {
    let mut left = r.figure(RollRequest::new(Purpose::TurningHitDice, 2, 6).by(who))?;
    let until = lasts_until(r, who);
    for (nth, Faced { who: foe, worth, entry, .. }) in faced.iter().enumerate() {
        if *worth > left && nth > 0 {
            break;
        }
        left -= worth;
        let destroyed = *entry == Turning::Destroyed;
        r.tell(|| Told::Driven(*foe, destroyed));
        if destroyed {
            harm::die(r, *foe);
        } else {
            let driven = Effect { toward: Some(who), ..r.effect(Condition::TURNED, until) };
            harm::begins(r, *foe, driven);
        }
    }
    Ok(())
}

/// End of the turning, at most a turn after its first success, which may have destroyed all it affected
/// (`house.class.turn-limits`, A29).
fn lasts_until(r: &Resolution, who: CombatantId) -> Option<Until> {
    let e = r.encounter();
    let others = e.all().filter_map(|c| turned_by(c, who)?.until);
    let began = |effect: &Effect| Some(effect.count(counter::BEGAN_IN)).filter(|round| *round > 0);
    let first = e.get(who)?.effects_of(condition::TURNING).filter_map(began).min()?;
    let last = u32::try_from(first.saturating_add(ROUNDS_PER_TURN - 1)).unwrap_or(0);
    others.chain([Moment::RoundEnd(last).at(TIMED)]).min()
}

fn turned_by(c: &Combatant, who: CombatantId) -> Option<&Effect> {
    c.effects_of(Condition::TURNED).find(|effect| effect.toward == Some(who))
}

/// Ends the turning of a combatant that was hit (`house.class.turn-interrupt`).
pub fn was_hit(r: &mut Resolution, who: CombatantId) {
    if r.encounter().has(who, condition::TURNING) {
        break_up(r, who);
    }
}

/// After a command, ends the turning of those that are out of action, routed, or have done anything but move this
/// round.
pub fn break_off(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        match change {
            Change::Ended(who, condition::TURNING) if !r.encounter().has(who, condition::TURNING) => {
                release(r, who);
            }
            Change::Turned(..) => release_allies(r),
            _ => {}
        }
    }
    let e = r.encounter();
    let gives_up =
        |c: &Combatant| !state::is_able(c) || c.has(Condition::FLEEING) || has_done_else(e, c);
    let broken = e.those(|c| c.has(condition::TURNING) && gives_up(c));
    broken.into_iter().for_each(|who| break_up(r, who));
}

fn has_done_else(e: &Encounter, c: &Combatant) -> bool {
    let turned = c.count(counter::TURNED_IN) == e.round_number();
    let runs = c.has(Condition::RUNNING) || c.has(Condition::RETREATING);
    state::attacks_made(c) > 0 || (c.spent.acted && !turned && !runs)
}

/// Ends the turning.
pub fn break_up(r: &mut Resolution, who: CombatantId) {
    let first = r.encounter().get(who).and_then(|c| c.effect(condition::TURNING)?.toward);
    over(r, who, first);
}

/// Ends the turning: the undead come back, and it cannot try again in this fight. `turned`, one of the undead involved,
/// marks the fight.
pub fn over(r: &mut Resolution, who: CombatantId, turned: Option<CombatantId>) {
    r.relieve(who, condition::TURNING);
    let back = release(r, who);
    if !r.encounter().has(who, condition::TURNING_OVER) {
        let toward = turned.or(back.first().copied());
        r.afflict(who, Effect { toward, ..r.effect(condition::TURNING_OVER, None) });
    }
}

/// Releases the undead that it turned, and returns them.
fn release(r: &mut Resolution, who: CombatantId) -> Vec<CombatantId> {
    let back = r.encounter().those(|c| turned_by(c, who).is_some());
    for &foe in &back {
        r.relieve_toward(foe, Condition::TURNED, who);
    }
    back
}

/// Releases the turned that have changed to the cleric's side.
fn release_allies(r: &mut Resolution) {
    let e = r.encounter();
    let friend = |c: &Combatant| {
        let by = c.toward(Condition::TURNED).and_then(|by| e.get(by))?;
        (by.side == c.side).then_some((c.id, by.id))
    };
    let friends: Vec<(CombatantId, CombatantId)> = e.all().filter_map(friend).collect();
    friends.into_iter().for_each(|(who, by)| r.relieve_toward(who, Condition::TURNED, by));
}
