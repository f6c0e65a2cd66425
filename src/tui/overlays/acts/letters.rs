//! The letter of each deed, assigned once over all deeds of the rules, so that a deed always has the same letter,
//! whoever acts and whatever else is on offer.

use crate::rules::model::command::Deed;
use crate::rules::ruleset::about::About;
use crate::rules::ruleset::about::Topic;
use std::collections::BTreeMap;

/// Assigns a character to every deed of these rules, the most common first: the first free letter of its name, else
/// any free letter, else a digit. No two differ by Shift alone. If the rules have more deeds than characters, the
/// rarest get theirs in the list that offers them.
pub fn of(about: &About) -> BTreeMap<Deed, char> {
    let subjects = about.cites.iter().flat_map(|(_, subjects)| subjects);
    let mut known: Vec<Deed> = subjects
        .filter_map(|subject| match subject {
            Topic::Deed(deed) => Some(*deed),
            _ => None,
        })
        .collect();
    known.sort_unstable();
    known.dedup();
    let mut given: BTreeMap<Deed, char> = BTreeMap::new();
    for deed in known {
        let name = deed.words().name.chars().flat_map(char::to_lowercase);
        let mut signs = name.filter(char::is_ascii_alphabetic).chain('a'..='z').chain('1'..='9');
        let free = signs.find(|sign| given.values().all(|one| one != sign));
        given.extend(free.map(|sign| (deed, sign)));
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
            assert!(letters.iter().all(|letter| !letter.is_uppercase()), "{id:?}: {letters:?}");
            assert_eq!(given[&Deed::Strike], 's', "{id:?}");
            assert_eq!(given[&Deed::Move], 'm', "{id:?}");
        }
    }
}
