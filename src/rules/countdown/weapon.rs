//! Weapons: ready, stowed, dropped, broken; loaded or not; drawn, dropped, reloaded.

use super::options::{self, DRAW_COST};
use super::state;
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::{Attack, D20, Range, Tag};
use crate::rules::model::combatant::{Combatant, Counter, Gear, Thing, Whereabouts};
use crate::rules::model::command::Act;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::{Refusal, RuleError};
use crate::rules::model::event::{Bearer, Event, Spending};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::moment::Moment;

/// Whether the weapon of that line is in hand and whole (`countdown.equipment.weapon-state`).
pub fn is_ready(c: &Combatant, at: u8) -> bool {
    c.thing(Thing::Line(at)).at == Whereabouts::AtHand
}

/// A line that can neither break nor be lost: claws, teeth, fists.
pub fn is_natural(line: &Attack) -> bool {
    line.has(Tag::Natural) || line.has(Tag::Unarmed)
}

/// Whether it is a missile weapon that has to be loaded.
pub fn is_crossbow(line: &Attack) -> bool {
    line.loading.is_some_and(|rounds| rounds > 0)
}

/// Shot and not loaded again, or its time has not come yet (`countdown.missile.crossbow`,
/// `countdown.missile.siege`).
pub fn is_spent(c: &Combatant, at: u8) -> bool {
    let waits =
        |effect: &Effect| effect.condition == Condition::Recharging && effect.value == i32::from(at);
    c.thing(Thing::Line(at)).fired > 0 || c.effects.iter().any(waits)
}

/// What keeps the weapon from being used now.
///
/// # Errors
/// Not at hand, broken, not loaded, nothing left of what it uses up.
pub fn usable(c: &Combatant, line: &Attack, at: u8, shoots: bool) -> Result<(), RuleError> {
    let stowed = c.thing(Thing::Line(at)).at == Whereabouts::Sheathed;
    if stowed && shoots && is_crossbow(line) && !is_spent(c, at) {
        return state::supplied(c, line, shoots);
    }
    at_hand(c, at)?;
    if (shoots || line.rate.is_some()) && is_spent(c, at) {
        return Err(RuleError::new(Refusal::Reloading).of(c.id));
    }
    state::supplied(c, line, shoots)
}

/// Whether it is in hand, and whole.
///
/// # Errors
/// `not-at-hand`, `destroyed`.
pub fn at_hand(c: &Combatant, at: u8) -> Result<(), RuleError> {
    match c.thing(Thing::Line(at)).at {
        Whereabouts::AtHand => Ok(()),
        Whereabouts::Destroyed => Err(RuleError::new(Refusal::Destroyed).of(c.id)),
        _ => Err(RuleError::new(Refusal::NotAtHand).of(c.id)),
    }
}

/// The ready lines it could strike with at once, with the tag if one is wanted; bare hands are none
/// of them (`countdown.movement.parting-shot`).
pub fn ready_lines<'a>(
    c: &'a Combatant,
    d20: &'a D20,
    tag: Option<Tag>,
) -> impl Iterator<Item = u8> + 'a {
    (0u8..).zip(&d20.figures.attacks).filter_map(move |(at, line)| {
        let fits = tag.is_none_or(|tag| line.has(tag)) && state::reaches(line, Range::Melee);
        (fits && !line.has(Tag::Unarmed) && is_ready(c, at)).then_some(at)
    })
}

fn put(r: &mut Resolution, who: CombatantId, at: u8, to: Whereabouts) {
    let gear = r.encounter().get(who).map(|c| c.thing(Thing::Line(at))).unwrap_or_default();
    r.emit(Event::Geared(who, Thing::Line(at), Gear { at: to, ..gear }));
}

/// It falls to the ground, or breaks. A part of the body does neither.
///
/// Returns whether a weapon was lost.
pub fn lose(r: &mut Resolution, who: CombatantId, at: u8, to: Whereabouts) -> bool {
    let line = r.encounter().d20(who).ok().and_then(|d20| state::line(d20, at));
    let held = line.is_some_and(|line| !is_natural(line) && !line.has(Tag::Grenade));
    if held {
        put(r, who, at, to);
    }
    held
}

/// The weapon it fights with first: what a critical hit knocks out of its grasp.
pub fn primary(c: &Combatant, d20: &D20) -> Option<u8> {
    let mut lines = (0u8..).zip(&d20.figures.attacks);
    lines.find(|(at, line)| !is_natural(line) && is_ready(c, *at)).map(|(at, _)| at)
}

/// Draws a stowed weapon, or picks one up from the ground: that is its action
/// (`countdown.equipment.weapon-state`).
pub fn take_up(r: &mut Resolution, act: &Act) {
    let Some(at) = act.with else { return };
    let Some(c) = r.encounter().get(act.who) else { return };
    if takes_action(r.encounter(), c, at) {
        r.emit(Event::Spent(act.who, Spending::Action));
    } else {
        let round = i32::try_from(r.encounter().round).unwrap_or(i32::MAX);
        r.emit(Event::Counted(Bearer::One(act.who), Counter::Drew, round));
    }
    put(r, act.who, at, Whereabouts::AtHand);
}

/// Whether taking it up is the action of the round.
pub fn takes_action(e: &Encounter, c: &Combatant, at: u8) -> bool {
    let lies = c.thing(Thing::Line(at)).at == Whereabouts::Dropped;
    lies || options::is(e, DRAW_COST, "action")
}

/// What keeps it from taking that up: it is at hand, broken, or it has drawn one already.
///
/// # Errors
/// Why not.
pub fn may_take_up(e: &Encounter, c: &Combatant, at: u8) -> Result<(), RuleError> {
    let refuse = |refusal| Err(RuleError::new(refusal).of(c.id));
    match c.thing(Thing::Line(at)).at {
        Whereabouts::AtHand => refuse(Refusal::BadWeapon),
        Whereabouts::Destroyed => refuse(Refusal::Destroyed),
        _ if takes_action(e, c, at) => Ok(()),
        _ if i64::from(c.count(Counter::Drew)) == i64::from(e.round) => refuse(Refusal::AlreadySpent),
        _ => Ok(()),
    }
}

/// Lets it fall, or puts it away.
pub fn let_go(r: &mut Resolution, act: &Act, to: Whereabouts) {
    if let Some(at) = act.with {
        put(r, act.who, at, to);
    }
}

/// What has to be loaded is empty after a shot, what works once in so many rounds waits; a crossbow
/// that was loaded beforehand is taken up in place of the spent one (`countdown.missile.preloaded`).
pub fn use_up(r: &mut Resolution, who: CombatantId, at: u8, line: &Attack, shoots: bool) {
    state::draw(r, who, line, shoots);
    if shoots {
        take_loaded(r, who, at);
    }
    if let Some(rounds) = line.loading.filter(|rounds| shoots && *rounds > 0) {
        let gear = r.encounter().get(who).map(|c| c.thing(Thing::Line(at))).unwrap_or_default();
        r.emit(Event::Geared(who, Thing::Line(at), Gear { fired: rounds, ..gear }));
    }
    if let Some(rate) = line.rate.filter(|rate| *rate > 1) {
        let last = r.encounter().round + u32::from(rate) - 1;
        let until = Moment::RoundEnd(last).at(state::ROUND_TAGS);
        let effect = Effect { value: i32::from(at), ..r.effect(Condition::Recharging, Some(until)) };
        r.afflict(who, effect);
    }
}

fn take_loaded(r: &mut Resolution, who: CombatantId, at: u8) {
    let e = r.encounter();
    let (Some(c), Ok(d20)) = (e.get(who), e.d20(who)) else { return };
    if is_ready(c, at) {
        return;
    }
    let mut lines = (0u8..).zip(&d20.figures.attacks);
    let spent =
        lines.find(|(other, line)| is_crossbow(line) && is_ready(c, *other) && is_spent(c, *other));
    if let Some((spent, _)) = spent {
        put(r, who, spent, Whereabouts::Dropped);
    }
    put(r, who, at, Whereabouts::AtHand);
}

/// A whole round of loading; it counts when the round is over (`countdown.missile.crossbow`).
pub fn reload(r: &mut Resolution, act: &Act) {
    let Some(at) = act.with else { return };
    r.emit(Event::Spent(act.who, Spending::Action));
    let until = Some(state::this_round(r.encounter()));
    let effect = Effect { value: i32::from(at), ..r.effect(Condition::Reloading, until) };
    r.afflict(act.who, effect);
}

/// A round of loading is over: one less to go.
pub fn loaded(r: &mut Resolution, who: CombatantId, effect: &Effect) {
    let Ok(at) = u8::try_from(effect.value) else { return };
    let Some(gear) = r.encounter().get(who).map(|c| c.thing(Thing::Line(at))) else { return };
    if gear.fired > 0 {
        let fired = gear.fired - 1;
        r.emit(Event::Geared(who, Thing::Line(at), Gear { fired, ..gear }));
    }
}
