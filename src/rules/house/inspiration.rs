//! Inspiring words and mockery: what they add to rolls, and how they end.

use super::asset::tables;
use super::{condition, reason};
use crate::rules::ruleset::prelude::*;

/// Kinds of rolls that inspiring words can apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roll {
    /// An attack roll.
    Attack = 1,
    /// A saving throw.
    Save = 2,
    /// An ability or skill check.
    Check = 3,
}

impl Roll {
    /// All kinds, each with the deed that rolls it and its label.
    pub const ALL: [(Self, Deed, &str); 3] = [
        (Self::Attack, Deed::Strike, "an attack"),
        (Self::Save, Deed::Save, "a saving throw"),
        (Self::Check, Deed::Check, "a check"),
    ];

    /// Returns the kind that the referee named.
    pub fn chosen(facts: &Facts) -> Option<Self> {
        let meant = facts.intent()?;
        Self::ALL.iter().find(|(_, deed, _)| *deed == meant).map(|(roll, _, _)| *roll)
    }
}

/// Finds inspiring words for such a roll: the effect's value names the roll, or is 0 for any.
pub fn inspired(c: &Combatant, on: Roll) -> Option<&Effect> {
    c.effects_of(condition::INSPIRED).find(|effect| effect.value == 0 || effect.value == on as i32)
}

/// Bonus of inspiring words to such a roll.
pub fn inspiration(c: &Combatant, on: Roll) -> i32 {
    inspired(c, on).map_or(0, |_| tables().on_roll(&reason::INSPIRED))
}

/// Adds the bonus of inspiring words to `tally`.
pub fn add(tally: &mut Tally, c: &Combatant, on: Roll) {
    tally.add(reason::INSPIRED, inspiration(c, on));
}

/// Uses up the inspiring words after such a roll.
pub fn spend(r: &mut Resolution, who: CombatantId, on: Roll) {
    let done = r.encounter().get(who).and_then(|c| inspired(c, on)).cloned();
    if let Some(effect) = done {
        r.emit(Event::relieved(who, &effect, false));
    }
}

/// Penalty of mockery to attack rolls and saves, however many bards mock (`house.attack.mockery-penalty`).
pub fn mockery(c: &Combatant) -> i32 {
    if c.has(condition::MOCKED) { tables().on_roll(&reason::MOCKED) } else { 0 }
}

/// Ends the mockery of that bard.
pub fn stop(r: &mut Resolution, who: CombatantId) {
    let mocked =
        r.encounter().get(who).and_then(|c| c.effect(condition::MOCKING)).map(|effect| effect.toward);
    let Some(mocked) = mocked else { return };
    r.relieve(who, condition::MOCKING);
    if let Some(mocked) = mocked {
        r.relieve_toward(mocked, condition::MOCKED, who);
    }
}

/// Ends a bard's mockery when it attacks a combatant other than the one it mocks.
pub fn attacks(r: &mut Resolution, who: CombatantId, target: CombatantId) {
    let mocks = r.encounter().get(who).and_then(|c| c.effect(condition::MOCKING));
    if mocks.is_some_and(|effect| effect.toward != Some(target)) {
        stop(r, who);
    }
}
