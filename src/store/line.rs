//! The lines of a save file.

use crate::chronicle::{Chronicle, Entry, EntryId, Halfway, Pending, Waiting};
use crate::notation;
use crate::rules;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::RulesetId;
use crate::rules::model::ids::Text;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The format version this wardrum writes, and the newest it reads.
pub const FORMAT: u32 = 2;

/// Terminates a line that was torn off in the middle, so that it is ignored.
pub(super) const TORN: &str = "//torn\n";

/// A line of a save.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum Line<'a> {
    /// The first line.
    Head { format: u32, title: Text, ruleset: RulesetId },
    /// A snapshot: the entries that led to the state as inclusive ranges, those that could be redone, and the state.
    /// The first snapshot has no entries: it is the start.
    Kept {
        line: Vec<(EntryId, EntryId)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<(EntryId, EntryId)>,
        state: Cow<'a, Encounter>,
    },
    /// An act of the referee.
    Entry(Cow<'a, Entry>),
    /// An amendment: the entries of the new line, which forks off after the entry `after`. A single row, so that it
    /// takes effect completely or not at all.
    Amended { after: EntryId, entries: Vec<Cow<'a, Entry>> },
    /// The position moved to this entry by undo, redo, or switching branches.
    Went(EntryId),
    /// The branch that begins with this entry got a name.
    Name(EntryId, Text),
    /// An unfinished act. `None` if it, or an unfinished amendment, was abandoned.
    Pending(Option<Cow<'a, Pending>>),
    /// An unfinished amendment.
    Halfway(Cow<'a, Halfway>),
}

impl<'a> Line<'a> {
    /// What is waiting for answers.
    pub(super) fn of(waiting: &'a Waiting) -> Self {
        match waiting {
            Waiting::Act(act) => Line::Pending(Some(Cow::Borrowed(act))),
            Waiting::Amendment(halfway) => Line::Halfway(Cow::Borrowed(halfway)),
        }
    }

    /// A snapshot of the current state.
    pub(super) fn kept(chronicle: &'a Chronicle) -> Self {
        let (line, then) = chronicle.line().split_at(chronicle.at());
        Line::Kept { line: runs(line), then: runs(then), state: Cow::Borrowed(chronicle.now()) }
    }

    /// Appends the line to a text, with its checksum as a comment and a line break.
    pub(super) fn write(&self, text: &mut String) -> std::io::Result<()> {
        let line = notation::line(self).map_err(std::io::Error::other)?;
        let sum = crc32fast::hash(line.as_bytes());
        text.push_str(&line);
        text.push_str(&format!("{CHECKSUM_MARK}{sum:08x}\n"));
        Ok(())
    }
}

/// Precedes the checksum at the end of a line. To readers unaware of checksums it starts a comment.
const CHECKSUM_MARK: &str = " //";

/// The result of comparing a line with its checksum, the CRC-32 of everything before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Checksum {
    /// There is no checksum: the line was written by an older wardrum, or by hand.
    None,
    /// The line is intact.
    Right,
    /// The line was altered.
    Wrong { found: u32, expected: u32 },
}

/// Compares a line, without its line break, with its checksum.
pub(super) fn checksum(line: &[u8]) -> Checksum {
    let Some((rest, digits)) = line.split_last_chunk::<8>() else { return Checksum::None };
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let expected = std::str::from_utf8(digits).ok().and_then(|d| u32::from_str_radix(d, 16).ok());
    match (rest.strip_suffix(CHECKSUM_MARK.as_bytes()), expected) {
        (Some(line), Some(expected)) if digits.iter().all(is_digit) => match crc32fast::hash(line) {
            found if found == expected => Checksum::Right,
            found => Checksum::Wrong { found, expected },
        },
        _ => Checksum::None,
    }
}

/// Compresses entries into ranges of consecutive numbers.
pub(super) fn runs(line: &[EntryId]) -> Vec<(EntryId, EntryId)> {
    let consecutive = line.chunk_by(|one, next| one.0 + 1 == next.0);
    consecutive.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

/// Expands ranges into entries. `None` if these are more than `most`.
pub(super) fn unfold(runs: &[(EntryId, EntryId)], most: u64) -> Option<Vec<EntryId>> {
    let length = |(first, last): &(EntryId, EntryId)| u64::from(last.0.saturating_sub(first.0)) + 1;
    let fits = runs.iter().map(length).sum::<u64>() <= most;
    fits.then(|| runs.iter().flat_map(|(first, last)| (first.0..=last.0).map(EntryId)).collect())
}

/// The first line of a save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The title of the fight.
    pub title: Text,
    /// Its ruleset.
    pub ruleset: RulesetId,
}

/// Why a line is not a valid first line.
pub(super) enum NoHead {
    Newer(u32),
    Other,
}

/// Parses the first line. The format version comes first, so a newer one is recognized whatever follows.
pub(super) fn head(text: &str) -> Result<Head, NoHead> {
    let rest = text.strip_prefix("Head(format:").ok_or(NoHead::Other)?.trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).map_or(rest, |end| &rest[..end]);
    let format: u32 = digits.parse().map_err(|_| NoHead::Other)?;
    if format > FORMAT {
        return Err(NoHead::Newer(format));
    }
    match rules::read(text) {
        Ok(Line::Head { title, ruleset, .. }) => Ok(Head::new(&title, ruleset)),
        _ => Err(NoHead::Other),
    }
}

/// The most characters of a title.
const MOST_TITLE: usize = 200;

impl Head {
    /// Creates the first line of a fight with that title, cut if it is longer than anyone reads.
    pub fn new(title: &str, ruleset: RulesetId) -> Self {
        let end = title.char_indices().nth(MOST_TITLE).map_or(title.len(), |(end, _)| end);
        Self { title: title[..end].into(), ruleset }
    }
}
