//! Whether and how far a combatant may move.

use super::asset::about;
use super::{figures, hold, refusal, state, tag};
use crate::rules::d20::movement::{self, moved};
use crate::rules::model::block::d20::{Attack, D20, Tag};
use crate::rules::ruleset::prelude::*;

/// Feet that a caster may move and still cast (`zero.movement.caster`).
pub const CASTERS_STEP: i32 = 10;

/// Refuses a combatant that cannot go anywhere.
pub fn may_go(at: &At) -> Allowed {
    match at.c {
        c if c.means(Meaning::CANNOT_MOVE) => at.no(Refusal::BARRED),
        c if c.has(Condition::PRONE) => at.no(Refusal::BARRED.saying("it must stand up first")),
        c if c.has(Condition::GRAPPLING) => at.no(refusal::GRAPPLING),
        c if hold::is_held(at.e, c) => at.no(Refusal::BARRED.saying("an opponent holds it")),
        c if c.spent.acted => at.no(Refusal::ALREADY_ACTED),
        _ => Ok(()),
    }
}

/// Whether a mover can still go on: able, on its feet, not held.
pub fn goes_on(e: &Encounter, who: CombatantId) -> bool {
    let stands = |c: &&Combatant| !c.means(Meaning::CANNOT_MOVE) && !c.has(Condition::PRONE);
    e.get(who).filter(stands).is_some_and(state::can_act)
}

/// Checks that some of its movement for the deed is left.
pub fn has_feet_left(at: &At, deed: Deed) -> Allowed {
    movement::check_left(at, allowance(at, deed))
}

/// Returns the feet that it may still move: half its move beside an attack, the full move when running, retreating or
/// shooting on the run (`zero.movement.half-and-attack`, `zero.movement.run`, `zero.movement.fire-on-run`).
pub fn allowance(at: &At, deed: Deed) -> i32 {
    let full = state::full_move(at.e, at.c);
    let most = match deed {
        Deed::Run | Deed::Retreat | Deed::MoveThrough => full,
        Deed::Move if shoots_on_the_run(at) => full,
        _ => full / 2,
    };
    (most - moved(at.c)).max(0)
}

/// Whether it has moved too far to attack: more than half its move, and not in a charge.
pub fn has_gone_far(e: &Encounter, c: &Combatant) -> bool {
    c.has(Condition::RUNNING) || (moved(c) > state::full_move(e, c) / 2 && !c.has(Condition::CHARGING))
}

/// Whether it may move its full move and shoot: out of melee, with a suitable weapon in hand.
fn shoots_on_the_run(at: &At) -> bool {
    let Ok(d20) = at.d20() else { return false };
    !state::in_melee(at.e, at.c) && state::ready_lines(at).any(|(_, line)| is_for_the_run(d20, line))
}

/// Whether it may shoot on the run with that line: elves with bows and javelins, hobbits with slings
/// (`zero.movement.fire-on-run`, R25).
pub fn is_for_the_run(d20: &D20, line: &Attack) -> bool {
    let elvish = [tag::BOW, tag::GREAT_BOW, tag::JAVELIN];
    (figures::is_elf(d20) && elvish.into_iter().any(|tag| line.has(tag)))
        || (figures::is_hobbit(d20) && line.has(Tag::SLING))
}

/// Whether it can come into melee with the foe by moving that far; true if the distance is unknown.
pub fn is_within(at: &At, foe: &Combatant, feet: i32) -> bool {
    let far = state::known_distance(at.e, at.c.id, foe.id);
    far.is_none_or(|far| far - about().melee_distance <= feet)
}

/// Returns the feet that it moves: as stated, otherwise what contact needs or all it may; by default a caster stays
/// within its step, and an attacker within half its move.
pub fn feet(at: &At, act: &Act) -> i32 {
    let half = (state::full_move(at.e, at.c) / 2 - moved(at.c)).max(0);
    // Only a combatant that shoots on the run may move more.
    let own = if act.deed == Deed::Move && half > 0 { half } else { i32::MAX };
    let casters = if at.c.has(Condition::CASTING) { CASTERS_STEP } else { i32::MAX };
    movement::feet(about(), at.e, act, allowance(at, act.deed).min(own).min(casters))
}
