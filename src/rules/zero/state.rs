//! What is true of a combatant now.

pub use crate::rules::d20::state::{
    attacks_made, draw, feet_between, foes, line, line_at, lines, mark, marked, note_distance, reaches,
    rounds_on, supplied, this_round,
};

use super::condition;
use super::{about, figures, morale};
use crate::rules::d20::relations::{holders, is_barred, is_helpless as helpless, is_out as out};
use crate::rules::d20::state;
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::effect::Condition;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::offer::FactField;
use crate::rules::ruleset::condition::Bar;
use crate::rules::ruleset::deed::At;

/// Foes that a blow might reach, and those whose distance has to be asked.
pub fn in_reach<'a>(e: &'a Encounter, c: &'a Combatant) -> Vec<&'a Combatant> {
    state::in_reach(about(), e, c)
}

/// Whether there is anybody whom it might strike.
pub fn any_in_reach(e: &Encounter, c: &Combatant) -> bool {
    state::any_in_reach(about(), e, c)
}

/// The whole feet between two, as far as they are known.
pub fn known_distance(e: &Encounter, a: CombatantId, b: CombatantId) -> Option<i32> {
    state::known_distance(about(), e, a, b)
}

/// Asks how far they are, where nobody knows it of one of them.
pub fn ask_distance(e: &Encounter, c: &Combatant, others: &[&Combatant]) -> Option<FactField> {
    state::ask_distance(about(), e, c, others)
}

/// Alive, present and not out of action: knocked out, pinned, stunned, swallowed.
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(about(), c)
}

/// Out of action by a condition.
pub fn is_out(c: &Combatant) -> bool {
    out(about(), c)
}

/// Able, not caught by surprise, and not wrestling with those who hold it.
pub fn can_act(c: &Combatant) -> bool {
    is_alert(c) && !c.has(condition::STRUGGLING)
}

/// Able, and not caught by surprise (section 4): one who counts among several attackers, and whom an opponent has to
/// mind.
pub fn is_alert(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::SURPRISED)
}

/// Inside a creature (`zero.condition.swallowed`).
pub fn is_swallowed(c: &Combatant) -> bool {
    c.has(condition::SWALLOWED)
}

/// Pinned or knocked out (R38).
pub fn is_helpless(c: &Combatant) -> bool {
    helpless(about(), c)
}

/// Kept from that by a condition.
pub fn barred(c: &Combatant, bar: Bar) -> bool {
    is_barred(about(), c, bar)
}

/// Able foes it is in melee with (`zero.melee.engaged`); whom it has swallowed keeps it no more.
pub fn opponents<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    holders(about(), e, c).filter(|foe| !is_swallowed(foe))
}

/// Able foes that backed off from it and that it may still follow (`zero.movement.withdrawal`).
pub fn backed_off_from<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(|foe| is_able(foe) && foe.has_toward(Condition::BACKED_OFF, c.id))
}

/// Whether that is an able foe it is in melee with, or one of the two has backed off from the other
/// (`zero.movement.engaged`).
pub fn is_linked(c: &Combatant, foe: &Combatant) -> bool {
    let backed_off = |a: &Combatant, b: &Combatant| a.has_toward(Condition::BACKED_OFF, b.id);
    let near = c.threatened_by.contains(&foe.id) || backed_off(foe, c) || backed_off(c, foe);
    near && foe.side != c.side && is_able(foe) && !is_swallowed(foe)
}

/// All of them, in the order of the roster.
pub fn linked<'a>(e: &'a Encounter, c: &'a Combatant) -> impl Iterator<Item = &'a Combatant> {
    e.foes(c).filter(move |foe| is_linked(c, foe))
}

/// In melee with an able foe.
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    linked(e, c).next().is_some()
}

/// Runs for its life, or its group has broken and it will.
pub fn flees(c: &Combatant) -> bool {
    c.has(Condition::FLEEING) || morale::runs(c)
}

/// The attack lines whose weapon it has in hand, by position.
pub fn ready_lines<'a>(at: &At<'a>) -> impl Iterator<Item = (u8, &'a Attack)> + use<'a> {
    let c = at.c;
    (0u8..).zip(lines(at)).filter(move |(nth, _)| has_in_hand(c, *nth))
}

/// Whether the weapon of that line is whole, and was not struck, torn or dropped out of its hand
/// (`zero.condition.disarmed`).
pub fn has_in_hand(c: &Combatant, nth: u8) -> bool {
    !c.has_value(condition::DISARMED, nth) && !is_broken(c, nth)
}

/// Whether the weapon of that line is broken (`zero.fumble.effect`).
pub fn is_broken(c: &Combatant, nth: u8) -> bool {
    c.has_value(condition::BROKEN_WEAPON, nth)
}

/// The weapon it has in use: the one it struck with last this round, else the first in hand; in melee, the first that
/// one strikes with.
pub fn weapon_in_use<'a>(e: &'a Encounter, c: &'a Combatant) -> Option<(u8, &'a Attack)> {
    let at = At { e, c };
    let used = c.spent.attacks.last().map(|(nth, _)| *nth);
    let serves = |(nth, line): &(u8, &Attack)| match used {
        Some(used) => used == *nth,
        None => reaches(line, Range::Melee) || !in_melee(e, c),
    };
    ready_lines(&at).find(serves).or_else(|| ready_lines(&at).next())
}

/// Feet of a full move this round, M: ten an inch indoors, thirty outdoors, twice that when hasted
/// (`zero.time.scale`, R51).
pub fn full_move(e: &Encounter, c: &Combatant) -> i32 {
    let hasted = if c.has(condition::HASTED) { 2 } else { 1 };
    figures::move_indoors(e, c).saturating_mul(figures::scale(e)).saturating_mul(hasted)
}

/// Whether it could still fight.
pub fn fights(c: &Combatant) -> bool {
    c.is_up() && !is_lost(c)
}

/// Knocked out, pinned or otherwise incapacitated, but not merely stunned: lost to its side, for morale and for the
/// end of the fight (`zero.morale.triggers`).
pub fn is_lost(c: &Combatant) -> bool {
    is_helpless(c) || c.has(Condition::INCAPACITATED)
}
