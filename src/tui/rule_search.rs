//! Searches the rules by id or by words, for the screen and the command line alike.

use crate::rules::text::book::Entry;
use crate::tui::input::fuzzy;

/// Returns the indices of the matching entries, best first: the entry with that id; else all that contain every word;
/// else those whose id or title is similar to the query. An empty query matches every entry.
pub fn found(entries: &[Entry], typed: &str) -> Vec<usize> {
    let typed = typed.trim().to_lowercase();
    if let Some(at) = entries.iter().position(|entry| *entry.id == *typed) {
        return vec![at];
    }
    let words: Vec<String> = typed.split_whitespace().map(str::to_string).collect();
    let rank = |(at, entry): (usize, &Entry)| Some((entry.rank(&words)?, at));
    let mut ranked: Vec<(usize, usize)> = entries.iter().enumerate().filter_map(rank).collect();
    if ranked.is_empty() {
        let names: Vec<String> =
            entries.iter().map(|entry| format!("{} {}", entry.id, entry.title)).collect();
        return fuzzy::ranked(&typed, names.iter().map(String::as_str));
    }
    if !words.is_empty() {
        ranked.sort_unstable();
    }
    ranked.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::registry::{ALL, ruleset};
    use crate::rules::text::book::entries;

    #[test]
    fn an_id_then_words_then_what_is_like_them() {
        let book = entries(ruleset(ALL[0]));
        let ids = |typed: &str| -> Vec<&str> {
            found(&book, typed).into_iter().map(|at| &*book[at].id).collect()
        };
        let one = &*book[book.len() / 2].id;
        assert_eq!(ids(one), [one]);
        assert_eq!(ids("").len(), book.len());
        let retreat = ids("retreat");
        assert!(retreat[0].ends_with(".retreat") && retreat.len() > 1, "{retreat:?}");
        assert_eq!(ids("rtreat")[0], retreat[0]);
        assert!(ids("qqqq").is_empty());
    }
}
