//! What a form asks of an act as far as it is said: what it costs, at how many it is aimed, of which
//! blows it is made, and what may be said of its facts.

use super::{attack, called, check, combo, defence, minds, state, tables, weapon};
use crate::rules::model::command::{Act, Deed, Defence, Fact, Location};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::{CombatantId, Text};
use crate::rules::model::offer::Offer;
use crate::rules::ruleset::deed::Price;
use crate::rules::text::words;

/// Seconds of action it takes, and how many of them are carried over (`seconds.time.carry-over`).
/// What befalls somebody, and what takes none, has no price.
pub fn price(e: &Encounter, act: &Act) -> Option<Price> {
    let owed = e.get(act.who)?.undertaking.as_ref().map_or(0, |begun| begun.owes);
    let takes = match act.deed {
        _ if check::is_event(act.deed) => return None,
        Deed::Pass | Deed::Hold | Deed::CutIn | Deed::Abandon => return None,
        Deed::Resume => owed,
        _ => check::cost(e, act),
    };
    let carried = takes.saturating_sub(state::seconds_left(e, act.who));
    (takes > 0).then_some(Price { takes, carried })
}

/// An area is aimed at any number of targets, any other attack at one; the blows of a combo have
/// their own.
pub fn aims(e: &Encounter, act: &Act, offer: &Offer) -> (usize, usize) {
    match act.deed {
        Deed::Combo => (0, 0),
        Deed::Strike | Deed::Shoot | Deed::Cast => {
            let line = weapon::line(e, act.who, act.with.unwrap_or(0));
            let area = line.is_some_and(|line| line.area.is_some());
            if area { (0, offer.at.ids.len()) } else { (1, 1) }
        }
        Deed::Resume => match begun(e, act) {
            begun if begun.deed == Deed::Resume => (0, 0),
            begun => (offer.at.least, aims(e, begun, offer).1.max(offer.at.least)),
        },
        _ => (offer.at.least, offer.at.most),
    }
}

/// The components of the combo that are aimed at somebody.
pub fn blows(e: &Encounter, act: &Act) -> Vec<Text> {
    let act = begun(e, act);
    let combo = combo::named(e, act).filter(|_| act.deed == Deed::Combo);
    combo.map_or_else(Vec::new, |combo| {
        combo::blows(&combo).map(|part| words::component(part).into()).collect()
    })
}

/// The damage of an area, or of a collision, is rolled once for all (`seconds.area.one-damage-roll`,
/// `seconds.hazard.collision-damage`).
pub fn has_shares(e: &Encounter, act: &Act) -> bool {
    let act = begun(e, act);
    let line = || weapon::line(e, act.who, act.with.unwrap_or(0));
    match act.deed {
        Deed::Strike | Deed::Shoot | Deed::Cast => {
            line().is_some_and(|line| line.area.is_some() && line.damage.is_some())
        }
        Deed::Collide => true,
        _ => false,
    }
}

/// The act itself; where one is gone on with, that one.
fn begun<'a>(e: &'a Encounter, act: &'a Act) -> &'a Act {
    let begun = e.get(act.who).and_then(|c| c.undertaking.as_ref()).map(|begun| &begun.act);
    begun.filter(|_| act.deed == Deed::Resume).unwrap_or(act)
}

/// What may be said of the fact.
pub fn choices(e: &Encounter, act: &Act, fact: &Fact) -> Vec<(Text, Fact)> {
    match fact {
        Fact::Combo(_) => combos(e, act.who),
        Fact::Called(_) => locations(e, act),
        Fact::Defence(_) => defences(e, act),
        Fact::Maneuver(_) => maneuvers(e, act.who),
        Fact::Poison(_) => poisons(),
        Fact::Screen(_) => screens(e, act),
        _ => Vec::new(),
    }
}

/// Combos of more than one component, each with its rating (`seconds.combo.build`).
fn combos(e: &Encounter, who: CombatantId) -> Vec<(Text, Fact)> {
    let Ok(skills) = minds::skills(e, who) else { return Vec::new() };
    let several = (0u8..).zip(&skills.combos).filter(|(_, combo)| combo.parts.len() > 1);
    several.map(|(at, combo)| (words::combo(combo).into(), Fact::Combo(at))).collect()
}

/// The places that the target has (`seconds.calledshot.roll`).
fn locations(e: &Encounter, act: &Act) -> Vec<(Text, Fact)> {
    let has = |location: &&Location| {
        act.target().is_none_or(|target| called::check(e, target, **location).is_ok())
    };
    let all = Location::ALL.iter().filter(has);
    all.map(|location| (words::location(*location).into(), Fact::Called(*location))).collect()
}

/// The defences that the target may use, and none at all.
fn defences(e: &Encounter, act: &Act) -> Vec<(Text, Fact)> {
    let blow = attack::blow(e, act, 0);
    let may = |how: &Defence| blow.as_ref().is_none_or(|blow| defence::check(e, blow, *how));
    let all = [Defence::None, Defence::Dodge, Defence::Block, Defence::Parry];
    let open = all.into_iter().filter(|how| *how == Defence::None || may(how));
    open.map(|how| (words::defence(how).into(), Fact::Defence(how))).collect()
}

/// What may stand in for a single blow (`seconds.combo.single-substitute`).
fn maneuvers(e: &Encounter, who: CombatantId) -> Vec<(Text, Fact)> {
    let known = minds::skills(e, who).map(|skills| combo::substitutes(&skills)).unwrap_or_default();
    known.into_iter().map(|m| (words::maneuver(m).into(), Fact::Maneuver(m))).collect()
}

/// The poisons and diseases of the table.
fn poisons() -> Vec<(Text, Fact)> {
    let rows = (0u8..).zip(&tables().poisons);
    rows.map(|(at, row)| (row.name.clone(), Fact::Poison(at))).collect()
}

/// Things and creatures that the target can be behind.
fn screens(e: &Encounter, act: &Act) -> Vec<(Text, Fact)> {
    let others = e.all().filter(|c| c.id != act.who && !act.at.contains(&c.id) && state::is_here(c));
    others.map(|c| (c.name.clone(), Fact::Screen(c.id))).collect()
}
