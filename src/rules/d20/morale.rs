//! Morale: triggers, the check (2d6 for a whole group, compared with each member's own score), and broken combatants.

use super::group::Group;
use super::state::{bears_morale, is_able};
use crate::rules::engine::resolution::Change;
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::{Bearer, Rolled, Told};
use crate::rules::ruleset::prelude::*;

/// The score of combatants that never check and never break.
pub const FEARLESS: i32 = 12;
/// The score of combatants that never fight, if the ruleset says so.
pub const CRAVEN: i32 = 2;
/// Value of a trigger's counter while its check is pending.
pub const DUE: i32 = 2;
/// Value of a trigger's counter once met; each comes once per encounter.
pub const MET: i32 = 1;

/// Returns the able members that do not flee, with their scores.
pub fn able(e: &Encounter, group: Group) -> impl Iterator<Item = (&Combatant, i32)> {
    let stands = |c: &&Combatant| is_able(c) && !c.has(Condition::FLEEING);
    group.members(e).filter(stands).filter_map(|c| Some((c, bears_morale(e, c)?)))
}

/// Returns the members with a score that took part, whatever has become of them.
pub fn members(e: &Encounter, group: Group) -> Vec<&Combatant> {
    group.members(e).filter(|c| took_part(e, c)).collect()
}

/// Returns how many former members with a score took part and changed sides.
pub fn strayed(e: &Encounter, group: Group) -> usize {
    group.strayed(e).filter(|c| took_part(e, c)).count()
}

fn took_part(e: &Encounter, c: &Combatant) -> bool {
    c.standing != Standing::Gone && bears_morale(e, c).is_some()
}

/// Whether half or more are lost of `members` and the `strayed`, which changed sides.
pub fn half_lost(members: &[&Combatant], strayed: usize, is_lost: fn(&Combatant) -> bool) -> bool {
    let lost = members.iter().filter(|c| is_lost(c)).count();
    !members.is_empty() && 2 * lost >= members.len().saturating_add(strayed)
}

/// Whether the change may take a combatant out or bring it back.
pub fn may_shake(change: &Change) -> bool {
    matches!(change, Change::Stood(..) | Change::Began(..) | Change::Committed | Change::HpSet(_))
}

/// Triggers a check of the group with that bearer, unless this trigger has come before.
pub fn trigger(r: &mut Resolution, whom: impl Into<Bearer>, counter: Counter) {
    let whom = whom.into();
    if r.encounter().count_of(whom, counter) == 0 {
        r.count(whom, counter, DUE);
    }
}

/// Whether one of the triggers has its check pending.
pub fn is_due(e: &Encounter, whom: impl Into<Bearer>, triggers: &[Counter]) -> bool {
    let whom = whom.into();
    triggers.iter().any(|counter| e.count_of(whom, *counter) == DUE)
}

/// Marks the pending triggers as met: one check covers all.
pub fn meet(r: &mut Resolution, whom: impl Into<Bearer>, triggers: &[Counter]) {
    let whom = whom.into();
    for &counter in triggers {
        if is_due(r.encounter(), whom, &[counter]) {
            r.count(whom, counter, MET);
        }
    }
}

/// Reports that the check is skipped.
pub fn not_checked(r: &mut Resolution, side: SideId) {
    r.tell(|| Told::NoCheck(side));
}

/// Closes the window of a due check of one of the groups, which the referee's check replaces, and returns it.
pub fn close_own(r: &mut Resolution, groups: &[Group]) -> Option<Window> {
    let e = r.encounter();
    let own = |window: &&Window| {
        let subject = window.subject.as_ref().filter(|_| window.phase == Phase::Morale);
        subject.is_some_and(|subject| groups.iter().any(|group| group.subject(e) == *subject))
    };
    let window = r.encounter().window().filter(own).cloned()?;
    r.emit(Event::Closed);
    Some(window)
}

/// Rolls against the scores, which include the adjustment, and returns the members that break.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn roll(
    r: &mut Resolution,
    group: Group,
    tested: &[(CombatantId, i32)],
    adjustment: i32,
) -> Result<Vec<CombatantId>, Stop> {
    let lowest = tested.iter().map(|(_, score)| *score).min().unwrap_or(FEARLESS);
    let mut bands: Vec<i32> = tested.iter().map(|(_, score)| score + 1).collect();
    bands.sort_unstable();
    bands.dedup();
    bands.retain(|n| (3..=12).contains(n));
    let by = tested.first().filter(|_| group.is_among_others(r.encounter())).map(|(who, _)| *who);
    let ask = RollRequest::new(Purpose::Morale, 2, 6).by_side(group.side).at_most(lowest).bands(bands);
    let ask = RollRequest { who: by, ..ask };
    let rolled = r.throw(ask)?;
    let total = rolled.total();
    let broken: Vec<CombatantId> =
        tested.iter().filter(|(_, score)| total > *score).map(|(who, _)| *who).collect();
    let mut needing = Tally::new().with(Reason::REFEREE, adjustment);
    let least = tested.iter().find(|(_, score)| *score == lowest);
    if let Some(c) = least.and_then(|(who, _)| r.encounter().get(*who)) {
        custom::add(&mut needing, c, Stat::Morale);
    }
    r.rolled(Rolled { needing, ..rolled.judged(broken.is_empty(), lowest) });
    Ok(broken)
}

/// Handles a passed check. `steadfast` is the number of passed checks after which members get a condition; if given,
/// checks are counted.
pub fn hold(r: &mut Resolution, group: Group, steadfast: Option<(i32, Condition)>) {
    let able = |e: &Encounter| able(e, group).map(|(c, _)| c.id).collect();
    hold_as(r, group.bearer, group.side, steadfast, able);
}

/// Like [`hold`], for any bearer of counters and any members.
pub fn hold_as(
    r: &mut Resolution,
    whom: impl Into<Bearer>,
    side: SideId,
    steadfast: Option<(i32, Condition)>,
    able: impl FnOnce(&Encounter) -> Vec<CombatantId>,
) {
    let whom = whom.into();
    let passed = r.encounter().count_of(whom, Counter::CHECKS_PASSED).saturating_add(1);
    if steadfast.is_some() {
        r.count(whom, Counter::CHECKS_PASSED, passed);
    }
    r.tell(|| Told::Held(side));
    let Some((_, condition)) = steadfast.filter(|(after, _)| *after == passed) else { return };
    for who in able(r.encounter()) {
        r.begin(who, condition, None);
    }
}

/// Whether the side or group has passed that many checks.
pub fn is_steadfast(e: &Encounter, whom: impl Into<Bearer>, after: i32) -> bool {
    e.count_of(whom, Counter::CHECKS_PASSED) >= after
}

/// Asks the referee which of the `ways` the broken take; `run` is called for those that do not surrender.
///
/// # Errors
/// [`Stop::Choice`]: the choice is missing.
pub fn break_up(
    r: &mut Resolution,
    side: SideId,
    broken: &[CombatantId],
    ways: &[Pick],
    run: impl Fn(&mut Resolution, CombatantId, &Pick),
) -> Result<(), Stop> {
    let ask = ChoiceRequest::one(Question::Broken, ways.to_vec());
    let ask = ChoiceRequest { who: broken.first().copied(), side: Some(side), ..ask };
    let Answer::One(at) = r.choose(ask)? else { return Ok(()) };
    for &who in broken {
        breaks(r, who, |r| match ways.get(at) {
            Some(Pick::Surrender) => r.emit(Event::Stood(who, Standing::Surrendered)),
            Some(way) => run(r, who, way),
            None => {}
        });
    }
    Ok(())
}

/// Reports that it breaks, and does what follows from that.
pub fn breaks(r: &mut Resolution, who: CombatantId, then: impl FnOnce(&mut Resolution)) {
    r.under(
        || Why::Breaks(who),
        |r| {
            r.tell(|| Told::Broke(who));
            then(r);
        },
    );
}

/// The ways in most rulesets; the first is the default.
pub const FLEE_OR_SURRENDER: [Pick; 2] = [Pick::Flee, Pick::Surrender];
