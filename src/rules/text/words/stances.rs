//! Words for what sides and combatants are out to do.

use super::{name, side, side_number};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::SideId;
use crate::rules::model::phrase::Number;
use crate::rules::model::stance::Aim;

/// Returns the words for what one or several are out to do: `guards Ana`.
pub fn aim(e: &Encounter, aim: Aim, of: Number) -> String {
    aim.does().done(of, aim.whom().map_or("", |whom| name(e, *whom)))
}

/// The same of a side: `Goblins wait`, `Caravan flees`.
pub fn side_aim(e: &Encounter, of: SideId, aim: Aim) -> String {
    format!("{} {}", side(e, of), self::aim(e, aim, side_number(e, of)))
}
