//! Missiles: possible targets, and strays.

use super::asset::about;
use super::attack::{self, Blow, STRIKE, Style, strike};
use super::{aim, state, weapon};
use crate::rules::d20::aim::{farthest, within_range};
use crate::rules::d20::relations::holders;
use crate::rules::d20::save;
use crate::rules::model::block::d20::{Attack, Range, Tag};
use crate::rules::model::combatant::Whereabouts;
use crate::rules::model::command::Lighting;
use crate::rules::model::dice::{Answer, ChoiceRequest, Pick, Question};
use crate::rules::model::tenths::Tenths;
use crate::rules::ruleset::prelude::*;

pub const SHOOT: DeedRule = DeedRule {
    strays: |_, _| true,
    deed: Deed::Shoot,
    rule: "countdown.missile.range",
    concerns: |at| state::lines(at).any(|(_, line)| state::reaches(line, Range::Missile)),
    shape,
    ..STRIKE
};

fn shape(at: &At, offer: Offer) -> Offer {
    let with = match aim::lines(at, true) {
        Ok(with) => with,
        Err(why) => return Offer::blocked(offer.deed, why),
    };
    let usable: Vec<(u8, &Attack)> = state::lines(at).filter(|(nth, _)| with.contains(nth)).collect();
    let farthest = usable.iter().map(|(_, line)| farthest(line)).max().unwrap_or(0);
    let mut facts = vec![
        FactField::needed(Fact::Distance(Tenths::whole(farthest.min(30))), 0, farthest),
        save::modifier(),
        FactField::asks(Fact::Hidden(0)),
        FactField::flag(Fact::HardCover),
        FactField::flag(Fact::Behind),
        FactField::flag(Fact::Unaware),
    ];
    let oil = usable.iter().filter(|(_, line)| line.has(Tag::GRENADE) && line.has(Tag::FIRE));
    let alight = FactField { stands: true, ..FactField::may(Fact::Lighting(Lighting::Wick)) };
    facts.extend(alight.only_with(oil.map(|(nth, _)| *nth).collect()));
    let offer = Offer { at: in_range(at, farthest), with, facts, ..offer };
    within_range(about(), at, offer, aim::range_of)
}

/// Foes not known to be out of range, those not in melee first.
fn in_range(at: &At, farthest: i32) -> Targets {
    let At { e, c } = *at;
    let near = |foe: &&Combatant| {
        state::known_distance(about(), e, c.id, foe.id).is_none_or(|feet| feet <= farthest)
    };
    let mut foes: Vec<&Combatant> = state::foes_there(at).filter(near).collect();
    foes.sort_by_key(|foe| (!foe.is_up(), e.engaged(c.id, foe.id), foe.id));
    Targets { ids: foes.iter().map(|foe| foe.id).collect(), least: 1, most: 1 }
}

/// Takes a thrown weapon out of the hand: it lies where it hit (`countdown.equipment.weapon-state`) or is lost after a
/// miss (`countdown.missile.lost`), unless the line stands for several or the supply has more.
pub fn leave_hand(r: &mut Resolution, blow: &Blow, hit: bool) {
    let supply = r.encounter().get(blow.who).and_then(|c| c.supply_of(&blow.line.name));
    let more = supply.is_some_and(|supply| supply.left() > 0);
    if blow.line.range == Some(Range::Both) && blow.line.count == 1 && !more {
        let to = if hit { Whereabouts::Dropped } else { Whereabouts::Lost };
        weapon::lose(r, blow.who, blow.at, to);
    }
}

/// Attacks the shooter's allies in the target's melee, those that the referee picks and in that order
/// (`countdown.missile.into-melee`). Returns whether one was hit.
pub fn astray(r: &mut Resolution, blow: &Blow) -> Result<bool, Stop> {
    let friends = friends_there(r.encounter(), blow);
    if friends.is_empty() {
        return Ok(false);
    }
    let ask = ChoiceRequest::some_of(Question::Stray, blow.who, &friends);
    let among = vec![Pick::Combatant(blow.target)];
    let Answer::Some(named) = r.choose(ChoiceRequest { among, ..ask })? else { return Ok(false) };
    for friend in named.into_iter().filter_map(|at| friends.get(at)) {
        let facts = facts_of(r.encounter(), blow, *friend);
        let stray = Blow { target: *friend, style: Style::Stray, facts: &facts, ..*blow };
        if strike(r, &stray)?.hit {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Facts for a stray: the distance and the modifier. Cover applies to the target only, and an ally at an unknown
/// distance is taken to be where the target is.
fn facts_of(e: &Encounter, blow: &Blow, friend: CombatantId) -> Facts {
    let own = state::feet_between(e, blow.who, friend);
    let feet = own.or_else(|| attack::distance(e, blow.who, blow.facts, blow.target));
    let modifier = blow.facts.modifier().map(Fact::Modifier);
    feet.map(|feet| Fact::Distance(Tenths::whole(feet))).into_iter().chain(modifier).collect()
}

/// Allies of the shooter in melee with its target.
fn friends_there(e: &Encounter, blow: &Blow) -> Vec<CombatantId> {
    let (Some(shooter), Some(target)) = (e.get(blow.who), e.get(blow.target)) else {
        return Vec::new();
    };
    let there = holders(e, target);
    let mut friends: Vec<CombatantId> =
        there.filter(|c| !state::foes(shooter, c) && c.id != shooter.id).map(|c| c.id).collect();
    friends.sort_unstable();
    friends
}
