//! Locations of called shots, and items as their targets.

use super::asset::tables;
use super::blow::Blow;
use super::options::WOODEN_HAFT;
use super::{body, reason, refusal, weapon};
use crate::rules::model::block::wounds::{Body, Make};
use crate::rules::model::combatant::{Thing, Whereabouts};
use crate::rules::model::command::Location;
use crate::rules::ruleset::prelude::*;

/// Base Toughness of armour, before scale and defence bonus (`seconds.calledshot.item`).
const ARMOUR_BASE: i32 = 3;

/// Returns the row of the location; items have none.
pub fn row(location: Location) -> Option<&'static super::tables::Called> {
    tables().called.get(&location)
}

/// Whether the location is an item, not a part of the body.
pub fn is_item(location: Location) -> bool {
    matches!(location, Location::Weapon | Location::Armour)
}

fn armour(e: &Encounter, who: CombatantId) -> Option<i32> {
    let whole = e.get(who)?.thing(Thing::Armour).at != Whereabouts::Destroyed;
    e.wounds(who).ok()?.armour.filter(|_| whole)
}

/// Refuses a location the target lacks.
///
/// # Errors
/// `no-such-location`.
pub fn check(e: &Encounter, target: CombatantId, location: Location) -> Result<(), RuleError> {
    let stats = e.wounds(target)?;
    let there = match location {
        Location::Leg => stats.legs > 0,
        Location::Arm | Location::Hand => stats.arms > 0,
        Location::Wings => stats.wings > 0,
        Location::Weapon => weapon::held(e, target).is_some(),
        Location::Armour => armour(e, target).is_some(),
        Location::Head | Location::Critical | Location::Torso => !stats.is_object(),
    };
    if there { Ok(()) } else { Err(RuleError::new(refusal::NO_SUCH_LOCATION).of(target)) }
}

fn make(stats: &Body, line: u8) -> Make {
    stats.attacks.get(usize::from(line)).and_then(|line| line.make).unwrap_or(Make::Metal)
}

fn made_for(stats: &Body, line: u8) -> i32 {
    stats.attacks.get(usize::from(line)).and_then(|line| line.scale).unwrap_or(stats.scale)
}

/// Returns the item that a blow is aimed at.
pub fn thing(e: &Encounter, blow: &Blow) -> Option<Thing> {
    match blow.called()? {
        Location::Weapon => weapon::held(e, blow.target).map(Thing::Line),
        Location::Armour => Some(Thing::Armour),
        _ => None,
    }
}

/// Returns Target of the item aimed at, which replaces its bearer's (`seconds.calledshot.item`).
pub fn item_target(e: &Encounter, blow: &Blow) -> Option<Tally> {
    let Thing::Line(line) = thing(e, blow)? else { return None };
    let stats = e.wounds(blow.target).ok()?;
    let item = tables().items.get(&make(stats, line))?;
    let scale = made_for(stats, line);
    Some(Tally::new().with(Reason::BASE, item.target).with(reason::TARGET_SCALE, -scale))
}

/// Returns T and M of the item aimed at.
pub fn item_bars(e: &Encounter, blow: &Blow) -> Option<(i32, i32)> {
    let which = thing(e, blow)?;
    let stats = e.wounds(blow.target).ok()?;
    let worn = i32::from(e.get(blow.target)?.thing(which).wounds);
    let whole = match which {
        Thing::Armour => {
            let bonus = stats.armour.unwrap_or(0);
            body::PER_SCALE.saturating_mul(stats.scale).saturating_add(bonus).saturating_add(ARMOUR_BASE)
        }
        Thing::Line(line) => {
            let made = make(stats, line);
            let item = tables().items.get(&made)?;
            let toughness = match made {
                Make::WoodenHaft => WOODEN_HAFT.of(e).0,
                _ => item.toughness,
            };
            toughness.saturating_add(body::PER_SCALE.saturating_mul(made_for(stats, line)))
        }
    };
    let most = whole.saturating_sub(worn);
    Some((most, body::minimum(most)))
}
