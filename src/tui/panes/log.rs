//! The log, newest last: only the lines in sight are made.

use super::heading;
use crate::rules::text::log::{LogAt, LogLine, Passage, Role, Span};
use crate::tui::paint::text::{put, width};
use crate::tui::paint::theme::Theme;
use crate::tui::table::board::{Areas, Pane};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

/// The log pane.
pub struct Log<'a>(pub View<'a>);

/// How far what goes on below stands in.
const HANGING: &str = "  ";

impl Widget for Log<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let area = heading(buf, area, "Log", view.board.pane == Pane::Log, view.theme);
        view.board.areas.set(Areas { log: area, ..view.board.areas.get() });
        let chosen = view.board.log.chosen.filter(|_| view.board.pane == Pane::Log);
        let lines = in_sight(&view, area);
        let used: usize = lines.iter().map(|line| line.rows.len()).sum();
        // Where there is room below the oldest, the lines stand at the top.
        let skipped = used.saturating_sub(usize::from(area.height));
        paint(&view, area, &lines, skipped, chosen, buf);
    }
}

/// A line broken to fit.
struct Wrapped {
    passage: Passage,
    rows: Vec<Vec<(Role, String)>>,
}

/// The lines in sight, oldest first.
fn in_sight(view: &View, area: Rect) -> Vec<Wrapped> {
    let columns = usize::from(area.width.saturating_sub(1)).max(1);
    let rows = |passage: &Passage| rows_of(view, passage, columns);
    let lines = view.board.log.lines(view.telling, usize::from(area.height), |line| rows(line).len());
    let wrapped = lines.into_iter().rev().map(|passage| Wrapped { rows: rows(&passage), passage });
    wrapped.collect()
}

/// The line at a row of the pane.
pub fn line_at(view: &View, area: Rect, row: usize) -> Option<LogAt> {
    let lines = in_sight(view, area);
    let used: usize = lines.iter().map(|line| line.rows.len()).sum();
    let skipped = used.saturating_sub(usize::from(area.height));
    let all = lines.iter().flat_map(|line| line.rows.iter().map(|_| line.passage.at()));
    all.skip(skipped).nth(row)
}

/// So many rows a line takes up.
pub fn height(view: &View, passage: &Passage, columns: u16) -> usize {
    rows_of(view, passage, usize::from(columns.saturating_sub(1)).max(1)).len()
}

fn rows_of(view: &View, passage: &Passage, columns: usize) -> Vec<Vec<(Role, String)>> {
    let line = view.telling.words(passage);
    if line.is_round() {
        return vec![ruled(&line, columns)];
    }
    let whole = wrapped(&line, columns);
    if whole.len() < 2 { whole } else { wrapped(&line.short(), columns) }
}

/// A header is ruled to the edge.
fn ruled(line: &LogLine, columns: usize) -> Vec<(Role, String)> {
    let mut text = line.text();
    text.extend(std::iter::repeat_n('─', columns.saturating_sub(width(&text))));
    vec![(Role::Round, text)]
}

/// Broken between words; the dot between two parts is not carried over.
fn wrapped(line: &LogLine, columns: usize) -> Vec<Vec<(Role, String)>> {
    let mut rows: Vec<Vec<(Role, String)>> = vec![Vec::new()];
    let mut used = 0;
    for span in &line.spans {
        for word in words(span, columns) {
            let room = width(word.trim_end());
            if used > 0 && used + room > columns {
                end(&mut rows);
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
    end(&mut rows);
    rows
}

/// A row has no space at its end.
fn end(rows: &mut [Vec<(Role, String)>]) {
    if let Some((_, last)) = rows.last_mut().and_then(|row| row.last_mut()) {
        last.truncate(last.trim_end().len());
    }
}

/// A roll stays in one piece, unless it is longer than half a row.
fn words(span: &Span, columns: usize) -> Vec<&str> {
    if span.role == Role::Roll && width(&span.text) * 2 < columns {
        return vec![&span.text];
    }
    span.text.split_inclusive(' ').collect()
}

fn paint(
    view: &View,
    area: Rect,
    lines: &[Wrapped],
    skipped: usize,
    chosen: Option<LogAt>,
    buf: &mut Buffer,
) {
    let all = lines
        .iter()
        .flat_map(|line| line.rows.iter().enumerate().map(move |(nth, row)| (line, nth, row)));
    for ((line, nth, row), y) in all.skip(skipped).zip(area.y..area.bottom()) {
        let typed = nth == 0 && view.telling.typed(&line.passage);
        put(buf, area.x, y, 1, if typed { "✎" } else { " " }, view.theme.dim);
        let mut x = area.x + 1;
        for (role, text) in row {
            x = put(buf, x, y, area.right().saturating_sub(x), text, style(view.theme, *role));
        }
        if chosen.is_some_and(|chosen| line.passage.tells(chosen)) {
            buf.set_style(Rect { y, height: 1, ..area }, view.theme.cursor);
        }
    }
}

fn style(theme: &Theme, role: Role) -> Style {
    match role {
        Role::Plain | Role::Actor => theme.text,
        Role::Roll | Role::Aside | Role::Dim => theme.dim,
        Role::Good => theme.hale,
        Role::Bad | Role::Harm => theme.hurt,
        Role::Fall => theme.failing.add_modifier(Modifier::BOLD),
        Role::Round => theme.frame.add_modifier(Modifier::BOLD),
    }
}
