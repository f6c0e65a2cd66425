//! Words for what sides and combatants are out to do.

use super::name;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::stance::Aim;

/// Returns the words for what one (`many`: several) is out to do: `guards Ana`.
pub fn aim(e: &Encounter, aim: Aim, many: bool) -> String {
    let (one, several) = aim.verbs();
    let does = if many { several } else { one };
    match aim.whom() {
        Some(whom) => format!("{does} {}", name(e, *whom)),
        None => does.into(),
    }
}
