//! Queries on a combatant's current state.

pub use crate::rules::d20::state::{
    any_in_reach, ask_distance, bears_morale, draw, foes, in_reach, in_sight, is_monster, is_undead,
    known_distance, line, line_at, lines, marked, note_distance, reaches, rounds_on, supplied,
    this_round,
};

use super::{condition, options, tag};
use crate::rules::d20::state::{self, Routine};
use crate::rules::model::block::d20::{Attack, Class, D20, Range, Tag, Trait};
use crate::rules::model::window::Mode;
use crate::rules::ruleset::prelude::*;

/// Whether it is alive, present and not out of action.
#[inline]
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(c)
}

/// Whether it is able, not surprised and did not arrive late, so that it gets a die and a slot.
pub fn can_act(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::SURPRISED) && !c.has(Condition::LATE)
}

/// Whether it is in melee: an able foe is within 5 ft (`bx.movement.in-melee`).
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    state::in_melee(e, c)
}

/// Returns how many more times it may use the line this round: a character makes one attack, a monster each attack of
/// its routine (`bx.attack.per-round`).
pub fn uses_left(c: &Combatant, d20: &D20, at: u8) -> u8 {
    let routine = if d20.block.is_character() { Routine::InAll(1) } else { Routine::EveryLine };
    state::uses_left(c, d20, at, routine)
}

/// Whether it may use its bare hands, having made no attack yet.
pub fn hands_left(c: &Combatant) -> bool {
    c.spent.attacks.is_empty()
}

/// Whether one of its attack lines has the tag.
pub fn has_line(at: &At, tag: Tag) -> bool {
    lines(at).iter().any(|line| line.has(tag))
}

/// Returns its ready weapon: the first slow line if it hangs back, the first that is not slow if it was taken out of
/// the slow tail, otherwise the first line.
fn ready<'a>(c: &Combatant, d20: &'a D20) -> Option<&'a Attack> {
    let barred = |line: &Attack| match line.has(tag::SLOW) {
        true => c.has(condition::NOT_SLOW),
        false => c.has(condition::SLOW),
    };
    d20.figures.attacks.iter().find(|line| !barred(line))
}

/// Whether its round goes into casting, or another action that excludes all others (`bx.spell.sole-action`).
pub fn casts(c: &Combatant) -> bool {
    c.spent.acted || c.has(Condition::CASTING) || c.has(Condition::SPELL_DISRUPTED)
}

/// Whether it retreats or flees.
fn runs(c: &Combatant) -> bool {
    c.has(Condition::RETREATING) || c.has(Condition::FLEEING)
}

/// Checks that it neither casts nor retreats.
pub fn is_free(at: &At) -> Allowed {
    match at.c {
        c if casts(c) => at.no(Refusal::CASTING),
        c if runs(c) => at.no(Refusal::RETREATING),
        _ => Ok(()),
    }
}

/// Checks that it has made no attack this round.
pub fn has_not_attacked(at: &At) -> Allowed {
    at.unless(hands_left(at.c), Refusal::ALREADY_ATTACKED)
}

/// Whether it acts in the slow tail, by its weapon or by choice (`bx.initiative.slow-weapons`). Casting and retreating
/// are not slow, whatever it holds.
pub fn is_slow(e: &Encounter, c: &Combatant) -> bool {
    let slow = || ready(c, e.d20_of(c)?).map(|weapon| weapon.has(tag::SLOW));
    !casts(c) && !runs(c) && (c.has(condition::SLOW) || slow().unwrap_or(false))
}

/// Returns the range at which weapons are used in a step.
fn range_of(phase: Phase) -> Option<Range> {
    match phase {
        Phase::Missile => Some(Range::Missile),
        Phase::Melee => Some(Range::Melee),
        _ => None,
    }
}

/// Whether its weapon of this round takes both hands (`bx.equipment.qualities`): the one it has used, or its ready
/// weapon before that.
pub fn both_hands(e: &Encounter, c: &Combatant, d20: &D20) -> bool {
    if casts(c) || runs(c) {
        return false;
    }
    // Simultaneous attacks are resolved against the state at the start of the step.
    let step = e.window().filter(|window| window.mode == Mode::Together).and_then(|w| range_of(w.phase));
    let now = |line: &Attack| step.is_some_and(|step| reaches(line, step));
    let used = c.spent.attacks.iter().map(|(at, _)| line(d20, *at));
    let mut used = used.filter(|line| !line.map_or(step == Some(Range::Melee), now)).peekable();
    let needs_both = |weapon: &Attack| weapon.has(Tag::TWO_HANDED);
    if used.peek().is_none() {
        return ready(c, d20).is_some_and(needs_both);
    }
    used.flatten().any(needs_both)
}

/// Whether it can turn undead (`bx.special.turn-undead`).
pub fn turns_undead(d20: &D20) -> bool {
    d20.block.class == Some(Class::CLERIC) && d20.block.is(Trait::HOLY_SYMBOL)
}

/// Whether `foe` benefits from its retreat now (`bx.movement.retreat`).
pub fn exposed_to(e: &Encounter, c: &Combatant, foe: CombatantId) -> bool {
    let all = options::RETREAT_EXPOSURE.is(e, options::RetreatExposure::All);
    let profits = |effect: &Effect| effect.toward.is_some_and(|whom| all || whom == foe);
    c.effects_of(Condition::RETREATING).any(profits)
}
