//! Ongoing damage: oil, holy water, bleeding (`house.damage.ongoing`).

use super::condition;
use super::counter;
use super::harm;
use super::options::{ONGOING_TIMING, OngoingTiming};
use crate::rules::d20::harm as kit;
use crate::rules::d20::state::ROUND_TAGS;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::event::Bearer;
use crate::rules::model::ids::EffectId;
use crate::rules::model::moment::{Moment, Round};
use crate::rules::model::window::Subject;
use crate::rules::ruleset::prelude::*;

/// Whether ongoing damage comes at the start of the round (`house.option.ongoing-timing`).
pub fn strikes_first(e: &Encounter) -> bool {
    ONGOING_TIMING.is(e, OngoingTiming::Start)
}

/// The next victim of ongoing damage, in initiative order, then roster order (`house.damage.ongoing`).
pub fn next_victim(e: &Encounter) -> Option<CombatantId> {
    let victims = e.all().filter(|c| next_harm(e, c).is_some());
    victims.min_by_key(|c| (e.slot_of(c.id).unwrap_or(u16::MAX), c.id)).map(|c| c.id)
}

/// The next effect that damages it: oil and holy water in their second round, then each bleeding.
fn next_harm<'a>(e: &Encounter, c: &'a Combatant) -> Option<&'a Effect> {
    let round = e.round_number();
    let undone = |effect: &&Effect| effect.count(counter::HARMED_IN) < round;
    let began = |effect: &Effect| effect.count(counter::BEGAN_IN);
    let burns = |effect: &&Effect| began(effect) < round;
    let bleeds = |effect: &&Effect| !strikes_first(e) || began(effect) < round;
    if !harm::can_be_harmed(c) {
        return None;
    }
    let mut burning = c.effects_of(Condition::BURNING).filter(undone).filter(burns);
    burning.next().or_else(|| c.effects_of(condition::BLEEDING).filter(undone).find(bleeds))
}

/// Refuses to skip ongoing damage (section 2).
///
/// # Errors
/// `not-in-this-phase`.
pub fn check_skip(e: &Encounter) -> Allowed {
    let victim = |window: &Window| match &window.subject {
        Some(Subject::Combatant(_)) => true,
        Some(Subject::Timer(timer)) => wound_of(e, timer).is_some(),
        _ => false,
    };
    match e.window().filter(|window| window.phase == Phase::Due && victim(window)) {
        Some(_) => Err(Refusal::NOT_IN_THIS_PHASE.saying("it goes on until it is stopped")),
        None => Ok(()),
    }
}

/// Deals its next ongoing damage: oil and holy water once, bleeding until it is stopped.
pub fn deal(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let round = e.round_number();
    let Some(effect) = e.get(who).and_then(|c| next_harm(e, c)).cloned() else { return Ok(()) };
    deal_effect(r, who, &effect, round)
}

fn deal_effect(r: &mut Resolution, who: CombatantId, effect: &Effect, round: i32) -> Result<(), Stop> {
    r.under(|| Why::Ticks(who), |r| tick(r, who, effect, round))
}

fn tick(r: &mut Resolution, who: CombatantId, effect: &Effect, round: i32) -> Result<(), Stop> {
    let sides = u16::try_from(effect.value.max(2)).unwrap_or(4);
    let burns = effect.condition == Condition::BURNING;
    let purpose = if burns { Purpose::Fire } else { Purpose::Bleeding };
    let amount = r.figure(RollRequest::new(purpose, 1, sides).by(who))?;
    if burns {
        r.emit(Event::relieved(who, effect, false));
    } else {
        r.count(Bearer::Effect(who, effect.id), counter::HARMED_IN, round);
    }
    harm::harm_and_disrupt(r, who, Tally::new().with(Reason::DICE, amount), Source::Lasting)
}

/// After the fight, schedules ongoing damage for each round that passes (`house.damage.ongoing`).
pub fn schedule_after_fight(r: &mut Resolution) {
    let e = r.encounter();
    let waits = |id| e.timers.iter().any(|timer| timer.action == TimerAction::Recheck(id));
    let harms =
        |effect: &&Effect| [Condition::BURNING, condition::BLEEDING].contains(&effect.condition.id);
    let mut due: Vec<(u16, CombatantId, EffectId, Round)> = Vec::new();
    for c in e.all().filter(|c| harm::can_be_harmed(c)) {
        let slot = e.slot_of(c.id).unwrap_or(u16::MAX);
        let harming = c.effects.iter().filter(harms).filter(|effect| !waits(effect.id));
        due.extend(harming.map(|effect| (slot, c.id, effect.id, next_round(e, effect))));
    }
    due.sort_unstable();
    due.into_iter().for_each(|(_, who, id, round)| schedule(r, who, id, round));
}

/// The round at whose end it does damage next, not before this one. The start of a round counts as the end of the one
/// before.
fn next_round(e: &Encounter, effect: &Effect) -> Round {
    let later = i32::from(!strikes_first(e));
    let began = if effect.condition == Condition::BURNING { effect.count(counter::BEGAN_IN) } else { 0 };
    let after = effect.count(counter::HARMED_IN).max(began).saturating_add(later);
    Round::try_from(after).unwrap_or(0).max(e.round)
}

fn schedule(r: &mut Resolution, who: CombatantId, id: EffectId, round: Round) {
    r.set_timer(Moment::RoundEnd(round).at(ROUND_TAGS), Some(who), TimerAction::Recheck(id));
}

/// Finds the ongoing damage that the timer repeats.
fn wound_of<'a>(e: &'a Encounter, timer: &Timer) -> Option<(CombatantId, &'a Effect, Round)> {
    let (TimerAction::Recheck(id), Moment::RoundEnd(round)) = (&timer.action, timer.due.moment) else {
        return None;
    };
    let c = timer.who.and_then(|who| e.get(who)).filter(|c| harm::can_be_harmed(c))?;
    Some((c.id, c.effect_by_id(*id)?, round))
}

/// Whether the timer still has something to do.
pub fn still_matters(e: &Encounter, timer: &Timer) -> bool {
    kit::still_matters(e, timer) || wound_of(e, timer).is_some()
}

/// Applies slow poison, or ongoing damage after the fight.
pub fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    let Some((who, effect, round)) = wound_of(r.encounter(), timer) else {
        return kit::poison_works(r, timer, harm::inflict);
    };
    let effect = effect.clone();
    let counted = i32::try_from(round).unwrap_or(i32::MAX);
    let counted = counted.saturating_add(i32::from(strikes_first(r.encounter())));
    deal_effect(r, who, &effect, counted)?;
    if wound_of(r.encounter(), timer).is_some() {
        schedule(r, who, effect.id, round.saturating_add(1));
    }
    Ok(())
}
