//! Spans of time in the units of a ruleset: `2 turns`, `5 rounds`.

use super::log;
use crate::rules::model::moment::{Round, Second};
use crate::rules::ruleset::about::About;

/// Formats a count of a unit: `1 turn`, `2 turns`.
pub fn counted(count: impl Into<i64>, unit: &str) -> String {
    let count = count.into();
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Formats a span in the ruleset's largest unit that divides it evenly.
pub fn said(about: &About, seconds: Second) -> String {
    let units = about.time_units();
    let even = units.iter().rev().find(|(_, size)| seconds > 0 && seconds.is_multiple_of(*size));
    even.map_or_else(|| log::duration(seconds), |(unit, size)| counted(seconds / size, unit))
}

/// The number of rounds from which a span is formatted as clock time, in rulesets without turns.
pub const BY_THE_CLOCK: Round = 60;

/// Formats the rounds left in short: `5r`, `9 turns`, `3h 59m`. Of a turn that has begun, all counts.
pub fn left(about: &About, rounds: Round) -> String {
    match about.turns_of() {
        Some(turn) if rounds >= turn => counted(rounds.div_ceil(turn), "turn"),
        None if rounds >= BY_THE_CLOCK => {
            let minutes = rounds.saturating_mul(about.round_seconds.max(1)).div_ceil(60);
            match (minutes / 60, minutes % 60) {
                (0, minutes) => format!("{minutes}m"),
                (hours, 0) => format!("{hours}h"),
                (hours, minutes) => format!("{hours}h {minutes}m"),
            }
        }
        _ => format!("{rounds}r"),
    }
}

/// Parses a span; a number alone counts rounds.
///
/// # Errors
/// The text found, and what was expected.
pub fn read(about: &About, typed: &str) -> Result<Second, String> {
    let units = about.time_units();
    let typed = typed.trim();
    let digits = typed.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(typed.len());
    let word = typed[digits..].trim().to_lowercase();
    let called = |unit: &str| !word.is_empty() && format!("{unit}s").starts_with(&word);
    let size = match &*word {
        "" => Some(about.round_seconds.max(1)),
        _ => units.iter().find(|(unit, _)| called(unit)).map(|(_, size)| *size),
    };
    let count = typed[..digits].parse::<u32>().ok().filter(|count| *count > 0);
    let span = count.zip(size).and_then(|(count, size)| count.checked_mul(size));
    span.ok_or_else(|| {
        let words: Vec<String> = units.iter().map(|(unit, _)| format!("3 {unit}s")).collect();
        format!("found \"{typed}\", expected a span like {}", words.join(", "))
    })
}

/// Parses a span as rounds, rounded up.
///
/// # Errors
/// As [`read`].
pub fn read_rounds(about: &About, typed: &str) -> Result<Round, String> {
    read(about, typed).map(|seconds| seconds.div_ceil(about.round_seconds.max(1)))
}

/// Formats rounds for typing: in the largest unit that divides them evenly.
pub fn rounds(about: &About, rounds: Round) -> String {
    said(about, rounds.saturating_mul(about.round_seconds.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::registry::{ALL, ruleset};

    #[test]
    fn what_is_said_reads_back() {
        for about in ALL.map(|id| ruleset(id).about()) {
            for (_, size) in about.time_units() {
                for count in [1, 3, 59] {
                    let seconds = count * size;
                    assert_eq!(read(about, &said(about, seconds)), Ok(seconds), "{:?}", about.id);
                }
            }
            for n in [1, 2, 7, 60] {
                assert_eq!(read_rounds(about, &rounds(about, n)), Ok(n), "{:?}", about.id);
            }
            assert_eq!(read(about, "2"), Ok(2 * about.round_seconds));
            for wrong in ["", "0", "0 rounds", "x", "3 moons", "-1", "99999999999 rounds"] {
                assert!(read(about, wrong).is_err(), "{wrong}");
            }
        }
    }

    /// A started minute counts as a whole one.
    #[test]
    fn many_rounds_are_told_by_the_clock_where_there_are_no_turns() {
        let without =
            ALL.map(|id| ruleset(id).about()).into_iter().find(|about| about.turns_of().is_none());
        let about = without.expect("rules without turns");
        let hour = 3600 / about.round_seconds;
        assert_eq!(left(about, BY_THE_CLOCK - 1), "59r");
        assert_eq!(left(about, hour / 2), "30m");
        assert_eq!(left(about, hour), "1h");
        assert_eq!(left(about, 4 * hour), "4h");
        assert_eq!(left(about, 4 * hour - 1), "4h");
        assert_eq!(left(about, 4 * hour - 60 / about.round_seconds), "3h 59m");
    }

    /// Turns of ten minutes are used with rounds, in rulesets that have them.
    #[test]
    fn turns_stand_beside_rounds_where_they_are_longer_than_a_minute() {
        let with_turns =
            ALL.map(|id| ruleset(id).about()).into_iter().filter(|about| about.turns_of().is_some());
        let with_turns: Vec<_> = with_turns.collect();
        assert!(!with_turns.is_empty() && with_turns.len() < ALL.len());
        for about in with_turns {
            let turn = about.turn_rounds;
            assert_eq!(left(about, turn - 1), format!("{}r", turn - 1));
            assert_eq!(left(about, turn), "1 turn");
            assert_eq!(left(about, 2 * turn + 1), "3 turns");
            assert_eq!(read(about, "2 turns"), Ok(1200));
            assert_eq!(read(about, "2t"), Ok(1200));
            assert_eq!(said(about, 600), "1 turn");
        }
    }
}
