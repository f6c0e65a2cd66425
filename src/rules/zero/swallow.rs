//! Swallowed combatants and the damage they take each round (`zero.condition.swallowed`).

use super::{condition, harm, state};
use crate::rules::model::block::d20::Attack;
use crate::rules::model::window::{Place, Subject, Whose};
use crate::rules::ruleset::prelude::*;

/// Part of the round in which the swallowed take damage, after everything else.
const PART: i32 = 60;

/// Returns its swallower, if it has been inside since before this round, and the damage dice.
fn inside(e: &Encounter, c: &Combatant) -> Option<(CombatantId, DiceExpr)> {
    let swallowed = c.effect(condition::SWALLOWED).filter(|effect| effect.value < e.round_number())?;
    let belly = e.get(swallowed.toward?).filter(|_| c.is_up())?;
    let dice = |line: &Attack| {
        let special = line.special.as_ref()?;
        special.inside.filter(|_| special.inflicts == Some(condition::SWALLOWED))
    };
    Some((belly.id, state::lines(&At { e, c: belly }).iter().find_map(dice)?))
}

/// Returns the window of the next combatant that takes damage inside a swallower, in roster order.
pub fn next(e: &Encounter) -> Option<Window> {
    e.all().zip(0..).find_map(|(c, at)| {
        let place = Place::new(PART, at);
        inside(e, c).filter(|_| e.place < place)?;
        let window = Window::procedure(Phase::Due, place, Whose::One(c.id));
        Some(window.about(Subject::Combatant(c.id)))
    })
}

/// Deals the damage of one round inside a swallower.
pub fn digest(r: &mut Resolution, who: CombatantId) -> Result<(), Stop> {
    let e = r.encounter();
    let Some((by, dice)) = inside(e, e.who(who)?) else { return Ok(()) };
    let tally = Tally::new().with(Reason::DICE, r.amount(Purpose::Effect, Some(by), dice)?);
    let source = Source::Effect(by);
    r.under(|| Why::Ticks(who), |r| harm::harm(r, who, tally, 0, source, Timing::Now))
}
