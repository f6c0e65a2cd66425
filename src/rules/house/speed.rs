//! Movement rate: a combatant's own or its mount's speed, encumbrance, halving; how far and in which ways it may
//! still move (sections 3.8 and 3.18).

use super::asset::tables;
use super::options::{DECLARE_WITHDRAWAL, ENCUMBRANCE, ENCUMBRANCE_SPEED, EncumbranceSpeed};
use super::{attribute, condition, figures, reason, refusal, state};
use crate::rules::d20::figures::plain;
use crate::rules::d20::mount;
use crate::rules::d20::movement::moved;
use crate::rules::model::block::d20::{Ability, Attribute, Block, D20};
use crate::rules::model::custom::{self, Stat};
use crate::rules::model::offer::Figure;
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;
use crate::rules::text::words;

/// Minimum speed, however often halved, and the side of a square (`house.movement.halving`, `house.distance.squares`).
const LEAST_SPEED: i32 = 5;

/// Feet that the incapacitated can drag themselves in a round (`house.movement.drag`).
const DRAG: i32 = 5;

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
fn is_overloaded(e: &Encounter, c: &Combatant) -> bool {
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

/// Whether an earlier choice bars it from moving any more this round (`house.movement.split`).
fn stays_put(c: &Combatant) -> bool {
    c.has(Condition::CHARGING) || c.has(Condition::PARRYING) || c.has(condition::STAYS_PUT)
}

/// Checks that the actor can move on its feet.
pub fn may_go(at: &At) -> Allowed {
    at.unless(!state::is_limited(at.c), Refusal::INCAPACITATED)?;
    at.unless(!at.c.means(Meaning::CANNOT_MOVE) && !stays_put(at.c), Refusal::BARRED)?;
    at.unless(!at.c.has(Condition::PRONE), Refusal::PRONE)
}

/// Whether `c` has attacked or cast this round, so that it cannot run any more (`house.movement.running`).
fn has_fought(c: &Combatant) -> bool {
    state::attacks_made(c) > 0 || c.has(condition::HAS_CAST)
}

/// Feet it may still move with that deed.
pub fn allowance(at: &At, deed: Deed) -> i32 {
    let speed = of(at.e, at.c);
    let most = match deed {
        Deed::Retreat if has_fought(at.c) => speed,
        Deed::Run | Deed::Retreat => running(at.e, at.c),
        Deed::Withdraw => speed / 2,
        Deed::Crawl => DRAG,
        _ if at.c.has(Condition::WITHDRAWING) => speed / 2,
        _ => speed,
    };
    (most - moved(at.c)).max(0)
}

/// Checks that some of its movement for the deed is left.
pub fn has_feet_left(at: &At, deed: Deed) -> Allowed {
    match allowance(at, deed) {
        1.. => Ok(()),
        _ if moved(at.c) > 0 => at.no(Refusal::ALREADY_MOVED),
        _ if is_overloaded(at.e, at.c) => at.no(Refusal::OVERLOADED),
        _ => at.no(Refusal::MOVED_TOO_FAR.saying("its movement is 0")),
    }
}

/// Whether leaving that foe's reach needs a declaration: the combatant did not enter it this round.
pub fn binds(c: &Combatant, foe: CombatantId) -> bool {
    !state::runs_away(c) && !c.has_toward(condition::ENTERED, foe)
}

/// Whether `c` is in a reach that it may not leave undeclared.
pub fn is_bound(e: &Encounter, c: &Combatant) -> bool {
    state::holders(e, c).any(|foe| binds(c, foe.id))
}

/// Feet that standing up costs: half its full speed.
pub fn stand_up_cost(e: &Encounter, c: &Combatant) -> i32 {
    of(e, c) / 2
}

/// Feet it has left to stand up, of its running speed once it runs.
fn left_to_stand(at: &At) -> i32 {
    let deed = match at.c.has(Condition::RUNNING) {
        _ if state::runs_away(at.c) => Deed::Retreat,
        true => Deed::Run,
        false => Deed::Move,
    };
    allowance(at, deed)
}

/// Checks that the actor can move.
pub fn may_move(at: &At) -> Allowed {
    may_go(at)?;
    has_feet_left(at, Deed::Move)
}

/// Checks that the actor can run.
pub fn may_run(at: &At) -> Allowed {
    may_go(at)?;
    at.unless(state::attacks_made(at.c) == 0, Refusal::ALREADY_ATTACKED)?;
    at.unless(!has_fought(at.c), Refusal::ALREADY_ACTED.saying("it has cast, or used a power"))?;
    at.unless(!at.c.has(Condition::BLIND), refusal::BLIND)?;
    at.unless(!is_bound(at.e, at.c), refusal::MUST_WITHDRAW)?;
    at.unless(!at.c.has(Condition::WITHDRAWING), Refusal::BARRED.saying("it is withdrawing"))?;
    has_feet_left(at, Deed::Run)
}

/// Checks that the actor can withdraw fighting.
pub fn may_withdraw(at: &At) -> Allowed {
    may_go(at)?;
    at.unless(!at.c.has(Condition::FLEEING), Refusal::FLEEING)?;
    at.unless(!at.c.has(Condition::TURNED), Refusal::RETREATING)?;
    at.unless(state::in_melee(at.e, at.c), Refusal::NOT_IN_MELEE)?;
    let announced = !DECLARE_WITHDRAWAL.is_on(at.e) || at.c.has(Condition::WITHDRAWING);
    at.unless(announced, Refusal::NOT_DECLARED)?;
    has_feet_left(at, Deed::Withdraw)
}

/// Checks that the actor can run out of melee.
pub fn may_retreat(at: &At) -> Allowed {
    at.unless(state::runs_away(at.c), Refusal::NOT_DECLARED)?;
    may_go(at)?;
    has_feet_left(at, Deed::Retreat)
}

/// Checks that the actor can stand up.
pub fn may_stand(at: &At) -> Allowed {
    at.unless(at.c.has(Condition::PRONE), Refusal::SAME_POSTURE)?;
    at.unless(!at.c.means(Meaning::CANNOT_MOVE) && !stays_put(at.c), Refusal::BARRED)?;
    at.unless(stand_up_cost(at.e, at.c) <= left_to_stand(at), Refusal::MOVED_TOO_FAR)
}

/// Whether the actor gets a movement stop: it has movement left and a way to use it (section 2, skipped slots).
pub fn can_move(at: &At, phase: Phase) -> bool {
    if state::is_limited(at.c) {
        return has_feet_left(at, Deed::Crawl).is_ok();
    }
    let free = || may_move(at).is_ok() && !is_bound(at.e, at.c);
    match phase {
        // It has made its move; with movement left it may still move on or stand up.
        Phase::Movement if at.c.spent.moved.is_some() => free() || may_stand(at).is_ok(),
        _ => [may_move, may_run, may_withdraw, may_retreat, may_stand].iter().any(|may| may(at).is_ok()),
    }
}
