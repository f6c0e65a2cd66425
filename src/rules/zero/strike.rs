//! Resolution of one attack: the roll, the results of a hit, and fumbles.

use super::asset::{about, tables};
use super::blow::{Blow, Hit, Manner, ordered};
use super::harm::afflict;
use super::options::{FUMBLE, FUMBLE_EFFECT, FumbleEffect};
use super::state::{mark, rounds_on, this_round};
use super::tables::{Fumble, Hand};
use super::{
    armour, condition, critical, damage, disruption, facing, figures, harm, mass, melee, reason,
    routine, state, surprise, to_hit,
};
use crate::rules::d20::roll::one_of;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::command::Share;
use crate::rules::ruleset::prelude::*;

/// Carries out what a hit does.
pub type Landing = fn(&mut Resolution, &Blow, Hit) -> Result<(), Stop>;

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
    surprise::note_attack(r, blow.who);
    r.relieve(blow.who, condition::STATIONARY);
    let shielded = armour::takes_up_shield(r.encounter(), blow);
    let hit = to_hit::roll(r, blow)?;
    if shielded {
        let effect = Effect { toward: Some(blow.who), ..this_round(r, condition::SHIELD_MET) };
        r.afflict(blow.target, effect);
    }
    take_off_guard(r, blow);
    if hit.face == 1 {
        fumble(r, blow)?;
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
            harm::rider(r, blow.target, rider, blow.timing())?;
        }
    }
    Ok(())
}

/// After an attack from behind or by surprise, the victim is surprised at once and suffers the aftermath in the next
/// round (`zero.melee.behind`, `zero.melee.surprise-attack`, R13, R14).
fn take_off_guard(r: &mut Resolution, blow: &Blow) {
    if facing::rear(r.encounter(), blow).is_none_or(|rear| rear == reason::HELPLESS) {
        return;
    }
    if !r.encounter().get(blow.target).is_some_and(|c| c.has(Condition::SURPRISED)) {
        r.afflict(blow.target, this_round(r, Condition::SURPRISED));
    }
    disruption::lose(r, blow.target);
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

/// Checks for a fumble after a natural 1: a second d20 must exceed the attacker's level (`zero.fumble.check`, R64).
fn fumble(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let e = r.encounter();
    let level = figures::level(blow.d20);
    if !FUMBLE.is_on(e) || level >= 20 || mass::is_massed(e, blow) {
        return Ok(());
    }
    if r.test(RollRequest::new(Purpose::FumbleCheck, 1, 20).by(blow.who).at_most(level))? {
        return Ok(());
    }
    match FUMBLE_EFFECT.of(r.encounter()) {
        FumbleEffect::Table => r.under(|| Why::Table(Purpose::Fumble), |r| by_fumble_table(r, blow)),
        FumbleEffect::LoseNextAttack => {
            r.begin(blow.who, condition::LOSES_ATTACK, None);
            Ok(())
        }
        FumbleEffect::Referee => Ok(()),
    }
}

/// Rolls on the fumble table; natural weapons neither drop nor break (`zero.fumble.effect`).
fn by_fumble_table(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let face = r.figure(RollRequest::new(Purpose::Fumble, 1, 6).by(blow.who))?;
    let grown = !figures::is_held(blow.d20, blow.line);
    let effect = match tables().fumble.result(face).unwrap_or(Fumble::OffBalance) {
        Fumble::Drops | Fumble::Breaks if grown => Fumble::OffBalance,
        Fumble::Breaks if blow.line.bonus > 0 => Fumble::Drops,
        effect => effect,
    };
    match effect {
        Fumble::OffBalance => lose_balance(r, blow),
        Fumble::Overextended => r.afflict(blow.who, rounds_on(r, Condition::OVEREXTENDED, 1)),
        Fumble::Drops => suffer(r, blow, condition::DISARMED, blow.at),
        Fumble::Breaks => suffer(r, blow, condition::BROKEN_WEAPON, blow.at),
        Fumble::Falls => suffer(r, blow, Condition::PRONE, 0),
        Fumble::StrikesFriend => return strike_friend(r, blow),
    }
    Ok(())
}

/// Applies a condition to the attacker at the end of the slot, out of turn as well (section 2.4).
fn suffer(r: &mut Resolution, blow: &Blow, condition: Condition, value: u8) {
    let effect = Effect { value: value.into(), ..r.effect(condition, None) };
    afflict(r, blow.who, effect, Timing::Together);
}

/// Loses the remaining attacks of the round at once; armour class worsens at the end of the slot. It may still move.
fn lose_balance(r: &mut Resolution, blow: &Blow) {
    afflict(r, blow.who, rounds_on(r, Condition::OFF_BALANCE, 1), Timing::Together);
    mark(r, blow.who, condition::ATTACKS_LOST);
}

/// Strikes a random ally in reach with a plain attack; if there is none, loses its balance.
fn strike_friend(r: &mut Resolution, blow: &Blow) -> Result<(), Stop> {
    let e = r.encounter();
    let Some(c) = e.get(blow.who) else { return Ok(()) };
    let near = |other: &&Combatant| {
        other.id != c.id
            && other.side == c.side
            && other.is_up()
            && !state::is_swallowed(other)
            && is_near(e, c, other)
    };
    let friends: Vec<CombatantId> = e.all().filter(near).map(|other| other.id).collect();
    let Some(friend) = one_of(r, &friends, blow.who)? else {
        lose_balance(r, blow);
        return Ok(());
    };
    let facts = Facts::default();
    let plain =
        Blow { target: friend, facts: &facts, manner: Manner::Plain, share: Share::Full, ..*blow };
    r.under(|| plain.cause(), |r| resolve(r, &plain))
}

/// Whether `other` is known to be within 10 ft; allies engaged with the same foe are.
fn is_near(e: &Encounter, c: &Combatant, other: &Combatant) -> bool {
    let shared = c.threatens.iter().any(|foe| other.threatens.contains(foe));
    let near = e.between(c, other).is_some_and(|far| far <= about().melee());
    shared || near
}
