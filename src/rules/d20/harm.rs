//! Damage and healing: amounts set by the referee, results of failed saves, poison.

use crate::rules::engine::resolution::Change;
use crate::rules::engine::temporary::{absorb, absorbs};
use crate::rules::model::block::d20::Rider;
use crate::rules::model::command::Share;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::moment::{Moment, TIMED, When};
use crate::rules::ruleset::prelude::*;

/// How halves are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// 3 for 7.
    Down,
    /// 4 for 7.
    Up,
}

impl Rounding {
    /// Returns half of a non-negative amount.
    pub fn half(self, amount: i32) -> i32 {
        match self {
            Self::Down => amount / 2,
            Self::Up => amount / 2 + amount % 2,
        }
    }
}

/// Whether it is not dead, even if it has left.
pub fn is_alive(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(|c| c.standing != Standing::Dead)
}

/// Returns the hit points it has lost.
pub fn missing(c: &Combatant) -> i32 {
    c.vitals.max().saturating_sub(c.vitals.hp()).max(0)
}

/// Deals an amount set by the referee; each target takes its share, unless that is 0.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing; and whatever `harm` returns.
pub fn by_referee(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
    rounding: Rounding,
    mut harm: impl FnMut(&mut Resolution, CombatantId, Tally) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let amount = r.amount(Purpose::Effect, None, amount)?;
    for &(target, share) in who {
        let tally = Tally::new().with(Reason::REFEREE, amount).shared(share, rounding.half(amount));
        if tally.total() > 0 {
            harm(r, target, tally)?;
        }
    }
    Ok(())
}

/// Deals damage: temporary hit points take it first, hit points the rest, at most the number in `most`, where the
/// excess is a term of that reason. Returns the damage that reached hit points, including the excess.
pub fn lose(
    r: &mut Resolution,
    who: CombatantId,
    mut tally: Tally,
    source: Source,
    most: Option<(Reason, i32)>,
) -> i32 {
    let damage = tally.total();
    let absorbed = r.encounter().get(who).map_or(0, |c| absorbs(c, damage));
    tally.add(Reason::TEMPORARY, -absorbed);
    let reached = tally.total();
    if let Some((reason, most)) = most {
        tally.add(reason, most.min(reached) - reached);
    }
    r.emit(Event::Harmed { who, amount: tally.total(), source, tally });
    absorb(r, who, damage);
    reached
}

/// Heals an amount set by the referee; each target gets its share.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn healing(
    r: &mut Resolution,
    amount: DiceExpr,
    who: &[(CombatantId, Share)],
    rounding: Rounding,
    heal: impl Fn(&mut Resolution, CombatantId, i32),
) -> Result<(), Stop> {
    let amount = r.amount(Purpose::Healing, None, amount)?;
    for &(target, share) in who {
        let own = r.shared(Purpose::Healing, target, amount, share, rounding.half(amount));
        heal(r, target, own);
    }
    Ok(())
}

/// Returns the combatants that `whom` finds in the pending events, in ascending order.
pub fn concerned(pending: &[Event], whom: impl Fn(&Event) -> Option<CombatantId>) -> Vec<CombatantId> {
    let mut all: Vec<CombatantId> = pending.iter().filter_map(whom).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// What a hit or a spell causes besides damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitEffect {
    /// A condition, for a number of rounds or until it is removed; `Dead` and `Surrendered` are standings.
    Condition(Condition, Option<u32>),
    /// Poison, and the condition it causes after a number of rounds, if ever.
    Poison(Condition, Option<u32>),
}

impl HitEffect {
    /// Returns what a condition amounts to that lasts `rounds`, or works after a `delay`: poison without a delay kills
    /// when its rounds are up.
    pub fn of(condition: Condition, rounds: Option<u32>, delay: Option<u32>) -> Self {
        match (condition, delay) {
            (_, Some(_)) => Self::Poison(condition, delay),
            (Condition::POISONED, None) => Self::Poison(Condition::DEAD, rounds),
            (_, None) => Self::Condition(condition, rounds),
        }
    }
}

impl From<&Rider> for HitEffect {
    fn from(rider: &Rider) -> Self {
        Self::of(rider.inflicts, rider.rounds, rider.delay)
    }
}

/// Returns when an effect of that many rounds ends; the current round counts as the first.
pub fn after(e: &Encounter, rounds: u32) -> When {
    let last = e.round.max(1).saturating_add(rounds.max(1) - 1);
    Moment::RoundEnd(last).at(TIMED)
}

/// Begins the effect: poison with its timer, anything else through `inflict`. `after` returns when rounds are up;
/// `label` is the cause.
///
/// # Errors
/// Whatever `inflict` returns.
pub fn bring(
    r: &mut Resolution,
    who: CombatantId,
    brings: HitEffect,
    label: Option<Text>,
    timing: Timing,
    after: fn(&Encounter, u32) -> When,
    inflict: impl FnOnce(&mut Resolution, CombatantId, Effect) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (HitEffect::Condition(condition, rounds) | HitEffect::Poison(condition, rounds)) = brings;
    let until = rounds.map(|rounds| after(r.encounter(), rounds));
    if let HitEffect::Poison(..) = brings {
        poison(r, who, condition, until, timing);
        return Ok(());
    }
    let effect = Effect { label, ..r.effect(condition, until) };
    inflict(r, who, effect)
}

/// Returns the event for an effect: a standing for `Dead` and `Surrendered`, otherwise a condition.
pub fn inflicted(who: CombatantId, effect: Effect) -> Event {
    match effect.condition.id {
        Condition::DEAD => Event::Stood(who, Standing::Dead),
        Condition::SURRENDERED => Event::Stood(who, Standing::Surrendered),
        _ => Event::Afflicted(who, Box::new(effect)),
    }
}

/// After a command, turns the conditions `Dead` and `Surrendered` into standings, and makes a combatant fight again
/// when `Surrendered` is removed.
pub fn apply_standings(r: &mut Resolution) {
    for change in r.changes().to_vec() {
        let (who, from, to) = match change {
            Change::Began(who, Condition::DEAD) => {
                r.relieve(who, Condition::DEAD);
                r.emit(Event::Stood(who, Standing::Dead));
                continue;
            }
            Change::Began(who, Condition::SURRENDERED) => (who, Standing::Up, Standing::Surrendered),
            Change::Ended(who, Condition::SURRENDERED) => (who, Standing::Surrendered, Standing::Up),
            _ => continue,
        };
        let says = |c: &Combatant| c.has(Condition::SURRENDERED) == (to == Standing::Surrendered);
        if r.encounter().get(who).is_some_and(|c| c.standing == from && says(c)) {
            r.emit(Event::Stood(who, to));
        }
    }
}

/// Poisons the combatant, with a timer for the later effect unless `due` is absent.
fn poison(r: &mut Resolution, who: CombatantId, brings: Condition, due: Option<When>, timing: Timing) {
    let effect = r.effect(Condition::POISONED, None);
    r.take(Event::Afflicted(who, Box::new(effect)), timing);
    if let Some(due) = due {
        let timer = Timer { id: r.next_id(), due, who: Some(who), action: TimerAction::Poison(brings) };
        r.take(Event::Set(Box::new(timer)), timing);
    }
}

/// Returns the poison that the timer belongs to; `None` if it is cured. Of two poisons that run side by side, the cure
/// of one must not let its timer work through the other, so a poison that an earlier timer belongs to is left to that.
pub fn poison_of<'a>(e: &'a Encounter, timer: &Timer) -> Option<&'a Effect> {
    let c = timer.who.and_then(|who| e.get(who))?;
    let works =
        |other: &&Timer| other.who == timer.who && matches!(other.action, TimerAction::Poison(_));
    let mut earlier: Vec<&Timer> =
        e.timers.iter().filter(works).filter(|other| other.id < timer.id).collect();
    earlier.sort_unstable_by_key(|other| other.id);
    let mut poisons: Vec<&Effect> = c.effects_of(Condition::POISONED).collect();
    for other in earlier {
        take_last_before(&mut poisons, other);
    }
    take_last_before(&mut poisons, timer)
}

/// Takes out the last poison that began before the timer was set: the one it was set for, if that is not cured.
fn take_last_before<'a>(poisons: &mut Vec<&'a Effect>, timer: &Timer) -> Option<&'a Effect> {
    let before = poisons.iter().enumerate().filter(|(_, effect)| effect.id < timer.id);
    let at = before.max_by_key(|(_, effect)| effect.id).map(|(at, _)| at)?;
    Some(poisons.remove(at))
}

/// Whether the timer still has something to do: the combatant lives and its poison is not cured.
pub fn still_matters(e: &Encounter, timer: &Timer) -> bool {
    let alive = timer.who.is_some_and(|who| is_alive(e, who));
    alive && matches!(timer.action, TimerAction::Poison(_)) && poison_of(e, timer).is_some()
}

/// Ends poison whose time has come and begins its effect.
///
/// # Errors
/// Whatever `inflict` returns.
pub fn poison_works(
    r: &mut Resolution,
    timer: &Timer,
    inflict: impl FnOnce(&mut Resolution, CombatantId, Effect) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (Some(who), TimerAction::Poison(brings)) = (timer.who, &timer.action) else { return Ok(()) };
    if let Some(poison) = poison_of(r.encounter(), timer).cloned() {
        r.emit(Event::relieved(who, &poison, false));
    }
    let effect = r.effect(*brings, None);
    inflict(r, who, effect)
}
