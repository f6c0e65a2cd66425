//! Numbers, lists and nouns in sentences.

use crate::rules::model::encounter::stem;
pub(super) use crate::rules::text::log::uncapital as small;
use crate::rules::text::words::plural;
pub(super) use crate::rules::text::words::{a, in_words as number, possessive as of};

/// Joins phrases: `a`, `a and b`, `a, b and c`.
pub(super) fn and(parts: &[String]) -> String {
    joined(parts, " and ")
}

/// Joins clauses: `one died, and two got away`.
pub(super) fn clauses(parts: &[String]) -> String {
    joined(parts, ", and ")
}

fn joined(parts: &[String], before_last: &str) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{before_last}{last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

/// A count with a regular noun: `one round`, `three rounds`.
pub(super) fn count(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", number(n), if n == 1 { "" } else { "s" })
}

/// How often: `once`, `twice`, `three times`.
pub(super) fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        _ => format!("{} times", number(n)),
    }
}

/// Adds the definite article: `the Heroes`.
pub(super) fn the(name: &str) -> String {
    if name.starts_with("The ") || name.starts_with("the ") {
        small(name)
    } else {
        format!("the {name}")
    }
}

/// Joins names, combining numbered ones of a kind: `Goblins 1, 2 and 5`, `Brea and Orc 2`.
pub(super) fn numbered(names: &[&str]) -> String {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let (noun, nth) = match stem(name) {
            noun if noun == *name => (noun, "1"),
            noun => (noun, name[noun.len()..].trim_start()),
        };
        match kinds.iter_mut().find(|(had, _)| *had == noun) {
            Some((_, numbers)) => numbers.push(nth),
            None => kinds.push((noun, vec![nth])),
        }
    }
    let told = kinds.iter().map(|(noun, numbers)| match &numbers[..] {
        [_] => {
            names.iter().find(|name| stem(name) == *noun).map_or_else(String::new, |name| (*name).into())
        }
        several => {
            let several: Vec<String> = several.iter().map(|nth| (*nth).to_string()).collect();
            format!("{} {}", plural(noun), and(&several))
        }
    });
    and(&told.collect::<Vec<_>>())
}

/// A duration: `30 seconds`, `1 minute and 50 seconds`.
pub(super) fn span(seconds: u32) -> String {
    let unit =
        |n: u32, word: &str| (n > 0).then(|| format!("{n} {word}{}", if n == 1 { "" } else { "s" }));
    let units =
        [unit(seconds / 3600, "hour"), unit(seconds / 60 % 60, "minute"), unit(seconds % 60, "second")];
    let told: Vec<String> = units.into_iter().flatten().collect();
    if told.is_empty() { "no time".into() } else { and(&told) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_with_and() {
        let of = |parts: &[&str]| and(&parts.iter().map(|part| (*part).to_string()).collect::<Vec<_>>());
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["Brea"]), "Brea");
        assert_eq!(of(&["Brea", "Odo"]), "Brea and Odo");
        assert_eq!(of(&["Brea", "Odo", "Mirel"]), "Brea, Odo and Mirel");
    }

    #[test]
    fn clauses_are_set_off_by_a_comma() {
        let of =
            |parts: &[&str]| clauses(&parts.iter().map(|part| (*part).to_string()).collect::<Vec<_>>());
        assert_eq!([of(&[]), of(&["one died"])], ["", "one died"]);
        assert_eq!(of(&["one died", "two ran"]), "one died, and two ran");
        assert_eq!(of(&["one died", "two ran", "one fell"]), "one died, two ran, and one fell");
    }

    #[test]
    fn small_numbers_are_words() {
        assert_eq!([number(1), number(12), number(13)], ["one", "twelve", "13"]);
        assert_eq!([count(1, "round"), count(3, "round")], ["one round", "three rounds"]);
        assert_eq!(
            [span(30), span(110), span(3661)],
            ["30 seconds", "1 minute and 50 seconds", "1 hour, 1 minute and 1 second"]
        );
        assert_eq!([times(1), times(2), times(4)], ["once", "twice", "four times"]);
    }

    #[test]
    fn names_of_one_kind_share_it() {
        assert_eq!(numbered(&["Brea"]), "Brea");
        assert_eq!(numbered(&["Goblin", "Goblin 2", "Goblin 5"]), "Goblins 1, 2 and 5");
        assert_eq!(numbered(&["Orc 3", "Brea"]), "Orc 3 and Brea");
    }

    #[test]
    fn nouns_take_their_article_and_owners_their_apostrophe() {
        assert_eq!([a("goblin"), a("orc"), a("unicorn")], ["a goblin", "an orc", "a unicorn"]);
        assert_eq!([of("Brea"), of("the goblins")], ["Brea's", "the goblins'"]);
        assert_eq!([small("Orc chief"), small("")], ["orc chief", ""]);
    }
}
