//! How far somebody goes in a round: its own speed, its mount's, its load, what halves it (sections 3.8 and 3.18).

use super::attribute;
use super::condition;
use super::options::{ENCUMBRANCE, ENCUMBRANCE_SPEED};
use super::reason;
use super::{about, figures, tables};
use crate::rules::d20::figures::plain;
use crate::rules::d20::mount;
use crate::rules::model::block::d20::{Ability, Attribute, D20};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::offer::Figure;
use crate::rules::model::tally::{Reason, Tally};

/// The least speed there is, however often it is halved (`house.movement.halving`).
const LEAST_SPEED: i32 = 5;

/// Feet it may go in a round and still attack, its Encounter Speed (`house.movement.encounter-speed`).
pub fn of(e: &Encounter, c: &Combatant) -> i32 {
    tally(e, c).total().max(0)
}

/// Feet it may go in a round that it only runs: twice as many, but for the blind, who never run
/// (`house.movement.running`, `house.movement.halving`).
pub fn running(e: &Encounter, c: &Combatant) -> i32 {
    let times = if c.has(Condition::BLIND) { 1 } else { 2 };
    of(e, c).saturating_mul(times)
}

/// Its Encounter Speed with all that makes it up: its own, its load, what halves it (`house.movement.halving`,
/// `house.encumbrance.rate`).
pub fn tally(e: &Encounter, c: &Combatant) -> Tally {
    let Ok(d20) = e.d20(c.id) else { return Tally::new() };
    let mut tally = unhampered(e, c, d20);
    custom::add(&mut tally, c, Stat::Movement);
    for reason in halvings(c, of_mount(e, c, d20).is_some()) {
        let whole = tally.total().max(0);
        tally.add(reason, half(whole).min(whole) - whole);
    }
    tally
}

/// Half, rounded down to 5 feet, and no less than that (A9).
fn half(feet: i32) -> i32 {
    (feet / 2 / LEAST_SPEED * LEAST_SPEED).max(LEAST_SPEED)
}

/// What halves its speed, each for itself: every injury of a leg, every fumble that did, blindness. A mount goes on its
/// own legs.
fn halvings(c: &Combatant, rides: bool) -> impl Iterator<Item = Reason> {
    let on_foot = [(condition::INJURED_LEG, reason::LEG), (condition::TWISTED_ANKLE, reason::FOOTWORK)];
    let effects = c.effects.iter().filter(move |_| !rides);
    let hurt = effects.filter_map(move |effect| {
        on_foot.iter().find(|(of, _)| *of == effect.condition).map(|(_, reason)| reason.clone())
    });
    hurt.chain(c.has(Condition::BLIND).then_some(Reason::BLIND))
}

/// Feet a round of the mount under it, where that is written (`house.attack.mounted`).
fn of_mount(e: &Encounter, c: &Combatant, d20: &D20) -> Option<i32> {
    figures::figure(d20, Attribute::MOUNT_MOVE).filter(|_| mount::rides(e, c))
}

/// Feet a round before anything halves them: its mount's in the saddle, its own, no more than its load allows
/// (`house.encumbrance.rate`, A31).
fn unhampered(e: &Encounter, c: &Combatant, d20: &D20) -> Tally {
    let own = i32::try_from(d20.figures.encounter_move).unwrap_or(i32::MAX);
    let base = of_mount(e, c, d20);
    let mut tally = Tally::new().with(Reason::BASE, base.unwrap_or(own));
    if let Some(loaded) = by_load(e, d20).filter(|_| base.is_none()) {
        let table = about().is(e, ENCUMBRANCE_SPEED, "table");
        tally.add(Reason::LOAD, if table { loaded - own } else { loaded.min(own) - own });
    }
    tally
}

/// Feet a round that its load allows; `None`: nobody said what it carries, or it does not count
/// (`house.option.encumbrance`).
fn by_load(e: &Encounter, d20: &D20) -> Option<i32> {
    let carried = figures::figure(d20, attribute::CARRIED).filter(|_| about().on(e, ENCUMBRANCE))?;
    let row = tables().rate(carried, figures::score(d20, Ability::Str));
    Some(row.map_or(0, |row| i32::try_from(row.encounter).unwrap_or(0)))
}

/// It carries too much to move (`house.encumbrance.rate`).
pub fn is_overloaded(e: &Encounter, c: &Combatant) -> bool {
    let on_foot = |d20: &&D20| of_mount(e, c, d20).is_none();
    e.d20(c.id).ok().filter(on_foot).and_then(|d20| by_load(e, d20)) == Some(0)
}

/// What it lifts overhead, off the ground, and drags or pushes, in CW (`house.encumbrance.lift`).
pub fn lift(d20: &D20) -> Option<Figure> {
    d20.block.abilities.score(Ability::Str)?;
    let most = tables().most_load(figures::score(d20, Ability::Str));
    let [overhead, off_ground, dragged] = [1, 2, 3].map(|times| most.saturating_mul(times));
    Some(plain("Lift", format!("{overhead}/{off_ground}/{dragged} CW"), "house.encumbrance.lift"))
}
