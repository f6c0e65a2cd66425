//! Changing weapons: drawing, dropping, freeing a trapped one (`house.attack.change-weapon`).

use super::asset::tables;
use super::gear::{self, Side, is_of_line};
use super::state::held;
use super::{checks, condition, counter, figures, reason, refusal, state};
use crate::rules::model::block::d20::{Ability, Attack};
use crate::rules::model::combatant::{Thing, Whereabouts};
use crate::rules::ruleset::deed::{LogForm, When};
use crate::rules::ruleset::prelude::*;

/// Draws another weapon or picks one up; in melee at the cost of the round's attacks, and so at the action stop, unless
/// the old one is gone.
pub const DRAW: DeedRule = DeedRule {
    rule: "house.attack.change-weapon",
    when: When::Beside,
    told: LogForm::Named,
    concerns: |at| lines(at, may_take_up).next().is_some(),
    shape: |at, offer| {
        let offer = form(at, offer, may_take_up);
        let falls =
            (state::in_melee(at.e, at.c) && held(at).is_some()).then(|| FactField::flag(Fact::LetFall));
        Offer { facts: falls.into_iter().collect(), ..offer }
    },
    check: |at, act| state::check_line(at, act, may_take_up),
    run: take_up,
    ..DeedRule::of(Deed::Draw)
};

/// Drops a weapon, even a trapped one, at no cost.
pub const DROP: DeedRule = DeedRule {
    concerns: |at| lines(at, may_drop).next().is_some(),
    shape: |at, offer| form(at, offer, may_drop),
    check: |at, act| state::check_line(at, act, may_drop),
    run: |r, act| {
        gear::lose(r, act.who, act.with, Whereabouts::Dropped);
        Ok(())
    },
    deed: Deed::Drop,
    ..DRAW
};

/// Tries to free a trapped weapon, from the round after it was trapped (`house.fumble.trapped-weapon`).
pub const FREE_WEAPON: DeedRule = DeedRule {
    rule: "house.fumble.trapped-weapon",
    when: When::Action,
    phase: Some(Phase::Action),
    concerns: |at| trapped(at).is_some(),
    may: |at| {
        let effect = trapped(at).ok_or_else(|| at.why(refusal::NOT_TRAPPED))?;
        let later = effect.count(counter::BEGAN_IN) < at.e.round_number();
        at.unless(later, Refusal::BARRED.saying("it was trapped this round"))?;
        state::has_not_acted(at)?;
        at.unless(!state::runs_away(at.c), Refusal::RETREATING)
    },
    shape: |at, offer| form(at, offer, may_free),
    check: |at, act| state::check_line(at, act, may_free),
    run: tug,
    deed: Deed::FreeWeapon,
    ..DRAW
};

/// Picks up its dropped shield; in melee at the cost of the round's attacks, like a weapon.
pub const TAKE_SHIELD: DeedRule = DeedRule {
    concerns: |at| at.c.has(Condition::SHIELD_DOWN),
    may: |at| {
        at.unless(
            at.c.has(Condition::SHIELD_DOWN),
            Refusal::SAME_POSTURE.saying("it has no shield to pick up"),
        )?;
        let second = state::second_weapon(at.c).is_some();
        at.unless(!second, refusal::NEEDS_BOTH_HANDS)?;
        let moving = at.e.window().is_some_and(|window| window.phase == Phase::Movement);
        at.unless(!(moving && state::in_melee(at.e, at.c)), Refusal::NOT_IN_THIS_PHASE)?;
        at.unless(!gear::is_maimed(at.c, Side::Left), refusal::MAIMED)
    },
    shape: |_, offer| offer,
    check: |_, _| Ok(()),
    run: |r, act| {
        let e = r.encounter();
        if state::in_melee(e, e.who(act.who)?) {
            r.emit(Event::Spent(act.who, Spending::Action));
        }
        r.relieve(act.who, Condition::SHIELD_DOWN);
        Ok(())
    },
    deed: Deed::TakeShield,
    ..DRAW
};

/// Drops its shield at no cost, like a weapon.
pub const LAY_SHIELD: DeedRule = DeedRule {
    concerns: |at| gear::bears_shield(at.e, at.c),
    may: |at| {
        at.unless(
            gear::bears_shield(at.e, at.c),
            Refusal::BAD_WEAPON.saying("it has no shield on its arm"),
        )
    },
    run: |r, act| {
        r.begin(act.who, Condition::SHIELD_DOWN, None);
        Ok(())
    },
    deed: Deed::LayShield,
    ..TAKE_SHIELD
};

/// The attack lines that `may` allows.
fn lines(at: &At, may: fn(&At, u8, &Attack) -> Allowed) -> impl Iterator<Item = u8> {
    let all = (0u8..).zip(state::lines(at));
    all.filter(move |(nth, line)| may(at, *nth, line).is_ok()).map(|(nth, _)| nth)
}

fn form(at: &At, offer: Offer, may: fn(&At, u8, &Attack) -> Allowed) -> Offer {
    match lines(at, may).collect::<Vec<u8>>() {
        with if with.is_empty() => Offer::blocked(offer.deed, at.why(Refusal::BAD_WEAPON)),
        with => Offer { with, ..offer },
    }
}

/// Checks that the weapon is intact, not in hand, and suits its hands.
fn may_take_up(at: &At, nth: u8, line: &Attack) -> Allowed {
    at.unless(!figures::is_natural(line), Refusal::BAD_WEAPON)?;
    match at.c.thing(Thing::Line(nth)).at {
        Whereabouts::Destroyed => return at.no(Refusal::DESTROYED),
        Whereabouts::Lost => return at.no(Refusal::NOT_AT_HAND),
        Whereabouts::Dropped => {}
        _ if held(at) != Some(nth) && figures::is_in_hand(at.d20()?, line) => {}
        _ => return at.no(Refusal::BAD_WEAPON.saying("it already wields that")),
    }
    let moving = at.e.window().is_some_and(|window| window.phase == Phase::Movement);
    at.unless(!(moving && costs_attacks(at, nth)), Refusal::NOT_IN_THIS_PHASE)?;
    gear::may_hold(at, line)
}

/// Whether picking up or changing a weapon costs the round's attacks: in melee.
fn costs_attacks(at: &At, nth: u8) -> bool {
    let lies = at.c.thing(Thing::Line(nth)).at == Whereabouts::Dropped;
    (lies || held(at).is_some()) && state::in_melee(at.e, at.c)
}

fn may_drop(at: &At, nth: u8, line: &Attack) -> Allowed {
    let there = state::is_at_hand(at.c, nth) && !figures::is_natural(line);
    at.unless(there, Refusal::BAD_WEAPON)
}

fn may_free(at: &At, nth: u8, _: &Attack) -> Allowed {
    at.unless(at.c.has_value(condition::TRAPPED_WEAPON, nth), refusal::NOT_TRAPPED)
}

fn trapped<'a>(at: &At<'a>) -> Option<&'a Effect> {
    at.c.effect(condition::TRAPPED_WEAPON)
}

fn take_up(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(nth) = act.with else { return Ok(()) };
    if act.facts.has(&Fact::LetFall) {
        let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
        let old = held(&at);
        gear::lose(r, act.who, old, Whereabouts::Dropped);
    }
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let lies = at.c.thing(Thing::Line(nth)).at == Whereabouts::Dropped;
    if costs_attacks(&at, nth) {
        r.emit(Event::Spent(act.who, Spending::Action));
    }
    if lies {
        gear::put(r, act.who, nth, Whereabouts::AtHand);
    }
    gear::take_in_hand(r, act.who, nth);
    Ok(())
}

/// Makes a Moderate Strength check as an action; an injured hand on the weapon makes it harder
/// (`house.critical.minor-hand`).
fn tug(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let at = At { e: r.encounter(), c: r.encounter().who(act.who)? };
    let Some(nth) = act.with else { return Ok(()) };
    let line = state::line_at(&at, nth);
    let hurt = line.is_some_and(|line| gear::uses_injured_arm(at.c, nth, line));
    let harder = if hurt { -tables().on_roll(&reason::INJURY) } else { 0 };
    r.emit(Event::Spent(act.who, Spending::Action));
    if checks::check(r, act.who, Ability::Str, checks::MODERATE + harder)? {
        r.relieve_where(act.who, |_, effect| is_of_line(effect, condition::TRAPPED_WEAPON, nth));
    }
    Ok(())
}
