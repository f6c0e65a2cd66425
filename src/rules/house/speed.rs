//! Movement rate: a combatant's own or its mount's speed, encumbrance, halving (sections 3.8 and 3.18).

use super::asset::tables;
use super::attribute;
use super::condition;
use super::figures;
use super::options::{ENCUMBRANCE, ENCUMBRANCE_SPEED, EncumbranceSpeed};
use super::reason;
use crate::rules::d20::figures::plain;
use crate::rules::d20::mount;
use crate::rules::model::block::d20::{Ability, Attribute, Block, D20};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::offer::Figure;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;
use crate::rules::text::words;

/// Minimum speed, however often halved, and the side of a square (`house.movement.halving`, `house.distance.squares`).
const LEAST_SPEED: i32 = 5;

/// Returns a fault for each speed that is no multiple of a square (section 1.1). One that follows from a rate of other
/// books is rounded down instead, and a creature slower than a square moves one.
pub fn faults(block: &Block) -> Vec<Fault> {
    let stated = block.movement.encounter.filter(|_| block.movement.base.is_none());
    let own = stated.and_then(|feet| i32::try_from(feet).ok());
    let speeds = [
        ("movement.encounter", own),
        ("attributes.mount-move", block.attributes.of(Attribute::MOUNT_MOVE)),
    ];
    let odd = |feet: &i32| *feet > LEAST_SPEED && feet % LEAST_SPEED != 0;
    let odd = speeds.into_iter().filter_map(|(field, feet)| Some((field, feet.filter(odd)?)));
    let expected = format!("a multiple of {LEAST_SPEED}");
    odd.map(|(field, feet)| Fault::new(field, feet, &*expected)).collect()
}

/// Rounds a speed down to whole squares, but not to none.
pub fn in_squares(feet: u32) -> u32 {
    let square = LEAST_SPEED.unsigned_abs();
    if feet == 0 { 0 } else { (feet / square * square).max(square) }
}

/// Encounter Speed: feet it may move in a round and still attack (`house.movement.encounter-speed`).
pub fn of(e: &Encounter, c: &Combatant) -> i32 {
    terms::<Sum>(e, c).total().max(0)
}

/// Running speed in feet a round: twice the Encounter Speed, but the same for the blind, who cannot run
/// (`house.movement.running`, `house.movement.halving`).
pub fn running(e: &Encounter, c: &Combatant) -> i32 {
    let times = if c.has(Condition::BLIND) { 1 } else { 2 };
    of(e, c).saturating_mul(times)
}

/// Encounter Speed with its terms: base, load, halvings (`house.movement.halving`, `house.encumbrance.rate`).
pub fn tally(e: &Encounter, c: &Combatant) -> Tally {
    terms(e, c)
}

fn terms<T: Terms>(e: &Encounter, c: &Combatant) -> T {
    let Ok(d20) = e.d20(c.id) else { return T::default() };
    let mut terms: T = unhampered(e, c, d20);
    custom::add(&mut terms, c, Stat::Movement);
    for reason in halvings(c, of_mount(e, c, d20).is_some()) {
        let whole = terms.total().max(0);
        terms.add(reason, half(whole).min(whole) - whole);
    }
    terms
}

/// Half, rounded down to 5 feet, at least 5 feet (A9).
fn half(feet: i32) -> i32 {
    (feet / 2 / LEAST_SPEED * LEAST_SPEED).max(LEAST_SPEED)
}

/// Causes that halve its speed, each counted: leg injuries, fumbles, blindness. Only blindness slows a rider.
fn halvings(c: &Combatant, rides: bool) -> impl Iterator<Item = Reason> {
    let on_foot = [(condition::INJURED_LEG, reason::LEG), (condition::TWISTED_ANKLE, reason::FOOTWORK)];
    let effects = c.effects.iter().filter(move |_| !rides);
    let hurt = effects.filter_map(move |effect| {
        on_foot.iter().find(|(of, _)| effect.condition == *of).map(|(_, reason)| reason.clone())
    });
    hurt.chain(c.has(Condition::BLIND).then_some(Reason::BLIND))
}

/// Speed of its mount in feet a round, if the block has one and it rides (`house.attack.mounted`).
fn of_mount(e: &Encounter, c: &Combatant, d20: &D20) -> Option<i32> {
    figures::figure(d20, Attribute::MOUNT_MOVE).filter(|_| mount::rides(e, c))
}

/// Speed in feet a round before halving: its mount's if it rides, else its own as limited by its load
/// (`house.encumbrance.rate`, A31).
fn unhampered<T: Terms>(e: &Encounter, c: &Combatant, d20: &D20) -> T {
    let own = i32::try_from(d20.figures.encounter_move).unwrap_or(i32::MAX);
    let base = of_mount(e, c, d20);
    let mut terms = T::default();
    terms.add(Reason::BASE, base.unwrap_or(own));
    if let Some(loaded) = by_load(e, d20).filter(|_| base.is_none()) {
        let table = ENCUMBRANCE_SPEED.is(e, EncumbranceSpeed::Table);
        terms.add(Reason::LOAD, if table { loaded - own } else { loaded.min(own) - own });
    }
    terms
}

/// Speed in feet a round by its load; `None` if its load is unknown or encumbrance is off (`house.option.encumbrance`).
fn by_load(e: &Encounter, d20: &D20) -> Option<i32> {
    let carried = figures::figure(d20, attribute::CARRIED).filter(|_| ENCUMBRANCE.is_on(e))?;
    let row = tables().rate(carried, figures::score(d20, Ability::Str));
    Some(row.map_or(0, |row| i32::try_from(row.encounter).unwrap_or(0)))
}

/// Whether `c` carries too much to move (`house.encumbrance.rate`).
pub fn is_overloaded(e: &Encounter, c: &Combatant) -> bool {
    let on_foot = |d20: &&D20| of_mount(e, c, d20).is_none();
    e.d20(c.id).ok().filter(on_foot).and_then(|d20| by_load(e, d20)) == Some(0)
}

/// Loads that it can lift overhead, lift off the ground, and drag or push, in pounds (`house.encumbrance.lift`).
pub fn lift(d20: &D20) -> Option<Figure> {
    d20.block.abilities.score(Ability::Str)?;
    let most = tables().most_load(figures::score(d20, Ability::Str));
    let [overhead, off_ground, dragged] = [1, 2, 3].map(|times| most.saturating_mul(times));
    let loads = format!("{}/{}/{}", Tenths(overhead), Tenths(off_ground), words::pounds(dragged));
    Some(plain("Lift", loads, "house.encumbrance.lift"))
}
