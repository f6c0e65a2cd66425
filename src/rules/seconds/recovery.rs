//! Recovery: natural healing.

use super::form::MOST;
use super::{condition, course, harm, presence, state};
use crate::rules::model::event::Told;
use crate::rules::model::moment::{DAY, Second};
use crate::rules::ruleset::deed::When;
use crate::rules::ruleset::prelude::*;

/// Rounds in a day (`seconds.time.durations`).
const DAY_ROUNDS: u32 = DAY / state::TURN;

/// Rest: a day in bed, or the stated number of rounds.
pub const REST: DeedRule = DeedRule {
    rule: "seconds.healing.natural",
    when: When::Ever,
    concerns: |at| !state::is_object(at.e, at.c.id),
    shape: |_, offer| {
        let day = i32::try_from(DAY_ROUNDS).unwrap_or(i32::MAX);
        Offer { facts: vec![FactField::number(Fact::Rounds(day), 1, MOST)], ..offer }
    },
    check: |at, act| at.unless(!state::is_object(at.e, act.who), Refusal::BAD_TARGET),
    run: rest,
    ..DeedRule::of(Deed::Rest)
};

/// Heals a rest in bed, by default of one day; the clock does not advance (`seconds.healing.natural`).
fn rest(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let rounds = act.facts.rounds().and_then(|n| u32::try_from(n).ok()).unwrap_or(DAY_ROUNDS);
    r.tell(|| Told::Rested(act.who, rounds));
    let a_day = in_bed(r.encounter(), act.who);
    heal(r, act.who, rounds / DAY_ROUNDS, a_day);
    Ok(())
}

/// Handles time elapsed outside the fight: each whole day heals.
pub fn elapsed(r: &mut Resolution, seconds: Second) {
    let now = r.encounter().clock;
    let days = now / DAY - now.saturating_sub(seconds) / DAY;
    for who in r.encounter().those(|_| true) {
        sleep(r, who, days);
    }
    super::morale::calm_hours(r, seconds);
}

/// Heals the whole days since the second at which the obstacle to healing ended.
pub fn make_up(r: &mut Resolution, who: CombatantId, since: Second) {
    let days = (r.encounter().clock / DAY).saturating_sub(since.div_ceil(DAY));
    sleep(r, who, days);
}

/// Heals days with a night's sleep, or in bed (`seconds.healing.natural`).
fn sleep(r: &mut Resolution, who: CombatantId, days: u32) {
    let lies = r.encounter().has(who, condition::BEDRIDDEN);
    let a_day = if lies { in_bed(r.encounter(), who) } else { 1 };
    heal(r, who, days, a_day);
}

/// Returns the wounds healed by a day in bed: its endurance, at least 1.
fn in_bed(e: &Encounter, who: CombatantId) -> i32 {
    e.wounds(who).map_or(1, |body| body.end).max(1)
}

fn heal(r: &mut Resolution, who: CombatantId, days: u32, a_day: i32) {
    if r.encounter().get(who).is_some_and(|c| heals(r.encounter(), c)) {
        let days = i32::try_from(days).unwrap_or(i32::MAX);
        harm::heal(r, who, days.saturating_mul(a_day));
    }
}

/// Whether it heals naturally: alive, not an object, not dying, and without a poison that can wound
/// (`seconds.healing.objects`, `seconds.poison.no-healing`).
fn heals(e: &Encounter, c: &Combatant) -> bool {
    presence::is_here(c)
        && !state::is_object(e, c.id)
        && !c.has(Condition::DYING)
        && !course::can_wound(c)
}
