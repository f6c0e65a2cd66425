//! Missiles: range, aiming, loading, flasks (section 3.11).

use super::asset::{about, tables};
use super::attack::{self, check_cover, cover_field, distance, may_use};
use super::blow::{Blow, Manner};
use super::options::{BOMBING_STEPS, BombingSteps};
use super::sequence::{rounds_on, this_round};
use super::{attribute, condition, figures, flask, gear, loading, reason, state, tag, talent, to_hit};
use crate::rules::d20::aim;
use crate::rules::d20::blow::form;
use crate::rules::d20::cover;
use crate::rules::model::block::d20::{Attack, Band, Range};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::deed::{Told, When};
use crate::rules::ruleset::prelude::*;

/// Target number of a bomb (`house.missile.bombing`).
const BOMB_HITS: i32 = 16;
/// Maximum height of a bombing, in feet (`house.missile.bombing`).
const BOMB_HEIGHT: i32 = 300;
/// Height without penalty, and the height of each further step, in feet (`house.missile.bombing`).
const BOMB_STEP: i32 = 50;

/// Shoots or throws at a target; not while in an opponent's melee range (`house.missile.not-in-melee`).
pub const SHOOT: DeedRule = DeedRule {
    rule: "house.missile.range-bands",
    phase: Some(Phase::Action),
    repeats: true,
    concerns: |at| state::lines(at).iter().any(|line| state::reaches(line, Range::Missile)),
    may: |at| {
        attack::may_attack(at)?;
        at.unless(state::holders(at.e, at.c).next().is_none(), Refusal::IN_MELEE)
    },
    shape: |at, offer| {
        let with = attack::usable_lines(at, Range::Missile);
        let farthest = farthest(at, &with);
        let near =
            |foe: &&Combatant| at.e.between(at.c, foe).is_none_or(|far| far <= Tenths::whole(farthest));
        let foes = at.e.foes(at.c).filter(near);
        let facts = facts(farthest).into_iter().chain(talent::facts(at)).collect();
        let offer = form(at, offer, Range::Missile, with, foes, facts, attack::may_use);
        aim::within_range(about(), at, offer, reach)
    },
    check: |at, act| {
        let line = aim::line(at, act, Range::Missile, may_use)?;
        let target = aim::target(at, act)?;
        check_cover(at, act)?;
        if act.facts.band().is_some() {
            return Ok(());
        }
        let far = if is_bomb(line) { height } else { distance };
        let feet = far(at.e, act.who, target.id, &act.facts);
        aim::check_range(act.who, feet, reach(line), "the distance, in feet or as a range")
    },
    run: |r, act| attack::in_its_stop(r, act, Range::Missile, Manner::Ordinary),
    strays: |_, _| true,
    known: cover::known,
    ..DeedRule::of(Deed::Shoot)
};

fn farthest(at: &At, with: &[u8]) -> i32 {
    let lines = with.iter().filter_map(|nth| state::line_at(at, *nth));
    lines.map(reach).max().unwrap_or(0)
}

/// End of its long range in feet, or a bomb's maximum height.
fn reach(line: &Attack) -> i32 {
    if is_bomb(line) { BOMB_HEIGHT } else { aim::farthest(line) }
}

fn facts(farthest: i32) -> Vec<FactField> {
    vec![
        FactField::needed(Fact::Distance(Tenths::whole(farthest.min(30))), 0, farthest),
        FactField::may(Fact::Band(Band::Medium)),
        FactField::asks(Fact::Modifier(0)),
        cover_field(),
        FactField::flag(Fact::CompleteCover),
        FactField::flag(Fact::Behind),
    ]
}

/// Checks that the weapon is loaded, or the flask prepared.
pub fn may_shoot(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(!at.c.has_value(condition::EMPTY_WEAPON, nth), Refusal::RELOADING)?;
    flask::may_throw(at, nth, line)
}

/// Range band of the target: as the referee says, else by the distance.
pub fn band(e: &Encounter, blow: &Blow) -> Option<Band> {
    let feet = || distance(e, blow.who, blow.target, blow.facts);
    blow.facts.band().or_else(|| blow.line.band(feet()?))
}

/// Whether `c` aimed in the round before and has not shot since (`house.missile.aim`).
pub fn has_aim(e: &Encounter, c: &Combatant) -> bool {
    c.effect(condition::AIMED).is_some_and(|effect| effect.value < e.round_number())
}

/// Whether it is dropped from above.
pub fn is_bomb(line: &Attack) -> bool {
    line.has(tag::BOMB)
}

/// Target number and modifiers of a bombing: neither armour class nor attack bonus count, but the height does
/// (`house.missile.bombing`).
pub fn bombing(e: &Encounter, blow: &Blow) -> (Tally, Tally) {
    let mut tally = Tally::new().with(Reason::WEAPON, blow.line.bonus.saturating_add(blow.line.to_hit));
    let height = height(e, blow.who, blow.target, blow.facts).unwrap_or(0);
    tally.add(reason::ALTITUDE, tables().on_roll(&reason::ALTITUDE).saturating_mul(steps(e, height)));
    if let Some(c) = e.get(blow.who) {
        to_hit::add_every_roll(&mut tally, e, blow, c);
        custom::add(&mut tally, c, Stat::ToHit);
    }
    tally.add(Reason::REFEREE, blow.facts.modifier().unwrap_or(0));
    (Tally::new().with(Reason::BASE, BOMB_HITS), tally)
}

/// Height in feet: as entered, else the attacker's altitude, else the distance.
fn height(e: &Encounter, who: CombatantId, target: CombatantId, facts: &Facts) -> Option<i32> {
    let own = || figures::figure(e.d20(who).ok()?, attribute::ALTITUDE);
    facts.distance().map(Tenths::up).or_else(own).or_else(|| distance(e, who, target, facts))
}

/// Steps of 50 feet above the first; only full ones, unless the option counts started ones (A39).
fn steps(e: &Encounter, height: i32) -> i32 {
    let above = (height - BOMB_STEP).max(0);
    let begun = BOMBING_STEPS.is(e, BombingSteps::Started) && above % BOMB_STEP > 0;
    above / BOMB_STEP + i32::from(begun)
}

/// Whether shooting with that line throws the weapon itself.
pub fn is_thrown(line: &Attack) -> bool {
    line.range == Some(Range::Both) || line.has(tag::THROWN)
}

/// After a missile attack, unloads a crossbow and empties the hand of a thrown weapon.
pub fn shot(r: &mut Resolution, blow: &Blow) {
    loading::shot(r, blow);
    flask::thrown(r, blow);
    let thrown = is_thrown(blow.line);
    if thrown && !figures::is_natural(blow.line) {
        gear::throw(r, blow.who, blow.at);
    }
}

/// Aims for a bonus on its first shot next round; it neither attacks nor moves this round (`house.missile.aim`, A16).
pub const AIM: DeedRule = DeedRule {
    rule: "house.missile.aim",
    when: When::Beside,
    told: Told::Named,
    concerns: SHOOT.concerns,
    may: |at| {
        attack::may_attack(at)?;
        state::has_not_acted(at)?;
        at.unless(at.c.spent.moved.is_none(), Refusal::ALREADY_MOVED)
    },
    shape: |at, offer| {
        let shoots = |(_, line): &(u8, &Attack)| state::reaches(line, Range::Missile);
        state::with_lines(at, offer, shoots, may_aim)
    },
    check: |at, act| state::check_line(at, act, may_aim),
    run: aim,
    ..DeedRule::of(Deed::Aim)
};

/// Checks that the actor has a missile weapon in hand or can draw it.
fn may_aim(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(state::reaches(line, Range::Missile), Refusal::BAD_WEAPON)?;
    gear::may_wield(at, nth, line)
}

fn aim(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    r.emit(Event::Spent(act.who, Spending::Action));
    if let Some(nth) = act.with {
        gear::take_in_hand(r, act.who, nth);
    }
    r.afflict(act.who, this_round(r, condition::STAYS_PUT));
    r.relieve(act.who, condition::AIMED);
    let effect = Effect { value: r.encounter().round_number(), ..rounds_on(r, condition::AIMED, 1) };
    r.afflict(act.who, effect);
    Ok(())
}

/// Uses up the aim after the first shot, hit or miss.
pub fn aim_is_spent(r: &mut Resolution, blow: &Blow) {
    let aimed = r.encounter().get(blow.who).is_some_and(|c| has_aim(r.encounter(), c));
    if aimed && !blow.strikes() {
        r.relieve(blow.who, condition::AIMED);
    }
}
