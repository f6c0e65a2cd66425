//! What each ruleset's id stands for: the only place that names their folders.

use super::ruleset::Ruleset;

use crate::rules::model::ids::RulesetId;
use crate::rules::model::name::{Kind, Name};

/// Every ruleset, in the order in which they are offered.
pub const ALL: [RulesetId; RulesetId::ALL.len()] = RulesetId::ALL;

/// The rules themselves.
pub fn ruleset(id: RulesetId) -> &'static dyn Ruleset {
    match id {
        RulesetId::Bx => &super::bx::Bx,
        RulesetId::Seconds => &super::seconds::Seconds,
        RulesetId::Countdown => &super::countdown::Countdown,
        RulesetId::Zero => &super::zero::Zero,
    }
}

/// Whether any ruleset has such a name.
pub fn knows(kind: Kind, name: Name) -> bool {
    ALL.into_iter().any(|id| ruleset(id).about().knows(kind, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_is_called_what_its_rules_say() {
        for id in ALL {
            assert_eq!(id.title(), &*ruleset(id).about().title);
        }
    }
}
