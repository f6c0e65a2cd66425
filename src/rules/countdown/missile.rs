//! Missiles: possible targets.

use super::asset::about;
use super::attack::STRIKE;
use super::{aim, state};
use crate::rules::d20::aim::{farthest, within_range};
use crate::rules::d20::save;
use crate::rules::model::block::d20::{Attack, Range, Tag};
use crate::rules::model::command::Lighting;
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
