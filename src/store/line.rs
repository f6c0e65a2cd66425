//! The lines of a save.

use crate::chronicle::{Chronicle, Entry, EntryId, Halfway, Pending, Waiting};
use crate::notation;
use crate::rules;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::Text;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The format this wardrum writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// Ends a line that was torn off in the middle; it counts for nothing then.
pub(super) const TORN: &str = "//torn\n";

/// One line of a save.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Line<'a> {
    /// The first line.
    Head { format: u32, title: Text, ruleset: RulesetId },
    /// A state, and the line of entries that led to it as runs of numbers, ends included; then
    /// those that could be redone. The first has no entries: it is the start.
    Kept {
        line: Vec<(EntryId, EntryId)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<(EntryId, EntryId)>,
        state: Cow<'a, Encounter>,
    },
    /// An act of the referee.
    Entry(Cow<'a, Entry>),
    /// The past was amended: the acts of the new line, which parts from the old one after that entry.
    /// One row, so that it counts whole or not at all.
    Amended { after: EntryId, entries: Vec<Cow<'a, Entry>> },
    /// The fight went to that entry: undo, redo, another branch.
    Went(EntryId),
    /// The branch that ends in that entry got a name.
    Name(EntryId, Text),
    /// An act that is half answered; `None`: it was given up, or an amendment was.
    Pending(Option<Cow<'a, Pending>>),
    /// An amendment that is half played.
    Halfway(Cow<'a, Halfway>),
}

impl<'a> Line<'a> {
    /// What waits for answers.
    pub(super) fn of(waiting: &'a Waiting) -> Self {
        match waiting {
            Waiting::Act(act) => Line::Pending(Some(Cow::Borrowed(act))),
            Waiting::Amendment(halfway) => Line::Halfway(Cow::Borrowed(halfway)),
        }
    }

    /// The present state of a fight.
    pub(super) fn kept(chronicle: &'a Chronicle) -> Self {
        let (line, then) = chronicle.line().split_at(chronicle.at());
        Line::Kept { line: runs(line), then: runs(then), state: Cow::Borrowed(chronicle.now()) }
    }

    /// Adds it to a text, with its check sum as a comment and the end of its line.
    pub(super) fn write(&self, text: &mut String) -> std::io::Result<()> {
        let line = notation::line(self).map_err(std::io::Error::other)?;
        let sum = crc32fast::hash(line.as_bytes());
        text.push_str(&line);
        text.push_str(&format!("{SUM}{sum:08x}\n"));
        Ok(())
    }
}

/// Stands before the check sum at the end of a line: to a reader that knows of none, a comment.
const SUM: &str = " //";

/// What the check sum at the end of a line says of it: the CRC-32 of all that stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sum {
    /// There is none: an older wardrum wrote the line, or a hand.
    None,
    /// The line is as it was written.
    Right,
    /// It is not.
    Wrong { found: u32, expected: u32 },
}

/// Compares a line, without its end, with its check sum.
pub(super) fn summed(line: &[u8]) -> Sum {
    let Some((rest, digits)) = line.split_last_chunk::<8>() else { return Sum::None };
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let expected = std::str::from_utf8(digits).ok().and_then(|d| u32::from_str_radix(d, 16).ok());
    match (rest.strip_suffix(SUM.as_bytes()), expected) {
        (Some(line), Some(expected)) if digits.iter().all(is_digit) => match crc32fast::hash(line) {
            found if found == expected => Sum::Right,
            found => Sum::Wrong { found, expected },
        },
        _ => Sum::None,
    }
}

/// Entries as runs of consecutive numbers.
pub(super) fn runs(line: &[EntryId]) -> Vec<(EntryId, EntryId)> {
    let consecutive = line.chunk_by(|one, next| one.0 + 1 == next.0);
    consecutive.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

/// Runs of consecutive numbers as entries; `None`: they are more than that.
pub(super) fn unfold(runs: &[(EntryId, EntryId)], most: u64) -> Option<Vec<EntryId>> {
    let length = |(first, last): &(EntryId, EntryId)| u64::from(last.0.saturating_sub(first.0)) + 1;
    let fits = runs.iter().map(length).sum::<u64>() <= most;
    fits.then(|| runs.iter().flat_map(|(first, last)| (first.0..=last.0).map(EntryId)).collect())
}

/// What the first line says of a save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// What the fight is called.
    pub title: Text,
    /// Whose rules it goes by.
    pub ruleset: RulesetId,
}

/// Why a first line is none.
pub(super) enum NoHead {
    Newer(u32),
    Other,
}

/// Reads the first line. Its format stands at its beginning, so that a newer one is known
/// whatever else it holds.
pub(super) fn head(text: &str) -> Result<Head, NoHead> {
    let rest = text.strip_prefix("Head(format:").ok_or(NoHead::Other)?.trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).map_or(rest, |end| &rest[..end]);
    let format: u32 = digits.parse().map_err(|_| NoHead::Other)?;
    if format > FORMAT {
        return Err(NoHead::Newer(format));
    }
    match rules::read(text) {
        Ok(Line::Head { title, ruleset, .. }) => Ok(Head { title, ruleset }),
        _ => Err(NoHead::Other),
    }
}
