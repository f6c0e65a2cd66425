//! Fuzzy matching, the same for every list.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;

/// Returns the indices of the texts that contain the typed letters in order, word by word, those that begin with what was
/// typed first, then the best match; if nothing was typed, all of them in their own order.
pub fn ranked<'a>(typed: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    let texts = texts.into_iter().enumerate();
    if typed.trim().is_empty() {
        return texts.map(|(at, _)| at).collect();
    }
    let (mut matcher, pattern) = matching(typed);
    let (first, mut letters) = (typed.trim().to_lowercase(), Vec::new());
    let mut like = |(at, text): (usize, &str)| {
        let score = pattern.score(Utf32Str::new(text, &mut letters), &mut matcher)?;
        let begins = text.to_lowercase().starts_with(&first);
        Some((Reverse(begins), Reverse(score), at))
    };
    let mut ranked: Vec<_> = texts.filter_map(&mut like).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(.., at)| at).collect()
}

fn matching(typed: &str) -> (Matcher, Pattern) {
    let mut config = Config::DEFAULT;
    config.prefer_prefix = true;
    let pattern = Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
    (Matcher::new(config), pattern)
}

/// Returns which graphemes of a text are those typed; none if it is not like that.
pub fn matched(typed: &str, text: &str) -> Vec<usize> {
    let (mut matcher, pattern) = matching(typed);
    let (mut letters, mut found) = (Vec::new(), Vec::new());
    pattern.indices(Utf32Str::new(text, &mut letters), &mut matcher, &mut found);
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|at| at as usize).collect()
}

/// Returns the synonym that begins with what was typed.
pub fn synonym<'a>(typed: &str, synonyms: &'a str) -> Option<&'a str> {
    let typed = typed.trim().to_lowercase();
    let mut words = synonyms.split_whitespace();
    words.find(|word| !typed.is_empty() && word.to_lowercase().starts_with(&typed))
}

/// A searchable line of a list.
#[derive(Debug, Clone, Copy)]
pub struct Sought<'a> {
    /// Its text.
    pub text: &'a str,
    /// Synonyms.
    pub synonyms: &'a str,
    /// Further text, such as a description.
    pub also: &'a str,
}

/// Returns the indices of the matching lines: first those with a word that starts with the query, then those with such
/// a synonym, then fuzzy matches, then those whose further text contains it.
pub fn found<'a>(typed: &str, lines: impl Iterator<Item = Sought<'a>> + Clone) -> Vec<usize> {
    let typed = typed.trim().to_lowercase();
    let liked = ranked(&typed, lines.clone().map(|line| line.text));
    if typed.is_empty() {
        return liked;
    }
    let begins = |words: &str| {
        let mut words = words.split_whitespace();
        words.any(|word| word.to_lowercase().starts_with(&typed))
    };
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for (at, line) in lines.enumerate() {
        let like = liked.iter().position(|liked| *liked == at);
        let class = match like {
            Some(_) if begins(line.text) => 0,
            _ if synonym(&typed, line.synonyms).is_some() => 1,
            Some(_) => 2,
            None if line.also.to_lowercase().contains(&typed) => 3,
            None => continue,
        };
        found.push((class, if class == 1 { at } else { like.unwrap_or(at) }, at));
    }
    found.sort_unstable();
    found.into_iter().map(|(.., at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_synonym_finds_what_nothing_in_its_name_is_like() {
        let line = |text, synonyms| Sought { text, synonyms, also: "said of it" };
        let lines =
            [line("chapter", ""), line("damage", "hp harm"), line("heal", "hp"), line("hpx", "a")];
        let places = |typed| found(typed, lines.iter().copied());
        assert_eq!(places("hp"), [3, 1, 2, 0], "its own name, then synonyms, then likeness");
        assert_eq!(places("harm"), [1]);
        assert_eq!(places("said"), [0, 1, 2, 3]);
        assert_eq!(places(""), [0, 1, 2, 3]);
        assert_eq!(places("zz"), [] as [usize; 0]);
    }

    #[test]
    fn the_likest_comes_first_and_what_is_unlike_is_left_out() {
        let texts = ["Hobgoblin", "Goblin king", "Orc", "Bugbear"];
        assert_eq!(ranked("gob", texts), [1, 0]);
        assert_eq!(ranked("king gob", texts), [1]);
        assert_eq!(ranked("o", ["Giant oil beetle", "Ogre"]), [1, 0]);
        assert_eq!(ranked("", texts), [0, 1, 2, 3]);
        assert_eq!(ranked("zz", texts), [] as [usize; 0]);
    }

    #[test]
    fn what_was_typed_is_found_again() {
        assert_eq!(matched("dmg", "damage"), [0, 2, 4]);
        assert_eq!(matched("zz", "damage"), [] as [usize; 0]);
        assert_eq!((synonym("ble", "buff bless"), synonym("", "buff")), (Some("bless"), None));
    }

    #[test]
    fn accents_and_capitals_need_not_be_typed() {
        assert_eq!(ranked("eowyn", ["Éowyn", "Ann"]), [0]);
        assert_eq!(ranked("ANN", ["Éowyn", "Ann"]), [1]);
    }
}
