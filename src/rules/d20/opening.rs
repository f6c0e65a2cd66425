//! Before the first round: the procedures, surprise, distance, reaction.

use super::state::is_able;
use crate::rules::model::event::{Rolled, Told};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Place, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::RangeTable;

/// Feet in a yard, for distances outdoors.
pub const FEET_PER_YARD: i32 = 3;

fn places(phases: &[Phase]) -> impl Iterator<Item = (Phase, Place)> {
    phases.iter().copied().zip((0..).map(|order| Place::new(0, order)))
}

/// Returns the next of the procedures, if it is `wanted` and the scene does not skip it: surprise if a side may be
/// surprised, distance if it is unknown.
pub fn next(e: &Encounter, phases: &[Phase], wanted: impl Fn(Phase) -> bool) -> Option<Window> {
    let open = |phase: Phase| match phase {
        Phase::Surprise => e.sides.iter().any(|side| !side.aware),
        Phase::Distance => e.met_at.is_none(),
        _ => true,
    };
    let due = |phase: Phase| open(phase) && wanted(phase) && !e.scene.without.contains(&phase);
    let (phase, place) = places(phases).find(|(phase, place)| *place > e.place && due(*phase))?;
    Some(Window::procedure(phase, place, Whose::All))
}

/// Returns the stations of the procedures.
pub fn rail(phases: &[Phase]) -> Vec<Station> {
    places(phases).map(|(phase, place)| Station { heading: String::new(), phase, place }).collect()
}

/// Returns the sides that are present.
pub fn present(e: &Encounter) -> impl Iterator<Item = SideId> {
    e.side_ids().filter(|side| e.all().any(|c| c.side == *side && c.is_up()))
}

/// Returns the sides present that are unaware of the others.
pub fn unaware(e: &Encounter) -> Vec<SideId> {
    present(e).filter(|side| e.side(*side).is_some_and(|side| !side.aware)).collect()
}

/// Rolls whether the side is surprised, on `most` or less of a d6; no die is rolled if it is certain either way.
/// `needing` is how `most` comes about.
///
/// # Errors
/// [`Stop::Roll`]: the die is missing.
pub fn surprise(r: &mut Resolution, side: SideId, most: i32, needing: Tally) -> Result<bool, Stop> {
    match most {
        ..=0 => Ok(false),
        6.. => Ok(true),
        _ => {
            let rolled =
                r.throw(RollRequest::new(Purpose::Surprise, 1, 6).by_side(side).at_most(most))?;
            let caught = rolled.total() <= most;
            r.rolled(Rolled { needing, ..rolled.judged(!caught, most + 1) });
            Ok(caught)
        }
    }
}

/// Rolls the encounter distance: the dice, times `feet`.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn distance(r: &mut Resolution, (count, sides): (u8, u16), feet: i32) -> Result<(), Stop> {
    let total = r.roll(RollRequest::new(Purpose::EncounterDistance, count, sides))?.total();
    r.emit(Event::Met(Tenths::whole(total.saturating_mul(feet))));
    Ok(())
}

/// Returns the players' speaker, if able.
pub fn speaker(e: &Encounter) -> Option<CombatantId> {
    e.scene.speaker.filter(|who| e.get(*who).is_some_and(is_able))
}

/// Rolls the others' reaction, 2d6 with modifiers, for `who`, and reports the row of the table.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn reaction(
    r: &mut Resolution,
    who: Option<CombatantId>,
    terms: Tally,
    table: &RangeTable<Text>,
) -> Result<(), Stop> {
    let bands = table.bands(terms.total(), 3..=12);
    let ask = RollRequest::new(Purpose::Reaction, 2, 6).adding(terms).bands(bands);
    let total = r.figure(RollRequest { who, ..ask })?;
    if let Some(row) = table.at(total) {
        r.tell(|| Told::Reaction(row.clone()));
    }
    Ok(())
}
