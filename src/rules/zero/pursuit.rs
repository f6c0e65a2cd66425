//! Evasion and pursuit (section 3.16).

use super::asset::{about, tables};
use super::attribute::INTELLIGENT;
use super::state::has_not_acted;
use super::tables::Chase;
use super::{condition, figures, melee, refusal, speed, state};
use crate::rules::d20::evasion::{break_off, check_runners};
use crate::rules::d20::movement::moved;
use crate::rules::d20::relations::{Way, relocate};
use crate::rules::d20::state::FARTHEST;
use crate::rules::engine::stance;
use crate::rules::model::block::d20::{D20, Trait};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::event::Told;
use crate::rules::model::kinds;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;
use std::collections::BTreeMap;

/// Flees with its whole side.
pub const EVADE: DeedRule = DeedRule {
    rule: "zero.pursuit.decide",
    when: When::Free,
    may: |at| {
        let runners = runners(at.e, at.c.side);
        check_runners(at.e, &runners, state::in_melee)?;
        at.unless(runners.iter().any(|one| !one.has(Condition::FLEEING)), Refusal::FLEEING)?;
        at.unless(at.e.foes(at.c).any(state::is_able), Refusal::NOBODY_THERE)
    },
    shape: |at, offer| {
        let far = FactField::needed(Fact::Distance(about().melee()), 0, FARTHEST);
        Offer { facts: (!is_measured(at)).then_some(far).into_iter().collect(), ..offer }
    },
    check: |at, act| {
        let said = act.facts.distance().is_some() || is_measured(at);
        at.unless(said, Refusal::MISSING_FACT.saying("how far away are they?"))
    },
    run: |r, act| run(r, r.encounter().who(act.who)?.side, act.facts.distance()),
    ..DeedRule::of(Deed::Evade)
};

/// Throws down food or treasure to stop the pursuers.
pub const DISTRACT: DeedRule = DeedRule {
    rule: "zero.pursuit.distraction",
    when: When::Free,
    told: LogForm::Named,
    concerns: |at| at.c.has(Condition::FLEEING),
    may: |at| {
        at.unless(at.c.has(Condition::FLEEING), refusal::NOT_FLEEING)?;
        at.unless(!packs(at.e, at.c.side).is_empty(), refusal::NO_PURSUIT)
    },
    shape: |_, offer| Offer { facts: vec![FactField::flag(Fact::Treasure)], ..offer },
    run: distract,
    ..DeedRule::of(Deed::Distract)
};

/// Puts a corner, stairs or a door between itself and the pursuers.
pub const ELUDE: DeedRule = DeedRule {
    rule: "zero.pursuit.obstacle",
    shape: |_, offer| {
        let last = u8::try_from(tables().obstacles.len().saturating_sub(1)).unwrap_or(0);
        let which = FactField::number(Fact::Obstacle(0), 0, last.into());
        Offer { facts: vec![which], ..offer }
    },
    check: |at, act| {
        let which = usize::from(act.facts.obstacle().unwrap_or(0));
        at.unless(which < tables().obstacles.len(), Refusal::BAD_MODIFIER.saying("no such obstacle"))
    },
    choices: |_, _, fact| match fact {
        Fact::Obstacle(_) => {
            let rows = (0u8..).zip(&tables().obstacles);
            rows.map(|(at, (what, _))| (what.clone(), Fact::Obstacle(at))).collect()
        }
        _ => Vec::new(),
    },
    run: elude,
    deed: Deed::Elude,
    ..DISTRACT
};

/// Goes out of sight, so the pursuers give up (`zero.pursuit.sight`).
pub const VANISH: DeedRule = DeedRule {
    rule: "zero.pursuit.sight",
    shape: |_, offer| offer,
    run: |r, act| {
        let side = r.encounter().who(act.who)?.side;
        let packs = packs(r.encounter(), side);
        give_up(r, side, &packs);
        Ok(())
    },
    deed: Deed::Vanish,
    ..DISTRACT
};

/// Whether the distances to all its foes are known.
fn is_measured(at: &At) -> bool {
    at.e.foes(at.c).all(|foe| state::feet_between(at.e, at.c.id, foe.id).is_some())
}

/// Returns the members of a side that can run.
fn runners(e: &Encounter, side: SideId) -> Vec<&Combatant> {
    e.all().filter(|c| c.side == side && state::is_able(c) && !state::is_swallowed(c)).collect()
}

fn ids(who: &[&Combatant]) -> Vec<CombatantId> {
    who.iter().map(|c| c.id).collect()
}

/// Returns the pursuers of a side, by group.
fn packs(e: &Encounter, side: SideId) -> Vec<Vec<CombatantId>> {
    by_group(e, e.those(|c| c.side != side && c.has(condition::PURSUING) && state::is_able(c)))
}

/// Groups combatants by morale group, in roster order.
fn by_group(e: &Encounter, who: Vec<CombatantId>) -> Vec<Vec<CombatantId>> {
    let mut packs: BTreeMap<CombatantId, Vec<CombatantId>> = BTreeMap::new();
    for c in who.into_iter().filter_map(|who| e.get(who)) {
        packs.entry(kinds::leader(e, c)).or_default().push(c.id);
    }
    packs.into_values().collect()
}

/// Returns the feet that a group runs per round: those of its slowest member (`zero.pursuit.chase`).
fn pace(e: &Encounter, who: &[CombatantId]) -> i32 {
    who.iter().filter_map(|who| e.get(*who)).map(|c| state::full_move(e, c)).min().unwrap_or(0)
}

/// Returns the side whose able members all flee with foes in pursuit, if any; the round is then one of pursuit.
pub fn chased(e: &Encounter) -> Option<SideId> {
    if !e.all().any(|c| c.has(Condition::FLEEING)) {
        return None;
    }
    let away = |c: &Combatant| c.has(Condition::FLEEING) && !state::in_melee(e, c);
    e.side_ids().find(|side| {
        let runners = runners(e, *side);
        !runners.is_empty() && runners.iter().all(|c| away(c)) && !packs(e, *side).is_empty()
    })
}

/// Rolls whether a group pursues: 2d6 for the referee's, asking if uncertain; players decide for their own
/// (`zero.pursuit.decide`, R36).
fn pursues(r: &mut Resolution, pack: &[CombatantId]) -> Result<bool, Stop> {
    let Some(&who) = pack.first() else { return Ok(false) };
    let e = r.encounter();
    let chase = if kinds::is_player(e, e.who(who)?) {
        Chase::Uncertain
    } else {
        let bands = tables().pursuit.bands(0, 3..=12);
        let total = r.figure(RollRequest::new(Purpose::Pursuit, 2, 6).by(who).bands(bands))?;
        tables().pursuit.result(total).unwrap_or(Chase::Stay)
    };
    let ask = || ChoiceRequest::one(Question::Pursuit, vec![Pick::Yes, Pick::No]);
    let follows = match chase {
        Chase::Uncertain => r.choose(ChoiceRequest { who: Some(who), ..ask() })? == Answer::One(0),
        chase => chase == Chase::Pursue,
    };
    let says = if follows { "they go in pursuit" } else { "they do not pursue" };
    r.tell(|| Told::row(who, "zero.pursuit.decide", says));
    r.tell(|| Told::Pursues(who, follows));
    Ok(follows)
}

/// Decides for each group of the foes left behind whether it pursues a runner; faster pursuers stay in melee, unless
/// they are engaged with someone else (`zero.movement.pursued-roll`, `zero.movement.hounded`).
pub fn decide_pursuit(
    r: &mut Resolution,
    runner: CombatantId,
    left: Vec<CombatantId>,
) -> Result<(), Stop> {
    for pack in by_group(r.encounter(), left) {
        if pursues(r, &pack)? {
            pack.into_iter().for_each(|hunter| pursue_runner(r, hunter, runner));
        }
    }
    Ok(())
}

fn pursue_runner(r: &mut Resolution, hunter: CombatantId, runner: CombatantId) {
    let e = r.encounter();
    let (Some(c), Some(quarry)) = (e.get(hunter), e.get(runner)) else { return };
    // A grappler has to let go before it moves.
    let stays = c.has(Condition::GRAPPLING) || !speed::goes_on(e, hunter);
    if stays || state::is_busy(e, c, runner) {
        return;
    }
    let keeps_up = state::is_faster(e, c, quarry);
    let far = state::known_distance(e, hunter, runner);
    start_pursuing(r, hunter);
    if keeps_up {
        relocate(about(), r, hunter, &[(runner, far)], Way::Contact, Timing::Now);
    }
}

fn start_pursuing(r: &mut Resolution, hunter: CombatantId) {
    if !r.encounter().has(hunter, condition::PURSUING) {
        r.begin(hunter, condition::PURSUING, None);
    }
}

/// Makes a whole side flee: each group of its foes decides on pursuit; if none pursues, the side escapes. `far` is the
/// distance to foes whose distance is unknown.
pub fn run(r: &mut Resolution, side: SideId, far: Option<Tenths>) -> Result<(), Stop> {
    let e = r.encounter();
    let (fleeing, foes) = (ids(&runners(e, side)), at_large(e, side));
    for &who in &fleeing {
        for &foe in &foes {
            if far.is_some() && r.encounter().distance(who, foe).is_none() {
                r.emit(Event::Apart(who, foe, far));
            }
        }
        if !r.encounter().has(who, Condition::FLEEING) {
            r.begin(who, Condition::FLEEING, None);
        }
        r.emit(Event::Spent(who, Spending::Action));
    }
    let mut fastest = 0;
    for pack in by_group(r.encounter(), foes) {
        if pursues(r, &pack)? {
            fastest = fastest.max(pace(r.encounter(), &pack));
            pack.into_iter().for_each(|hunter| start_pursuing(r, hunter));
        }
    }
    let feet = |feet: i32| u32::try_from(feet).unwrap_or(0);
    let (pace, away) = (pace(r.encounter(), &fleeing), packs(r.encounter(), side).is_empty());
    break_off(r, side, &fleeing, (feet(pace), feet(fastest)), away);
    catch_at_once(r, side, &fleeing);
    Ok(())
}

/// Engages the pursuers that need no round to catch up: those of a faster group within reach (`zero.pursuit.chase`).
fn catch_at_once(r: &mut Resolution, side: SideId, quarry: &[CombatantId]) {
    let e = r.encounter();
    let near = |hunter, runner: &CombatantId| {
        state::feet_between(e, hunter, *runner).is_some_and(|feet| feet <= about().melee_distance)
    };
    let faster = packs(e, side).into_iter().filter(|pack| gains(e, pack, quarry));
    let caught = |hunter: CombatantId| {
        quarry.iter().filter(move |runner| near(hunter, runner)).map(move |runner| (hunter, *runner))
    };
    let caught: Vec<(CombatantId, CombatantId)> = faster.flatten().flat_map(caught).collect();
    caught.into_iter().for_each(|(hunter, runner)| melee::engage(r, hunter, runner));
}

/// Whether the pursuers run faster than their quarry; otherwise they never catch it.
fn gains(e: &Encounter, pack: &[CombatantId], quarry: &[CombatantId]) -> bool {
    pace(e, pack) > pace(e, quarry)
}

/// Returns the foes of a side that could pursue it now.
fn at_large(e: &Encounter, side: SideId) -> Vec<CombatantId> {
    let free = |c: &Combatant| !state::in_melee(e, c) && !c.has(Condition::GRAPPLING);
    e.those(|c| c.side != side && state::can_act(c) && free(c))
}

/// Runs a round of pursuit: the fleeing side moves at its pace, then each group of pursuers at its own, except pursuers
/// that acted before the pursuit began. Within 10 ft they catch up, if they are faster (`zero.pursuit.chase`).
pub fn chase(r: &mut Resolution) -> Result<(), Stop> {
    let Some(side) = chased(r.encounter()) else { return Ok(()) };
    let (quarry, packs) = (ids(&runners(r.encounter(), side)), packs(r.encounter(), side));
    let hunters: Vec<CombatantId> = packs.concat();
    let away = pace(r.encounter(), &quarry);
    tell_run(r, &quarry, away);
    for who in &quarry {
        let from = distances(r.encounter(), *who, &hunters);
        let feet = left_of(r.encounter().get(*who), away);
        relocate(about(), r, *who, &from, Way::Away(feet), Timing::Now);
    }
    for pack in packs {
        let pace = pace(r.encounter(), &pack);
        let stops_at = about().melee_distance + i32::from(!gains(r.encounter(), &pack, &quarry));
        tell_run(r, &pack, pace);
        for hunter in pack {
            let to = distances(r.encounter(), hunter, &quarry);
            let nearest = to.iter().filter_map(|(_, far)| *far).min().unwrap_or(i32::MAX);
            let e = r.encounter();
            let fresh = e.get(hunter).filter(|c| has_not_acted(&At { e, c }).is_ok());
            let feet = left_of(fresh, pace).min(nearest.saturating_sub(stops_at)).max(0);
            relocate(about(), r, hunter, &to, Way::Toward(feet), Timing::Now);
        }
    }
    Ok(())
}

/// Returns the feet left at that pace this round, less those already moved in its own slot.
fn left_of(c: Option<&Combatant>, pace: i32) -> i32 {
    c.map_or(0, |c| (pace - moved(c)).max(0))
}

fn distances(
    e: &Encounter,
    who: CombatantId,
    others: &[CombatantId],
) -> Vec<(CombatantId, Option<i32>)> {
    others.iter().map(|other| (*other, state::feet_between(e, who, *other))).collect()
}

fn tell_run(r: &mut Resolution, who: &[CombatantId], feet: i32) {
    let feet = u32::try_from(feet).unwrap_or(0);
    if let Some(first) = who.first() {
        r.tell(|| Told::Ran(*first, 1, feet));
    }
}

/// Throws bait: each group of pursuers that it suits stops on most results; food suits the unintelligent, treasure the
/// intelligent (`zero.pursuit.distraction`, R35).
fn distract(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let side = r.encounter().who(act.who)?.side;
    let treasure = act.facts.has(&Fact::Treasure);
    let is_meant = |e: &Encounter, one| is_clever(e, one) == treasure;
    let stopped = rolled_off(r, side, is_meant, (Purpose::Distraction, tables().bait), true)?;
    r.tell(|| Told::Baited(side, !stopped.is_empty()));
    stance::note_bait(r, &stopped.concat(), side);
    give_up(r, side, &stopped);
    Ok(())
}

/// Whether it is intelligent; by default, unless it is mindless.
fn is_clever(e: &Encounter, who: CombatantId) -> bool {
    let clever = |d20: &D20| figures::flag(d20, INTELLIGENT).unwrap_or(!d20.block.is(Trait::MINDLESS));
    e.d20(who).map_or(true, clever)
}

/// Passes an obstacle: each group of pursuers keeps following only on a few results (`zero.pursuit.obstacle`).
fn elude(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let side = r.encounter().who(act.who)?.side;
    let which = usize::from(act.facts.obstacle().unwrap_or(0));
    let most = tables().obstacles.get(which).map_or(0, |(_, most)| *most);
    let lost = rolled_off(r, side, |_, _| true, (Purpose::Obstacle, most), false)?;
    give_up(r, side, &lost);
    Ok(())
}

/// Rolls a d6 for each suitable group of pursuers and returns those that stop: on `most` or less if `stops_at_most`,
/// otherwise on more.
fn rolled_off(
    r: &mut Resolution,
    side: SideId,
    is_meant: impl Fn(&Encounter, CombatantId) -> bool,
    (purpose, most): (Purpose, i32),
    stops_at_most: bool,
) -> Result<Vec<Vec<CombatantId>>, Stop> {
    let mut off = Vec::new();
    for pack in packs(r.encounter(), side) {
        let Some(first) = pack.first().copied().filter(|one| is_meant(r.encounter(), *one)) else {
            continue;
        };
        if r.test(RollRequest::new(purpose, 1, 6).by(first).at_most(most))? == stops_at_most {
            off.push(pack);
        }
    }
    Ok(off)
}

/// Makes those groups stop. If no pursuers are left, the fleeing side escapes, or those that fled while others fought
/// stop fleeing.
fn give_up(r: &mut Resolution, side: SideId, packs_that_stop: &[Vec<CombatantId>]) {
    let whole = chased(r.encounter()) == Some(side);
    for hunter in packs_that_stop.concat() {
        r.relieve(hunter, condition::PURSUING);
    }
    if !packs(r.encounter(), side).is_empty() {
        return;
    }
    let e = r.encounter();
    for who in e.those(|c| c.side == side && c.has(Condition::FLEEING) && !state::in_melee(e, c)) {
        if whole {
            r.emit(Event::Stood(who, Standing::Fled));
        } else {
            r.relieve(who, Condition::FLEEING);
        }
    }
}

/// Ends the pursuit of combatants that flee themselves or have no fleeing foes.
pub fn end_stale_pursuits(r: &mut Resolution) {
    let e = r.encounter();
    let runs = |c: &Combatant| c.has(Condition::FLEEING);
    for who in e.those(|c| c.has(condition::PURSUING) && (runs(c) || !e.foes(c).any(runs))) {
        r.relieve(who, condition::PURSUING);
    }
}
