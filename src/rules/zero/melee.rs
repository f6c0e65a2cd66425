//! Melee: engagement, room around a target, reach priority.

use super::asset::about;
use super::options::{REACH_GAP, REACH_WINDOW, ReachWindow};
use super::{condition, figures, refusal, slot, state, surprise};
use crate::rules::d20::relations::{self, leave_melee};
use crate::rules::ruleset::prelude::*;

/// Engages the two and records the round in which they first met (`zero.melee.engaged`).
pub fn engage(r: &mut Resolution, one: CombatantId, other: CombatantId) {
    relations::engage(about(), r, one, other, Timing::Now);
    let round = r.encounter().round_number();
    note_meetings(r, round);
}

/// Records the round as the first melee of every engaged pair that has none.
pub fn note_meetings(r: &mut Resolution, round: i32) {
    let e = r.encounter();
    let new = |c: &Combatant, foe: &CombatantId| *foe > c.id && met(e, c.id, *foe).is_none();
    let pairs: Vec<(CombatantId, CombatantId)> = e
        .all()
        .flat_map(|c| c.threatens.iter().filter(|foe| new(c, foe)).map(|foe| (c.id, *foe)))
        .collect();
    for (one, other) in pairs {
        let met = Effect { value: round, toward: Some(other), ..r.effect(condition::MET, None) };
        r.afflict(one, met);
    }
}

/// Returns the record of the pair's first melee; its value is the round.
fn met(e: &Encounter, one: CombatantId, other: CombatantId) -> Option<&Effect> {
    let of = |who: CombatantId, toward: CombatantId| {
        let mut met = e.get(who)?.effects_of(condition::MET);
        met.find(|effect| effect.toward == Some(toward))
    };
    of(one, other).or_else(|| of(other, one))
}

/// Checks that there is room for another attacker around the target (`zero.melee.surround-limit`,
/// `zero.melee.capacity`).
pub fn check_room(at: &At, target: &Combatant) -> Allowed {
    if at.e.engaged(at.c.id, target.id) {
        return Ok(());
    }
    let row = |c: &Combatant| at.e.d20(c.id).ok().and_then(figures::size_row);
    let takes = |c: &Combatant| row(c).map_or(1, |row| row.takes);
    let places = row(target).map_or(0, |row| row.places);
    let taken: u32 = state::opponents(at.e, target).map(takes).sum();
    at.unless(taken.saturating_add(takes(at.c)) <= places, refusal::NO_PLACE)
}

/// Returns the reach class of the weapon in use; 0 for empty hands.
fn reach_in_use(e: &Encounter, c: &Combatant) -> i32 {
    let in_use = e.d20(c.id).ok().zip(state::weapon_in_use(e, c));
    in_use.map_or(0, |(d20, (_, line))| figures::reach(d20, line))
}

/// Returns the difference in reach class that lets the longer weapon strike first.
pub fn reach_gap(e: &Encounter) -> i32 {
    REACH_GAP.of(e)
}

/// Whether it is the pair's first melee round and `c` can make use of it (R27).
pub fn is_first_round(e: &Encounter, c: &Combatant, other: &Combatant) -> bool {
    let now = e.round_number();
    let first = if REACH_WINDOW.is(e, ReachWindow::EncounterRound1) {
        e.round == 1
    } else {
        met(e, c.id, other.id).is_none_or(|met| met.value == now)
    };
    first && !surprise::is_surprise_round(e) && state::can_act(c) && c.side != other.side
}

/// Whether `who` has reach priority over `other` this round, used or not (R66).
pub fn outreaches(e: &Encounter, who: CombatantId, other: CombatantId) -> bool {
    let (Some(c), Some(foe)) = (e.get(who), e.get(other)) else { return false };
    let farther = reach_in_use(e, c) >= reach_in_use(e, foe).saturating_add(reach_gap(e));
    farther && e.engaged(who, other) && is_first_round(e, c, foe)
}

/// Returns when the consequences of a blow with that line in its own slot take hold: at once if its weapon is so much
/// longer that it comes before a target on the same number, otherwise at the end of the slot
/// (`zero.initiative.reach-first`, R68).
pub fn timing(e: &Encounter, who: CombatantId, line: u8, target: CombatantId) -> Timing {
    let (Some(c), Some(foe)) = (e.get(who), e.get(target)) else { return Timing::Together };
    let least = reach_in_use(e, foe).saturating_add(reach_gap(e));
    let farther = reach_with(e, c, MeleeArm::Line(line)) >= least;
    let waits = e.window().is_some_and(|window| slot::owes(e, window, target));
    if farther && waits && is_first_round(e, c, foe) { Timing::Now } else { Timing::Together }
}

/// What a combatant uses against an engaged foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeleeArm {
    /// An attack with that line.
    Line(u8),
    /// A grapple, with its hands or natural weapons.
    Grip,
    /// A spell; the reach is that of the weapon in use.
    Spell,
}

/// Returns the reach class of those means.
pub fn reach_with(e: &Encounter, c: &Combatant, means: MeleeArm) -> i32 {
    let Ok(d20) = e.d20(c.id) else { return 0 };
    match means {
        MeleeArm::Line(nth) => state::line(d20, nth).map_or(0, |line| figures::reach(d20, line)),
        MeleeArm::Grip => figures::grip(d20),
        MeleeArm::Spell => reach_in_use(e, c),
    }
}

/// Engages the swallowed with their swallower and with nobody else.
pub fn engage_swallowed(r: &mut Resolution) {
    let e = r.encounter();
    let belly = |c: &Combatant| c.toward(condition::SWALLOWED).filter(|by| e.oppose(c.id, *by));
    let alone = |c: &Combatant, by| c.threatens == [by] && c.threatened_by == [by];
    let left = |c: &Combatant| Some((c.id, belly(c).filter(|by| !alone(c, *by))?));
    let left: Vec<(CombatantId, CombatantId)> = e.all().filter_map(left).collect();
    for (who, by) in left {
        leave_melee(r, who, Timing::Now);
        engage(r, who, by);
    }
}
