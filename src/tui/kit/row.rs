//! A row of a list or a page: cells side by side in columns.

use crate::tui::overlays::Layer;
use crate::tui::paint::text::{cells, put, put_words, wrap};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use std::rc::Rc;

/// The text of a cell and its style.
pub type Cell = (String, Look);
/// A style of the theme.
pub type Look = fn(&Theme) -> Style;

/// What a row opens, in words, and how.
pub type Opens = (String, Box<dyn Fn() -> Option<Box<dyn Layer>>>);

/// A row of a page. A single cell takes the whole width.
#[derive(Default)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What Enter opens on it.
    pub opens: Option<Opens>,
}

impl Row {
    /// A row of one plain text.
    pub fn new(text: impl Into<String>) -> Self {
        Self::of([(text.into(), |theme| theme.text)])
    }

    /// A row of these cells.
    pub fn of<const N: usize>(cells: [Cell; N]) -> Self {
        Self { cells: cells.to_vec(), opens: None }
    }

    /// Wraps its cells to the columns, or a single one to the width of the area.
    pub fn lines(&self, columns: &[Rect], area: Rect) -> Vec<Vec<Cell>> {
        let whole = [area];
        let columns = if self.cells.len() == 1 { &whole } else { columns };
        let wrapped = |((text, _), at): (&Cell, &Rect)| wrap(text, at.width.into());
        let cells: Vec<Vec<String>> = self.cells.iter().zip(columns).map(wrapped).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |nth, (lines, (_, look)): (&Vec<String>, &Cell)| {
            (lines.get(nth).cloned().unwrap_or_default(), *look)
        };
        let line = |nth| cells.iter().zip(&self.cells).map(|of| cell(nth, of)).collect();
        (0..height).map(line).collect()
    }
}

/// Where columns of these widths are, with a blank between them.
pub fn columns(widths: &[Constraint], area: Rect) -> Rc<[Rect]> {
    Layout::horizontal(widths).spacing(1).split(area)
}

/// Draws cells in their columns, the last one to the edge of the area; what does not fit is cut after a word.
pub fn put_cells(buf: &mut Buffer, cells: &[Cell], columns: &[Rect], area: Rect, theme: &Theme) {
    let whole = [area];
    let columns = if cells.len() == 1 { &whole } else { columns };
    for (nth, ((text, look), at)) in cells.iter().zip(columns).enumerate() {
        let end = if nth + 1 == cells.len() { area.right() } else { at.right() };
        let at = Rect { width: end.saturating_sub(at.x), ..*at };
        put_words(buf, Rect { y: area.y, height: 1, ..at }, text, look(theme));
    }
}

/// The lines that texts take below each other, wrapped.
pub fn height(texts: &[Cell], columns: u16) -> u16 {
    cells(texts.iter().map(|(text, _)| wrap(text, columns.into()).len()).sum())
}

/// Draws texts below each other, wrapped, and returns the row on the screen after them.
pub fn put_wrapped(buf: &mut Buffer, texts: &[Cell], area: Rect, theme: &Theme) -> u16 {
    let lines = texts.iter().flat_map(|(text, look)| {
        wrap(text, area.width.into()).into_iter().map(move |line| (line, look))
    });
    let shown = lines.zip(area.y..area.bottom());
    shown.fold(area.y, |_, ((line, look), y)| {
        put(buf, area.x, y, area.width, &line, look(theme));
        y + 1
    })
}
