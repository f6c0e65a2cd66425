//! What is true of a combatant now.

pub use crate::rules::d20::state::{
    any_in_reach, ask_distance, bears_morale, draw, foes, in_reach, in_sight, is_monster, is_undead,
    known_distance, line, line_at, lines, marked, note_distance, reaches, rounds_on, supplied,
    this_round,
};

use super::{about, condition, options, tag};
use crate::rules::d20::relations::is_barred;
use crate::rules::d20::state::{self, Routine};
use crate::rules::model::block::d20::{Attack, Class, D20, Range, Tag, Trait};
use crate::rules::model::combatant::Combatant;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::error::Refusal;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::window::{Mode, Phase};
use crate::rules::ruleset::condition::Bar;
use crate::rules::ruleset::deed::{Allowed, At};

/// Alive, present and not out of action.
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(about(), c)
}

/// Able, not caught by surprise, and here in time: gets a die and a slot.
pub fn can_act(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::SURPRISED) && !c.has(Condition::LATE)
}

/// In melee: an able foe within five feet (`bx.movement.in-melee`).
pub fn in_melee(e: &Encounter, c: &Combatant) -> bool {
    state::in_melee(about(), e, c)
}

/// Kept from that by a condition.
pub fn barred(c: &Combatant, bar: Bar) -> bool {
    is_barred(about(), c, bar)
}

/// How many more times it may use the line this round: a character attacks once whatever it uses, a
/// monster goes through its routine (`bx.attack.per-round`).
pub fn uses_left(c: &Combatant, d20: &D20, at: u8) -> u8 {
    let routine = if d20.block.is_character() { Routine::InAll(1) } else { Routine::EveryLine };
    state::uses_left(c, d20, at, routine)
}

/// Bare hands may be used: no attack made yet.
pub fn hands_left(c: &Combatant) -> bool {
    c.spent.attacks.is_empty()
}

/// Whether one of its weapons is of that kind.
pub fn has_line(at: &At, tag: Tag) -> bool {
    lines(at).iter().any(|line| line.has(tag))
}

/// The weapon it means to use: the first line; a slow one where it holds back for that, and none
/// that is slow where it has come out of the tail.
fn ready<'a>(c: &Combatant, d20: &'a D20) -> Option<&'a Attack> {
    let barred = |line: &Attack| match line.has(tag::SLOW) {
        true => c.has(condition::NOT_SLOW),
        false => c.has(condition::SLOW),
    };
    d20.figures.attacks.iter().find(|line| !barred(line))
}

/// The round goes into a casting, or into another action of that kind (`bx.spell.sole-action`).
pub fn casts(c: &Combatant) -> bool {
    c.spent.acted || c.has(Condition::CASTING) || c.has(Condition::SPELL_DISRUPTED)
}

/// Runs from the foe, announced or broken.
fn runs(c: &Combatant) -> bool {
    c.has(Condition::RETREATING) || c.has(Condition::FLEEING)
}

/// Neither casts nor runs.
pub fn is_free(at: &At) -> Allowed {
    match at.c {
        c if casts(c) => at.no(Refusal::CASTING),
        c if runs(c) => at.no(Refusal::RETREATING),
        _ => Ok(()),
    }
}

/// Has made no attack this round.
pub fn has_not_attacked(at: &At) -> Allowed {
    at.unless(hands_left(at.c), Refusal::ALREADY_ATTACKED)
}

/// In the slow tail: by its weapon or by its own choice (`bx.initiative.slow-weapons`). Casting
/// and running are not slow, whatever is in hand.
pub fn is_slow(e: &Encounter, c: &Combatant) -> bool {
    let slow = || ready(c, e.d20_of(c)?).map(|weapon| weapon.has(tag::SLOW));
    !casts(c) && !runs(c) && (c.has(condition::SLOW) || slow().unwrap_or(false))
}

/// What a step uses weapons for.
fn range_of(phase: Phase) -> Option<Range> {
    match phase {
        Phase::Missile => Some(Range::Missile),
        Phase::Melee => Some(Range::Melee),
        _ => None,
    }
}

/// Both hands are on the weapon of this round (`bx.equipment.qualities`): the one it has used, before
/// that the one it means to use.
pub fn both_hands(e: &Encounter, c: &Combatant, d20: &D20) -> bool {
    if casts(c) || runs(c) {
        return false;
    }
    // What is done at once meets everybody as they stood when the step began.
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

/// A turner of undead (`bx.special.turn-undead`).
pub fn turns_undead(d20: &D20) -> bool {
    d20.block.class == Some(Class::CLERIC) && d20.block.is(Trait::HOLY_SYMBOL)
}

/// Whether the foes of a retreat profit from it now, that one in particular
/// (`bx.movement.retreat`).
pub fn exposed_to(e: &Encounter, c: &Combatant, foe: CombatantId) -> bool {
    let all = about().is(e, options::RETREAT_EXPOSURE, "all");
    let profits = |effect: &Effect| effect.toward.is_some_and(|whom| all || whom == foe);
    c.effects_of(Condition::RETREATING).any(profits)
}
