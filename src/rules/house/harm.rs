//! Damage, death and dying, healing (sections 3.12 and 3.14).

use super::asset::about;
use super::options::{DEATH_SCOPE, DYING_DIE, DYING_UNIT, DeathScope, DyingDie, DyingUnit};
use super::{condition, disruption, figures, gear, reason, saving, state};
use crate::rules::d20::harm::{self as kit, HitEffect, Rounding, missing};
use crate::rules::model::block::d20::{Rider, Save};
use crate::rules::model::command::Share;
use crate::rules::model::moment::Moment;
use crate::rules::ruleset::prelude::*;

/// Rounds in a turn (`house.time.turn`).
pub const ROUNDS_PER_TURN: i32 = 60;

/// Step of the round's end at which a dying clock runs out: after ongoing damage, before expiries (A3).
const DYING_CLOCK: u8 = 10;

/// Deals damage; hit points stop at 0, and the excess is logged. The consequences wait only if tied combatants act at
/// once (`house.option.initiative-ties`).
pub fn harm(r: &mut Resolution, who: CombatantId, mut tally: Tally, source: Source) -> Result<(), Stop> {
    let dead = |c: &Combatant| c.standing == Standing::Dead;
    if r.encounter().get(who).is_none_or(dead) {
        return Ok(());
    }
    r.harm_lands(who, &mut tally, source)?;
    let left = r.encounter().get(who).map_or(0, |c| c.vitals.hp());
    let reached = kit::lose(r, who, tally, source, Some((reason::OVERKILL, left)));
    if reached <= 0 || reached < left {
        return Ok(());
    }
    fall(r, who, reached > left)
}

/// Whether `c` is present and alive.
pub fn can_be_harmed(c: &Combatant) -> bool {
    !matches!(c.standing, Standing::Dead | Standing::Gone | Standing::Fled)
}

/// Deals damage that disrupts a spell but comes from no attack.
pub fn harm_and_disrupt(
    r: &mut Resolution,
    who: CombatantId,
    tally: Tally,
    source: Source,
) -> Result<(), Stop> {
    disruption::disrupt(r, who);
    harm(r, who, tally, source)
}

/// Applies the fall to 0 hit points or below.
fn fall(r: &mut Resolution, who: CombatantId, below: bool) -> Result<(), Stop> {
    if below || !is_saved_at_zero(r.encounter(), who) {
        die(r, who);
    } else if state::acts_together(r.encounter()) {
        let effect = r.effect(condition::AT_ZERO, None);
        r.defer(Event::Afflicted(who, Box::new(effect)));
    } else {
        return last_save(r, who);
    }
    Ok(())
}

/// Whether `who` saves at exactly 0 hit points: characters do, creatures die (`house.death.monster`, A36).
fn is_saved_at_zero(e: &Encounter, who: CombatantId) -> bool {
    DEATH_SCOPE.is(e, DeathScope::All) || e.d20(who).is_ok_and(figures::dies_as_character)
}

/// `house.death.exactly-zero`: dead, or incapacitated with a dying clock.
fn last_save(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let clock = fate(r, who)?;
    apply_fate(r, who, clock);
    Ok(())
}

/// Rolls the save at 0 hit points; returns `None` for death, else the round in which the dying clock runs out.
pub fn fate(r: &mut Resolution, who: CombatantId) -> Result<Option<u32>, Stop> {
    if saving::save(r, who, Save::Death, 0, false)? { clock(r, who).map(Some) } else { Ok(None) }
}

/// Applies the result of that save.
pub fn apply_fate(r: &mut Resolution, who: CombatantId, clock: Option<u32>) {
    let Some(last) = clock else { return die(r, who) };
    r.relieve(who, Condition::DYING);
    r.begin(who, Condition::DYING, Some(Moment::RoundEnd(last).at(DYING_CLOCK)));
    incapacitate(r, who, Incapacity::NoHitPoints);
}

/// `house.death.dying-clock`: death after so many turns, or rounds with the option. Returns the last round.
fn clock(r: &mut Resolution, who: CombatantId) -> Result<u32, Stop> {
    let less = DYING_DIE.is(r.encounter(), DyingDie::D4LessOne);
    let (sides, minus) = if less { (4, -1) } else { (3, 0) };
    let tally = Tally::new().with(reason::DYING_DIE, minus);
    let units = r.figure(RollRequest::new(Purpose::TimeLeft, 1, sides).by(who).adding(tally))?;
    let rounds =
        if DYING_UNIT.is(r.encounter(), DyingUnit::Rounds) { units } else { units * ROUNDS_PER_TURN };
    Ok(r.encounter().round.max(1).saturating_add(u32::try_from(rounds).unwrap_or(0)))
}

/// Incapacitates a combatant set to dying by the referee (section 4).
pub fn incapacitate_dying(r: &mut Resolution, who: CombatantId) {
    let stands =
        |c: &Combatant| c.is_up() && c.has(Condition::DYING) && !c.has(Condition::INCAPACITATED);
    if r.encounter().get(who).is_some_and(stands) {
        incapacitate(r, who, Incapacity::NoHitPoints);
    }
}

/// Kills it and sets its hit points to 0; deferred if tied combatants act at once.
pub fn die(r: &mut Resolution, who: CombatantId) {
    let Some(c) = r.encounter().get(who).filter(|c| c.standing != Standing::Dead) else { return };
    if state::acts_together(r.encounter()) {
        return r.defer(Event::Stood(who, Standing::Dead));
    }
    if c.vitals.hp() != 0 {
        r.emit(Event::HpSet(who, 0));
    }
    r.relieve(who, Condition::DYING);
    r.emit(Event::Stood(who, Standing::Dead));
}

/// How long a combatant is incapacitated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incapacity {
    /// To the end of the round this many after the current one.
    Rounds(u32),
    /// Until it has hit points again.
    NoHitPoints,
    /// Until magic heals it.
    Injury,
}

/// Incapacitates it, prone (`house.condition.incapacitated`).
pub fn incapacitate(r: &mut Resolution, who: CombatantId, how: Incapacity) {
    let effect = match how {
        Incapacity::Rounds(rounds) => state::rounds_on(r, Condition::INCAPACITATED, rounds),
        Incapacity::NoHitPoints => r.effect(Condition::INCAPACITATED, None),
        Incapacity::Injury => Effect { value: BY_INJURY, ..r.effect(Condition::INCAPACITATED, None) },
    };
    lay_low(r, who, effect);
}

/// Begins a condition; deferred if tied combatants act at once.
pub fn take_hold(r: &mut Resolution, who: CombatantId, effect: Effect) {
    if state::acts_together(r.encounter()) {
        r.defer(Event::Afflicted(who, Box::new(effect)));
    } else {
        r.emit(kit::inflicted(who, effect));
    }
}

/// Puts it out of action and prone; deferred if tied combatants act at once.
pub fn lay_low(r: &mut Resolution, who: CombatantId, effect: Effect) {
    if state::acts_together(r.encounter()) {
        return r.defer(Event::Afflicted(who, Box::new(effect)));
    }
    let condition = effect.condition.id;
    r.afflict(who, effect);
    collapse(r, who, condition);
}

/// Makes it fall prone and, if unconscious, drop what it holds.
pub fn collapse(r: &mut Resolution, who: CombatantId, condition: Condition) {
    fall_prone(r, who);
    if condition == Condition::UNCONSCIOUS {
        gear::drop_all(r, who);
    }
}

/// Makes it fall prone and ends any attempt to stand up.
pub fn fall_prone(r: &mut Resolution, who: CombatantId) {
    r.relieve(who, condition::RISING);
    if !r.encounter().has(who, Condition::PRONE) {
        r.begin(who, Condition::PRONE, None);
    }
}

/// Whether the condition rules out acting, so that it begins only once tied combatants have all acted
/// (`house.option.initiative-ties`).
fn ends_its_stop(condition: Condition) -> bool {
    let bars = Meaning::CANNOT_ATTACK | Meaning::CANNOT_CAST;
    about().condition(condition).is_some_and(|row| row.meaning.has_any(bars))
}

/// Begins a condition with its consequences: the unconscious and incapacitated fall prone (section 4).
pub fn begins(r: &mut Resolution, who: CombatantId, effect: Effect) {
    match effect.condition.id {
        Condition::DEAD => die(r, who),
        Condition::UNCONSCIOUS | Condition::INCAPACITATED => lay_low(r, who, effect),
        out if ends_its_stop(out) => take_hold(r, who, effect),
        _ => r.emit(kit::inflicted(who, effect)),
    }
}

/// [`begins`] with the signature that the shared code expects.
pub fn inflict(r: &mut Resolution, who: CombatantId, effect: Effect) -> Result<(), Stop> {
    begins(r, who, effect);
    Ok(())
}

/// Applies the effect of an attack or spell after a failed save.
pub fn bring(
    r: &mut Resolution,
    who: CombatantId,
    brings: HitEffect,
    label: Option<Text>,
) -> Result<(), Stop> {
    kit::bring(r, who, brings, label, Timing::Now, kit::after, inflict)
}

/// Deals damage entered by the referee.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
) -> Result<(), Stop> {
    kit::by_referee(r, amount, who, Rounding::Down, |r, target, tally| {
        harm_and_disrupt(r, target, tally, Source::Referee)
    })
}

/// Heals by the referee's word or by magic.
pub fn healing(r: &mut Resolution, amount: DiceExpr, who: &[(CombatantId, Share)]) -> Result<(), Stop> {
    kit::healing(r, amount, who, Rounding::Down, |r, who, amount| heal(r, who, amount, true))
}

/// Restores hit points up to the maximum; the dead stay dead (`house.death.magic-heal`).
pub fn heal(r: &mut Resolution, who: CombatantId, amount: i32, magic: bool) {
    let Some(c) = r.encounter().get(who).filter(|c| c.standing != Standing::Dead) else { return };
    let points = amount.min(missing(c));
    if points > 0 {
        r.emit(Event::Healed { who, amount: points });
    }
    if amount > 0 {
        mend(r, who, magic);
    }
}

/// Whether 1 point of magical healing ends it (`house.death.magic-heal`, section 4).
fn is_mended(condition: Condition) -> bool {
    state::is_minor(condition)
        || state::is_major(condition)
        || [condition::BLEEDING, condition::TWISTED_ANKLE].contains(&condition)
}

/// Value of an incapacity due to an injury, which only magic ends.
pub const BY_INJURY: i32 = 1;

/// Ends what healing of at least 1 point ends: with magic all injuries and incapacity until healed, else only what came
/// from having no hit points. What a spell or power brings, healing does not end.
fn mend(r: &mut Resolution, who: CombatantId, magic: bool) {
    let up = r.encounter().get(who).is_some_and(|c| c.vitals.hp() > 0);
    if up {
        r.relieve(who, Condition::DYING);
    }
    r.relieve_where(who, |_, effect| {
        let lasts = effect.until.is_none() && effect.label.is_none();
        let waits = effect.condition == Condition::INCAPACITATED && lasts;
        let mended = magic && is_mended(effect.condition.id);
        mended || (waits && up && (magic || effect.value != BY_INJURY))
    });
}

/// Sets hit points as the referee says and applies the consequences.
pub fn set_hp(r: &mut Resolution, who: CombatantId, hp: i32) {
    r.emit(Event::HpSet(who, hp.max(0)));
    let Some(c) = r.encounter().get(who) else { return };
    match (hp, c.standing) {
        (..=0, Standing::Dead | Standing::Gone) => {}
        (..=0, _) if hp < 0 || !is_saved_at_zero(r.encounter(), who) => die(r, who),
        (0, _) => incapacitate(r, who, Incapacity::NoHitPoints),
        (1.., Standing::Dead) => {
            r.emit(Event::Stood(who, Standing::Up));
            mend(r, who, false);
        }
        (1.., _) => mend(r, who, false),
        _ => {}
    }
}

/// Whether its death is deferred.
pub fn is_killed(pending: &[Event], who: CombatantId) -> bool {
    pending.contains(&Event::Stood(who, Standing::Dead))
}

/// Whether a deferred event makes it fall or lose its stop.
pub fn falls(pending: &[Event], who: CombatantId) -> bool {
    let falls = |event: &Event| match event {
        Event::Afflicted(other, effect) => {
            *other == who
                && (effect.condition == condition::AT_ZERO || ends_its_stop(effect.condition.id))
        }
        _ => false,
    };
    is_killed(pending, who) || pending.iter().any(falls)
}

/// Whether a save at 0 hit points is deferred for it.
pub fn waits_at_zero(pending: &[Event], who: CombatantId) -> bool {
    pending.iter().any(|event| match event {
        Event::Afflicted(other, effect) => *other == who && effect.condition == condition::AT_ZERO,
        _ => false,
    })
}

/// Rolls a save against a rider of a hit and applies the rider if it fails.
pub fn rider(r: &mut Resolution, who: CombatantId, rider: &Rider) -> Result<(), Stop> {
    let heart = saving::heart(r, who, rider.inflicts == Condition::FLEEING);
    if saving::save_with(r, who, rider.save, (rider.modifier, false), heart)? {
        return Ok(());
    }
    bring(r, who, HitEffect::from(rider), None)
}
