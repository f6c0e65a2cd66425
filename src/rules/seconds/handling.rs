//! Handling weapons: aim, reload, unjam, draw, sheathe, drop.

use super::form::{MOST, action, aimed, only_target, others};
use super::options::AIM_TIME;
use super::{clock, condition, minds, presence, refusal, weapon};
use crate::rules::model::block::wounds::{Attack, AttackKind};
use crate::rules::model::combatant::{Gear, Whereabouts};
use crate::rules::model::moment::Second;
use crate::rules::ruleset::prelude::*;

/// Additional seconds to reload per step of scale (`seconds.missile.reload`).
const RELOAD_PER_SCALE: Second = 4;

/// Aiming a ranged weapon at one target.
pub const AIM: DeedRule = DeedRule {
    concerns: |at| weapon::lines(at.e, at.c.id).any(|(_, line)| line.kind == AttackKind::Ranged),
    shape: |at, offer| {
        let offer = Offer { at: aimed(others(at.e, at.c), 1, 1), ..offer };
        with(at, offer, lines(at, can_aim), Refusal::NOT_AT_HAND)
    },
    check: check_aim,
    // Another target may be confirmed once it is paid (A47).
    later: Some(|at, act, step| if step.is_aimed() { check_aim(at, act) } else { check_bow(at, act) }),
    run: take_aim,
    price: |at, act| clock::price(at, aim_time(at.e, clock::printed(act.deed))),
    ..action(Deed::Aim, "seconds.missile.aim")
};

/// Reloading, alone or with helpers.
pub const RELOAD: DeedRule = DeedRule {
    concerns: |at| !lines(at, is_fired).is_empty(),
    shape: |at, offer| {
        let facts = vec![FactField::number(Fact::Helpers(1), 1, 100)];
        with(at, Offer { facts, ..offer }, lines(at, is_fired), Refusal::BAD_WEAPON)
    },
    check: |at, act| {
        at.unless(act.facts.helpers().is_none_or(|n| n >= 1), refusal::TOO_FEW_HELPERS)?;
        check_line(at, act, is_fired)
    },
    run: |r, act| change(r, act, |gear| Gear { fired: 0, ..gear }),
    price: |at, act| clock::price(at, loading(at.e, act, clock::printed(act.deed))),
    ..action(Deed::Reload, "seconds.missile.reload")
};

/// Clearing a jammed weapon.
pub const UNJAM: DeedRule = DeedRule {
    concerns: |at| !lines(at, is_jammed).is_empty(),
    shape: |at, offer| {
        let seconds = i32::try_from(clock::printed(offer.deed)).unwrap_or(4);
        let facts = vec![FactField::number(Fact::Seconds(seconds), 0, MOST)];
        with(at, Offer { facts, ..offer }, lines(at, is_jammed), Refusal::BAD_WEAPON)
    },
    check: |at, act| check_line(at, act, is_jammed),
    run: |r, act| change(r, act, |gear| Gear { jammed: false, ..gear }),
    price: clock::as_said,
    ..action(Deed::Unjam, "seconds.missile.jam")
};

/// Drawing or picking up a weapon.
pub const DRAW: DeedRule = DeedRule {
    concerns: |at| !lines(at, is_away).is_empty(),
    shape: |at, offer| match weapon::has_hand(at.e, at.c.id) {
        true => with(at, offer, lines(at, is_away), Refusal::BAD_WEAPON),
        false => Offer::blocked(offer.deed, at.why(Refusal::BARRED)),
    },
    check: |at, act| {
        check_line(at, act, is_away)?;
        at.unless(weapon::has_hand(at.e, at.c.id), Refusal::BARRED)
    },
    run: |r, act| change(r, act, |gear| Gear { at: Whereabouts::AtHand, ..gear }),
    ..action(Deed::Draw, "seconds.time.action-costs")
};

/// Sheathing a weapon.
pub const SHEATHE: DeedRule = DeedRule {
    run: |r, act| change(r, act, |gear| Gear { at: Whereabouts::Sheathed, ..gear }),
    ..out_of_hand(Deed::Sheathe)
};

/// Dropping a weapon.
pub const DROP: DeedRule = DeedRule {
    run: |r, act| change(r, act, |gear| Gear { at: Whereabouts::Dropped, ..gear }),
    ..out_of_hand(Deed::Drop)
};

/// Returns the row of a deed with a held weapon.
const fn out_of_hand(deed: Deed) -> DeedRule {
    DeedRule {
        concerns: |at| !lines(at, is_held).is_empty(),
        shape: |at, offer| with(at, offer, lines(at, is_held), Refusal::BAD_WEAPON),
        check: |at, act| check_line(at, act, is_held),
        ..action(deed, "seconds.time.action-costs")
    }
}

/// Whether an attack is suitable, given the state of its weapon.
type Fits = fn(&Attack, Gear) -> bool;

fn can_aim(line: &Attack, gear: Gear) -> bool {
    gear.at == Whereabouts::AtHand && line.kind == AttackKind::Ranged
}

fn is_held(line: &Attack, gear: Gear) -> bool {
    weapon::is_thing(line) && gear.at == Whereabouts::AtHand
}

fn is_away(line: &Attack, gear: Gear) -> bool {
    weapon::is_thing(line) && matches!(gear.at, Whereabouts::Sheathed | Whereabouts::Dropped)
}

fn is_fired(line: &Attack, gear: Gear) -> bool {
    is_held(line, gear) && line.ammo.is_some() && gear.fired > 0
}

fn is_jammed(line: &Attack, gear: Gear) -> bool {
    is_held(line, gear) && gear.jammed
}

/// Returns the suitable attacks.
fn lines(at: &At, fits: Fits) -> Vec<u8> {
    let all = weapon::lines(at.e, at.c.id);
    let fit = all.filter(|(n, line)| fits(line, weapon::gear(at.e, at.c.id, *n)));
    fit.map(|(n, _)| n).collect()
}

/// Returns the form with the attacks, or blocked if there are none.
fn with(at: &At, offer: Offer, lines: Vec<u8>, none: Refusal) -> Offer {
    match lines.is_empty() {
        true => Offer::blocked(offer.deed, at.why(none)),
        false => Offer { with: lines, ..offer },
    }
}

fn check_line(at: &At, act: &Act, fits: Fits) -> Allowed {
    let fit = lines(at, fits);
    at.unless(act.with.is_some_and(|with| fit.contains(&with)), Refusal::BAD_WEAPON)
}

/// Refuses to aim anything but a ranged weapon in hand at a target that is present (`seconds.missile.aim`).
fn check_aim(at: &At, act: &Act) -> Allowed {
    let e = at.e;
    let Some(with) = act.with else { return at.no(Refusal::BAD_WEAPON) };
    let Some(target) = only_target(act).filter(|target| *target != minds::body_of(e, act.who)) else {
        return at.no(Refusal::BAD_TARGET);
    };
    let here = presence::is_here(e.who(target)?);
    match weapon::line(e, act.who, with).map(|line| line.kind) {
        Some(AttackKind::Ranged | AttackKind::MagicRanged) if !here => at.no(refusal::TARGET_DEAD),
        _ => check_bow(at, act),
    }
}

/// Refuses to aim anything but a ranged weapon in hand.
fn check_bow(at: &At, act: &Act) -> Allowed {
    let Some(with) = act.with else { return at.no(Refusal::BAD_WEAPON) };
    match weapon::line(at.e, act.who, with).map(|line| line.kind) {
        Some(kind) if kind.is_magic() => at.no(refusal::CANNOT_AIM),
        Some(AttackKind::Ranged) if weapon::gear(at.e, act.who, with).at == Whereabouts::AtHand => {
            Ok(())
        }
        Some(AttackKind::Ranged) => at.no(Refusal::NOT_AT_HAND),
        _ => at.no(Refusal::BAD_WEAPON),
    }
}

/// Returns the seconds to reload: 4, plus 4 per step of scale above the bearer's, divided among all loaders
/// (`seconds.missile.reload`, `seconds.missile.reload-team`).
fn loading(e: &Encounter, act: &Act, printed: Second) -> Second {
    let stats = e.wounds(minds::body_of(e, act.who));
    let line = act.with.and_then(|at| weapon::line(e, act.who, at));
    let (Ok(stats), Some(line)) = (stats, line) else { return printed };
    let larger = line.scale.unwrap_or(stats.scale).saturating_sub(stats.scale).max(0);
    let larger = Second::try_from(larger).unwrap_or(0);
    let all = printed.saturating_add(RELOAD_PER_SCALE.saturating_mul(larger));
    let helpers = act.facts.helpers().and_then(|n| Second::try_from(n).ok()).unwrap_or(1).max(1);
    all.div_ceil(helpers)
}

/// Returns the seconds to aim (`seconds.option.aim-time`).
fn aim_time(e: &Encounter, printed: Second) -> Second {
    Second::try_from(AIM_TIME.of(e)).unwrap_or(printed)
}

/// Aims at one target, ending any other aim (`seconds.missile.aim`).
fn take_aim(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let Some(target) = act.target() else { return Ok(()) };
    r.relieve(act.who, condition::AIMING);
    let effect = Effect { toward: Some(target), ..r.effect(condition::AIMING, None) };
    r.afflict(act.who, effect);
    Ok(())
}

/// Ends the aim of every mind in a body that moved or was moved (`seconds.missile.aim-loss`).
pub fn lose_aim(r: &mut Resolution, body: CombatantId) {
    for mind in minds::inside(r.encounter(), body) {
        r.relieve(mind, condition::AIMING);
    }
}

/// Changes the state of the weapon.
fn change(r: &mut Resolution, act: &Act, to: fn(Gear) -> Gear) -> Result<(), Stop> {
    if let Some(with) = act.with {
        let before = weapon::gear(r.encounter(), act.who, with);
        let after = to(before);
        if after != before {
            weapon::set(r, act.who, with, after);
        }
    }
    Ok(())
}
