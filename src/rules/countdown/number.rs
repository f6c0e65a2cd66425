//! The count of the numbers: which is open, and whose is here, ahead or behind.

use crate::rules::model::window::{Place, Whose};
use crate::rules::ruleset::prelude::*;

/// Part of the highest number; lower ones follow.
pub const FIRST: i32 = 10;
/// Within a part: its acts, then its commit.
pub const ACTS: i32 = 0;

/// Index of the slot being counted; `None` before the first number and after the last.
pub fn open_slot(e: &Encounter) -> Option<u16> {
    let at = u16::try_from(e.place.part.saturating_sub(FIRST)).ok()?;
    (usize::from(at) < e.order.len()).then_some(at)
}

/// Number of slots that keep their place: those behind, and the one being counted.
pub fn settled(e: &Encounter) -> usize {
    match open_slot(e) {
        Some(at) => usize::from(at) + 1,
        None if e.place.part >= FIRST => e.order.len(),
        None => 0,
    }
}

/// The number being counted.
pub fn open_number(e: &Encounter) -> Option<i32> {
    open_slot(e).and_then(|at| e.order.get(usize::from(at))).map(|slot| slot.score)
}

/// Whether the count has reached its number.
pub fn has_come_to(e: &Encounter, c: &Combatant) -> bool {
    open_number(e).is_some_and(|now| c.number.is_none_or(|own| own >= now))
}

/// Whether `c` has passed on its number, or that is about to be committed: it can only move now.
pub fn has_passed(e: &Encounter, c: &Combatant) -> bool {
    !is_counting(e) || e.window().is_some_and(|window| window.has_passed(c.id))
}

/// Whether combatants still act on the open number, which is not yet about to be committed.
pub fn is_counting(e: &Encounter) -> bool {
    e.window().is_some_and(|window| matches!(window.phase, Phase::Number | Phase::Gap))
}

/// Returns the number about to be committed as an open window again, only for those who have just joined it.
pub fn reopened(e: &Encounter, joining: &[CombatantId]) -> Option<Window> {
    let commit = e.window().filter(|window| window.phase == Phase::Commit)?;
    let at = open_slot(e)?;
    let mut window =
        Window::together(Phase::Number, Place::new(commit.place.part, ACTS), Whose::Slot(at));
    let others = e.order.get(usize::from(at))?.ones.iter().filter(|who| !joining.contains(who));
    window.passed = others.copied().collect();
    Some(window)
}

/// Whether the count is past that slot.
pub fn is_behind(e: &Encounter, slot: u16) -> bool {
    usize::from(slot) + 1 < settled(e)
}

/// Whether `who` is on the number being counted.
pub fn stands_on_open_number(e: &Encounter, who: CombatantId) -> bool {
    open_slot(e).is_some_and(|at| e.slot_of(who) == Some(at))
}

/// Whether its number is still to come.
pub fn number_ahead(e: &Encounter, who: CombatantId) -> bool {
    e.slot_of(who).is_some_and(|slot| usize::from(slot) >= settled(e))
}
