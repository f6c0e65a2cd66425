//! Log lines wrapped to the pane, cached while visible.

use super::log_rows::{LogView, Telling};
use crate::chronicle::EntryId;
use crate::rules::text::log::{Account, LogAt, LogLine, Role, Span};
use crate::tui::paint::text::width;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// Indent of continued rows.
const HANGING: &str = "  ";

/// The rows of a line, each as styled pieces.
type Rows = Vec<Vec<(Role, String)>>;

/// A wrapped line.
#[derive(Debug)]
pub struct Wrapped {
    /// The line.
    pub account: Account,
    /// Its rows.
    pub rows: Rows,
}

/// Cache of the visible lines, so that a cursor key in another pane does not rebuild them. A frame may ask for two sizes:
/// how much there is to show, and what is shown.
#[derive(Debug, Clone, Default)]
pub(super) struct LineCache(RefCell<VecDeque<(CacheKey, Rc<[Wrapped]>)>>);

/// The most sizes kept.
const SIZES: usize = 2;

/// The inputs the visible lines depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CacheKey {
    /// The newest entry covered, its index on the line, and the lowest entry number in memory.
    tip: EntryId,
    upto: usize,
    from: u32,
    columns: usize,
    height: usize,
    chosen: Option<LogAt>,
    bottom: Option<LogAt>,
}

impl LogView {
    /// Returns the visible lines for a pane of this size, oldest first.
    pub fn in_sight(&self, telling: Telling, columns: usize, height: usize) -> Rc<[Wrapped]> {
        let key = || CacheKey {
            tip: telling.chronicle.tree().position_at(telling.upto),
            upto: telling.upto,
            from: telling.from,
            columns,
            height,
            chosen: self.chosen,
            bottom: self.bottom(),
        };
        let wanted = key();
        if let Some((_, lines)) = self.seen.0.borrow().iter().find(|(seen, _)| *seen == wanted) {
            return Rc::clone(lines);
        }
        let made = RefCell::new(BTreeMap::new());
        let rows = |account: &Account| {
            let mut made = made.borrow_mut();
            let rows = made.entry(account.place()).or_insert_with(|| broken(telling, account, columns));
            rows.len()
        };
        let passages = self.lines(telling, height, rows);
        let mut made = made.into_inner();
        let lines: Rc<[Wrapped]> = passages
            .into_iter()
            .rev()
            .map(|account| Wrapped { rows: made.remove(&account.place()).unwrap_or_default(), account })
            .collect();
        // Computing the lines may have moved the bottom to keep the selection visible, so build the key again.
        let mut seen = self.seen.0.borrow_mut();
        seen.truncate(SIZES - 1);
        seen.push_front((key(), Rc::clone(&lines)));
        drop(seen);
        lines
    }
}

/// Wraps a log line to the given columns.
pub fn broken(telling: Telling, account: &Account, columns: usize) -> Rows {
    let line = telling.words(account);
    if line.is_round() {
        return vec![ruled(&line, columns)];
    }
    wrapped(&line.fitted(columns), columns)
}

/// Extends a header with a rule to the edge.
fn ruled(line: &LogLine, columns: usize) -> Vec<(Role, String)> {
    let mut text = line.text();
    text.extend(std::iter::repeat_n('─', columns.saturating_sub(width(&text))));
    vec![(Role::Round, text)]
}

/// Wraps between words. A dot between two parts is not carried over to the next row.
fn wrapped(line: &LogLine, columns: usize) -> Rows {
    let mut rows: Rows = vec![Vec::new()];
    let mut used = 0;
    for span in &line.spans {
        for word in words(span, columns) {
            let room = width(word.trim_end());
            if used > 0 && used + room > columns {
                trim_last_row(&mut rows);
                rows.push(vec![(Role::Plain, HANGING.to_string())]);
                used = HANGING.len();
            }
            let begins = rows.len() > 1 && rows.last().is_some_and(|row| row.len() == 1);
            if begins && (word.trim().is_empty() || word.trim() == "·") {
                continue;
            }
            used += width(word);
            if let Some(row) = rows.last_mut() {
                row.push((span.role, word.to_string()));
            }
        }
    }
    trim_last_row(&mut rows);
    rows
}

/// Trims trailing spaces from the last row.
fn trim_last_row(rows: &mut [Vec<(Role, String)>]) {
    if let Some((_, last)) = rows.last_mut().and_then(|row| row.last_mut()) {
        last.truncate(last.trim_end().len());
    }
}

/// Splits a span into words; a roll stays in one piece unless it is longer than half a row.
fn words(span: &Span, columns: usize) -> Vec<&str> {
    if span.role == Role::Roll && width(&span.text) * 2 < columns {
        return vec![&span.text];
    }
    span.text.split_inclusive(' ').collect()
}
