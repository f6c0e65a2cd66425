//! A titled page of text.

use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY};
use crate::tui::paint::text::{self, put, width, wrap};
use crate::tui::paint::theme::Theme;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::panes::mark_more;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cell::Cell;

/// The greatest width of a page in columns, for legibility.
const WIDEST: u16 = 76;

/// The scroll position of a text.
#[derive(Default)]
pub(in crate::tui::overlays) struct Scroll {
    top: usize,
    /// The greatest value of `top`, known once drawn.
    last: Cell<usize>,
}

impl Scroll {
    /// Scrolls by a line or a page; ignores other operations.
    pub fn op(&mut self, op: Op) {
        let top = match op {
            Op::Up => self.top.saturating_sub(1),
            Op::Down => self.top.saturating_add(1),
            Op::PageUp => self.top.saturating_sub(10),
            Op::PageDown => self.top.saturating_add(10),
            _ => self.top,
        };
        self.top = top.min(self.last.get());
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
        self.last.set(lines.saturating_sub(usize::from(area.height)));
        let top = self.top.min(self.last.get());
        for (at, y) in (top..lines).zip(area.y..area.bottom()) {
            line(at, y, buf);
        }
        if top < self.last.get() {
            mark_more(buf, area, theme);
        }
    }

    /// Draws plain text.
    pub fn paint_text(&self, lines: &[String], area: Rect, theme: &Theme, buf: &mut Buffer) {
        self.paint(lines.len(), area, theme, buf, |at, y, buf| {
            put(buf, area.x, y, area.width, &lines[at], theme.text);
        });
    }
}

/// A page of text.
pub struct Page {
    title: String,
    /// Lays out its lines for a width.
    text: Text,
    widest: u16,
    scroll: Scroll,
    /// The operations that do more than close the page, with the words for them.
    turns: Vec<(Op, &'static str, Turn)>,
}

/// Lays out lines for a width in columns.
type Text = Box<dyn Fn(usize) -> Vec<String>>;
/// The verdict of a key that leaves a page.
type Turn = Box<dyn Fn(&mut Session) -> Done>;

impl Page {
    /// A page of these lines, wrapped.
    pub fn new(title: impl Into<String>, lines: Vec<String>) -> Self {
        let text = move |columns| lines.iter().flat_map(|line| wrap(line, columns)).collect();
        Self::laid_out(title, WIDEST, text)
    }

    /// A page of at most `widest` columns, whose lines are laid out by `text`.
    pub fn laid_out(
        title: impl Into<String>,
        widest: u16,
        text: impl Fn(usize) -> Vec<String> + 'static,
    ) -> Self {
        let (title, text) = (title.into(), Box::new(text));
        Self { title, text, widest, scroll: Scroll::default(), turns: Vec::new() }
    }

    /// Sets the word and the verdict for Enter or Esc.
    pub fn turn(
        mut self,
        op: Op,
        word: &'static str,
        done: impl Fn(&mut Session) -> Done + 'static,
    ) -> Self {
        self.turns.push((op, word, Box::new(done)));
        self
    }

    fn turns(&self, op: Op) -> Option<&(Op, &'static str, Turn)> {
        self.turns.iter().find(|(of, ..)| *of == op)
    }
}

impl Layer for Page {
    fn scope(&self) -> Scope {
        Scope::Page
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        if let Some((.., done)) = self.turns(op) {
            return done(session);
        }
        if matches!(op, Op::Back | Op::Forward) {
            return CLOSE;
        }
        self.scroll.op(op);
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match self.turns(op) {
            Some((_, word, _)) => KeyMeaning::This((*word).into()),
            None if op == Op::Forward => KeyMeaning::Hidden,
            None => KeyMeaning::Usual,
        }
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let lines = (self.text)(self.widest.into());
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let columns = widest.max(width(&self.title) + 2).min(self.widest.into());
        let lines = text::cells((self.text)(columns).len());
        (lines, text::cells(columns))
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        self.scroll.paint_text(&(self.text)(area.width.into()), area, view.theme, buf);
    }
}
