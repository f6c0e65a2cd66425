//! Weapons: which are available, aiming, ammunition, wounds.

use super::blow::{Blow, MAX_STEPS};
use super::{condition, minds, refusal, state};
use crate::rules::model::block::line::LineAt;
use crate::rules::model::block::wounds::{Attack, AttackKind, Body, Tag, Technique};
use crate::rules::model::combatant::{Gear, Thing, Whereabouts};
use crate::rules::model::supply;
use crate::rules::ruleset::prelude::*;

/// Returns the attacks it can use, with their indices: its own; for a mind in another's body, its own spells
/// and that body's weapons; for a cooperating mind, also its partners' spells
/// (`seconds.possession.abilities`, `seconds.possession.cooperate`).
pub fn lines<'a>(
    e: &'a Encounter,
    who: CombatantId,
) -> impl Iterator<Item = (u8, &'a Attack)> + use<'a> {
    let its = e.wounds(who).ok().zip(e.get(who));
    its.into_iter().flat_map(move |(own, c)| {
        let body = minds::body_of(e, who);
        let partners = if c.lent.is_empty() { Vec::new() } else { minds::partners(e, who) };
        let own =
            (0..LineAt::MOST_OWN).zip(&own.attacks).filter(move |(_, line)| serves_in(who, body, line));
        own.chain((0..LineAt::MOST_LENT).zip(&c.lent).filter_map(move |(nth, (owner, line))| {
            let at = LineAt::Lent(nth).into();
            let line = e.wounds(*owner).ok()?.attacks.get(usize::from(*line))?;
            let magic = line.kind.is_magic();
            let weapon = *owner == body && who != body && !magic;
            let spell = magic && partners.contains(owner);
            (weapon || spell).then_some((at, line))
        }))
    })
}

/// Returns the attack at an index as that mind uses it. A bonus given with the attack is its owner's skill,
/// so another mind uses its own, and partners the better of both.
pub fn wielded(e: &Encounter, who: CombatantId, at: u8, facts: &Facts) -> Option<Attack> {
    let mut line = meant(e, who, at, facts)?.clone();
    let (owner, _) = e.line_of(who, at);
    if !minds::partners(e, who).is_empty() {
        let skills = minds::skills(e, who).ok()?;
        let own = skills.skill_of(line.kind);
        line.bonus = line.bonus.map(|bonus| bonus.max(own));
    } else if owner != who {
        line.bonus = None;
    }
    Some(line)
}

/// Returns the attack at an index, if it can use it.
#[inline]
pub fn line(e: &Encounter, who: CombatantId, at: u8) -> Option<&Attack> {
    if let LineAt::Own(at) = at.into() {
        let own = e.wounds(who).ok()?.attacks.get(usize::from(at))?;
        return is_at_home(e, who, own).then_some(own);
    }
    lines(e, who).find(|(position, _)| *position == at).map(|(_, line)| line)
}

/// Whether it can use that attack of its own where it is: in another's body, only spells.
fn is_at_home(e: &Encounter, who: CombatantId, line: &Attack) -> bool {
    serves_in(who, minds::body_of(e, who), line)
}

/// The same in a body that is known.
fn serves_in(who: CombatantId, body: CombatantId, line: &Attack) -> bool {
    body == who || line.kind.is_magic()
}

/// Returns the attack at an index that the facts refer to: one it can use, or one already loosed, whatever
/// body the mind has entered or left since (`seconds.time.effect-delay`).
#[inline]
pub fn meant<'a>(e: &'a Encounter, who: CombatantId, at: u8, facts: &Facts) -> Option<&'a Attack> {
    if facts.loosed().is_none() {
        return line(e, who, at);
    }
    let (owner, own) = e.line_of(who, at);
    e.wounds(owner).ok()?.attacks.get(usize::from(own))
}

/// Returns the state of the weapon at an index.
pub fn gear(e: &Encounter, who: CombatantId, at: u8) -> Gear {
    let (owner, line) = e.line_of(who, at);
    e.get(owner).map_or(Gear::default(), |c| c.thing(Thing::Line(line)))
}

/// Sets the state of the weapon at an index.
pub fn set(r: &mut Resolution, who: CombatantId, at: u8, gear: Gear) {
    let (owner, line) = r.encounter().line_of(who, at);
    r.emit(Event::Geared(owner, Thing::Line(line), gear));
}

/// Whether the attack uses an object that can be drawn, dropped or attacked.
pub fn is_thing(line: &Attack) -> bool {
    !line.kind.is_magic() && !line.has(Tag::Natural)
}

/// Returns the weapons it holds.
fn in_hand(e: &Encounter, who: CombatantId) -> impl Iterator<Item = u8> {
    let things = lines(e, who).filter(|(_, line)| is_thing(line)).map(|(at, _)| at);
    things.filter(move |at| gear(e, who, *at).at == Whereabouts::AtHand)
}

/// Returns the first weapon it holds.
pub fn held(e: &Encounter, who: CombatantId) -> Option<u8> {
    in_hand(e, who).next()
}

/// Drops up to `most` of the weapons it holds, the first ones first.
pub fn drop_held(r: &mut Resolution, who: CombatantId, most: usize) {
    for at in in_hand(r.encounter(), who).take(most).collect::<Vec<u8>>() {
        drop_one(r, who, at);
    }
}

/// Drops what the hand of that number holds: everything the block assigns to that hand or to one lost before,
/// else the first thing it assigns to none; everything if no hand is left (`seconds.calledshot.hand`,
/// `seconds.calledshot.arm`).
pub fn drop_from(r: &mut Resolution, who: CombatantId, hand: usize) {
    let e = r.encounter();
    let things: Vec<u8> = in_hand(e, who).collect();
    let put_in = |at: &u8| line(e, who, *at).and_then(|line| line.hand).map(usize::from);
    let there = |at: &&u8| put_in(at).is_some_and(|put_in| (1..=hand).contains(&put_in));
    let lost = e.get(who).map_or(0, lost_hands);
    let falls: Vec<u8> = if e.wounds(who).is_ok_and(|stats| lost >= usize::from(stats.arms)) {
        things
    } else if things.iter().any(|at| there(&at)) {
        things.iter().filter(there).copied().collect()
    } else {
        things.into_iter().filter(|at| put_in(at).is_none()).take(1).collect()
    };
    for at in falls {
        drop_one(r, who, at);
    }
}

fn drop_one(r: &mut Resolution, who: CombatantId, at: u8) {
    let gear = gear(r.encounter(), who, at);
    set(r, who, at, Gear { at: Whereabouts::Dropped, ..gear });
}

/// Returns the wounds of the weapon (`seconds.item.weapon-wounds`).
pub fn wounds(e: &Encounter, blow: &Blow) -> i32 {
    gear(e, blow.who, blow.at).wounds.into()
}

/// Returns -1 if the attack uses a hurt hand (`seconds.calledshot.hand`).
pub fn hurt_hand(e: &Encounter, blow: &Blow) -> i32 {
    let Some(c) = e.get(minds::body_of(e, blow.who)) else { return 0 };
    let used = hand_used(c, &blow.line);
    // The hurt hand was the first usable one at that time.
    let hurts = |effect: &Effect| {
        let lost_before = c.effects.iter().filter(|lost| is_lost(lost) && lost.id < effect.id).count();
        effect.value == 1 && used == lost_before + 1
    };
    let hurt = uses_hand(&blow.line) && c.effects_of(condition::HAND_HURT).any(hurts);
    if hurt { -1 } else { 0 }
}

/// Returns the hand an attack uses: the one its block names if usable, else the first usable one.
fn hand_used(c: &Combatant, line: &Attack) -> usize {
    usize::from(line.hand.unwrap_or(1)).max(lost_hands(c) + 1)
}

fn uses_hand(line: &Attack) -> bool {
    is_thing(line) || line.hand.is_some()
}

/// Whether the effect makes a hand or arm useless.
fn is_lost(effect: &Effect) -> bool {
    match effect.condition.id {
        condition::ARM_HURT => true,
        condition::HAND_HURT => effect.value >= 2,
        _ => false,
    }
}

/// Returns the number of useless hands and arms. They are numbered from the first in the order in which they
/// were lost.
pub fn lost_hands(c: &Combatant) -> usize {
    let lost = |condition| c.effects_of(condition).filter(|effect| is_lost(effect)).count();
    lost(condition::ARM_HURT) + lost(condition::HAND_HURT)
}

/// Whether it is a natural weapon of a useless hand (`seconds.calledshot.hand`); objects move to another
/// hand.
fn is_crippled(e: &Encounter, who: CombatantId, line: &Attack) -> bool {
    let lost = e.get(minds::body_of(e, who)).map_or(0, lost_hands);
    let own = line.hand.filter(|_| line.has(Tag::Natural)).map_or(0, usize::from);
    (1..=lost).contains(&own)
}

/// Whether it has a usable, free hand.
pub fn has_hand(e: &Encounter, who: CombatantId) -> bool {
    let body = minds::body_of(e, who);
    let (Some(c), Ok(stats)) = (e.get(body), e.wounds(body)) else { return true };
    let useless = lost_hands(c) + super::state::busy_hands(e, body);
    stats.arms == 0 || useless < usize::from(stats.arms)
}

/// Whether it can parry: with weapons in its stat block, it needs one in hand.
pub fn can_parry(e: &Encounter, who: CombatantId) -> bool {
    let armed = lines(e, who).any(|(_, line)| is_thing(line));
    !armed || (held(e, who).is_some() && has_hand(e, who))
}

/// Whether a wounded firearm jams: on a 1 (`seconds.missile.jam`).
pub fn jams(e: &Encounter, blow: &Blow, dice: i32) -> bool {
    blow.line.firearm && dice == 1 && wounds(e, blow) > 0
}

/// Uses up what an attack takes, unless that was done when it was loosed; sets a weapon that jams.
pub fn used(r: &mut Resolution, blow: &Blow, dice: Option<i32>) {
    if blow.facts.loosed().is_none() {
        loosed(r, blow);
    }
    if dice.is_some_and(|dice| jams(r.encounter(), blow, dice)) {
        let before = gear(r.encounter(), blow.who, blow.at);
        set(r, blow.who, blow.at, Gear { jammed: true, ..before });
    }
}

/// Uses up aim, ammunition and supplies as a shot is loosed.
pub fn loosed(r: &mut Resolution, blow: &Blow) {
    if blow.line.kind == AttackKind::Ranged {
        r.relieve_toward(blow.who, condition::AIMING, blow.target);
    }
    if blow.line.ammo.is_some() {
        let before = gear(r.encounter(), blow.who, blow.at);
        let fired = before.fired.saturating_add(1);
        set(r, blow.who, blow.at, Gear { fired, ..before });
    }
    let (owner, _) = r.encounter().line_of(blow.who, blow.at);
    r.use_up(owner, &blow.line.name, Timing::Now);
}

/// Refuses an attack that cannot be used.
///
/// # Errors
/// Those of [`check_ready`] and [`check_light`].
pub fn check(e: &Encounter, who: CombatantId, at: u8, line: &Attack) -> Result<(), RuleError> {
    check_ready(e, who, at, line, 1).and_then(|()| check_light(e, who, line))
}

/// Refuses an attack that is not ready to be used `attacks` times.
///
/// # Errors
/// `not-at-hand`, `jammed`, `reloading`, `none-left`, `barred` (no usable hand).
pub fn check_ready(
    e: &Encounter,
    who: CombatantId,
    at: u8,
    line: &Attack,
    attacks: usize,
) -> Result<(), RuleError> {
    let no = |refusal| Err(RuleError::new(refusal).of(who));
    let gear = gear(e, who, at);
    if gear.at != Whereabouts::AtHand {
        return no(Refusal::NOT_AT_HAND);
    }
    if gear.jammed {
        return no(refusal::JAMMED);
    }
    if line.ammo.is_some_and(|ammo| usize::from(ammo.saturating_sub(gear.fired)) < attacks) {
        return no(Refusal::RELOADING);
    }
    let (owner, _) = e.line_of(who, at);
    let times = u32::try_from(attacks).unwrap_or(u32::MAX);
    e.get(owner).map_or(Ok(()), |c| supply::check(c, &line.name, times))?;
    if uses_hand(line) && !has_hand(e, who) || is_crippled(e, who, line) {
        return no(Refusal::BARRED);
    }
    Ok(())
}

/// Refuses weapons above light to the disabled (`seconds.condition.disabled`).
///
/// # Errors
/// `disabled`.
pub fn check_light(e: &Encounter, who: CombatantId, line: &Attack) -> Result<(), RuleError> {
    let disabled = state::is_disabled(e, who);
    let heavy = !line.light && !line.kind.is_magic();
    if disabled && heavy { Err(RuleError::new(refusal::DISABLED).of(who)) } else { Ok(()) }
}

/// Returns the maximum of range steps (`seconds.missile.max-range`).
pub fn max_steps(skills: &Body, line: &Attack) -> u32 {
    let own = line.max_steps.unwrap_or(MAX_STEPS);
    let raised = skills.techniques.iter().filter_map(|technique| match technique {
        Technique::MaxSteps(steps) => Some(*steps),
        _ => None,
    });
    raised.fold(own, u32::max)
}
