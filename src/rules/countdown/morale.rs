//! Morale: checks on first meeting opposition, and on losing half the group.

use super::condition;
use super::counter;
use super::options::{MORALE, MORALE_BY};
use super::state;
use crate::rules::d20::group::{self, Group, Grouping, Whom};
use crate::rules::d20::morale::{self, FEARLESS, FLEE_OR_SURRENDER, MET};
use crate::rules::engine::resolution::Change;
use crate::rules::model::counter::Counter;
use crate::rules::model::window::Subject;
use crate::rules::ruleset::prelude::*;
use std::ops::RangeInclusive;

/// Range of the referee's modifier (`countdown.morale.check`).
pub const ADJUSTMENT: RangeInclusive<i32> = -2..=2;

/// How combatants are grouped for morale.
pub const GROUPS: Grouping = Grouping { by: &MORALE_BY };

/// Members able to check, with their scores.
fn able(e: &Encounter, group: Group) -> impl Iterator<Item = (&Combatant, i32)> {
    morale::able(e, group)
}

/// Whether `c` is lost to its side: fallen, fled or surrendered, or held, charmed or otherwise unable to act
/// (`countdown.morale.check`). One charmed to the other side is lost to its old side only: it fights for the new one.
fn is_lost(c: &Combatant) -> bool {
    match c.standing {
        Standing::Dead | Standing::Down | Standing::Fled | Standing::Surrendered => true,
        Standing::Up => !state::is_able(c) || c.has(Condition::HELD) || is_beguiled(c),
        Standing::Gone => false,
    }
}

fn is_beguiled(c: &Combatant) -> bool {
    c.has(condition::CHARMED) && !group::came_over(c)
}

/// Whether the group is down to half its members, or a lone one to half its hit points. Those who changed sides are
/// lost to it, like the charmed.
fn is_halved(e: &Encounter, group: Group) -> bool {
    let (members, strayed) = (morale::members(e, group), morale::strayed(e, group));
    match (&members[..], strayed) {
        ([], _) => false,
        ([lone], 0) => 2 * lone.vitals.hp() <= lone.vitals.max(),
        (members, strayed) => {
            let lost = members.iter().filter(|c| is_lost(c)).count();
            2 * (lost + strayed) >= members.len() + strayed
        }
    }
}

/// After a command: see [`group::on_regrouped`].
pub fn on_regrouped(r: &mut Resolution) {
    group::on_regrouped(
        r,
        &[Counter::HALF_DOWN, counter::OPPOSED],
        None,
        |e| GROUPS.all(e),
        |e, group| group.subject(e),
    );
}

/// After a command, notes groups that are down to half; they check after the round.
pub fn note(r: &mut Resolution) {
    let falls = |change: &Change| {
        morale::may_shake(change) || matches!(change, Change::Hurt(_) | Change::Turned(..))
    };
    if !r.changes().iter().any(falls) || !MORALE.is_on(r.encounter()) {
        return;
    }
    for group in GROUPS.all(r.encounter()) {
        let new = r.encounter().count_of(group.bearer, Counter::HALF_DOWN) == 0;
        if new && is_halved(r.encounter(), group) {
            morale::trigger(r, group.bearer, Counter::HALF_DOWN);
        }
    }
}

/// Whether the group has a check to make before the round begins.
pub fn is_due(e: &Encounter, group: Group) -> bool {
    let asked = is_opposed(e, group) || morale::is_due(e, group.bearer, &[Counter::HALF_DOWN]);
    MORALE.is_on(e) && asked && able(e, group).any(|(_, score)| score < FEARLESS)
}

/// Whether its check on first meeting opposition is still open.
fn is_opposed(e: &Encounter, group: Group) -> bool {
    e.count_of(group.bearer, counter::OPPOSED) != MET
}

fn meet(r: &mut Resolution, group: Group) {
    if is_opposed(r.encounter(), group) {
        r.count(group.bearer, counter::OPPOSED, MET);
    }
    morale::meet(r, group.bearer, &[Counter::HALF_DOWN]);
}

/// Waives the due check of a group, as the referee says.
pub fn waive(r: &mut Resolution, whom: &Subject) {
    let Some(group) = GROUPS.of(r.encounter(), whom) else { return };
    meet(r, group);
    morale::not_checked(r, group.side);
}

/// Makes the due check of a group.
///
/// # Errors
/// As [`check`].
pub fn check_due(r: &mut Resolution, whom: &Subject) -> Result<(), Stop> {
    let group = GROUPS.of(r.encounter(), whom);
    group.map_or(Ok(()), |group| check(r, group, 0))
}

/// Makes a group check now by the referee's word.
pub fn by_referee(r: &mut Resolution, whom: Whom, adjustment: i32) -> Result<(), Stop> {
    GROUPS.by_referee(r, whom, |r, group| check(r, group, adjustment)).map(drop)
}

/// Makes the group check (`countdown.morale.check`); the adjustment does not apply to a score of 12.
///
/// # Errors
/// [`Stop`] if the dice or the referee's decision are missing.
fn check(r: &mut Resolution, group: Group, adjustment: i32) -> Result<(), Stop> {
    r.under(|| group.cause(), |r| test(r, group, adjustment))
}

fn test(r: &mut Resolution, group: Group, adjustment: i32) -> Result<(), Stop> {
    let tested: Vec<(CombatantId, i32)> = able(r.encounter(), group)
        .filter(|(_, score)| *score < FEARLESS)
        .map(|(c, score)| (c.id, score + adjustment))
        .collect();
    meet(r, group);
    if tested.is_empty() {
        morale::not_checked(r, group.side);
        return Ok(());
    }
    let broken = morale::roll(r, group, &tested, adjustment)?;
    if broken.is_empty() {
        morale::hold(r, group, None);
        return Ok(());
    }
    morale::break_up(r, group.side, &broken, &FLEE_OR_SURRENDER, |r, who, _| {
        r.begin(who, Condition::FLEEING, None);
    })
}
