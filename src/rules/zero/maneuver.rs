//! Attacks with an effect instead of damage: disarm, dismount, whip (section 3.14).

use super::blow::{Blow, Hit};
use super::{
    ability, aim, armour, attack, condition, critical, figures, harm, mass, reason, refusal, saving,
    state, tag,
};
use crate::rules::d20::mount;
use crate::rules::model::block::d20::{Ability, Attack, D20, Save, Size, Tag};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::ruleset::deed::LogForm;
use crate::rules::ruleset::prelude::*;

/// What tells one such attack from the others.
struct Maneuver {
    fits: fn(&D20, &Attack) -> bool,
    /// The refusal for other lines.
    otherwise: Refusal,
    suits: fn(&Encounter, &Combatant) -> Result<(), Refusal>,
}

const DISARMING: Maneuver = Maneuver {
    fits: figures::is_one_handed,
    otherwise: refusal::NOT_ONE_HANDED,
    suits: holds_one_handed,
};

const UNHORSING: Maneuver = Maneuver {
    fits: |_, line| line.has(tag::POLEARM),
    otherwise: Refusal::BAD_WEAPON,
    suits: |e, c| if mount::rides(e, c) { Ok(()) } else { Err(refusal::NOT_MOUNTED) },
};

/// For targets of ogre size or smaller.
const ENTANGLING: Maneuver = Maneuver {
    fits: |_, line| line.has(tag::WHIP),
    otherwise: Refusal::BAD_WEAPON,
    suits: |e, c| match e.d20(c.id) {
        Ok(d20) if figures::size(d20) <= Size::Large => Ok(()),
        _ => Err(refusal::TOO_BIG),
    },
};

/// Disarms a foe (`zero.special.disarm`).
pub const DISARM: DeedRule = DeedRule {
    rule: "zero.special.disarm",
    deed: Deed::Disarm,
    concerns: |at| concerns(at, &DISARMING),
    shape: |at, offer| shape(at, offer, &DISARMING),
    check: |at, act| check(at, act, &DISARMING),
    run: |r, act| attack::in_turn(r, act, disarm),
    ..IN_PLACE
};

/// Unhorses a rider (`zero.special.dismount`).
pub const UNHORSE: DeedRule = DeedRule {
    rule: "zero.special.dismount",
    deed: Deed::Unhorse,
    concerns: |at| concerns(at, &UNHORSING),
    shape: |at, offer| shape(at, offer, &UNHORSING),
    check: |at, act| check(at, act, &UNHORSING),
    run: |r, act| attack::in_turn(r, act, unhorse),
    ..IN_PLACE
};

/// Entangles a foe with a whip (`zero.special.whip`).
pub const ENTANGLE: DeedRule = DeedRule {
    rule: "zero.special.whip",
    deed: Deed::Entangle,
    concerns: |at| concerns(at, &ENTANGLING),
    shape: |at, offer| shape(at, offer, &ENTANGLING),
    check: |at, act| check(at, act, &ENTANGLING),
    run: |r, act| attack::in_turn(r, act, entangle),
    ..IN_PLACE
};

/// A melee attack that deals no damage.
const IN_PLACE: DeedRule = DeedRule { told: LogForm::Named, shares: |_, _| false, ..attack::STRIKE };

fn concerns(at: &At, it: &Maneuver) -> bool {
    at.d20().is_ok_and(|d20| state::lines(at).iter().any(|line| (it.fits)(d20, line)))
}

/// Offers a strike with the fitting lines, at suitable targets.
fn shape(at: &At, offer: Offer, it: &Maneuver) -> Offer {
    let mut offer = (attack::STRIKE.shape)(at, offer);
    if offer.blocked.is_some() {
        return offer;
    }
    offer.with.retain(|nth| fits(at, *nth, it));
    let suits = |c: &Combatant| (it.suits)(at.e, c).is_ok() && !mass::is_unit(at.e, c.id);
    offer.at.ids.retain(|id| at.e.get(*id).is_some_and(suits));
    offer.facts.retain(|field| !aim::spares(field));
    match offer.with.is_empty() {
        true => Offer::blocked(offer.deed, at.why(Refusal::NOT_AT_HAND)),
        false => offer,
    }
}

fn fits(at: &At, nth: u8, it: &Maneuver) -> bool {
    at.d20().ok().zip(state::line_at(at, nth)).is_some_and(|(d20, line)| (it.fits)(d20, line))
}

fn check(at: &At, act: &Act, it: &Maneuver) -> Allowed {
    attack::check_strike(at, act)?;
    at.unless(fits(at, act.with.unwrap_or(0), it), it.otherwise)?;
    (it.suits)(at.e, aim::check_target(at, act)?).map_err(|why| at.why(why))
}

/// Checks that it has a one-handed weapon in hand.
fn holds_one_handed(e: &Encounter, c: &Combatant) -> Result<(), Refusal> {
    let Some((d20, (_, line))) = e.d20(c.id).ok().zip(state::weapon_in_use(e, c)) else {
        return Err(refusal::EMPTY_HANDED);
    };
    match () {
        () if line.has(Tag::UNARMED) => Err(refusal::EMPTY_HANDED),
        () if !figures::is_one_handed(d20, line) => Err(refusal::NOT_ONE_HANDED),
        () => Ok(()),
    }
}

/// Makes the target's save against paralysis, with a bonus for levels above the attacker
/// (`zero.save.level-gap-bonus`).
fn withstands(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    let level = |who| r.encounter().d20(who).map_or(1, figures::level);
    let gap = ((level(blow.target) - level(blow.who)) / 3).max(0);
    saving::save_with(r, blow.target, Save::Paralysis, Tally::new().with(reason::LEVEL_GAP, gap), 0)
}

/// Disarms the target, at the time of the blow's other consequences.
fn disarm(r: &mut Resolution, blow: &Blow, _: Hit) -> Result<(), Stop> {
    if !withstands(r, blow)?
        && let Some(effect) = critical::dropped(r, blow.target)
    {
        harm::afflict(r, blow.target, effect, blow.timing());
    }
    Ok(())
}

/// Unhorses the target, which falls prone.
fn unhorse(r: &mut Resolution, blow: &Blow, _: Hit) -> Result<(), Stop> {
    if !withstands(r, blow)? {
        begin(r, blow, Condition::UNHORSED);
        begin(r, blow, Condition::PRONE);
    }
    Ok(())
}

fn begin(r: &mut Resolution, blow: &Blow, condition: Condition) {
    let effect = r.effect(condition, None);
    harm::afflict(r, blow.target, effect, blow.timing());
}

/// Lets the wielder choose what is caught and save, with a penalty of the target's STR bonus.
fn entangle(r: &mut Resolution, blow: &Blow, _: Hit) -> Result<(), Stop> {
    let held = caught(r, blow)?;
    let e = r.encounter();
    let strength = e.d20(blow.target).map_or(0, |d20| ability::bonus(e, d20, Ability::Str));
    let terms = Tally::new().with(reason::TARGET_STRENGTH, -strength);
    if !saving::save_with(r, blow.who, Save::Paralysis, terms, 0)? {
        return Ok(());
    }
    let effect = match held {
        Caught::Body => r.effect(Condition::PRONE, None),
        Caught::Shield => r.effect(Condition::SHIELD_DOWN, None),
        Caught::Weapon(nth) => Effect { value: nth.into(), ..r.effect(condition::DISARMED, None) },
    };
    harm::afflict(r, blow.target, effect, blow.timing());
    Ok(())
}

/// What a whip has caught.
#[derive(Clone, Copy)]
enum Caught {
    Body,
    /// The weapon of that line.
    Weapon(u8),
    Shield,
}

/// Asks the wielder for body or held item; the body if nothing is held.
fn caught(r: &mut Resolution, blow: &Blow) -> Result<Caught, Stop> {
    let e = r.encounter();
    let target = e.who(blow.target)?;
    let (at, d20) = (At { e, c: target }, e.d20(target.id)?);
    let weapons = state::ready_lines(&at).filter(|(_, line)| figures::is_held(d20, line));
    let weapons = weapons.map(|(nth, _)| (Pick::Line(target.id, nth), Caught::Weapon(nth)));
    let shield = armour::bears_shield(e, target);
    let shield = shield.then(|| (Pick::Named("shield".into()), Caught::Shield));
    let (picks, held): (Vec<Pick>, Vec<Caught>) = weapons.chain(shield).unzip();
    if held.is_empty() {
        return Ok(Caught::Body);
    }
    let picks = std::iter::once(Pick::Named("body".into())).chain(picks).collect();
    let among = vec![Pick::Combatant(target.id)];
    let ask =
        ChoiceRequest { who: Some(blow.who), among, ..ChoiceRequest::one(Question::Entangled, picks) };
    let Answer::One(nth) = r.choose(ask)? else { return Ok(Caught::Body) };
    Ok(nth.checked_sub(1).and_then(|nth| held.get(nth).copied()).unwrap_or(Caught::Body))
}
