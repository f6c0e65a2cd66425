//! The log: what happened, in the referee's words. Nothing is made before it is shown.
//!
//! # One line tells one act
//!
//! Who, what, at whom, the roll, the outcome, the consequence: `Brea hits Goblin 2 with sword · 15 vs 12 · 6 · dead`.
//! A line is made in three steps, each in its own file:
//!
//! 1. [`draft`] reads the events of a step (one command and all that came of it) and makes a [`Passage`] of each act
//!    in it: a **head** (who does what), its **rolls**, and the **outcomes**, each with the one it befell. An event
//!    joins the passage that it answers: a parry that of the blow, a death that of the harm. What nobody needs to
//!    read joins none. Anything else is told by itself, [`in_full`].
//! 2. [`record`] walks the steps and joins neighbours that say the same of others: `Goblins 4, 5, 6 run from Brea`.
//! 3. [`passage`] gives a passage its words: [`LogLine`], spans of text with a role each, from which painters take
//!    colours, and what is left out first where room is short.
//!
//! A passage knows the places of all the events it tells, so a line can be opened (`w`), changed (`e`), marked as
//! typed and found again in the timeline.
//!
//! The terms of a sum are never in the log: `w` has them.
//!
//! # Rounds
//!
//! A round begins with a header that has the initiative of the sides as it finally is, ties rolled again and all, so
//! the header looks ahead to the order of its round. Where each has a number of its own, the order is a line below.
//!
//! # What waits
//!
//! What takes hold only when everybody of a number has acted is told with the act, and not again when it does: then
//! only what comes of it is told (`Guard 1 dies`).

mod condition;
mod draft;
mod full;
mod join;
mod label;
mod order;
mod passage;
mod record;
mod roll;
mod told;

pub use super::log::condition::{adds, condition, condition_over, condition_toward};
pub use super::log::full::in_full;
pub use super::log::label::{acts_label, entry_label};
pub use super::log::passage::{LogLine, Passage, Role, Span};
pub use super::log::record::{Happened, LogAt, Record, StepAt, Steps, Teller};
pub use super::log::roll::verdicts;
use crate::rules::model::moment::{DAY, HOUR, MINUTE};
use crate::rules::ruleset::about::About;

/// A span of time in words: `10 minutes`, `9 minutes 30 seconds`.
pub fn duration(seconds: u32) -> String {
    let units = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")];
    let mut left = seconds;
    let told = units.iter().filter_map(|(size, word)| {
        let count = left / size;
        left %= size;
        let s = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} {word}{s}"))
    });
    let told = told.collect::<Vec<_>>().join(" ");
    if told.is_empty() { "0 seconds".into() } else { told }
}

/// A span of rounds: a few are counted, more are told as time: `3 rounds`, `2 hours`.
pub fn rounds_told(about: &About, rounds: u32) -> String {
    let seconds = rounds.saturating_mul(about.round_seconds);
    if seconds >= FEW_ROUNDS.saturating_mul(about.round_seconds) || seconds == 0 {
        return duration(seconds);
    }
    let s = if rounds == 1 { "" } else { "s" };
    format!("{rounds} round{s}")
}

/// The same of seconds, which need not be whole rounds.
fn time_told(about: &About, seconds: u32) -> String {
    match seconds.checked_rem(about.round_seconds) {
        Some(0) => rounds_told(about, seconds / about.round_seconds),
        _ => duration(seconds),
    }
}

/// From so many rounds on, a span is told as time.
const FEW_ROUNDS: u32 = 60;

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
