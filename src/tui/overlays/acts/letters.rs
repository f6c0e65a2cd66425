//! The letter of each deed: the same under all rules, whoever acts and whatever else is on offer.

use crate::rules::model::command::Deed;
use crate::rules::registry::{ALL, ruleset};
use crate::rules::ruleset::about::About;
use std::collections::{BTreeMap, BTreeSet};

/// Letters by meaning, before all others.
const FIXED: [(Deed, char); 6] = [
    (Deed::Strike, 's'),
    (Deed::Shoot, 'h'),
    (Deed::Move, 'm'),
    (Deed::Cast, 'c'),
    (Deed::Withdraw, 'g'),
    (Deed::Pass, 'p'),
];

/// The letters of the deeds of these rules. No two differ by Shift alone. If the rules have more deeds than characters,
/// the rarest get theirs in the list that offers them.
pub fn of(about: &About) -> BTreeMap<Deed, char> {
    let known = deeds(about);
    let mut given = everywhere();
    given.retain(|deed, _| known.contains(deed));
    given
}

/// The deeds of these rules, the most common first.
fn deeds(about: &About) -> BTreeSet<Deed> {
    about.deeds.iter().map(|row| row.deed).collect()
}

/// Assigns a character to every deed of any rules: the first letter of its name, else any letter, else a digit that no
/// other deed of the same rules has.
fn everywhere() -> BTreeMap<Deed, char> {
    let rules: Vec<BTreeSet<Deed>> = ALL.iter().map(|id| deeds(ruleset(*id).about())).collect();
    let mut given: BTreeMap<Deed, char> = BTreeMap::from(FIXED);
    let others: BTreeSet<Deed> = rules.iter().flatten().copied().collect();
    for deed in others.into_iter().filter(|deed| !FIXED.iter().any(|(fixed, _)| fixed == deed)) {
        let meets =
            |other: &Deed| rules.iter().any(|deeds| deeds.contains(&deed) && deeds.contains(other));
        let taken: Vec<char> =
            given.iter().filter(|(other, _)| meets(other)).map(|(_, sign)| *sign).collect();
        let name = deed.words().name.chars().flat_map(char::to_lowercase);
        let mut signs = name.filter(char::is_ascii_alphabetic).chain('a'..='z').chain('1'..='9');
        let free = signs.find(|sign| !taken.contains(sign));
        given.extend(free.map(|sign| (deed, sign)));
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deed_has_a_letter_of_its_own_and_the_usual_ones_their_first() {
        for id in ALL {
            let given = of(ruleset(id).about());
            let letters: BTreeSet<char> = given.values().copied().collect();
            assert_eq!(letters.len(), given.len(), "{id:?}");
            assert!(given.iter().all(|(deed, letter)| everywhere()[deed] == *letter), "{id:?}");
            assert!(letters.iter().all(|letter| !letter.is_uppercase()), "{id:?}: {letters:?}");
            for (deed, letter) in FIXED {
                assert!(given.get(&deed).is_none_or(|given| *given == letter), "{id:?}: {deed:?}");
            }
        }
    }
}
