//! Attacks in melee: their targets, the attack itself and what it spends.

use super::action::action;
use super::asset::about;
use super::blow::{Blow, Style, dice, distance};
use super::strike;
use super::{aim, grenade, state, stray, weapon};
use crate::rules::d20::aim as kit;
use crate::rules::d20::relations::engage;
use crate::rules::model::block::d20::{Attack, Tag};
use crate::rules::ruleset::deed::LogForm;
use crate::rules::ruleset::prelude::*;

pub const STRIKE: DeedRule = DeedRule {
    rule: "countdown.attack.roll",
    told: LogForm::ByOutcome,
    announced: |_, _| Some(Deed::Strike),
    repeats: true,
    may: aim::may_attack,
    shape,
    check: aim::check,
    run: attack,
    damage: |_, line| dice(line),
    ..action(Deed::Strike)
};

fn shape(at: &At, offer: Offer) -> Offer {
    let with = match aim::lines(at, false) {
        Ok(with) => with,
        Err(why) => return Offer::blocked(offer.deed, why),
    };
    let lines = state::lines(at).filter(|(nth, _)| with.contains(nth));
    let reach = lines.map(|(_, line)| aim::reach_of(line)).max().unwrap_or(about().melee_distance);
    let own = [FactField::flag(Fact::Subdual), aim::insist()];
    let facts = aim::melee_facts(at).into_iter().chain(own).collect();
    let offer = Offer { at: aim::at_hand(at, reach), with, facts, ..offer };
    kit::within_range(about(), at, offer, aim::reach_of)
}

/// Attacks in melee or shoots with one line.
pub fn attack(r: &mut Resolution, act: &Act) -> Result<(), Stop> {
    let (Some(target), Some(at)) = (act.target(), act.with) else { return Ok(()) };
    let Some(line) = &state::own_line(r.encounter(), act.who, at) else { return Ok(()) };
    let shoots = act.deed == Deed::Shoot;
    let style = Style::Plain;
    let blow = Blow { who: act.who, target, at, line, shoots, style, facts: &act.facts };
    spend(r, act.who, at);
    weapon::use_up(r, act.who, at, line, shoots);
    if !shoots {
        close_in(r, act, line, target);
        return strike::strike(r, &blow).map(|_| ());
    }
    state::note_distance(r, act.who, target, &act.facts);
    if line.has(Tag::GRENADE) {
        return grenade::throw(r, &blow);
    }
    let struck = strike::strike(r, &blow)?;
    // A broken or dropped weapon does not fly on.
    if struck.disarmed {
        return Ok(());
    }
    let hit = struck.hit || stray::astray(r, &blow)?;
    weapon::leave_hand(r, &blow, hit);
    Ok(())
}

/// Spends one attack of the routine; for a character, or at the end of a routine, also the action.
pub fn spend(r: &mut Resolution, who: CombatantId, at: u8) {
    r.emit(Event::Spent(who, Spending::Attack(at)));
    let e = r.encounter();
    if e.get(who).is_some_and(|c| !state::in_routine(e, c)) {
        r.emit(Event::Spent(who, Spending::Action));
    }
}

/// Engages the two after a melee attack, unless it was made with a reach weapon from a distance
/// (`countdown.movement.engagement`).
pub fn close_in(r: &mut Resolution, act: &Act, line: &Attack, target: CombatantId) {
    let feet = distance(r.encounter(), act.who, &act.facts, target).unwrap_or(about().melee_distance);
    let from_afar = line.has(Tag::REACH) && feet > about().melee_distance;
    if !from_afar {
        engage(about(), r, act.who, target, Timing::Now);
    }
}
