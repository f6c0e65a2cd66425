//! Serializes a fight from memory as the text of a save.

use super::line::{FORMAT, Head, Line};
use crate::chronicle::{Chronicle, EntryId};
use std::borrow::Cow;
use std::io::Result;

/// The text of a save, with the layout of its end.
pub(super) struct Script {
    pub(super) text: String,
    /// The size in bytes of the last snapshot, and of what follows it.
    pub(super) kept: usize,
    pub(super) since: usize,
}

/// The whole fight including what was undone, ending with the line of an unfinished act or amendment.
pub(super) fn script(head: &Head, chronicle: &Chronicle, waiting: &str) -> Result<Script> {
    let mut text = String::new();
    let Head { title, ruleset } = head.clone();
    Line::Head { format: FORMAT, title, ruleset }.write(&mut text)?;
    let before = text.len();
    let state = Cow::Borrowed(chronicle.start());
    Line::Kept { line: Vec::new(), then: Vec::new(), state }.write(&mut text)?;
    let mut kept = text.len() - before;
    let mut begins = text.len();
    let tree = chronicle.tree();
    let mut at = EntryId::START;
    for entry in tree.all() {
        if entry.after != at {
            Line::Went(entry.after).write(&mut text)?;
        }
        Line::Entry(Cow::Borrowed(entry)).write(&mut text)?;
        at = entry.id;
    }
    for (origin, name) in tree.names() {
        Line::Name(origin, name.clone()).write(&mut text)?;
    }
    for there in [chronicle.line().last().copied().unwrap_or_default(), chronicle.position()] {
        if there != at {
            Line::Went(there).write(&mut text)?;
            at = there;
        }
    }
    if at != EntryId::START {
        let before = text.len();
        Line::kept(chronicle).write(&mut text)?;
        (kept, begins) = (text.len() - before, text.len());
    }
    text.push_str(waiting);
    let since = text.len() - begins;
    Ok(Script { text, kept, since })
}
