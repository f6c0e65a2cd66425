//! Before the first round: the procedures, surprise, distance, reaction.

use super::state::is_able;
use crate::rules::model::event::{Rolled, Told};
use crate::rules::model::stance::{Aim, Origin, Stance};
use crate::rules::model::tenths::Tenths;
use crate::rules::model::window::{Place, Whose};
use crate::rules::ruleset::Station;
use crate::rules::ruleset::prelude::*;
use crate::rules::ruleset::table::RangeTable;
use serde::Deserialize;

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

/// A row of a reaction table: what those who react are out to do, and what the row says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Mood(pub Aim, pub Text);

/// Whose reaction is rolled.
pub enum Reacts<'a> {
    /// All sides but the speaker's or, without a speaker, the players'.
    TheOthers,
    /// These combatants.
    These(&'a [CombatantId]),
}

/// Rolls a reaction, 2d6 with modifiers, for `who`; those who react take the stance that the row of the table says.
///
/// # Errors
/// [`Stop::Roll`]: the dice are missing.
pub fn reaction(
    r: &mut Resolution,
    who: Option<CombatantId>,
    terms: Tally,
    table: &RangeTable<Mood>,
    reacts: Reacts,
) -> Result<(), Stop> {
    let bands = table.bands(terms.total(), 3..=12);
    let ask = RollRequest::new(Purpose::Reaction, 2, 6).adding(terms).bands(bands);
    let total = r.figure(RollRequest { who, ..ask })?;
    let Some(Mood(aim, text)) = table.at(total) else { return Ok(()) };
    r.tell(|| Told::Reaction(text.clone()));
    let stance = Stance::new(*aim, Origin::Reaction);
    match reacts {
        Reacts::TheOthers => others(r.encounter()).into_iter().for_each(|side| take(r, side, stance)),
        Reacts::These(all) => take_together(r, all, stance),
    }
    Ok(())
}

/// Returns the sides that the speaker's side meets or, without a speaker, the players' side or the first.
fn others(e: &Encounter) -> Vec<SideId> {
    let speakers = e.scene.speaker.and_then(|who| e.get(who)).map(|c| c.side);
    let players = || present(e).find(|side| e.is_players(*side));
    let host = speakers.or_else(players).or_else(|| present(e).next());
    present(e).filter(|side| Some(*side) != host).collect()
}

fn take(r: &mut Resolution, side: SideId, stance: Stance) {
    if r.encounter().side(side).is_some_and(|side| side.stance != Some(stance)) {
        r.emit(Event::SideTook(side, Some(stance)));
    }
}

/// Gives a stance to combatants; to their side if they are all of it.
fn take_together(r: &mut Resolution, all: &[CombatantId], stance: Stance) {
    let e = r.encounter();
    let sides = present(e)
        .filter(|side| e.all().filter(|c| c.side == *side && c.is_up()).all(|c| all.contains(&c.id)));
    let whole: Vec<SideId> = sides.collect();
    let rest: Vec<CombatantId> = e.those(|c| all.contains(&c.id) && !whole.contains(&c.side));
    whole.into_iter().for_each(|side| take(r, side, stance));
    rest.into_iter().for_each(|who| r.emit(Event::Took(who, Some(stance))));
}

/// Records the stances that surprise brings: the surprised wait, and sides of no player that surprise others fight.
pub fn catch(r: &mut Resolution, surprised: &[SideId]) {
    let e = r.encounter();
    let sides: Vec<SideId> = present(e).collect();
    if surprised.is_empty() || sides.iter().all(|side| surprised.contains(side)) {
        return;
    }
    for side in sides {
        let e = r.encounter();
        let aim = if surprised.contains(&side) { Aim::Waits } else { Aim::Fights };
        let decides = aim == Aim::Waits || !e.is_players(side);
        if decides && e.side(side).is_some_and(|side| side.stance.is_none()) {
            take(r, side, Stance::new(aim, Origin::Surprise));
        }
    }
}
