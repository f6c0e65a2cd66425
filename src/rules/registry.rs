//! Maps ruleset ids to rulesets: the only file that names their folders.

use super::ruleset::Ruleset;

use crate::rules::model::ids::RulesetId;
use crate::rules::model::name::{Entry, Name, WordKind};
use std::cell::Cell;

/// Every ruleset, in the order in which they are offered.
pub const ALL: [RulesetId; RulesetId::ALL.len()] = RulesetId::ALL;

/// The rules themselves.
pub fn ruleset(id: RulesetId) -> &'static dyn Ruleset {
    match id {
        RulesetId::Bx => &super::bx::BX,
        RulesetId::Seconds => &super::seconds::Seconds,
        RulesetId::Countdown => &super::countdown::COUNTDOWN,
        RulesetId::Zero => &super::zero::ZERO,
        RulesetId::House => &super::house::HOUSE,
    }
}

thread_local! {
    /// The ruleset that is asked for names before the others, while [`asking_first`] runs.
    static FIRST: Cell<Option<RulesetId>> = const { Cell::new(None) };
}

/// Runs what reads a fight by that ruleset, which is asked for each name before the others: their assets need
/// not be read for names that it has.
pub fn asking_first<T>(id: RulesetId, read: impl FnOnce() -> T) -> T {
    let before = FIRST.replace(Some(id));
    let value = read();
    FIRST.set(before);
    value
}

/// Looks up a name in the vocabularies of all rulesets.
pub fn find(kind: WordKind, name: Name) -> Option<Entry> {
    FIRST.get().into_iter().chain(ALL).find_map(|id| ruleset(id).about().entry(kind, name))
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
