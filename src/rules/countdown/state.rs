//! Queries about a combatant's current state.

pub use crate::rules::d20::state::{
    ROUND_TAGS, ask_distance, draw, feet_between, foes, is_monster, is_undead, known_distance, line,
    mark, note_distance, reaches, rounds_on,
};

use super::{condition, refusal};
use crate::rules::d20::state::{self, Routine};
use crate::rules::model::block::d20::{Attack, D20, Range, Spell};
use crate::rules::model::moment::{Moment, TIMED, When};
use crate::rules::ruleset::prelude::*;

/// Step of the round's end at which the knocked out wake: after timed effects.
pub const WAKING: u8 = 110;

/// Whether `c` is alive, present and not out of action.
#[inline]
pub fn is_able(c: &Combatant) -> bool {
    state::is_able(c)
}

/// Whether `c` is able and not surprised (`countdown.surprise.effect`).
pub fn can_act(c: &Combatant) -> bool {
    is_able(c) && !c.has(Condition::SURPRISED)
}

/// Whether `c` may make attacks of any kind this round, its own and interrupts (`countdown.condition.no-attack`).
pub fn may_attack(e: &Encounter, c: &Combatant) -> bool {
    let none_now = c.effects_of(condition::NO_ATTACK).any(|effect| effect.value <= e.round_number());
    can_act(c) && !c.means(Meaning::CANNOT_ATTACK) && !none_now
}

/// Whether `c` has made part of its routine and has more of it left.
pub fn in_routine(e: &Encounter, c: &Combatant) -> bool {
    !c.spent.acted && !c.spent.attacks.is_empty() && routine_left(e, c)
}

/// Whether a usable line of its routine is left; it may have to move to use it.
fn routine_left(e: &Encounter, c: &Combatant) -> bool {
    let Ok(d20) = e.d20(c.id) else { return false };
    let mut lines = (0u8..).zip(&d20.figures.attacks);
    lines.any(|(at, line)| {
        let serves = |shoots| super::gear::usable(c, line, at, shoots).is_ok();
        let useful = (reaches(line, Range::Melee) && serves(false))
            || (reaches(line, Range::Missile) && serves(true));
        uses_left(c, d20, at) > 0 && useful
    })
}

/// How many more times it may use the line this round: a creature makes all its listed attacks, a character those of
/// one line (`countdown.attack.routine`).
pub fn uses_left(c: &Combatant, d20: &D20, at: u8) -> u8 {
    let routine = if d20.block.is_character() { Routine::OneLine } else { Routine::EveryLine };
    state::uses_left(c, d20, at, routine)
}

/// Whether `c` has its action of this round left, whole or in part.
pub fn has_action(e: &Encounter, c: &Combatant) -> bool {
    !c.spent.acted && (c.spent.attacks.is_empty() || in_routine(e, c))
}

/// Whether `c` has its whole action left, with no attack of a routine made.
pub fn is_fresh(e: &Encounter, c: &Combatant) -> bool {
    has_action(e, c) && c.spent.attacks.is_empty()
}

/// Its attack lines, with their indices.
pub fn lines<'a>(at: &At<'a>) -> impl Iterator<Item = (u8, &'a Attack)> + use<'a> {
    at.d20().into_iter().flat_map(|d20| (0u8..).zip(&d20.figures.attacks))
}

/// Returns a copy of one of its attack lines, to keep while the encounter changes.
pub fn own_line(e: &Encounter, who: CombatantId, at: u8) -> Option<Attack> {
    line(e.d20(who).ok()?, at).cloned()
}

/// Returns the creature that it holds.
pub fn held_by(c: &Combatant) -> Option<CombatantId> {
    c.toward(Condition::GRAPPLING)
}

/// Its spells, without powers.
pub fn spells(e: &Encounter, who: CombatantId) -> impl Iterator<Item = (u8, &Spell)> {
    let block = e.d20(who).ok().map(|d20| &d20.block);
    let spells = block.into_iter().flat_map(|block| &block.spells);
    (0u8..).zip(spells).filter(|(_, spell)| !spell.power)
}

/// End of this round.
pub fn this_round(e: &Encounter) -> When {
    Moment::RoundEnd(e.round).at(ROUND_TAGS)
}

/// End of what lasts so many rounds; the rest of this one is extra (`countdown.time.expiry`).
pub fn after(e: &Encounter, rounds: u32) -> When {
    Moment::RoundEnd(e.round.saturating_add(rounds)).at(TIMED)
}

/// Whether `c` is alive and present, standing or not: it can be targeted.
pub fn is_there(c: &Combatant) -> bool {
    matches!(c.standing, Standing::Up | Standing::Down)
}

/// Whether `c` can be harmed: alive and present, or surrendered, but not fled.
pub fn is_reached(c: &Combatant) -> bool {
    is_there(c) || c.standing == Standing::Surrendered
}

/// Foes that can be targeted.
pub fn foes_there<'a>(at: &At<'a>) -> impl Iterator<Item = &'a Combatant> + use<'a> {
    let At { e, c } = *at;
    e.all().filter(move |foe| foes(c, foe) && is_there(foe))
}

/// Whether `c` is knocked out but alive (`countdown.condition.unconscious`).
pub fn is_knocked_out(c: &Combatant) -> bool {
    c.standing == Standing::Down || c.has(Condition::UNCONSCIOUS)
}

/// On either side of a hold, bars most deeds unless the referee allows them (`countdown.special.grapple-held`,
/// `countdown.special.grapple-hold`).
///
/// # Errors
/// `held`, `has-hold`.
pub fn bar(at: &At) -> Allowed {
    match (at.c.has(Condition::HELD), at.c.has(Condition::GRAPPLING)) {
        (true, _) => at.no(refusal::HELD),
        (false, true) => at.no(refusal::HAS_HOLD),
        (false, false) => Ok(()),
    }
}

/// Bars the holder only: for deeds open to a held creature.
pub fn bar_holder(at: &At) -> Allowed {
    if at.c.has(Condition::HELD) { Ok(()) } else { bar(at) }
}
