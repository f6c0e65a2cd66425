//! The log: [accounts](crate::rules::account) as text for the referee. Rendered lazily, on display.
//!
//! # One line an account
//!
//! `Who does what to whom with what (rolls): outcome, outcome`: [`head`] says who does what, [`came`] what came of it, and
//! [`line`](mod@line) lays it out in spans that say what is dropped first where room is short: the brackets, then with what,
//! then the seconds. What came of it stays, and wraps.
//!
//! The verb carries hit or miss; a defence that works is the outcome. No number stands alone: `6 damage`, `3 s left`, and
//! where low is good, `11, needs 7 or less`. The terms of a sum never appear in the log; `w` shows them.
//!
//! # Rounds
//!
//! A round begins with a header showing the final initiative of the sides, after rerolled ties. If each combatant has its
//! own number, the order is on a line below.
//!
//! # Pending effects
//!
//! Effects that wait until all combatants on a number have acted are told with the act, and not again when they take
//! effect: then only further consequences are (`Guard 1 dies`).

mod came;
mod condition;
mod full;
mod head;
mod label;
mod line;
mod order;
mod roll;
mod told;

pub use self::condition::{adds, condition, condition_over, condition_toward, modifiers};
pub use self::full::in_full;
pub use self::head::heading;
pub use self::label::{acts_label, entry_label};
pub use self::line::{LogLine, Role, Span, line};
pub use crate::rules::account::{Account, Happened, LogAt, Reader, Record, StepAt, Steps};
use crate::rules::model::moment::{DAY, HOUR, MINUTE};
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::ruleset::about::About;
use crate::rules::text::span::{self, counted};

/// Formats a span of time: `10 minutes`, `9 minutes 30 seconds`.
pub fn duration(seconds: u32) -> String {
    let units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")];
    let mut left = seconds;
    let told = units.iter().filter_map(|(size, word)| {
        let count = left / size;
        left %= size;
        (count > 0).then(|| counted(count, word))
    });
    let told = told.collect::<Vec<_>>().join(" ");
    if told.is_empty() { "0 seconds".into() } else { told }
}

/// Formats a span of rounds, as a count if there are few, otherwise as time: `3 rounds`, `2 hours`.
pub fn rounds_told(about: &About, rounds: u32) -> String {
    let seconds = rounds.saturating_mul(about.round_seconds);
    if rounds >= span::BY_THE_CLOCK || seconds == 0 {
        return duration(seconds);
    }
    counted(rounds, "round")
}

/// Formats rounds in the ruleset's largest unit that divides them evenly: `3 turns`, `5 rounds`, `2 hours`.
fn span_of(about: &About, rounds: u32) -> String {
    match about.turns_of() {
        Some(turn) if rounds >= turn && rounds.is_multiple_of(turn) => {
            span::said(about, rounds.saturating_mul(about.round_seconds))
        }
        _ => rounds_told(about, rounds),
    }
}

/// Formats time that passes, as rounds if they are few whole ones: `3 rounds pass`, `1 hour passes`.
fn rounds_pass(about: &About, seconds: u32) -> String {
    let whole = seconds.checked_rem(about.round_seconds) == Some(0);
    match seconds.checked_div(about.round_seconds).filter(|_| whole) {
        Some(rounds @ 1..span::BY_THE_CLOCK) => {
            format!("{} {}", counted(rounds, "round"), Verb::PASS.says(Number::of(rounds)))
        }
        _ => passes(seconds),
    }
}

/// Formats time that passes: `1 hour passes`, `2 hours 1 minute pass`.
fn passes(seconds: u32) -> String {
    let one = [DAY, HOUR, MINUTE, 1].contains(&seconds);
    let number = if one { Number::One } else { Number::Many };
    format!("{} {}", duration(seconds), Verb::PASS.says(number))
}

/// Puts the first letter in lower case.
pub fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_in_the_number_of_its_units() {
        let told = [1, 60, 3660, 7200].map(passes);
        assert_eq!(told, ["1 second passes", "1 minute passes", "1 hour 1 minute pass", "2 hours pass"]);
    }
}
