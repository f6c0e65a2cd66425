//! Damage in two pools, knockout, death, recovery, and consequences deferred to the end of a slot.

use super::asset::about;
use super::counter::BROUGHT;
use super::options::{DEATH_THRESHOLD, ROUNDS_PER_TURN};
use super::{disruption, figures, hold, mass, melee, morale, saving, state, two_weapons};
use crate::rules::d20::harm::{self as kit, HitEffect, Rounding, is_alive, missing};
use crate::rules::d20::mount;
use crate::rules::d20::subdual::{self, unspent};
use crate::rules::engine::resolution::Change;
use crate::rules::model::block::d20::Rider;
use crate::rules::model::command::Share;
use crate::rules::model::effect::Timer;
use crate::rules::model::moment::{Moment, Second, TIMED, When};
use crate::rules::ruleset::prelude::*;

/// Step of the Turn's end at which temporary damage recovers, after everything else that ends then (section 2.3).
const RECOVERY: u8 = TIMED + 1;

/// The least amount of healing by magic or by the referee (`zero.healing.lethal`).
pub const LEAST_HEALING: i32 = 1;

/// Deals the tally as lethal damage and `temporary` points as temporary damage, at once; consequences follow at the end
/// of the open slot, or now (section 2.4).
pub fn harm(
    r: &mut Resolution,
    who: CombatantId,
    mut tally: Tally,
    temporary: i32,
    source: Source,
    timing: Timing,
) -> Result<(), Stop> {
    r.harm_lands(who, &mut tally, source)?;
    kit::lose(r, who, tally, source, None);
    if temporary > 0 {
        // What is left at the end of the Turn recovers in part (`zero.healing.temporary`).
        let end = turn_end(r.encounter(), r.encounter().clock);
        subdual::deal(r, who, temporary, Some(Moment::Clock(end).at(RECOVERY)));
    }
    fall(r, who, timing);
    Ok(())
}

/// Returns the length of a Turn in seconds (`zero.time.turn`).
fn turn_seconds(e: &Encounter) -> Second {
    let rounds = ROUNDS_PER_TURN.of(e).max(1);
    u32::try_from(rounds).unwrap_or(10).saturating_mul(about().round_seconds)
}

/// Returns when the Turn that contains the given second ends.
fn turn_end(e: &Encounter, clock: Second) -> Second {
    let turn = turn_seconds(e);
    (clock / turn).saturating_add(1).saturating_mul(turn)
}

/// Moves the recovery of temporary damage to the end of the current Turn, in case the option has changed since it was
/// dealt or the damage has no end yet (`zero.time.turn`).
pub fn reschedule_recovery(r: &mut Resolution) {
    let e = r.encounter();
    let end = turn_end(e, e.clock);
    let stale = |effect: &&Effect| match effect.until {
        Some(When { moment: Moment::Clock(second), .. }) => second > e.clock && second != end,
        until => until.is_none(),
    };
    let of = |c: &Combatant| Some((c.id, c.effect(Condition::SUBDUED).filter(stale)?.clone()));
    let stale: Vec<(CombatantId, Effect)> = e.all().filter_map(of).collect();
    for (who, effect) in stale {
        r.afflict(who, Effect { until: Some(Moment::Clock(end).at(RECOVERY)), ..effect });
    }
}

/// Ends a Turn: temporary damage falls by the combatant's level, and it wakes prone if it has hit points to spare
/// (`zero.healing.temporary`).
pub fn recover_temporary(r: &mut Resolution, who: CombatantId, slept_off: &Effect) {
    let level = r.encounter().d20(who).map_or(1, figures::level).max(1);
    let left = slept_off.value.saturating_sub(level);
    if left > 0 {
        let passed = match slept_off.until {
            Some(When { moment: Moment::Clock(second), .. }) => second,
            _ => r.encounter().clock,
        };
        let until = Moment::Clock(turn_end(r.encounter(), passed)).at(RECOVERY);
        let effect = Effect { value: left, ..r.effect(Condition::SUBDUED, Some(until)) };
        r.afflict(who, effect);
    }
    wake(r, who);
}

/// Returns the hit points at or below which a combatant is dead (`zero.option.death-threshold`).
pub fn threshold(e: &Encounter) -> i32 {
    DEATH_THRESHOLD.of(e)
}

/// The state that follows from hit points and temporary damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Awake,
    KnockedOut,
    Dead,
}

/// Applies `zero.death.zero-hp` and `zero.death.knockout`.
fn fate(e: &Encounter, c: &Combatant) -> Fate {
    // A unit is never knocked out: it is destroyed at 0 hit points (`zero.mass.rout`).
    let is_unit = mass::is_unit(e, c.id);
    let dead_at = if is_unit { 0 } else { threshold(e) };
    match c.vitals.hp() {
        hp if hp <= dead_at => Fate::Dead,
        _ if !is_unit && unspent(c) <= 0 => Fate::KnockedOut,
        _ => Fate::Awake,
    }
}

/// Kills the combatant or knocks it out if its hit points say so, at the end of the slot or now.
fn fall(r: &mut Resolution, who: CombatantId, timing: Timing) {
    let e = r.encounter();
    let Some(c) = e.get(who).filter(|c| c.standing != Standing::Dead) else { return };
    let event = match fate(e, c) {
        Fate::Awake => return,
        Fate::Dead => Event::Stood(who, Standing::Dead),
        Fate::KnockedOut if c.effects.iter().any(is_knockout) => return,
        Fate::KnockedOut => Event::Afflicted(who, Box::new(r.effect(Condition::UNCONSCIOUS, None))),
    };
    take(r, event, timing);
}

/// As a slot opens, kills the unconscious that are below a threshold raised since (`zero.option.death-threshold`).
pub fn apply_raised_threshold(r: &mut Resolution) {
    let e = r.encounter();
    let dead = |c: &Combatant| c.is_up() && c.has(Condition::UNCONSCIOUS) && fate(e, c) == Fate::Dead;
    let dead = if e.pending.is_empty() { e.those(dead) } else { Vec::new() };
    let any = !dead.is_empty();
    dead.into_iter().for_each(|who| fall(r, who, Timing::Now));
    if any {
        follow_up(r);
    }
}

/// Emits a consequence at once, or defers it to the end of the open slot. The same fall is deferred only once.
pub fn take(r: &mut Resolution, event: Event, timing: Timing) {
    let waits = timing == Timing::Together && state::is_slot(r.encounter());
    if !waits {
        return r.emit(held(event));
    }
    if !r.encounter().pending.iter().any(|waiting| is_same(waiting, &event)) {
        r.defer(event);
    }
}

/// Returns the event to emit for a deferred consequence. A death deferred as a condition (poison, a spell) is one that
/// healing does not prevent.
fn held(event: Event) -> Event {
    match event {
        Event::Afflicted(who, effect) => kit::inflicted(who, *effect),
        event => event,
    }
}

/// Whether the effect is unconsciousness from lost hit points: without an end, and not brought by an attack or spell.
fn is_knockout(effect: &Effect) -> bool {
    effect.condition == Condition::UNCONSCIOUS && effect.until.is_none() && effect.count(BROUGHT) == 0
}

/// Whether both are the same fall of the same combatant.
fn is_same(one: &Event, other: &Event) -> bool {
    match (one, other) {
        (Event::Stood(a, how), Event::Stood(b, as_well)) => a == b && how == as_well,
        (Event::Afflicted(a, one), Event::Afflicted(b, other)) => {
            a == b && is_knockout(one) && is_knockout(other)
        }
        _ => false,
    }
}

/// Begins a condition, at the end of the slot or at once.
pub fn afflict(r: &mut Resolution, who: CombatantId, mut effect: Effect, timing: Timing) {
    if effect.condition == Condition::UNCONSCIOUS {
        effect.counters.set(BROUGHT, 1);
    }
    take(r, Event::Afflicted(who, Box::new(effect)), timing);
}

/// Applies the deferred consequences at the end of a slot (section 2.4), by the hit points as they are now: a combatant
/// healed meanwhile does not fall, or is knocked out rather than dead.
pub fn commit(r: &mut Resolution) {
    r.under(|| Why::Outcome, apply_pending);
}

fn apply_pending(r: &mut Resolution) {
    let pending = r.encounter().pending.clone();
    if pending.is_empty() {
        return;
    }
    r.emit(Event::Committed);
    for event in pending.iter() {
        match event {
            Event::Stood(who, Standing::Dead) => fall_now(r, *who),
            Event::Afflicted(who, effect) if is_knockout(effect) => fall_now(r, *who),
            Event::Afflicted(who, _) if !is_alive(r.encounter(), *who) => {}
            event => r.emit(held(event.clone())),
        }
    }
    follow_up(r);
}

fn fall_now(r: &mut Resolution, who: CombatantId) {
    r.under(|| Why::Target(who), |r| fall(r, who, Timing::Now));
}

/// Applies what follows from combatants being out of action, prone or disarmed: holds end, second weapons no longer
/// count, riders are unhorsed, groups may have to check morale.
pub fn follow_up(r: &mut Resolution) {
    two_weapons::end_lost_florentine(r);
    hold::release_lost_holds(r);
    melee::engage_swallowed(r);
    unseat(r);
    morale::note_triggers(r);
}

/// Unhorses prone riders (`zero.condition.mounted`).
fn unseat(r: &mut Resolution) {
    let e = r.encounter();
    let fallen = e.those(|c| c.has(Condition::PRONE) && mount::rides(e, c));
    for who in fallen {
        r.under(|| Why::Target(who), |r| r.begin(who, Condition::UNHORSED, None));
    }
}

/// Deals an amount set by the referee: lethal, and having no attacker it spoils a spell in preparation
/// (`zero.spell.compare`).
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    kit::by_referee(r, amount, who, Rounding::Down, |r, target, tally| {
        disruption::hurt(r, target, None, tally.total());
        harm(r, target, tally, 0, Source::Referee, Timing::Together)
    })
}

/// Heals by magic or by the referee: never above the maximum, never the dead (`zero.healing.lethal`).
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    kit::healing(r, amount, who, Rounding::Down, heal)
}

/// After a command, knocks out or wakes combatants whose temporary damage the referee has set or removed
/// (`zero.death.knockout`).
pub fn on_temporary_changed(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        match change {
            Change::Began(who, Condition::SUBDUED) => fall(r, who, Timing::Together),
            Change::Ended(who, Condition::SUBDUED) if !r.encounter().has(who, Condition::SUBDUED) => {
                wake(r, who)
            }
            _ => {}
        }
    }
}

/// Restores hit points, up to the maximum, and wakes the combatant if it has some to spare.
pub fn heal(r: &mut Resolution, who: CombatantId, amount: i32) {
    let Some(c) = r.encounter().get(who).filter(|c| c.standing != Standing::Dead) else { return };
    let amount = amount.min(missing(c));
    if amount > 0 {
        r.emit(Event::Healed { who, amount });
        wake(r, who);
    }
}

/// Wakes a knocked-out combatant that has hit points to spare again, prone; not one that is unconscious for another
/// reason.
fn wake(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    let wakes = |c: &Combatant| c.effects.iter().any(is_knockout) && fate(e, c) == Fate::Awake;
    if !e.get(who).is_some_and(wakes) {
        return;
    }
    r.relieve_where(who, |_, effect| is_knockout(effect));
    if !r.encounter().has(who, Condition::UNCONSCIOUS) {
        r.begin(who, Condition::PRONE, None);
        unseat(r);
    }
}

/// Sets hit points as the referee says and applies what follows.
pub fn set_hp(r: &mut Resolution, who: CombatantId, hp: i32) {
    r.emit(Event::HpSet(who, hp));
    let e = r.encounter();
    let Some(c) = e.get(who) else { return };
    match (fate(e, c), c.standing == Standing::Dead) {
        (Fate::Dead, false) => r.emit(Event::Stood(who, Standing::Dead)),
        (Fate::Awake | Fate::KnockedOut, true) => r.emit(Event::Stood(who, Standing::Up)),
        _ => {}
    }
    fall(r, who, Timing::Now);
    wake(r, who);
    follow_up(r);
}

/// Applies what an attack or spell does on a failed save.
pub fn bring(
    r: &mut Resolution,
    who: CombatantId,
    brings: HitEffect,
    label: Option<Text>,
    timing: Timing,
) -> Result<(), Stop> {
    kit::bring(r, who, brings, label, Timing::Now, kit::after, |r, who, effect| {
        afflict(r, who, effect, timing);
        Ok(())
    })
}

/// Kills by poison that the referee gave a duration, once that is up; what an attack brings has a timer of its own.
pub fn succumb(r: &mut Resolution, who: CombatantId) {
    if is_alive(r.encounter(), who) {
        r.emit(Event::Stood(who, Standing::Dead));
        follow_up(r);
    }
}

/// Applies slow poison that is due.
pub fn fall_due(r: &mut Resolution, timer: &Timer) -> Result<(), Stop> {
    kit::poison_works(r, timer, |r, who, effect| {
        afflict(r, who, effect, Timing::Together);
        Ok(())
    })
}

/// Applies a rider if the save fails, with the given timing.
pub fn rider(r: &mut Resolution, who: CombatantId, rider: &Rider, timing: Timing) -> Result<(), Stop> {
    if saving::save_from(r, who, rider.save, Some(rider.inflicts), rider.modifier)? {
        return Ok(());
    }
    bring(r, who, rider.into(), None, timing)
}
