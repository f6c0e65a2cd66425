//! Queries on a combatant's current state.

pub use crate::rules::d20::state::{
    attacks_made, draw, feet_between, foes, line, line_at, lines, mark, marked, note_distance, reaches,
    rounds_on, supplied, this_round,
};

use super::asset::about;
use super::{condition, figures};
use crate::rules::d20::relations::holders;
use crate::rules::d20::state;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::combatant::{Thing, Whereabouts};
use crate::rules::ruleset::prelude::*;

/// Value of [`Condition::BROKEN`] for members that flee.
pub const RUNS: i32 = 0;
/// Value of [`Condition::BROKEN`] for members that fall back fighting.
pub const FALLS_BACK: i32 = 1;

/// Returns the foes in reach, and those whose distance must be asked.
pub fn in_reach<'a>(e: &'a Encounter, c: &'a Combatant) -> Vec<&'a Combatant> {
    state::in_reach(about(), e, c)
}

/// Whether any foe is in reach.
pub fn any_in_reach(e: &Encounter, c: &Combatant) -> bool {
    state::any_in_reach(about(), e, c)
}

/// Returns the distance between two combatants in whole feet, if known.
pub fn known_distance(e: &Encounter, a: CombatantId, b: CombatantId) -> Option<i32> {
    state::known_distance(about(), e, a, b)
}

/// Asks for the distance to `others`, if it is unknown for one of them.
pub fn ask_distance(e: &Encounter, c: &Combatant, others: &[&Combatant]) -> Option<FactField> {
    state::ask_distance(about(), e, c, others)
}

/// Whether it is alive, present and not out of action (knocked out, pinned, stunned, swallowed).
#[inline]
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(c)
}

/// Whether it is able, not surprised and not struggling.
#[inline]
pub fn can_act(c: &Combatant) -> bool {
    is_alert(c) && !c.has(condition::STRUGGLING)
}

/// Whether it is able and not surprised (section 4): it counts among several attackers, and opponents must mind it.
#[inline]
pub fn is_alert(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::SURPRISED)
}

/// Whether it is inside another creature (`zero.condition.swallowed`).
#[inline]
pub fn is_swallowed(c: &Combatant) -> bool {
    c.has(condition::SWALLOWED)
}

/// Returns the able foes it is in melee with, except those it has swallowed (`zero.melee.engaged`).
pub fn opponents<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    holders(e, c).filter(|foe| !is_swallowed(foe))
}

/// Returns the able foes that have backed off from it and that it may still follow (`zero.movement.withdrawal`).
pub fn backed_off_from<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(|foe| is_able(foe) && foe.has_toward(Condition::BACKED_OFF, c.id))
}

/// Whether `foe` is able and in melee with it, or one of the two has backed off from the other
/// (`zero.movement.engaged`).
#[inline]
pub fn is_linked(c: &Combatant, foe: &Combatant) -> bool {
    let backed_off = |a: &Combatant, b: &Combatant| a.has_toward(Condition::BACKED_OFF, b.id);
    let near = c.threatened_by.contains(&foe.id) || backed_off(foe, c) || backed_off(c, foe);
    near && foe.side != c.side && is_able(foe) && !is_swallowed(foe)
}

/// Returns all foes [linked](is_linked) to it, in roster order.
pub fn linked<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(move |foe| is_linked(c, foe))
}

/// Whether it is in melee with an able foe.
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    linked(e, c).next().is_some()
}

/// Whether it flees, or will because its group is broken.
pub fn flees(c: &Combatant) -> bool {
    c.has(Condition::FLEEING) || runs(c)
}

/// Returns the attack lines whose weapon is in hand, with their indices.
pub fn ready_lines<'a>(at: &At<'a>) -> impl Iterator<Item = (u8, &'a Attack)> + use<'a> {
    let c = at.c;
    (0u8..).zip(lines(at)).filter(move |(nth, _)| has_in_hand(c, *nth))
}

/// Whether the weapon of that line is unbroken and has not been disarmed, pulled away or dropped
/// (`zero.condition.disarmed`).
#[inline]
pub fn has_in_hand(c: &Combatant, nth: u8) -> bool {
    !c.has_value(condition::DISARMED, nth) && !is_broken(c, nth) && !lies(c, nth)
}

/// Whether the weapon of that line lies on the ground.
pub fn lies(c: &Combatant, nth: u8) -> bool {
    c.thing(Thing::Line(nth)).at == Whereabouts::Dropped
}

/// Whether the weapon of that line is broken (`zero.fumble.effect`).
#[inline]
pub fn is_broken(c: &Combatant, nth: u8) -> bool {
    c.has_value(condition::BROKEN_WEAPON, nth)
}

/// Returns the weapon in use: the one last used this round, otherwise the first in hand; in melee, the first melee
/// weapon.
pub fn weapon_in_use<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let used = c.spent.attacks.last().map(|(nth, _)| *nth);
    let serves = |(nth, line): &(u8, &Attack)| match used {
        Some(used) => used == *nth,
        None => reaches(line, Range::Melee) || !in_melee(e, c),
    };
    ready_lines(&at).find(serves).or_else(|| ready_lines(&at).next())
}

/// Returns a full move (M) this round in feet: 10 per inch indoors, 30 outdoors, doubled while hasted
/// (`zero.time.scale`, R51).
pub fn full_move(e: &Encounter, c: &Combatant) -> i32 {
    let hasted = if c.has(condition::HASTED) { 2 } else { 1 };
    figures::move_indoors(e, c).saturating_mul(figures::scale(e)).saturating_mul(hasted)
}

/// Whether it can still fight.
pub fn fights(c: &Combatant) -> bool {
    c.is_up() && !is_lost(c)
}

/// Whether it is knocked out, pinned or otherwise incapacitated, not merely stunned: lost to its side for morale and
/// for the end of the fight (`zero.morale.triggers`).
pub fn is_lost(c: &Combatant) -> bool {
    c.means(Meaning::HELPLESS) || c.has(Condition::INCAPACITATED)
}

/// Whether its group is broken and flees.
pub fn runs(c: &Combatant) -> bool {
    c.effect(Condition::BROKEN).is_some_and(|effect| effect.value == RUNS)
}

/// Whether its group is broken and falls back fighting.
pub fn falls_back(c: &Combatant) -> bool {
    c.effect(Condition::BROKEN).is_some_and(|effect| effect.value == FALLS_BACK)
}

/// Whether `one` moves farther per round than `other`, by any margin (R52).
pub fn is_faster(e: &Encounter, one: &Combatant, other: &Combatant) -> bool {
    full_move(e, one) > full_move(e, other)
}

/// Whether `foe` is engaged with another able foe (`zero.movement.free-disengage`).
pub fn is_busy(e: &Encounter, foe: &Combatant, leaver: CombatantId) -> bool {
    opponents(e, foe).any(|other| other.id != leaver && is_alert(other))
}

/// Whether consequences wait for the end of an open slot (section 2.4).
pub fn is_slot(e: &Encounter) -> bool {
    e.windows.iter().any(|window| window.phase == Phase::Number)
}

/// Checks that it has done nothing yet this round and is not surprised.
pub fn has_not_acted(at: &At) -> Allowed {
    match at.c {
        c if c.has(Condition::SURPRISED) => at.no(Refusal::SURPRISED),
        c if c.spent.acted || attacks_made(c) > 0 => at.no(Refusal::ALREADY_ACTED),
        _ => Ok(()),
    }
}
