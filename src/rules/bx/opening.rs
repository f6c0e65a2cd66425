//! Before the first round: surprise, distance, reaction.

use super::asset::tables;
use super::state::this_round;
use super::{figures, slot};
use crate::rules::d20::opening::{self, FEET_PER_YARD, Reacts, present, unaware};
use crate::rules::model::block::d20::Trait;
use crate::rules::model::counter::Counter;
use crate::rules::ruleset::prelude::*;

/// Highest d6 on which a side is surprised (`bx.surprise.check`).
const SURPRISED_ON: i32 = 2;

/// Rolls one die for each side present that is unaware of the others.
pub fn surprise(r: &mut Resolution) -> Result<(), Stop> {
    let mut caught = Vec::new();
    for side in unaware(r.encounter()) {
        if opening::surprise(r, side, SURPRISED_ON, Tally::new())? {
            r.count(side, Counter::SURPRISED_SIDE, 1);
            caught.push(side);
        }
    }
    // If all sides are surprised, none is (`bx.surprise.effect`).
    if caught.len() < present(r.encounter()).count() {
        lose_first_round(r, &caught);
        opening::catch(r, &caught);
    }
    Ok(())
}

fn lose_first_round(r: &mut Resolution, sides: &[SideId]) {
    let e = r.encounter();
    let wary = |who: CombatantId| e.d20(who).is_ok_and(|d20| d20.block.is(Trait::WARY));
    for who in e.those(|c| sides.contains(&c.side) && !wary(c.id)) {
        r.afflict(who, this_round(r, Condition::SURPRISED));
    }
}

/// Marks a newcomer late if its side's slot has begun: it acts from the next round on (`bx.initiative.order`).
pub fn joined(r: &mut Resolution, who: CombatantId) {
    let e = r.encounter();
    if !slot::comes_too_late(e, who) {
        return;
    }
    let effect = this_round(r, Condition::LATE);
    r.afflict(who, effect);
}

/// Rolls the encounter distance in feet (`bx.distance.encounter`).
pub fn distance(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let surprise = e.side_ids().any(|side| e.count_of(side, Counter::SURPRISED_SIDE) > 0);
    let (dice, feet) = match (e.scene.outdoors, surprise) {
        (false, _) => ((2, 6), 10),
        (true, false) => ((4, 6), 10 * FEET_PER_YARD),
        (true, true) => ((1, 4), 10 * FEET_PER_YARD),
    };
    opening::distance(r, dice, feet)
}

/// Rolls the other side's reaction (`bx.reaction.roll`).
pub fn reaction(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let speaker = opening::speaker(e);
    let charm = speaker.and_then(|who| e.d20(who).ok()).map_or(0, figures::reaction_modifier);
    let terms = Tally::new().with(Reason::CHARISMA, charm).with(Reason::REFEREE, e.scene.reaction);
    opening::reaction(r, speaker, terms, &tables().reaction, Reacts::TheOthers)
}
