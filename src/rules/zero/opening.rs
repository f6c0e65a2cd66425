//! Before the first round: surprise, distance, reaction, choice.

use super::asset::tables;
use super::{counter, figures, initiative, pursuit, reason, slot, state, surprise};
use crate::rules::d20::opening::{self, FEET_PER_YARD, Reacts, present, unaware};
use crate::rules::engine::stance;
use crate::rules::model::block::d20::D20;
use crate::rules::model::counter::Counter;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::kinds;
use crate::rules::model::stance::{Aim, Origin};
use crate::rules::ruleset::prelude::*;
use crate::rules::text::words;

fn members(e: &Encounter, side: SideId) -> impl Iterator<Item = &Combatant> {
    e.all().filter(move |c| c.side == side && c.is_up())
}

/// Returns the modifiers to the chance that a side is surprised: the lowest `surprises` of the others and the lowest
/// `surprised_on` of its own members (`zero.surprise.chance`, R9).
fn chance(e: &Encounter, side: SideId) -> Tally {
    let normal = tables().surprise_normal;
    let lowest = |figures: &mut dyn Iterator<Item = i32>| figures.min().unwrap_or(normal) - normal;
    let of = |c: &Combatant, figure: fn(&D20) -> i32| e.d20(c.id).ok().map(figure);
    let mut stealth =
        e.all().filter(|c| c.side != side && c.is_up()).filter_map(|c| of(c, figures::surprises));
    let mut alertness = members(e, side).filter_map(|c| of(c, figures::surprised_on));
    Tally::new()
        .with(reason::STEALTH, lowest(&mut stealth))
        .with(reason::ALERTNESS, lowest(&mut alertness))
}

/// Rolls a die for each side that may be surprised (`zero.surprise.roll`).
pub fn surprise(r: &mut Resolution) -> Result<(), Stop> {
    for side in unaware(r.encounter()) {
        let changed = chance(r.encounter(), side);
        let most = tables().surprise_normal.saturating_add(changed.total());
        if opening::surprise(r, side, most, changed)? {
            r.count(side, Counter::SURPRISED_SIDE, 1);
        }
    }
    let e = r.encounter();
    if !surprise::one_side_is_surprised(e) {
        cancel(r);
        return Ok(());
    }
    for who in e.those(|c| surprise::was_surprised(e, c.side)) {
        state::mark(r, who, Condition::SURPRISED);
    }
    let e = r.encounter();
    let caught: Vec<SideId> = present(e).filter(|side| surprise::was_surprised(e, *side)).collect();
    opening::catch(r, &caught);
    Ok(())
}

/// Records that surprise cancels out, so that later arrivals cannot change it (`zero.surprise.both-cancel`).
fn cancel(r: &mut Resolution) {
    for side in r.encounter().side_ids() {
        if surprise::was_surprised(r.encounter(), side) {
            r.count(side, counter::SURPRISE_CANCELLED, 1);
        }
    }
}

/// Admits a newcomer: once the round's order is settled it acts from the next round on, out of turn as well; in the
/// surprise round it shares its side's surprise (`zero.initiative.once`).
pub fn join(r: &mut Resolution, who: CombatantId) {
    initiative::join(r, who);
    let e = r.encounter();
    let Some(side) = e.get(who).map(|c| c.side).filter(|_| slot::has_its_order(e)) else { return };
    if surprise::is_surprise_round(e) && surprise::was_surprised(e, side) {
        state::mark(r, who, Condition::SURPRISED);
    }
    r.emit(Event::Spent(who, Spending::Action));
}

/// Rolls the distance, short after any surprise (`zero.distance.surprised`, `zero.distance.normal`, R10).
pub fn distance(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let dice = if present(e).any(|side| surprise::was_surprised(e, side)) { (1, 3) } else { (2, 6) };
    let feet = if e.scene.outdoors { 10 * FEET_PER_YARD } else { 10 };
    opening::distance(r, dice, feet)
}

/// Whether the reaction is rolled after the surprise round; an attack in it was the choice already
/// (`zero.declare.choice`).
pub fn owes_reaction(e: &Encounter) -> bool {
    let attacked = || e.side_ids().any(|side| e.count_of(side, counter::STRUCK_FIRST) > 0);
    e.round == 2
        && surprise::one_side_is_surprised(e)
        && !attacked()
        && !e.scene.without.contains(&Phase::Reaction)
}

/// Rolls the reaction of each group of the others and asks for the choice (`zero.reaction.roll`,
/// `zero.declare.choice`).
pub fn reaction(r: &mut Resolution) -> Result<(), Stop> {
    let e = r.encounter();
    let players = e.all().find(|c| kinds::is_player(e, c)).map(|c| c.side);
    let host = players.or_else(|| e.side_ids().next());
    let others = kinds::leaders(e).filter(|c| Some(c.side) != host && state::is_able(c));
    let others: Vec<CombatantId> = others.map(|c| c.id).collect();
    for who in others {
        let terms = Tally::new().with(Reason::REFEREE, r.encounter().scene.reaction);
        let e = r.encounter();
        let group: Vec<CombatantId> =
            e.get(who).into_iter().flat_map(|leader| kinds::members(e, leader)).map(|c| c.id).collect();
        opening::reaction(r, Some(who), terms, &tables().reaction, Reacts::These(&group))?;
    }
    let e = r.encounter();
    let sides: Vec<SideId> = present(e).collect();
    let run = sides.iter().map(|side| format!("{} run", words::side(e, *side)));
    let picks = ["fight".to_string(), "no fight".to_string()].into_iter().chain(run);
    let picks = picks.chain(["wait".to_string()]).map(|way| Pick::Named(way.into())).collect();
    let ask = ChoiceRequest::one(Question::Meeting, picks);
    let wait = sides.len() + 2;
    let default = match met(e, &sides) {
        Aim::Parleys => 1,
        Aim::Waits => wait,
        _ => 0,
    };
    match r.choose(ChoiceRequest { default, ..ask })? {
        Answer::One(0) => {
            for side in sides {
                stance::fight(r, side, Origin::Said, |stance| stance.aim.is_peaceful());
            }
        }
        Answer::One(1) => r.emit(Event::Ended),
        Answer::One(at) if at < wait => {
            return sides.get(at - 2).map_or(Ok(()), |side| pursuit::run(r, *side, None));
        }
        _ => {}
    }
    Ok(())
}

/// What the others are out to do, by the reaction: the most hostile of them counts (`zero.reaction.roll`).
fn met(e: &Encounter, sides: &[SideId]) -> Aim {
    let own = e.all().filter(|c| c.is_up()).filter_map(|c| c.stance.map(|stance| stance.aim));
    let theirs = sides.iter().filter_map(|side| e.side(*side)?.stance.map(|stance| stance.aim));
    let all: Vec<Aim> = theirs.chain(own).collect();
    let calmest = |aims: &[Aim]| all.iter().all(|aim| aims.contains(aim));
    if calmest(&[Aim::Parleys]) {
        Aim::Parleys
    } else if calmest(&[Aim::Parleys, Aim::Waits]) {
        Aim::Waits
    } else {
        Aim::Fights
    }
}
