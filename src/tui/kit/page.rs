//! A titled page of rows to read: scrolled, with a cursor on rows that open something.

use super::row::{Cell, Opens, Row, columns, put_cells};
use super::scroll::{Scroll, step};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::{self, put, width};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use std::cell::{Ref, RefCell};

/// The greatest width of a page in columns, for legibility.
const WIDEST: u16 = 76;
/// The columns before the rows of a page with a cursor.
const MARGIN: u16 = 2;

/// A page of rows.
pub struct Page {
    title: String,
    rows: Vec<Row>,
    /// Lays out a text for a width, in place of rows.
    text: Option<Text>,
    /// The widths of the columns; a page with columns has a fixed width.
    columns: Vec<Constraint>,
    widest: u16,
    /// The row under the cursor, if there is a cursor.
    at: Option<usize>,
    scroll: Scroll,
    laid: RefCell<Laid>,
    /// The operations that do more than close the page, with the words for them.
    turns: Vec<(Op, &'static str, Turn)>,
}

/// Lays out lines for a width in columns.
type Text = Box<dyn Fn(usize) -> Vec<String>>;
/// The verdict of a key that leaves a page.
type Turn = Box<dyn Fn(&mut Session) -> Done>;

/// The lines of a page, laid out once for a width.
#[derive(Default)]
struct Laid {
    columns: u16,
    /// The columns that the lines take of those.
    used: u16,
    /// Each with the index of its row.
    lines: Vec<(usize, Vec<Cell>)>,
}

impl Page {
    /// A page of these lines, wrapped.
    pub fn new(title: impl Into<String>, lines: Vec<String>) -> Self {
        Self::of(title, lines.into_iter().map(Row::new).collect())
    }

    /// A page of these rows.
    pub fn of(title: impl Into<String>, rows: Vec<Row>) -> Self {
        Self {
            title: title.into(),
            rows,
            text: None,
            columns: Vec::new(),
            widest: WIDEST,
            at: None,
            scroll: Scroll::default(),
            laid: RefCell::default(),
            turns: Vec::new(),
        }
    }

    /// A page of at most `widest` columns, whose lines are laid out by `text`.
    pub fn laid_out(
        title: impl Into<String>,
        widest: u16,
        text: impl Fn(usize) -> Vec<String> + 'static,
    ) -> Self {
        Self { text: Some(Box::new(text)), widest, ..Self::of(title, Vec::new()) }
    }

    /// Sets columns for the cells, on a page that is that wide.
    pub fn columns(mut self, columns: impl Into<Vec<Constraint>>, wide: u16) -> Self {
        (self.columns, self.widest) = (columns.into(), wide);
        self
    }

    /// Adds a cursor, on the first row that opens something.
    pub fn with_cursor(mut self) -> Self {
        self.at = Some(self.rows.iter().position(|row| row.opens.is_some()).unwrap_or(0));
        self.widest += MARGIN;
        self
    }

    /// Sets the verdict for a key, and the word for it unless that is the usual one.
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

    /// The lines for a width. Those for a greater width serve as well if they fit.
    fn laid(&self, wide: u16) -> Ref<'_, Laid> {
        let known = (self.laid.borrow().used, self.laid.borrow().columns);
        if !(known.0 <= wide && wide <= known.1) {
            self.laid.replace(self.lay_out(wide));
        }
        self.laid.borrow()
    }

    fn lay_out(&self, wide: u16) -> Laid {
        let area = Rect { x: 0, y: 0, width: wide, height: 1 };
        let columns = columns(&self.columns, area);
        let text = self.text.as_ref().map(|text| text(wide.into()).into_iter().map(Row::new).collect());
        let rows: &[Row] = text.as_ref().map_or(&self.rows, |rows: &Vec<Row>| rows);
        let rows = rows.iter().enumerate();
        let lines: Vec<(usize, Vec<Cell>)> = rows
            .flat_map(|(at, row)| row.lines(&columns, area).into_iter().map(move |line| (at, line)))
            .collect();
        let cells = lines.iter().flat_map(|(_, cells)| cells);
        let used = cells.map(|(text, _)| width(text)).max().unwrap_or(0);
        let used = if self.columns.is_empty() { text::cells(used) } else { wide };
        Laid { columns: wide, used, lines }
    }

    fn margin(&self) -> u16 {
        if self.at.is_some() { MARGIN } else { 0 }
    }

    /// What the row under the cursor opens.
    fn opens(&self) -> Option<&Opens> {
        self.rows.get(self.at?)?.opens.as_ref()
    }

    /// Moves the cursor: by a line to the next row that opens something, if there is one.
    fn step(&mut self, at: usize, by: isize) {
        let opens = |at: &usize| self.rows[*at].opens.is_some();
        let next = match by {
            -1 => (0..at).rev().find(opens),
            1 => (at + 1..self.rows.len()).find(opens),
            _ => None,
        };
        let last = self.rows.len().saturating_sub(1);
        self.at = Some(next.unwrap_or(at.saturating_add_signed(by).min(last)));
    }
}

impl Layer for Page {
    fn scope(&self) -> Scope {
        Scope::Page
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn sees_to(&self, op: Op) -> bool {
        self.turns(op).is_some()
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        if let Some((.., done)) = self.turns(op) {
            return done(session);
        }
        match (op, self.opens(), self.at, step(op)) {
            (Op::Forward, Some((_, open)), ..) => return open().map_or(CLOSE, Then::push),
            (Op::Back | Op::Forward, ..) => return CLOSE,
            (_, _, Some(at), Some(by)) => self.step(at, by),
            _ => self.scroll.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.turns(op), self.opens()) {
            (_, Some((_, word, _)), _) if !word.is_empty() => KeyMeaning::This((*word).into()),
            (Op::Forward, None, Some((what, _))) => KeyMeaning::This(what.clone()),
            (Op::Forward, None, None) => KeyMeaning::Hidden,
            _ => KeyMeaning::Usual,
        }
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let laid = self.laid(self.widest - self.margin());
        let title = text::cells(width(&self.title) + 2);
        let columns = (laid.used + self.margin()).max(title).min(self.widest);
        (text::cells(laid.lines.len()), columns)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let inner = area.width.saturating_sub(self.margin());
        let inner = Rect { x: area.x + self.margin(), width: inner, ..area };
        let laid = self.laid(inner.width);
        let columns = columns(&self.columns, inner);
        let line = |nth: usize, y: u16, buf: &mut Buffer| {
            let (at, cells) = &laid.lines[nth];
            match &cells[..] {
                [(text, _)] if self.at == Some(*at) && self.rows[*at].opens.is_some() => {
                    put(buf, inner.x, y, inner.width, text, theme.active);
                }
                _ => put_cells(buf, cells, &columns, Rect { y, height: 1, ..inner }, theme),
            }
        };
        let Some(at) = self.at else {
            return self.scroll.paint(laid.lines.len(), area, theme, buf, line);
        };
        // The lines of the row under the cursor are in view, the first of them above all.
        let first = laid.lines.partition_point(|(of, _)| *of < at);
        let last = laid.lines.partition_point(|(of, _)| *of <= at).saturating_sub(1);
        self.scroll.view(area, laid.lines.len(), Some(last));
        for (nth, y) in self.scroll.view(area, laid.lines.len(), Some(first)).zip(area.y..) {
            line(nth, y, buf);
            if nth == first {
                put(buf, area.x, y, 1, "›", theme.active);
            }
        }
    }
}
