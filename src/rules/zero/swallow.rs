//! Inside a creature: what it does to whoever it has swallowed, round by round (`zero.condition.swallowed`).

use super::condition;
use super::harm;
use super::state;
use crate::rules::engine::resolution::{Resolution, Timing};
use crate::rules::model::block::d20::Attack;
use crate::rules::model::combatant::Combatant;
use crate::rules::model::dice::{DiceExpr, Purpose};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Source, Stop};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::model::window::{Phase, Place, Subject, Whose, Window};
use crate::rules::ruleset::deed::At;

/// The part of the round in which bellies do their work, after everything else that is done in it.
const PART: i32 = 60;

/// In whose belly it has been since before this round, and the dice of what that does to it.
fn inside(e: &Encounter, c: &Combatant) -> Option<(CombatantId, DiceExpr)> {
    let swallowed = c.effect(condition::SWALLOWED).filter(|effect| effect.value < e.round_number())?;
    let belly = e.get(swallowed.toward?).filter(|_| c.is_up())?;
    let dice = |line: &Attack| {
        let special = line.special.as_ref()?;
        special.inside.filter(|_| special.inflicts == Some(condition::SWALLOWED))
    };
    Some((belly.id, state::lines(&At { e, c: belly }).iter().find_map(dice)?))
}

/// The next of those whom a belly harms this round, in the order of the roster.
pub fn next(e: &Encounter) -> Option<Window> {
    e.all().zip(0..).find_map(|(c, at)| {
        let place = Place::new(PART, at);
        inside(e, c).filter(|_| e.place < place)?;
        let window = Window::procedure(Phase::Due, place, Whose::One(c.id));
        Some(window.about(Subject::Combatant(c.id)))
    })
}

/// The belly does its work.
pub fn digest(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let Some((by, dice)) = inside(e, e.who(who)?) else { return Ok(()) };
    let tally = Tally::new().with(Reason::DICE, r.amount(Purpose::Effect, Some(by), dice)?);
    harm::harm(r, who, tally, 0, Source::Effect(by), Timing::Now);
    Ok(())
}
