//! Shots: range, cover, shooting into melee, reloading.

use super::aim::{check_aim, check_target, may_use, usable_lines};
use super::asset::about;
use super::blow::{Blow, Manner, distance, ordered};
use super::options::{INTO_MELEE, IntoMelee};
use super::state::rounds_on;
use super::{figures, mass, refusal, routine, state, strike};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::d20::roll::one_of;
use crate::rules::model::block::d20::{Attack, Band, Range, Tag};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

/// Shoots or throws at a foe.
pub const SHOOT: DeedRule = DeedRule {
    rule: "zero.missile.range",
    phase: Some(Phase::Number),
    concerns: |at| state::lines(at).iter().any(|line| state::reaches(line, Range::Missile)),
    may: routine::may_attack,
    shape: |at, offer| {
        let with = usable_lines(at, Range::Missile);
        let farthest = farthest(at, &with);
        let near = |foe: &&Combatant| {
            state::known_distance(at.e, at.c.id, foe.id).is_none_or(|feet| feet <= farthest)
        };
        let lines = || with.iter().filter_map(|nth| state::line_at(at, *nth));
        let open = |foe: &&Combatant| {
            check_aim(at, foe).is_ok() && !lines().any(|line| is_forbidden(at, foe, line))
        };
        let foes: Vec<&Combatant> = at.e.foes(at.c).filter(near).filter(open).collect();
        let facts = mass::without_barred_tags(at, shot_facts(farthest));
        let offer = form(at, offer, Range::Missile, with, foes.into_iter(), facts, may_use);
        aim::within_range(about(), at, offer, |line| figures::farthest(at.e, line))
    },
    check: check_shot,
    known: cover::known,
    shares: |_, _| true,
    strays: may_stray,
    run: shoot,
    ..DeedRule::of(Deed::Shoot)
};

fn farthest(at: &At, with: &[u8]) -> i32 {
    let lines = with.iter().filter_map(|nth| state::line_at(at, *nth));
    lines.map(|line| figures::farthest(at.e, line)).max().unwrap_or(0)
}

fn shot_facts(farthest: i32) -> Vec<FactField> {
    let tags = [Fact::Behind, Fact::Unaware, Fact::Flanked].map(FactField::flag);
    let asked = [
        FactField::needed(Fact::Distance(Tenths::whole(farthest.min(60))), 0, farthest),
        FactField::may(Fact::Band(Band::Medium)),
        FactField::asks(Fact::Modifier(0)),
        FactField { implied: true, ..cover::field(about(), 0) },
    ];
    asked.into_iter().chain(tags).collect()
}

/// Checks weapon, target, cover, range and friends in the way.
fn check_shot(at: &At, act: &Act) -> Allowed {
    let line = aim::line(at, act, Range::Missile, may_use)?;
    let target = check_target(at, act)?;
    cover::check(about(), at, act)?;
    if act.facts.band().is_none() {
        let feet = distance(at.e, act.who, target.id, &act.facts);
        let why = "the distance, in feet or as a range";
        aim::check_range(act.who, feet, figures::farthest(at.e, line), why)?;
    }
    at.unless(!is_forbidden(at, target, line), refusal::INTO_MELEE)
}

/// Whether the option forbids the shot because it might hit a friend beside the target.
fn is_forbidden(at: &At, target: &Combatant, line: &Attack) -> bool {
    INTO_MELEE.is(at.e, IntoMelee::Forbidden)
        && !is_sure(at.e, at.c.id, line)
        && in_the_way(at.e, at.c.id, target).len() > 1
}

/// Shoots at the target, or at a random combatant in melee with it (`zero.missile.into-melee-method`).
fn shoot(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let at = act.with.unwrap_or(0);
    ordered(r, act, target, (at, Range::Missile), Manner::Ordinary(Timing::Together), |r, blow| {
        if strike::loses(r, blow.who, Spending::Attack(at)) {
            end_of_shots(r, blow);
            return Ok(());
        }
        loose(r, blow)
    })
}

/// Resolves one shot, with its ammunition and reloading.
pub fn loose(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    strike::spend(r, blow);
    state::draw(r, blow.who, blow.line, true);
    if blow.facts.band().is_none() {
        state::note_distance(r, blow.who, blow.target, blow.facts);
    }
    let found = find_target(r, blow)?;
    let astray =
        blow.facts.only(|fact| matches!(fact, Fact::Distance(_) | Fact::Band(_) | Fact::Modifier(_)));
    if found == blow.target {
        strike::resolve(r, blow)?;
    } else {
        let stray = Blow { target: found, facts: &astray, ..*blow };
        r.under(|| stray.cause(), |r| strike::resolve(r, &stray))?;
    }
    load(r, blow);
    end_of_shots(r, blow);
    Ok(())
}

/// Ends its attacks of the round once the line has made all its shots.
fn end_of_shots(r: &mut Resolution, blow: &Blow) {
    if r.encounter().get(blow.who).is_some_and(|c| c.spent.uses(blow.at) >= blow.line.count) {
        routine::end(r, blow.who);
    }
}

/// Starts reloading: a crossbow or firearm shoots every other round (`zero.missile.crossbow`).
fn load(r: &mut Resolution, blow: &Blow) {
    if blow.line.has(Tag::RELOAD) {
        let effect = Effect { value: blow.at.into(), ..rounds_on(r, Condition::RELOADING, 1) };
        r.afflict(blow.who, effect);
    }
}

/// Whether its shots never risk hitting a friend: elves, and hobbits with slings (`zero.missile.into-melee`).
pub fn is_sure(e: &Encounter, who: CombatantId, line: &Attack) -> bool {
    e.d20(who).is_ok_and(|d20| figures::is_elf(d20) || (figures::is_hobbit(d20) && line.has(Tag::SLING)))
}

/// Returns the target and everyone in melee with it except the shooter.
fn in_the_way(e: &Encounter, who: CombatantId, target: &Combatant) -> Vec<CombatantId> {
    let there = |c: &&Combatant| c.id != who && c.is_up() && !state::is_swallowed(c);
    let fights = |c: &&Combatant| c.side != target.side && e.engaged(c.id, target.id);
    let beside = e.all().filter(there).filter(fights);
    std::iter::once(target.id).chain(beside.map(|c| c.id)).collect()
}

/// Whether a shot of that line into melee has a random target.
fn may_stray(at: &At, line: u8) -> bool {
    let sure = state::line_at(at, line).is_some_and(|line| is_sure(at.e, at.c.id, line));
    INTO_MELEE.is(at.e, IntoMelee::RandomTarget) && !sure
}

fn find_target(r: &mut Resolution, blow: &Blow) -> Result<CombatantId, Stop> {
    let e = r.encounter();
    let Some(target) = e.get(blow.target) else { return Ok(blow.target) };
    if !INTO_MELEE.is(e, IntoMelee::RandomTarget) || is_sure(e, blow.who, blow.line) {
        return Ok(blow.target);
    }
    let among = in_the_way(e, blow.who, target);
    Ok(one_of(r, &among, blow.who)?.unwrap_or(blow.target))
}
