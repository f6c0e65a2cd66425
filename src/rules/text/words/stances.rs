//! Words for what sides and combatants are out to do.

use super::name;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::phrase::Number;
use crate::rules::model::stance::Aim;

/// Returns the words for what one or several are out to do: `guards Ana`.
pub fn aim(e: &Encounter, aim: Aim, of: Number) -> String {
    aim.does().done(of, aim.whom().map_or("", |whom| name(e, *whom)))
}
