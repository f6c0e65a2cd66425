//! Before the first round: surprise and reaction (sections 3.2 and 3.4).

use super::asset::tables;
use super::{figures, reason, state, stop};
use crate::rules::d20::opening::{self as kit, Reacts, present, unaware};
use crate::rules::model::block::d20::Trait;
use crate::rules::model::counter::Counter;
use crate::rules::model::moment::{Moment, TIMED};
use crate::rules::ruleset::prelude::*;

/// Highest roll of 1d6 that means surprise (`house.surprise.check`).
const SURPRISED_ON: i32 = 2;
/// Highest roll of 1d6 that means surprise for a warden (`house.surprise.warden-awareness`).
const WARDEN_ON: i32 = 1;
/// Bonus of a beast master to reactions of animals (`house.reaction.roll`).
const WITH_ANIMALS: i32 = 1;

/// Rolls one die for each side that may be unaware.
pub fn surprise(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let meeting = present(e).count();
    let mut caught = Vec::new();
    for side in unaware(e) {
        let ask = RollRequest::new(Purpose::Surprise, 1, 6).by_side(side).at_most(SURPRISED_ON);
        let rolled = r.throw(ask.bands(vec![WARDEN_ON + 1, SURPRISED_ON + 1]))?;
        let face = rolled.total();
        r.rolled(rolled.judged(face > SURPRISED_ON, SURPRISED_ON + 1));
        if face <= SURPRISED_ON {
            r.count(side, Counter::SURPRISED_SIDE, 1);
            caught.push((side, face));
        }
    }
    lose_first_round(r, &caught, caught.len() == meeting);
    let caught: Vec<SideId> = caught.into_iter().map(|(side, _)| side).collect();
    kit::catch(r, &caught);
    Ok(())
}

/// Makes the surprised lose round 1. If every side is surprised nobody is, unless some combatant, such as a warden, is
/// alert: then the alert act alone (`house.surprise.effect`).
fn lose_first_round(r: &mut Resolution, caught: &[(SideId, i32)], all: bool) {
    let e = r.encounter();
    let on = |who: CombatantId| match e.d20(who) {
        Ok(d20) if d20.block.is(Trait::WARY) => 0,
        Ok(d20) if figures::is_warden(d20) => WARDEN_ON,
        _ => SURPRISED_ON,
    };
    let face = |side: SideId| caught.iter().find(|(of, _)| *of == side).map(|(_, face)| *face);
    let unawares = |who: CombatantId, side: SideId| face(side).is_some_and(|face| face <= on(who));
    let alert = e.all().any(|c| c.is_up() && !unawares(c.id, c.side));
    let lost: Vec<CombatantId> = e
        .all()
        .filter(|c| c.is_up() && unawares(c.id, c.side) && (!all || alert))
        .map(|c| c.id)
        .collect();
    for who in lost {
        r.begin(who, Condition::SURPRISED, Some(Moment::RoundEnd(1).at(TIMED)));
    }
}

/// Rolls the reaction (`house.reaction.roll`).
pub fn reaction(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let speaker = kit::speaker(e);
    let charm = speaker.map_or_else(Tally::new, |who| charm(e, who, meets_animals(e, who)));
    let terms = charm.with(Reason::REFEREE, e.scene.reaction);
    kit::reaction(r, speaker, terms, &tables().reaction, Reacts::TheOthers)
}

/// Modifiers of a speaker to a reaction: Charisma, and a beast master's bonus with animals (`house.reaction.roll`).
pub fn charm(e: &Encounter, speaker: CombatantId, with_animals: bool) -> Tally {
    let Ok(d20) = e.d20(speaker) else { return Tally::new() };
    let kin = with_animals && figures::is_beast_master(d20);
    Tally::new()
        .with(Reason::CHARISMA, figures::reaction_modifier(d20))
        .with(reason::ANIMALS, if kin { WITH_ANIMALS } else { 0 })
}

/// Whether all whom the speaker meets are animals.
fn meets_animals(e: &Encounter, speaker: CombatantId) -> bool {
    let side = e.get(speaker).map(|c| c.side);
    let mut met = e.all().filter(|c| c.is_up() && Some(c.side) != side).peekable();
    met.peek().is_some() && met.all(|c| e.d20(c.id).is_ok_and(figures::is_animal))
}

/// Makes a combatant that joins a round with a set order wait for the next (section 2, joining late).
pub fn joined(r: &mut Resolution, who: CombatantId) {
    if r.encounter().round > 0 && stop::has_order(r.encounter()) {
        r.afflict(who, state::this_round(r, Condition::LATE));
    }
}
