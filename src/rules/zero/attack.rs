//! Melee attacks: legality, targets, resolution. [`missile`](super::missile) has shots, [`to_hit`] the roll, [`damage`]
//! and [`critical`] the results.

use super::asset::{about, tables};
use super::blow::{Blow, Manner, ordered};
use super::melee::{self, MeleeArm};
use super::state::{rounds_on, this_round};
use super::tables::Hand;
use super::to_hit::{self, Hit};
use super::{
    armour, condition, critical, damage, figures, mass, morale, movement, opening, reason, refusal,
    routine, saving, spell, state, tag,
};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::prelude::*;

/// Attacks a foe in reach.
pub const STRIKE: DeedRule = DeedRule {
    rule: "zero.attack.roll",
    phase: Some(Phase::Number),
    repeats: true,
    may: |at| {
        may_attack(at)?;
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

/// Refuses an attack of any kind, for the first reason that applies.
pub fn may_attack(at: &At) -> Allowed {
    has_attacks(at)?;
    at.unless_any([
        (at.c.spent.acted, Refusal::ALREADY_ATTACKED),
        (at.c.means(Meaning::CANNOT_ATTACK), Refusal::BARRED),
    ])
}

/// Refuses a combatant that has no attacks at all this round, used or not.
pub fn has_attacks(at: &At) -> Allowed {
    let c = at.c;
    at.unless_any([
        (c.has(Condition::PARRYING), Refusal::PARRYING),
        (c.has(Condition::FLEEING), Refusal::FLEEING),
        (morale::runs(c), refusal::MORALE_BROKEN),
        (c.has(Condition::RUNNING), Refusal::RUNNING),
        (c.has(Condition::OVEREXTENDED), refusal::OVEREXTENDED),
        (c.has(condition::STRUGGLING), refusal::STRUGGLING),
        (c.has(Condition::GRAPPLING), refusal::GRAPPLING),
        (c.has(Condition::CASTING), Refusal::CASTING),
    ])
}

/// Returns the lines that it can use at that range now.
pub fn usable_lines(at: &At, range: Range) -> Vec<u8> {
    let lines = state::ready_lines(at).map(|(nth, _)| nth);
    lines.filter(|nth| may_use(at, *nth, range).is_ok()).collect()
}

/// Checks that it can use the line at that range now.
pub fn may_use(at: &At, nth: u8, range: Range) -> Allowed {
    let line = state::line(at.d20()?, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    let shoots = range == Range::Missile;
    at.unless(state::reaches(line, range), Refusal::BAD_WEAPON)?;
    let on_the_run = shoots && movement::is_for_the_run(at.d20()?, line);
    at.unless_any([
        (state::is_broken(at.c, nth), Refusal::DESTROYED),
        (!state::has_in_hand(at.c, nth), Refusal::NOT_AT_HAND),
        (shoots && at.c.has_value(Condition::RELOADING, nth), Refusal::RELOADING),
        (movement::has_gone_far(at.e, at.c) && !on_the_run, Refusal::RUNNING),
        (state::is_swallowed(at.c) && !line.has(tag::TIGHT), refusal::TOO_TIGHT),
        (is_used_up(at, nth, line, shoots), Refusal::ALREADY_ATTACKED),
    ])?;
    state::supplied(at.c, line, shoots)
}

/// Whether it has used up its attacks of this round with that line. Extra attacks are melee only, and it cannot shoot
/// after a melee attack.
fn is_used_up(at: &At, nth: u8, line: &Attack, shoots: bool) -> bool {
    let (made, uses) = (state::attacks_made(at.c), at.c.spent.uses(nth));
    let grown = || at.d20().is_ok_and(|d20| !d20.block.is_character()) && figures::is_natural(line);
    match made {
        0 => false,
        _ if shoots => made > uses || uses >= line.count,
        _ => grown() && uses >= turns(at).saturating_mul(line.count),
    }
}

/// Returns how often each natural attack may have been used by now: a creature runs through all of them before it
/// repeats one (`zero.attack.monster-multi`).
fn turns(at: &At) -> u8 {
    let natural = |line: &Attack| figures::is_natural(line) && state::reaches(line, Range::Melee);
    let lines = (0u8..).zip(state::lines(at)).filter(|(_, line)| natural(line));
    let turns = lines.map(|(nth, line)| at.c.spent.uses(nth) / line.count.max(1)).min();
    turns.unwrap_or(0).saturating_add(1)
}

/// Returns the facts asked for a melee attack (section 5, attack tags).
pub fn melee_facts() -> Vec<FactField> {
    let tags = [
        Fact::Behind,
        Fact::Unaware,
        Fact::Flanked,
        Fact::Higher,
        Fact::Lower,
        Fact::Subdual,
        Fact::Pulled,
    ];
    let cover = cover::field(about(), -2);
    let modifier = FactField::asks(Fact::Modifier(0));
    std::iter::once(modifier).chain(tags.map(FactField::flag)).chain([cover]).collect()
}

/// Whether the fact makes damage temporary, which is pointless for an attack that deals none.
pub fn spares(field: &FactField) -> bool {
    matches!(field.fact, Fact::Subdual | Fact::Pulled)
}

/// Checks the weapon, the target and the attacks left.
pub fn check_strike(at: &At, act: &Act) -> Allowed {
    let line = aim::line(at, act, Range::Melee, may_use)?;
    let target = check_melee_target(at, act)?;
    check_blows_left(at, target, line)
}

/// Checks the target, its distance, the cover and the room around it.
pub fn check_melee_target<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let target = check_target(at, act)?;
    let feet = distance(at.e, act.who, target.id, &act.facts);
    aim::check_reach(at.e, act.who, feet, about().melee_distance)?;
    cover::check(about(), at, act)?;
    melee::check_room(at, target)?;
    Ok(target)
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

/// Returns the foes in reach that it may attack and that have room around them for it.
pub fn foes_in_reach<'a>(at: &At<'a>) -> Vec<&'a Combatant> {
    let mut foes = state::in_reach(at.e, at.c);
    foes.retain(|foe| check_aim(at, foe).is_ok() && melee::check_room(at, foe).is_ok());
    foes
}

/// Refuses attacks out of a swallower on anyone else, and attacks on the swallowed (`zero.condition.swallowed`).
pub fn check_aim(at: &At, target: &Combatant) -> Allowed {
    let inside = at.c.toward(condition::SWALLOWED);
    at.unless(inside.is_none_or(|by| by == target.id), refusal::SWALLOWED)?;
    at.unless(!state::is_swallowed(target), refusal::INSIDE)
}

/// Returns the act's target: exactly one other combatant, still present.
pub fn check_target<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let target = aim::target(at, act)?;
    check_aim(at, target)?;
    Ok(target)
}

/// Returns the distance in feet, if known or stated.
pub fn distance(e: &Encounter, who: CombatantId, target: CombatantId, facts: &Facts) -> Option<i32> {
    aim::distance(about(), e, who, target, facts)
}

fn strike(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    by_turn(r, act, |r, blow| {
        if mass::is_swarm(r.encounter(), blow) {
            opening::note_attack(r, blow.who);
            spend(r, blow);
            melee::engage(r, blow.who, blow.target);
            mass::resolve_swarm(r, blow);
            return Ok(());
        }
        deliver(r, blow, land)
    })
}

/// Carries out what a hit does.
pub type Landing = fn(&mut Resolution, &Blow, Hit) -> Result<(), Stop>;

/// Makes an attack in the attacker's own slot.
pub fn in_turn(r: &mut Resolution, act: &Act, land: Landing) -> Result<(), Stop> {
    by_turn(r, act, |r, blow| deliver(r, blow, land))
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
    if loses(r, act.who, Spending::Attack(at)) {
        return Ok(());
    }
    if !melee::reach_first(r, act, MeleeArm::Line(at), target)? {
        return Ok(());
    }
    // If its weapon was struck away, it may attack with another one (`zero.special.recover-weapon`).
    if !r.encounter().get(act.who).is_some_and(|c| state::has_in_hand(c, at)) {
        return Ok(());
    }
    let manner = Manner::Ordinary(melee::timing(r.encounter(), act.who, at, target));
    ordered(r, act, target, (at, Range::Melee), manner, deal)
}

/// Uses up the attack. An attacker no longer waits for a charge (`zero.condition.set`).
pub fn spend(r: &mut Resolution, blow: &Blow) {
    r.emit(Event::Spent(blow.who, Spending::Attack(blow.at)));
    r.relieve(blow.who, Condition::BRACED);
}

/// Makes one of the attacks of the round, which engages the pair.
pub fn deliver(r: &mut Resolution, blow: &Blow, land: Landing) -> Result<(), Stop> {
    settle_routine(r, blow);
    spend(r, blow);
    melee::engage(r, blow.who, blow.target);
    roll_and_land(r, blow, land)
}

/// Returns whether a fumble costs it this attack, and clears that (`zero.option.fumble-effect`).
pub fn skips_attack(r: &mut Resolution, who: CombatantId) -> bool {
    let skips = r.encounter().get(who).is_some_and(|c| c.has(condition::LOSES_ATTACK));
    if skips {
        r.relieve(who, condition::LOSES_ATTACK);
    }
    skips
}

/// Like [`skips_attack`], but also spends the attack or action.
pub fn loses(r: &mut Resolution, who: CombatantId, spending: Spending) -> bool {
    let loses = skips_attack(r, who);
    if loses {
        r.emit(Event::Spent(who, spending));
    }
    loses
}

/// Makes all attacks of the round with that line, out of turn, on a foe that is about to act; stops when `goes_on`
/// returns false.
pub fn all_at_once(
    r: &mut Resolution,
    act: &Act,
    whom: CombatantId,
    with: (u8, Range),
    goes_on: impl Fn(&Encounter) -> bool,
    deal: fn(&mut Resolution, &Blow) -> Result<(), Stop>,
) -> Result<(), Stop> {
    while goes_on(r.encounter()) {
        if !loses(r, act.who, Spending::Attack(with.0)) {
            ordered(r, act, whom, with, Manner::Early, deal)?;
        }
    }
    routine::end(r, act.who);
    Ok(())
}

/// Fixes the number of attacks of the round: the first attack decides between many and the ordinary routine, later ones
/// can only reduce it to the routine.
fn settle_routine(r: &mut Resolution, blow: &Blow) {
    let e = r.encounter();
    let normal = figures::is_normal(e, blow.target) && !blow.line.is_untrained();
    let (ordinary, many) = (routine::ordinary(blow.d20), routine::against_normal_types(e, blow.d20));
    let blows = if normal { many } else { ordinary };
    let first = e.get(blow.who).is_some_and(|c| state::attacks_made(c) == 0);
    let settled = e.get(blow.who).and_then(routine::settled);
    if first || settled.is_none_or(|settled| settled > i32::from(blows)) {
        routine::fix(r, blow.who, blows);
    }
}

/// Resolves one attack, from the roll to the results of a hit.
pub fn resolve(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    roll_and_land(r, blow, land)
}

fn roll_and_land(r: &mut Resolution, blow: &Blow, land: Landing) -> Result<(), Stop> {
    match roll(r, blow)? {
        Some(hit) => land(r, blow, hit),
        None => Ok(()),
    }
}

/// Makes the attack roll and applies what follows from hit and miss alike. `None`: no hit.
pub fn roll(r: &mut Resolution, blow: &Blow) -> Result<Option<Hit>, Stop> {
    opening::note_attack(r, blow.who);
    r.relieve(blow.who, condition::STATIONARY);
    let shielded = armour::takes_up_shield(r.encounter(), blow);
    let hit = to_hit::roll(r, blow)?;
    if shielded {
        let effect = Effect { toward: Some(blow.who), ..this_round(r, condition::SHIELD_MET) };
        r.afflict(blow.target, effect);
    }
    take_off_guard(r, blow);
    if hit.face == 1 {
        critical::fumble(r, blow)?;
    }
    let harms = matches!(hit.outcome, Outcome::Success | Outcome::Always);
    Ok(harms.then_some(hit))
}

/// Applies the results of a hit.
pub fn land(r: &mut Resolution, blow: &Blow, hit: Hit) -> Result<(), Stop> {
    let other = off_hand(r, blow)?;
    let blow = other.as_ref().map_or(*blow, |(at, line)| Blow { at: *at, line, ..*blow });
    damage::deal(r, &blow, hit)?;
    if mass::is_massed(r.encounter(), &blow) {
        return Ok(());
    }
    critical::special(r, &blow, hit);
    riders(r, &blow)
}

/// Rolls which of two weapons of different size has hit; returns the second one if it did (`zero.melee.florentine`).
fn off_hand(r: &mut Resolution, blow: &Blow) -> Result<Option<(u8, Attack)>, Stop> {
    let second = to_hit::second_weapon(r.encounter(), blow);
    let Some((at, line)) = second.and_then(|at| Some((at, state::line(blow.d20, at)?))) else {
        return Ok(None);
    };
    if line.size == blow.line.size {
        return Ok(None);
    }
    let line = line.clone();
    let face = r.figure(RollRequest::new(Purpose::WhichWeapon, 1, 6).by(blow.who).bands(vec![4]))?;
    let off = tables().florentine.result(face) == Some(Hand::Off);
    Ok(off.then_some((at, line)))
}

/// Applies poison and other riders on a failed save.
fn riders(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    for rider in &blow.line.riders {
        if r.encounter().get(blow.target).is_some_and(Combatant::is_up) {
            saving::rider(r, blow.target, rider, blow.timing())?;
        }
    }
    Ok(())
}

/// After an attack from behind or by surprise, the victim is surprised at once and suffers the aftermath in the next
/// round (`zero.melee.behind`, `zero.melee.surprise-attack`, R13, R14).
fn take_off_guard(r: &mut Resolution, blow: &Blow) {
    if to_hit::rear(r.encounter(), blow).is_none_or(|rear| rear == reason::HELPLESS) {
        return;
    }
    if !r.encounter().get(blow.target).is_some_and(|c| c.has(Condition::SURPRISED)) {
        r.afflict(blow.target, this_round(r, Condition::SURPRISED));
    }
    spell::lose(r, blow.target);
    let round = r.encounter().round_number();
    let reels = rounds_on(r, condition::AFTERMATH, 1);
    let reels = Effect { value: round, toward: Some(blow.who), ..reels };
    let same = |effect: &Effect| {
        (effect.condition, effect.toward, effect.value) == (reels.condition, reels.toward, reels.value)
    };
    if !r.encounter().get(blow.target).is_some_and(|c| c.effects.iter().any(same)) {
        r.afflict(blow.target, reels);
    }
}
