//! The letter of each deed: given out once over all deeds the rules know, so that a deed is always
//! picked by the same one, whoever acts and whatever else is on offer.

use crate::rules::model::command::Deed;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::about::Topic;
use std::collections::BTreeMap;

/// Letters that are keys of the program everywhere.
const KEPT: [char; 2] = ['q', 'R'];

/// Every deed of these rules with its letter, those done most often first: the first of its name that is free, small before
/// capital, else any.
pub fn of(about: &About) -> BTreeMap<Deed, char> {
    let subjects = about.cites.iter().flat_map(|(_, subjects)| subjects);
    let mut known: Vec<Deed> = subjects
        .filter_map(|subject| match subject {
            Topic::Deed(deed) => Some(*deed),
            _ => None,
        })
        .collect();
    known.sort_unstable();
    let mut given: BTreeMap<Deed, char> = BTreeMap::new();
    for deed in known {
        let name = deed.words().name;
        let small = name.chars().flat_map(char::to_lowercase);
        let large = name.chars().flat_map(char::to_uppercase);
        let mut letters = small.chain(large).chain('a'..='z').chain('A'..='Z');
        let taken = |letter: &char| KEPT.contains(letter) || given.values().any(|one| one == letter);
        let free = |letter: &char| letter.is_alphanumeric() && !taken(letter);
        if let Some(letter) = letters.find(free) {
            given.insert(deed, letter);
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::registry::{ALL, ruleset};
    use std::collections::BTreeSet;

    #[test]
    fn every_deed_has_a_letter_of_its_own_and_the_usual_ones_their_first() {
        for id in ALL {
            let given = of(ruleset(id).about());
            let letters: BTreeSet<char> = given.values().copied().collect();
            assert_eq!(letters.len(), given.len(), "{id:?}");
            assert_eq!(given[&Deed::Strike], 's', "{id:?}");
            assert_eq!(given[&Deed::Move], 'm', "{id:?}");
        }
    }
}
