//! Which lines of a text or list are in view.

use crate::tui::input::operations::Op;
use crate::tui::paint::text::{cells, put_blank, put_right, width};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::cell::Cell;
use std::ops::Range;

/// Lines per page of a text or list.
const PAGE: isize = 10;

/// The scroll position of a text or list: adjusted on painting, and kept so that keys and clicks refer to what is on
/// the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scroll {
    area: Cell<Rect>,
    top: Cell<usize>,
    lines: Cell<usize>,
    /// What is shown, as a number.
    of: Cell<usize>,
}

impl Scroll {
    /// Returns which of `lines` lines to show in an area, scrolled as little as needed to show line `at`, if any.
    pub fn view(&self, area: Rect, lines: usize, at: Option<usize>) -> Range<usize> {
        self.area.set(area);
        self.lines.set(lines);
        if let Some(at) = at {
            self.top.set(self.top.get().clamp((at + 1).saturating_sub(self.room()), at));
        }
        self.go(0);
        let top = self.top.get();
        top..lines.min(top + usize::from(area.height))
    }

    /// The lines that fit, at least one.
    fn room(&self) -> usize {
        usize::from(self.area.get().height).max(1)
    }

    /// The lines that a page moves on by, so that one stays in view.
    pub fn page(&self) -> isize {
        isize::try_from(self.room().max(2) - 1).unwrap_or(1)
    }

    /// The first line in view.
    pub fn top(&self) -> usize {
        self.top.get()
    }

    /// Goes back to the start if something else is shown than before.
    pub fn of(&self, what: usize) {
        if self.of.replace(what) != what {
            self.top.set(0);
        }
    }

    /// Starts at a line.
    pub fn start_at(&self, top: usize) {
        self.top.set(top);
    }

    /// Where the lines were last painted.
    pub fn area(&self) -> Rect {
        self.area.get()
    }

    /// Scrolls by a number of lines.
    pub fn go(&self, by: isize) {
        let last = self.lines.get().saturating_sub(self.room());
        self.top.set(self.top.get().saturating_add_signed(by).min(last));
    }

    /// Draws the lines in view, each by its index and its row on the screen, and a mark if more follow.
    pub fn paint(
        &self,
        lines: usize,
        area: Rect,
        theme: &Theme,
        buf: &mut Buffer,
        mut line: impl FnMut(usize, u16, &mut Buffer),
    ) {
        let shown = self.view(area, lines, None);
        // In a few lines, that there is more goes without saying.
        let more = shown.end < lines && area.height > 2;
        shown.zip(area.y..).for_each(|(at, y)| line(at, y, buf));
        if more {
            mark_more(buf, area, theme);
        }
    }

    /// Scrolls by a line or a page; ignores other operations.
    pub fn op(&self, op: Op) {
        self.go(step(op).unwrap_or(0));
    }

    /// Returns the line at a position, if there is one.
    pub fn line_at(&self, at: Position) -> Option<usize> {
        let area = self.area.get();
        let line = self.top.get() + usize::from(at.y.saturating_sub(area.y));
        (area.contains(at) && line < self.lines.get()).then_some(line)
    }
}

/// Marks text that continues below.
const MORE: &str = " ▾ more";

/// Marks in the last row that the text continues below. A line that would overlap the mark is hidden; scrolling shows
/// it.
fn mark_more(buf: &mut Buffer, area: Rect, theme: &Theme) {
    if area.height == 0 {
        return;
    }
    let row = Rect { y: area.bottom() - 1, height: 1, ..area };
    let mark = cells(width(MORE)).min(row.width);
    let under = row.right() - mark..row.right();
    if under.into_iter().any(|x| buf[(x, row.y)].symbol() != " ") {
        put_blank(buf, row, theme.ground);
    }
    put_right(buf, row.x, row.y, row.width, MORE, theme.active);
}

/// Returns the lines that an operation moves by; `None` if it does something else.
pub fn step(op: Op) -> Option<isize> {
    match op {
        Op::Up => Some(-1),
        Op::Down => Some(1),
        Op::PageUp => Some(-PAGE),
        Op::PageDown => Some(PAGE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_row_in_sight() {
        let top = |top, at, height, count| {
            let scroll = Scroll::default();
            scroll.start_at(top);
            scroll.view(Rect::new(0, 0, 9, height), count, Some(at)).start
        };
        assert_eq!(top(0, 9, 5, 20), 5);
        assert_eq!(top(8, 3, 5, 20), 3);
        assert_eq!(top(18, 19, 5, 20), 15);
        assert_eq!(top(3, 0, 5, 2), 0);
    }
}
