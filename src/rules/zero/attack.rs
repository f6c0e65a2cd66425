//! Melee attacks in the attacker's own slot. [`aim`](super::aim) checks lines and targets, [`mod@strike`]
//! has the roll and its results, [`missile`](super::missile) the shots.

use super::aim::{check_melee_target, foes_in_reach, may_use, melee_facts, usable_lines};
use super::blow::{Blow, Manner, ordered};
use super::melee::{self, MeleeArm};
use super::strike::{self, Landing, land};
use super::{damage, figures, mass, reach, refusal, routine, state, surprise, swarm};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::prelude::*;

/// Attacks a foe in reach.
pub const STRIKE: DeedRule = DeedRule {
    rule: "zero.attack.roll",
    phase: Some(Phase::Number),
    repeats: true,
    may: |at| {
        routine::may_attack(at)?;
        at.unless(has_blows_left(at), Refusal::ALREADY_ATTACKED)
    },
    shape: |at, offer| {
        let mut with = usable_lines(at, Range::Melee);
        let fits = |foe: &Combatant, nth: u8| {
            let line = state::line_at(at, nth);
            line.is_some_and(|line| check_blows_left(at, foe, line).is_ok())
        };
        let mut foes = foes_in_reach(at);
        if !is_in_routine(at) {
            foes.retain(|foe| with.iter().any(|nth| fits(foe, *nth)));
            // Further attacks on normal types may be limited to some of the lines.
            with.retain(|nth| foes.is_empty() || foes.iter().any(|foe| fits(foe, *nth)));
        }
        let far = state::ask_distance(at.e, at.c, &foes);
        let facts = mass::without_barred_tags(at, melee_facts().into_iter().chain(far));
        form(at, offer, Range::Melee, with, foes.into_iter(), facts, may_use)
    },
    check: check_strike,
    shares: |_, _| true,
    run: strike,
    damage: |_, line| damage::usual(line),
    ..DeedRule::of(Deed::Strike)
};

/// Whether it has another attack this round, if only against a normal type.
fn has_blows_left(at: &At) -> bool {
    at.d20().is_ok_and(|d20| state::attacks_made(at.c) < routine::against_normal_types(at.e, d20))
}

/// Checks the weapon, the target and the attacks left.
pub fn check_strike(at: &At, act: &Act) -> Allowed {
    let line = aim::line(at, act, Range::Melee, may_use)?;
    let target = check_melee_target(at, act)?;
    check_blows_left(at, target, line)
}

/// Whether its next attack is one of its ordinary routine, which may be made on anyone.
fn is_in_routine(at: &At) -> bool {
    at.d20().is_ok_and(|d20| state::attacks_made(at.c) < routine::ordinary(d20))
}

/// Checks that an attack is left this round: beyond the ordinary routine, only if all targets are normal types (R53).
fn check_blows_left(at: &At, target: &Combatant, line: &Attack) -> Allowed {
    let (d20, made) = (at.d20()?, state::attacks_made(at.c));
    let ordinary = routine::ordinary(d20);
    let many = routine::against_normal_types(at.e, d20);
    let often = figures::is_normal(at.e, target.id)
        && !line.is_untrained()
        && routine::settled(at.c).is_none_or(|n| n > i32::from(ordinary) || made == 0);
    match made {
        made if made < ordinary => Ok(()),
        made if often && made < many => Ok(()),
        made if made < many => at.no(refusal::NOT_NORMAL),
        _ => at.no(Refusal::ALREADY_ATTACKED),
    }
}

fn strike(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    by_turn(r, act, |r, blow| {
        if swarm::is_swarm(r.encounter(), blow) {
            surprise::note_attack(r, blow.who);
            strike::spend(r, blow);
            melee::engage(r, blow.who, blow.target);
            swarm::resolve_swarm(r, blow)?;
            return Ok(());
        }
        strike::deliver(r, blow, land)
    })
}

/// Makes an attack in the attacker's own slot.
pub fn in_turn(r: &mut Resolution, act: &Act, land: Landing) -> Result<(), Stop> {
    by_turn(r, act, |r, blow| strike::deliver(r, blow, land))
}

/// Makes an attack in the attacker's own slot. In the pair's first melee round, a target with the longer weapon strikes
/// before it, and an attacker with the longer weapon before a target on the same number
/// (`zero.initiative.reach-first`).
fn by_turn(
    r: &mut Resolution,
    act: &Act,
    deal: impl FnOnce(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    let at = act.with.unwrap_or(0);
    if strike::loses(r, act.who, Spending::Attack(at)) {
        return Ok(());
    }
    if !reach::reach_first(r, act, MeleeArm::Line(at), target)? {
        return Ok(());
    }
    // If its weapon was struck away, it may attack with another one (`zero.special.recover-weapon`).
    if !r.encounter().get(act.who).is_some_and(|c| state::has_in_hand(c, at)) {
        return Ok(());
    }
    let manner = Manner::Ordinary(melee::timing(r.encounter(), act.who, at, target));
    ordered(r, act, target, (at, Range::Melee), manner, deal)
}
