//! The track of the timeline: rounds as segments, a cell for each act with its most notable mark, and a pointer below
//! the displayed moment. Only visible cells are built.

use crate::rules::text::words::mark::Mark;
use crate::tui::paint::text::{put, put_right, width};
use crate::tui::paint::theme::Theme;
use crate::tui::screens::timeline::Timeline;
use crate::tui::table::track::Track;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Lines: heading, track, pointer, legend.
pub const LINES: u16 = 4;

/// Letter and label of a point where another line branches off.
const FORK: (char, &str) = ('B', "branch");

/// A point on the track: the text before its cell, and the cell.
struct Cell {
    at: usize,
    before: String,
    sign: char,
    style: Style,
}

impl Cell {
    fn of(view: &View, track: &Track, at: usize) -> Self {
        let before = match at {
            0 => "start ".to_string(),
            _ if track.begins(at) => format!("│{} ", track.round(at)),
            _ => String::new(),
        };
        let theme = view.theme;
        let (sign, style) = match track.marks(at).all().next() {
            Some(mark) => (mark.letter(), style(theme, mark)),
            None if track.forks(at) => (FORK.0, theme.active),
            None => ('·', theme.text),
        };
        let undone = at > view.telling.chronicle.at();
        Self { at, before, sign, style: if undone { theme.dim } else { style } }
    }

    fn columns(&self) -> usize {
        width(&self.before) + 1
    }
}

fn style(theme: &Theme, mark: Mark) -> Style {
    match mark {
        Mark::Fallen => theme.failing,
        Mark::Broken => theme.hurt,
        Mark::Critical => theme.actor,
        Mark::Spell => theme.key,
    }
}

/// Paints the four lines. Returns the visible points, each with its column.
pub fn paint(
    view: &View,
    track: &Track,
    shown: &Timeline,
    area: Rect,
    buf: &mut Buffer,
) -> Vec<(usize, u16)> {
    let line = |at| Rect { y: area.y + at, height: 1, ..area };
    heading(view, track, shown, line(0), buf);
    let cells = cells(view, track, shown.at, line(1), buf);
    let column = cells.iter().find(|(at, _)| *at == shown.at).map_or(area.x, |(_, column)| *column);
    pointer(view, track, shown.at, column, line(2), buf);
    legend(view, line(3), buf);
    cells
}

fn heading(view: &View, track: &Track, shown: &Timeline, area: Rect, buf: &mut Buffer) {
    let only = if view.only_shown { " · view only" } else { "" };
    let title = format!("Timeline · act {} of {}{only}", shown.at, track.end());
    super::heading(buf, area, &title, true, view.theme);
    if shown.plays {
        let text = format!(" ▶ {} ", shown.pace());
        put_right(buf, area.x, area.y, area.width.saturating_sub(2), &text, view.theme.lit);
    }
}

/// Paints the cells around a point that fit, and returns each with its column.
fn cells(view: &View, track: &Track, at: usize, area: Rect, buf: &mut Buffer) -> Vec<(usize, u16)> {
    let room = usize::from(area.width).saturating_sub(2);
    let mut row = vec![Cell::of(view, track, at)];
    let mut used = row[0].columns();
    let mut take = |row: &mut Vec<Cell>, most: usize, first: bool| {
        let next = match first {
            true => row[0].at.checked_sub(1),
            false => row.last().map(|cell| cell.at + 1).filter(|at| *at <= track.end()),
        };
        let Some(cell) = next.map(|at| Cell::of(view, track, at)) else { return false };
        let fits = used + cell.columns() <= most;
        if fits {
            used += cell.columns();
            row.insert(if first { 0 } else { row.len() }, cell);
        }
        fits
    };
    while take(&mut row, room / 2, true) {}
    while take(&mut row, room, false) {}
    while take(&mut row, room, true) {}
    paint_cells(view, &row, track.end(), at, area, buf)
}

fn paint_cells(
    view: &View,
    row: &[Cell],
    end: usize,
    at: usize,
    area: Rect,
    buf: &mut Buffer,
) -> Vec<(usize, u16)> {
    let theme = view.theme;
    let mut x = area.x;
    let mut columns = Vec::with_capacity(row.len());
    if row.first().is_some_and(|cell| cell.at > 0) {
        x = put(buf, x, area.y, 1, "…", theme.dim);
    }
    for cell in row {
        x = put(buf, x, area.y, area.right().saturating_sub(x), &cell.before, theme.frame);
        let style = if cell.at == at { theme.lit } else { cell.style };
        columns.push((cell.at, x));
        x = put(
            buf,
            x,
            area.y,
            area.right().saturating_sub(x),
            cell.sign.encode_utf8(&mut [0; 4]),
            style,
        );
    }
    if row.last().is_some_and(|cell| cell.at < end) {
        put(buf, x, area.y, area.right().saturating_sub(x), "…", theme.dim);
    }
    columns
}

/// Paints the pointer and, beside it, a description of the act.
fn pointer(view: &View, track: &Track, at: usize, column: u16, area: Rect, buf: &mut Buffer) {
    put(buf, column, area.y, 1, "▴", view.theme.actor);
    let text = caption(view, track, at);
    let (left, right) = (column.saturating_sub(area.x + 1), area.right().saturating_sub(column + 2));
    if width(&text) <= usize::from(right) || right >= left {
        put(buf, column + 2, area.y, right, &text, view.theme.text);
    } else {
        put_right(buf, area.x, area.y, left, &text, view.theme.text);
    }
}

/// Describes the act that leads to a point, and what is notable about it.
fn caption(view: &View, track: &Track, at: usize) -> String {
    let mut parts = vec![match at.checked_sub(1) {
        Some(place) => view.telling.label(place).unwrap_or_else(|| "an act".into()),
        None => "start of the fight".into(),
    }];
    parts.extend(track.marks(at).all().map(|mark| mark.word().to_string()));
    if track.forks(at) {
        parts.push("a branch starts here".into());
    }
    if at > view.telling.chronicle.at() {
        parts.push("undone".into());
    }
    parts.join(" · ")
}

fn legend(view: &View, area: Rect, buf: &mut Buffer) {
    let marks = Mark::by(view.about()).map(|mark| (mark.letter(), mark.word(), style(view.theme, mark)));
    let mut x = area.x;
    for (letter, word, style) in marks.chain([(FORK.0, FORK.1, view.theme.active)]) {
        x = put(buf, x, area.y, area.right().saturating_sub(x), letter.encode_utf8(&mut [0; 4]), style);
        x = put(buf, x + 1, area.y, area.right().saturating_sub(x + 1), word, view.theme.dim) + 2;
    }
}
