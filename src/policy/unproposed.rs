//! The deeds that are never proposed, each with the reason.

use crate::rules::model::command::Deed;

const ORDER: &str =
    "when to act is its player's to say, and waiting costs nothing that a key press gives back";
const SAID: &str = "what was announced is taken back only by who announced it";
const WORDS: &str = "words between the sides are the table's own";
const RULING: &str = "the referee calls for it";
const CAPTIVE: &str = "what becomes of a captive is the table's to say";
const SCARCE: &str = "it uses up something that only its owner may spend";
const COVER: &str = "what there is to hide behind is not in the encounter";
const LATER: &str = "it gives up this round's act for a gain that depends on what the foes do next";
const REST: &str = "it is for after the fight";
const UNSEEN: &str = "what the place allows is not in the encounter";

/// Every deed that is never proposed, with the reason.
pub const NEVER: &[(Deed, &str)] = &[
    (Deed::Declare, "a declared act binds its player"),
    (Deed::Undeclare, SAID),
    (Deed::Hold, ORDER),
    (Deed::Hasten, ORDER),
    (Deed::HangBack, ORDER),
    (Deed::Await, ORDER),
    (Deed::Forestall, ORDER),
    (Deed::Cooperate, "minds that share a body agree at the table"),
    (Deed::LeaveBody, "minds that share a body agree at the table"),
    (Deed::Aim, LATER),
    (Deed::TwoWeapons, LATER),
    (Deed::Dodge, LATER),
    (Deed::Mock, LATER),
    (Deed::Inspire, LATER),
    (Deed::Prepare, SCARCE),
    (Deed::UseItem, SCARCE),
    (Deed::UseSkill, SCARCE),
    (Deed::LayHands, SCARCE),
    (Deed::Kindle, SCARCE),
    (Deed::Crouch, COVER),
    (Deed::LieDown, COVER),
    (Deed::Crawl, COVER),
    (Deed::Rise, "it stands up instead"),
    (Deed::Sheathe, "a weapon that is not needed does no harm in the hand"),
    (Deed::Retrieve, "what is in a pack is not in the encounter"),
    (Deed::TakeShield, LATER),
    (Deed::LayShield, LATER),
    (Deed::Muffle, CAPTIVE),
    (Deed::Snatch, CAPTIVE),
    (Deed::Drag, CAPTIVE),
    (Deed::Release, CAPTIVE),
    (Deed::MoveThrough, UNSEEN),
    (Deed::Elude, UNSEEN),
    (Deed::Vanish, UNSEEN),
    (Deed::Stalk, UNSEEN),
    (Deed::Talk, WORDS),
    (Deed::Surrender, WORDS),
    (Deed::Befriend, WORDS),
    (Deed::Nurse, REST),
    (Deed::Rest, REST),
    (Deed::Save, RULING),
    (Deed::Check, RULING),
    (Deed::SkillCheck, RULING),
    (Deed::Feat, RULING),
    (Deed::FearCheck, RULING),
    (Deed::Fall, RULING),
    (Deed::Collide, RULING),
    (Deed::Exposure, RULING),
    (Deed::Contest, RULING),
    (Deed::Other, RULING),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::ranking::proposed;
    use crate::rules::registry::{ALL, ruleset};
    use std::collections::BTreeSet;

    /// Leaving a deed out of the proposals is a decision: it stands either there or here, with its reason.
    #[test]
    fn every_deed_is_proposed_or_says_why_not() {
        let proposed: BTreeSet<Deed> = proposed().collect();
        let never: BTreeSet<Deed> = NEVER.iter().map(|(deed, _)| *deed).collect();
        assert_eq!(never.len(), NEVER.len(), "none stands twice");
        let both: Vec<_> = proposed.intersection(&never).collect();
        assert!(both.is_empty(), "proposed after all: {both:?}");
        let rows = ALL.iter().flat_map(|id| ruleset(*id).deeds().iter().map(|row| row.deed));
        let all: BTreeSet<Deed> = rows.collect();
        let neither: Vec<_> =
            all.iter().filter(|deed| !proposed.contains(deed) && !never.contains(deed)).collect();
        assert!(neither.is_empty(), "neither proposed nor listed: {neither:?}");
        let unknown: Vec<_> = never.iter().filter(|deed| !all.contains(deed)).collect();
        assert!(unknown.is_empty(), "no ruleset has them: {unknown:?}");
    }
}
