//! Lines to read, with a heading.

use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::{put, put_right, width, wrap};
use crate::tui::panes::MORE;
use crate::tui::panes::foot::Means;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cell::Cell;

/// The widest a page is, so that lines can be read.
const WIDEST: u16 = 76;

/// Where a text that is read stands at the top after that key: a line or a page on or back; at any
/// other key where it stood.
pub(in crate::tui::overlays) fn scrolled(top: usize, op: Op) -> usize {
    match op {
        Op::Up => top.saturating_sub(1),
        Op::Down => top.saturating_add(1),
        Op::PageUp => top.saturating_sub(10),
        Op::PageDown => top.saturating_add(10),
        _ => top,
    }
}

/// Something to read.
pub struct Page {
    title: String,
    lines: Vec<String>,
    top: usize,
    /// The last line that may stand at the top, known once it was painted.
    last: Cell<usize>,
    /// What Enter and Esc are called and do, where they do not merely leave it.
    turns: Vec<(Op, &'static str, Turn)>,
}

/// What a key that leaves a page comes to.
type Turn = Box<dyn Fn(&View) -> Verdict>;

impl Page {
    /// A page of these lines; long ones are broken.
    pub fn new(title: impl Into<String>, lines: Vec<String>) -> Self {
        Self { title: title.into(), lines, top: 0, last: Cell::new(usize::MAX), turns: Vec::new() }
    }

    /// With another word for Enter or Esc, and what it comes to.
    pub fn turn(
        mut self,
        op: Op,
        word: &'static str,
        done: impl Fn(&View) -> Verdict + 'static,
    ) -> Self {
        self.turns.push((op, word, Box::new(done)));
        self
    }

    fn turns(&self, op: Op) -> Option<&(Op, &'static str, Turn)> {
        self.turns.iter().find(|(of, ..)| *of == op)
    }
}

impl Overlay for Page {
    fn scope(&self) -> Scope {
        Scope::Page
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn op(&mut self, op: Op, view: &View) -> Verdict {
        if let Some((.., done)) = self.turns(op) {
            return done(view);
        }
        if matches!(op, Op::Back | Op::Forward) {
            return Verdict::Leave;
        }
        self.top = scrolled(self.top, op).min(self.last.get());
        Verdict::Stay
    }

    fn means(&self, op: Op) -> Means {
        match self.turns(op) {
            Some((_, word, _)) => Means::This((*word).into()),
            None if op == Op::Forward => Means::Hidden,
            None => Means::Usual,
        }
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let widest = self.lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let columns = u16::try_from(widest).unwrap_or(WIDEST).min(WIDEST);
        let lines: usize =
            self.lines.iter().map(|line| wrap(line, usize::from(columns.max(1))).len()).sum();
        (u16::try_from(lines).unwrap_or(u16::MAX), columns)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let lines = self.lines.iter().flat_map(|line| wrap(line, usize::from(area.width)));
        let lines: Vec<String> = lines.collect();
        self.last.set(lines.len().saturating_sub(usize::from(area.height)));
        let top = self.top.min(self.last.get());
        for (line, y) in lines.iter().skip(top).zip(area.y..area.bottom()) {
            put(buf, area.x, y, area.width, line, view.theme.text);
        }
        if top < self.last.get() {
            put_right(buf, area.x, area.bottom() - 1, area.width, MORE, view.theme.active);
        }
    }
}
