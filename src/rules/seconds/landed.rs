//! Blows that got through: their damage against T and M.

use super::blow::Blow;
use super::harm::{Hurt, ThresholdReading};
use super::{body, harm, location, state};
use crate::rules::ruleset::prelude::*;

/// A blow that got through, with its damage.
#[derive(Debug, Clone)]
pub struct LandedBlow {
    /// The blow.
    pub blow: Blow,
    /// Its damage, or `None` if it deals none.
    pub damage: Option<i32>,
    /// T and M it is compared with.
    pub bars: (i32, i32),
}

/// Returns the T and M a blow is compared with, lowered for a called shot (`seconds.calledshot.roll`).
pub fn bars(e: &Encounter, blow: &Blow, durability: Option<i32>) -> (i32, i32) {
    if let Some(bars) = location::item_bars(e, blow) {
        return bars;
    }
    let (Some(c), Ok(stats)) = (e.get(blow.target), e.wounds(blow.target)) else { return (0, 0) };
    let lowered = blow.called().and_then(location::row).map_or(0, |row| row.toughness);
    let most = body::toughness_behind(c, stats, durability).total().saturating_add(lowered);
    (most, body::minimum(most))
}

/// Returns how the damage is compared.
pub fn wording(e: &Encounter, blow: &Blow) -> ThresholdReading {
    match blow.called() {
        Some(location) if location::is_item(location) => ThresholdReading::Object,
        Some(_) => ThresholdReading::CalledShot,
        None => harm::wording(e, blow.target),
    }
}

/// Returns the severity of a blow's damage; objects are immune to nonlethal (`seconds.damage.nonlethal`).
pub fn judge(e: &Encounter, blow: &Blow, damage: i32, bars: (i32, i32)) -> Hurt {
    let wording = wording(e, blow);
    let is_thing = wording == ThresholdReading::Object || state::is_object(e, blow.target);
    if blow.line.nonlethal && is_thing { Hurt::None } else { harm::judge(e, damage, bars, wording) }
}
