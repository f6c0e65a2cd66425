//! Before the first round: surprise, distance, reaction.

use super::{figures, sequence, state, tables};
use crate::rules::engine::resolution::Resolution;
use crate::rules::model::block::d20::Trait;
use crate::rules::model::counter::Counter;
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::model::effect::Condition;
use crate::rules::model::event::{Bearer, Event, Rolled, Stop, Told};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Moment;
use crate::rules::model::tally::{Reason, Tally};
use crate::rules::model::tenths::Tenths;

/// Surprised on this or less of 1d6 (`bx.surprise.check`).
const SURPRISED_ON: i32 = 2;
/// Feet in a yard, for distances in the wild (`bx.distance.units`).
const FEET_PER_YARD: i32 = 3;

/// One die for each side that is there and does not know of the others yet.
pub fn surprise(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let there = |side: &SideId| e.all().any(|c| c.side == *side && c.is_up());
    let meeting: Vec<SideId> = e.side_ids().filter(there).collect();
    let unaware = |side: &&SideId| e.side(**side).is_some_and(|s| !s.aware);
    let unaware: Vec<SideId> = meeting.iter().filter(unaware).copied().collect();
    let mut caught = Vec::new();
    for side in unaware {
        let ask = RollRequest::new(Purpose::Surprise, 1, 6).by_side(side).at_most(SURPRISED_ON);
        let rolled = r.throw(ask)?;
        let surprised = rolled.total() <= SURPRISED_ON;
        r.rolled(rolled.judged(!surprised, SURPRISED_ON + 1));
        if surprised {
            r.emit(Event::Counted(Bearer::Side(side), Counter::SURPRISED_SIDE, 1));
            caught.push(side);
        }
    }
    // Where all are surprised nobody is (`bx.surprise.effect`).
    if caught.len() < meeting.len() {
        lose_first_round(r, &caught);
    }
    Ok(())
}

fn lose_first_round(r: &mut Resolution, sides: &[SideId]) {
    let e = r.encounter();
    let wary = |who: CombatantId| e.d20(who).is_ok_and(|d20| d20.block.is(Trait::WARY));
    let caught: Vec<CombatantId> =
        e.all().filter(|c| sides.contains(&c.side) && !wary(c.id)).map(|c| c.id).collect();
    for who in caught {
        let until = Moment::RoundEnd(1).at(sequence::ROUND_TAGS);
        r.begin(who, Condition::SURPRISED, Some(until));
    }
}

/// Whoever comes when its side's slot has begun acts from the next round on
/// (`bx.initiative.order`).
pub fn joined(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if !sequence::comes_too_late(e, who) {
        return;
    }
    let effect = sequence::this_round(r, Condition::LATE);
    r.afflict(who, effect);
}

/// How far apart they meet (`bx.distance.encounter`), in feet.
pub fn distance(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let surprise = e.sides.iter().any(|side| side.count(Counter::SURPRISED_SIDE) > 0);
    let (count, sides, feet) = match (e.scene.outdoors, surprise) {
        (false, _) => (2, 6, 10),
        (true, false) => (4, 6, 10 * FEET_PER_YARD),
        (true, true) => (1, 4, 10 * FEET_PER_YARD),
    };
    let total = r.roll(RollRequest::new(Purpose::EncounterDistance, count, sides))?.total();
    r.emit(Event::Met(Tenths::whole(total.saturating_mul(feet))));
    Ok(())
}

/// How the other side takes the meeting (`bx.reaction.roll`).
pub fn reaction(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let speaker = e.scene.speaker.filter(|who| e.get(*who).is_some_and(state::is_able));
    let charm = speaker.and_then(|who| e.d20(who).ok()).map_or(0, figures::reaction_modifier);
    let tally = Tally::new().with(Reason::CHARISMA, charm).with(Reason::REFEREE, e.scene.reaction);
    let bands = tables().reaction.bands(tally.total(), 3..=12);
    let ask = RollRequest::new(Purpose::Reaction, 2, 6).adding(tally).bands(bands);
    let rolled = r.throw(ask)?;
    let total = rolled.total();
    r.rolled(Rolled { who: speaker, ..rolled });
    if let Some(row) = tables().reaction.at(total) {
        r.tell(|| Told::Reaction(row.clone()));
    }
    Ok(())
}
