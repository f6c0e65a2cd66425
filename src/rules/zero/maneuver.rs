//! What a blow can do in place of damage: strike a weapon away, pull a rider down, entangle (section 3.14).

use super::attack;
use super::blow::Blow;
use super::condition;
use super::critical;
use super::harm;
use super::refusal;
use super::to_hit::Hit;
use super::{ability, figures, mass, reason, saving, state, tag};
use crate::rules::d20::mount;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Ability, Attack, D20, Save, Size, Tag};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::command::{Act, Deed, Fact};
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::event::Stop;
use crate::rules::model::offer::Offer;
use crate::rules::model::tally::Tally;
use crate::rules::ruleset::deed::{Allowed, At, DeedRule, Told};

/// Strikes at what a foe holds (`zero.special.disarm`).
pub const DISARM: DeedRule = DeedRule {
    rule: "zero.special.disarm",
    deed: Deed::Disarm,
    concerns: |at| has_line(at, figures::is_one_handed),
    shape: |at, offer| shape(at, offer, figures::is_one_handed, |e, c| holds_one_handed(e, c).is_ok()),
    check: |at, act| {
        attack::check_strike(at, act)?;
        check_line(at, act, figures::is_one_handed, refusal::NOT_ONE_HANDED)?;
        holds_one_handed(at.e, attack::check_target(at, act)?).map_err(|why| at.why(why))
    },
    run: |r, act| attack::in_turn(r, act, disarm),
    ..IN_PLACE
};

/// Pulls a rider out of the saddle (`zero.special.dismount`).
pub const UNHORSE: DeedRule = DeedRule {
    rule: "zero.special.dismount",
    deed: Deed::Unhorse,
    concerns: |at| has_line(at, is_polearm),
    shape: |at, offer| shape(at, offer, is_polearm, mount::rides),
    check: |at, act| {
        attack::check_strike(at, act)?;
        check_line(at, act, is_polearm, Refusal::BAD_WEAPON)?;
        let target = attack::check_target(at, act)?;
        at.unless(mount::rides(at.e, target), refusal::NOT_MOUNTED)
    },
    run: |r, act| attack::in_turn(r, act, unhorse),
    ..IN_PLACE
};

/// Entangles with a whip (`zero.special.whip`).
pub const ENTANGLE: DeedRule = DeedRule {
    rule: "zero.special.whip",
    deed: Deed::Entangle,
    concerns: |at| has_line(at, is_whip),
    shape: |at, offer| shape(at, offer, is_whip, is_small_enough),
    check: |at, act| {
        attack::check_strike(at, act)?;
        check_line(at, act, is_whip, Refusal::BAD_WEAPON)?;
        at.unless(is_small_enough(at.e, attack::check_target(at, act)?), refusal::TOO_BIG)
    },
    run: |r, act| attack::in_turn(r, act, entangle),
    ..IN_PLACE
};

/// A blow like any other, that does no damage.
const IN_PLACE: DeedRule = DeedRule { told: Told::Named, shares: |_, _| false, ..attack::STRIKE };

/// Which lines will do.
type Fits = fn(&D20, &Attack) -> bool;

fn is_polearm(_: &D20, line: &Attack) -> bool {
    line.has(tag::POLEARM)
}

fn is_whip(_: &D20, line: &Attack) -> bool {
    line.has(tag::WHIP)
}

/// An ogre's size at most.
fn is_small_enough(e: &Encounter, c: &Combatant) -> bool {
    e.d20(c.id).is_ok_and(|d20| figures::size(d20) <= Size::Large)
}

fn has_line(at: &At, fits: Fits) -> bool {
    at.d20().is_ok_and(|d20| d20.figures.attacks.iter().any(|line| fits(d20, line)))
}

/// A strike, with the lines that will do, at those whom it suits.
fn shape(at: &At, offer: Offer, fits: Fits, suits: fn(&Encounter, &Combatant) -> bool) -> Offer {
    let mut offer = (attack::STRIKE.shape)(at, offer);
    if offer.blocked.is_some() {
        return offer;
    }
    let fit =
        |nth: &u8| at.d20().is_ok_and(|d20| state::line(d20, *nth).is_some_and(|line| fits(d20, line)));
    offer.with.retain(fit);
    let suits = |c: &Combatant| suits(at.e, c) && !mass::is_unit(at.e, c.id);
    offer.at.ids.retain(|id| at.e.get(*id).is_some_and(suits));
    offer.facts.retain(|field| !matches!(field.fact, Fact::Subdual | Fact::Pulled));
    match offer.with.is_empty() {
        true => Offer::blocked(offer.deed, at.why(Refusal::NOT_AT_HAND)),
        false => offer,
    }
}

fn check_line(at: &At, act: &Act, fits: Fits, otherwise: Refusal) -> Allowed {
    let d20 = at.d20()?;
    at.unless(state::line(d20, act.with.unwrap_or(0)).is_some_and(|line| fits(d20, line)), otherwise)
}

/// Whether there is something in its one hand to be struck away.
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

/// The target of a maneuver saves against paralysis, so much more easily the better it is than the attacker
/// (`zero.save.level-gap-bonus`).
fn withstands(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    let gap = saving::level_gap(r, blow.target, blow.who);
    saving::save_with(r, blow.target, Save::Paralysis, Tally::new().with(reason::LEVEL_GAP, gap), 0)
}

/// The target drops what it holds, with the blow's other consequences.
fn disarm(r: &mut Resolution, blow: &Blow, _: Hit) -> Result<(), Stop> {
    if !withstands(r, blow)?
        && let Some(effect) = critical::dropped(r, blow.target)
    {
        harm::afflict(r, blow.target, effect, blow.timing());
    }
    Ok(())
}

/// The target is unhorsed and falls prone.
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

/// The wielder says what is caught, and saves for itself, the target's Strength against it.
fn entangle(r: &mut Resolution, blow: &Blow, _: Hit) -> Result<(), Stop> {
    let held = caught(r, blow)?;
    let e = r.encounter();
    let strength = e.d20(blow.target).map_or(0, |d20| ability::bonus(e, d20, Ability::Str));
    let terms = Tally::new().with(reason::TARGET_STRENGTH, -strength);
    if !saving::save_with(r, blow.who, Save::Paralysis, terms, 0)? {
        return Ok(());
    }
    match held {
        Some(nth) => {
            let effect = Effect { value: nth.into(), ..r.effect(condition::DISARMED, None) };
            harm::afflict(r, blow.target, effect, blow.timing());
        }
        None => begin(r, blow, Condition::PRONE),
    }
    Ok(())
}

/// What the whip winds round: the body, or something in a hand.
fn caught(r: &mut Resolution, blow: &Blow) -> Result<Option<u8>, Stop> {
    let e = r.encounter();
    let target = e.who(blow.target)?;
    let (at, d20) = (At { e, c: target }, e.d20(target.id)?);
    let held: Vec<u8> = state::ready_lines(&at)
        .filter(|(_, line)| figures::is_held(d20, line))
        .map(|(nth, _)| nth)
        .collect();
    if held.is_empty() {
        return Ok(None);
    }
    let things = held.iter().map(|nth| Pick::Line(target.id, *nth));
    let picks = std::iter::once(Pick::Named("body".into())).chain(things).collect();
    let among = vec![Pick::Combatant(target.id)];
    let ask =
        ChoiceRequest { who: Some(blow.who), among, ..ChoiceRequest::one(Question::Entangled, picks) };
    Ok(match r.choose(ask)? {
        Answer::One(at @ 1..) => held.get(at - 1).copied(),
        _ => None,
    })
}
