//! Which texts are like the letters that were typed, the likest first: the one matcher for every list.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;

/// The places of the texts that hold the typed letters in their order, word by word, the likest
/// first; all of them in their own order where nothing was typed.
pub fn ranked<'a>(typed: &str, texts: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    let texts = texts.into_iter().enumerate();
    if typed.trim().is_empty() {
        return texts.map(|(at, _)| at).collect();
    }
    let mut config = Config::DEFAULT;
    config.prefer_prefix = true;
    let mut matcher = Matcher::new(config);
    let pattern = Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
    let mut letters = Vec::new();
    let mut like = |(at, text): (usize, &str)| {
        let score = pattern.score(Utf32Str::new(text, &mut letters), &mut matcher)?;
        Some((Reverse(score), at))
    };
    let mut ranked: Vec<_> = texts.filter_map(&mut like).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likest_comes_first_and_what_is_unlike_is_left_out() {
        let texts = ["Hobgoblin", "Goblin king", "Orc", "Bugbear"];
        assert_eq!(ranked("gob", texts), [1, 0]);
        assert_eq!(ranked("king gob", texts), [1]);
        assert_eq!(ranked("", texts), [0, 1, 2, 3]);
        assert_eq!(ranked("zz", texts), [] as [usize; 0]);
    }

    #[test]
    fn accents_and_capitals_need_not_be_typed() {
        assert_eq!(ranked("eowyn", ["Éowyn", "Ann"]), [0]);
        assert_eq!(ranked("ANN", ["Éowyn", "Ann"]), [1]);
    }
}
