//! Morale, by group: triggers, the check, and broken groups.

use super::asset::tables;
use super::options::{MORALE_METHOD, MoraleMethod};
use super::state::{FALLS_BACK, RUNS};
use super::tables::MoraleOutcome;
use super::{counter, mass, state, surprise};
use crate::rules::d20::group::{self, Group, Whom};
use crate::rules::d20::morale::{self, FEARLESS, MET};
use crate::rules::model::counter::Counter;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::dice::Pick;
use crate::rules::model::event::{Bearer, Rolled};
use crate::rules::model::kinds;
use crate::rules::model::window::Subject;
use crate::rules::ruleset::prelude::*;
use std::ops::RangeInclusive;

/// The range of the referee's adjustment.
pub const ADJUSTMENT: RangeInclusive<i32> = -10..=10;
/// Number of passed checks after which a group fights to the death (`zero.morale.fight-to-death`).
const STEADFAST_AFTER: i32 = 2;
/// The default morale score (section 1.1).
const STANDARD: i32 = 7;
/// Triggers of a check, each at most once (`zero.morale.triggers`).
const TRIGGERS: [Counter; 2] = [Counter::FIRST_DEATH, Counter::HALF_DOWN];

/// Returns its morale score; player characters have none (`zero.morale.score`).
fn score(e: &Encounter, c: &Combatant) -> Option<i32> {
    let block = e.d20(c.id).ok().map(|d20| &d20.block).filter(|_| !kinds::is_player(e, c))?;
    let own = block.morale.map_or(STANDARD, i32::from);
    Some(if own == FEARLESS { own } else { own.saturating_add(custom::sum(c, Stat::Morale)) })
}

/// Whether it checks morale; player characters do not.
pub fn checks(e: &Encounter, who: CombatantId) -> bool {
    e.get(who).is_some_and(|c| score(e, c).is_some())
}

/// Returns the able, unbroken members of a group.
fn able<'a>(e: &'a Encounter, leader: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    let stands = |c: &&Combatant| state::is_able(c) && !c.has(Condition::BROKEN);
    kinds::members(e, leader).filter(stands)
}

/// Records the triggers of every group: the first death, and half of it lost (`zero.morale.triggers`).
pub fn note_triggers(r: &mut Resolution) {
    let e = r.encounter();
    let there = |c: &&Combatant| c.standing != Standing::Gone;
    let hurt = e.all().filter(there).filter(|c| is_lost(c) || mass::is_halved(e, c));
    // Those of one block have one leader; player characters, who lead themselves, do not check.
    let mut hurt: Vec<&Combatant> = hurt.filter(|c| !kinds::is_player(e, c)).collect();
    hurt.sort_by_key(|c| (c.side, c.block));
    hurt.dedup_by_key(|c| (c.side, c.block));
    let mut leaders: Vec<CombatantId> = hurt.into_iter().map(|c| kinds::leader(e, c)).collect();
    leaders.sort_unstable();
    leaders.dedup();
    let untriggered = |c: &&Combatant| TRIGGERS.iter().any(|trigger| c.count(*trigger) == 0);
    let leaders = leaders.into_iter().filter_map(|leader| e.get(leader)).filter(untriggered);
    let mut shaken: Vec<(CombatantId, Counter)> = Vec::new();
    for leader in leaders.filter(|c| score(e, c).is_some()) {
        let members: Vec<&Combatant> = kinds::members(e, leader).filter(there).collect();
        let dead = members.iter().any(|c| c.standing == Standing::Dead);
        let strayed = Group::of_kind(leader).strayed(e).filter(there).count();
        let halved = morale::half_lost(&members, strayed, is_lost)
            || members.iter().any(|c| mass::is_halved(e, c));
        let found = [(dead, Counter::FIRST_DEATH), (halved, Counter::HALF_DOWN)];
        shaken
            .extend(found.iter().filter(|(holds, _)| *holds).map(|(_, counter)| (leader.id, *counter)));
    }
    shaken.into_iter().for_each(|(leader, counter)| morale::trigger(r, leader, counter));
}

/// The counters kept on a group's leader.
const COUNTED: [Counter; 4] =
    [Counter::FIRST_DEATH, Counter::HALF_DOWN, Counter::CHECKS_PASSED, counter::START_CHECK];

/// After a command: see [`group::on_regrouped`] (`zero.morale.triggers`).
pub fn on_regrouped(r: &mut Resolution) {
    let subject = |_: &Encounter, group: Group| match group.bearer {
        Bearer::One(leader) => Subject::Combatant(leader),
        _ => Subject::Side(group.side),
    };
    let groups = |e: &Encounter| kinds::leaders(e).map(Group::of_kind).collect();
    group::on_regrouped(r, &COUNTED, Some(Condition::STEADFAST), groups, subject);
}

fn is_lost(c: &Combatant) -> bool {
    c.standing == Standing::Dead || state::is_lost(c)
}

/// Whether a check of the group has been triggered.
pub fn is_due(e: &Encounter, leader: &Combatant) -> bool {
    morale::is_due(e, leader.id, &TRIGGERS) && would_check(e, leader)
}

/// Whether the group checks at the start of the conflict, because the referee has marked its side.
pub fn owes_start(e: &Encounter, leader: &Combatant) -> bool {
    is_start(e, leader) && would_check(e, leader)
}

fn is_start(e: &Encounter, leader: &Combatant) -> bool {
    let marked = e.count_of(leader.side, counter::START_CHECK) > 0;
    marked && leader.count(counter::START_CHECK) == 0 && !surprise::is_surprise_round(e)
}

/// Whether it has not passed two checks yet and has a member that could break.
fn would_check(e: &Encounter, leader: &Combatant) -> bool {
    let shakable = |c: &Combatant| score(e, c).is_some_and(|ml| ml < FEARLESS);
    !is_steadfast(e, leader) && able(e, leader).any(shakable)
}

/// Whether it has passed two checks and makes no more.
fn is_steadfast(e: &Encounter, leader: &Combatant) -> bool {
    morale::is_steadfast(e, leader.id, STEADFAST_AFTER)
}

/// Marks the pending triggers as met: one check covers those that coincide.
pub fn meet(r: &mut Resolution, leader: CombatantId) {
    let e = r.encounter();
    let starts = e.get(leader).is_some_and(|c| is_start(e, c));
    morale::meet(r, leader, &TRIGGERS);
    if starts {
        r.count(leader, counter::START_CHECK, MET);
    }
}

/// Makes every group of a side check, or one of them, on a big upset or at the start of the conflict.
pub fn by_referee(r: &mut Resolution, whom: Whom, adjustment: i32) -> Result<(), Stop> {
    let e = r.encounter();
    let only = whom.like.and_then(|who| e.get(who)).map(|c| kinds::leader(e, c));
    let checks = |c: &&Combatant| {
        c.side == whom.side && score(e, c).is_some() && only.is_none_or(|only| only == c.id)
    };
    let leaders: Vec<CombatantId> = kinds::leaders(e).filter(checks).map(|c| c.id).collect();
    leaders.into_iter().try_for_each(|leader| check(r, leader, adjustment))
}

/// Makes the check of a group: 2d6 against its score (`zero.morale.check`).
pub fn check(r: &mut Resolution, leader: CombatantId, adjustment: i32) -> Result<(), Stop> {
    let group = Group::of_kind(r.encounter().who(leader)?);
    r.under(|| group.cause(), |r| test(r, leader, adjustment))
}

fn test(r: &mut Resolution, leader: CombatantId, adjustment: i32) -> Result<(), Stop> {
    meet(r, leader);
    let e = r.encounter();
    let first = e.who(leader)?;
    let tested: Vec<(CombatantId, i32)> = able(e, first)
        .filter_map(|c| Some((c.id, score(e, c)?)))
        .filter(|(_, ml)| *ml < FEARLESS)
        .collect();
    let Some(lowest) = tested.iter().map(|(_, ml)| ml.saturating_add(adjustment)).min() else {
        return Ok(());
    };
    if is_steadfast(e, first) {
        return Ok(());
    }
    let (side, stand) = (first.side, able(e, first).map(|c| c.id).collect());
    let broken: Vec<CombatantId> = tested.iter().map(|(who, _)| *who).collect();
    // The leader may have fallen: the first member left rolls.
    let roller = broken.first().copied().unwrap_or(leader);
    let nerve = if MORALE_METHOD.is(e, MoraleMethod::Reaction) {
        by_reaction(r, roller)?
    } else {
        by_score(r, roller, lowest, adjustment)?
    };
    match nerve {
        MoraleOutcome::Holds => {
            let steadfast = Some((STEADFAST_AFTER, Condition::STEADFAST));
            morale::hold_as(r, leader, side, steadfast, |_| stand);
        }
        MoraleOutcome::FallsBack => {
            for who in broken {
                morale::breaks(r, who, |r| shake(r, who, FALLS_BACK));
            }
        }
        MoraleOutcome::Breaks => return break_up(r, side, &broken),
    }
    Ok(())
}

fn by_score(
    r: &mut Resolution,
    leader: CombatantId,
    score: i32,
    adjustment: i32,
) -> Result<MoraleOutcome, Stop> {
    let ask = RollRequest::new(Purpose::Morale, 2, 6).by(leader).at_most(score);
    let holds = r.test_for(ask, Tally::new().with(Reason::REFEREE, adjustment))?;
    Ok(if holds { MoraleOutcome::Holds } else { MoraleOutcome::Breaks })
}

fn by_reaction(r: &mut Resolution, leader: CombatantId) -> Result<MoraleOutcome, Stop> {
    let bands = tables().morale_by_reaction.bands(0, 3..=12);
    let rolled = r.throw(RollRequest::new(Purpose::Morale, 2, 6).by(leader).bands(bands))?;
    let nerve = tables().morale_by_reaction.at(rolled.total()).copied().unwrap_or(MoraleOutcome::Holds);
    r.rolled(Rolled { outcome: Outcome::of(nerve != MoraleOutcome::Breaks), ..rolled });
    Ok(nerve)
}

/// Asks the referee what broken members do: flee, fall back fighting or surrender.
fn break_up(r: &mut Resolution, side: SideId, broken: &[CombatantId]) -> Result<(), Stop> {
    let ways = [Pick::Flee, Pick::Named("fall back fighting".into()), Pick::Surrender];
    morale::break_up(r, side, broken, &ways, |r, who, way| {
        shake(r, who, if *way == Pick::Flee { RUNS } else { FALLS_BACK });
    })
}

fn shake(r: &mut Resolution, who: CombatantId, way: i32) {
    r.afflict(who, Effect { value: way, ..r.effect(Condition::BROKEN, None) });
}
