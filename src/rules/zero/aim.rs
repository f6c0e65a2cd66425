//! What may be attacked, and with which lines.

use super::asset::about;
use super::{blow, condition, figures, melee, refusal, speed, state, tag};
use crate::rules::d20::{aim, cover};
use crate::rules::model::block::d20::{Attack, Range};
use crate::rules::ruleset::prelude::*;

/// Returns the lines that it can use at that range now.
pub fn usable_lines(at: &At, range: Range) -> Vec<u8> {
    let lines = state::ready_lines(at).map(|(nth, _)| nth);
    lines.filter(|nth| may_use(at, *nth, range).is_ok()).collect()
}

/// Checks that it can use the line at that range now.
pub fn may_use(at: &At, nth: u8, range: Range) -> Allowed {
    let line = state::line(at.d20()?, nth).ok_or_else(|| at.why(Refusal::BAD_WEAPON))?;
    let shoots = range == Range::Missile;
    at.unless(state::reaches(line, range), Refusal::BAD_WEAPON)?;
    let on_the_run = shoots && speed::is_for_the_run(at.d20()?, line);
    at.unless_any([
        (state::is_broken(at.c, nth), Refusal::DESTROYED),
        (!state::has_in_hand(at.c, nth), Refusal::NOT_AT_HAND),
        (shoots && at.c.has_value(Condition::RELOADING, nth), Refusal::RELOADING),
        (speed::has_gone_far(at.e, at.c) && !on_the_run, Refusal::RUNNING),
        (state::is_swallowed(at.c) && !line.has(tag::TIGHT), refusal::TOO_TIGHT),
        (is_used_up(at, nth, line, shoots), Refusal::ALREADY_ATTACKED),
    ])?;
    state::supplied(at.c, line, shoots)
}

/// Whether it has used up its attacks of this round with that line. Extra attacks are melee only, and it cannot shoot
/// after a melee attack.
fn is_used_up(at: &At, nth: u8, line: &Attack, shoots: bool) -> bool {
    let (made, uses) = (state::attacks_made(at.c), at.c.spent.uses(nth));
    let grown = || at.d20().is_ok_and(|d20| !d20.block.is_character()) && figures::is_natural(line);
    match made {
        0 => false,
        _ if shoots => made > uses || uses >= line.count,
        _ => grown() && uses >= turns(at).saturating_mul(line.count),
    }
}

/// Returns how often each natural attack may have been used by now: a creature runs through all of them before it
/// repeats one (`zero.attack.monster-multi`).
fn turns(at: &At) -> u8 {
    let natural = |line: &Attack| figures::is_natural(line) && state::reaches(line, Range::Melee);
    let lines = (0u8..).zip(state::lines(at)).filter(|(_, line)| natural(line));
    let turns = lines.map(|(nth, line)| at.c.spent.uses(nth) / line.count.max(1)).min();
    turns.unwrap_or(0).saturating_add(1)
}

/// Returns the facts asked for a melee attack (section 5, attack tags).
pub fn melee_facts() -> Vec<FactField> {
    let tags = [
        Fact::Behind,
        Fact::Unaware,
        Fact::Flanked,
        Fact::Higher,
        Fact::Lower,
        Fact::Subdual,
        Fact::Pulled,
    ];
    let cover = cover::field(about(), -2);
    let modifier = FactField::asks(Fact::Modifier(0));
    std::iter::once(modifier).chain(tags.map(FactField::flag)).chain([cover]).collect()
}

/// Whether the fact makes damage temporary, which is pointless for an attack that deals none.
pub fn spares(field: &FactField) -> bool {
    matches!(field.fact, Fact::Subdual | Fact::Pulled)
}

/// Checks the target, its distance, the cover and the room around it.
pub fn check_melee_target<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let target = check_target(at, act)?;
    let feet = blow::distance(at.e, act.who, target.id, &act.facts);
    aim::check_reach(at.e, act.who, feet, about().melee_distance)?;
    cover::check(about(), at, act)?;
    melee::check_room(at, target)?;
    Ok(target)
}

/// Returns the foes in reach that it may attack and that have room around them for it.
pub fn foes_in_reach<'a>(at: &At<'a>) -> Vec<&'a Combatant> {
    let mut foes = state::in_reach(at.e, at.c);
    foes.retain(|foe| check_aim(at, foe).is_ok() && melee::check_room(at, foe).is_ok());
    foes
}

/// Refuses attacks out of a swallower on anyone else, and attacks on the swallowed (`zero.condition.swallowed`).
pub fn check_aim(at: &At, target: &Combatant) -> Allowed {
    let inside = at.c.toward(condition::SWALLOWED);
    at.unless(inside.is_none_or(|by| by == target.id), refusal::SWALLOWED)?;
    at.unless(!state::is_swallowed(target), refusal::INSIDE)
}

/// Returns the act's target: exactly one other combatant, still present.
pub fn check_target<'a>(at: &At<'a>, act: &Act) -> Result<&'a Combatant, RuleError> {
    let target = aim::target(at, act)?;
    check_aim(at, target)?;
    Ok(target)
}
