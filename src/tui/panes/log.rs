//! The log, newest last. Only visible lines are built.

use super::heading;
use crate::rules::text::log::{Account, LogAt, Role};
use crate::tui::paint::text::{cells, put};
use crate::tui::paint::theme::Theme;
use crate::tui::table::board::{Areas, Pane};
use crate::tui::table::log_lines::{Wrapped, broken};
use crate::tui::table::log_rows::Telling;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use std::rc::Rc;

/// The log pane.
pub struct Log<'a>(pub View<'a>);

impl Widget for Log<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let area = heading(buf, area, "Log", view.board.pane == Pane::Log, view.theme);
        view.board.areas.set(Areas { log: area, ..view.board.areas.get() });
        let chosen = view.board.log.chosen.filter(|_| view.board.pane == Pane::Log);
        let lines = in_sight(&view, area);
        let used = lines.rows();
        // The newest line is at the bottom, next to the last act.
        let above = area.height.saturating_sub(cells(used));
        let area = Rect { y: area.y + above, height: area.height - above, ..area };
        let skipped = used.saturating_sub(usize::from(area.height));
        paint(&view, area, lines.lines(), skipped, chosen, buf);
    }
}

/// The visible lines, oldest first. The newest is left out while it stands below in a row of its own, whole.
struct Sight {
    lines: Rc<[Wrapped]>,
    shown: usize,
}

impl Sight {
    fn lines(&self) -> &[Wrapped] {
        &self.lines[..self.shown]
    }

    /// The rows that they take.
    fn rows(&self) -> usize {
        self.lines().iter().map(|line| line.rows.len()).sum()
    }
}

/// The most rows that the newest line takes in the log if it fits into one of its own.
const NEWEST: u16 = 4;

fn in_sight(view: &View, area: Rect) -> Sight {
    let (log, last) = (&view.board.log, view.board.areas.get().last);
    let free = view.board.pane != Pane::Log && log.chosen.is_none();
    // It is not left out where the last act is an older line, because a round has begun since.
    let newest =
        |lines: &[Wrapped]| lines.last().is_some_and(|line| line.rows.len() == 1 && !is_round(line));
    // Nor where it is but the end of a line that joins several acts.
    let (all, alone) = (recent(view, view.telling, last), latest(view, last));
    let whole = all.last().map(|line| &line.rows) == alone.last().map(|line| &line.rows);
    let apart = free && last.height > 0 && whole && newest(&alone);
    let height = area.height.saturating_add(if apart { NEWEST } else { 0 });
    let lines = log.in_sight(view.telling, columns(area.width), height.into());
    let shown = lines.len().saturating_sub(usize::from(apart));
    Sight { lines, shown }
}

/// Returns the rows the log fills, heading included, up to the height of the area.
pub fn wanted(view: &View, area: Rect) -> u16 {
    let below = Rect { height: area.height.saturating_sub(1), ..area };
    cells(in_sight(view, below).rows()).min(below.height) + 1
}

/// Columns for text, after the mark of typed dice.
fn columns(width: u16) -> usize {
    usize::from(width.saturating_sub(1)).max(1)
}

/// Paints the newest line alone, in one row: what has just happened.
pub fn paint_last(view: &View, area: Rect, buf: &mut Buffer) {
    if area.height == 0 {
        return;
    }
    let lines = latest(view, area);
    let Some(line) = lines.iter().rfind(|line| !is_round(line)) else { return };
    let Some(row) = line.rows.first() else { return };
    let typed = if view.telling.typed(&line.account) { "✎" } else { " " };
    put(buf, area.x.saturating_sub(1), area.y, 1, typed, view.theme.dim);
    let mut x = area.x;
    for (role, text) in row {
        let style = style(view.theme, *role);
        let style = if *role == Role::Roll { style } else { style.add_modifier(Modifier::BOLD) };
        x = put(buf, x, area.y, area.right().saturating_sub(x), text, style);
    }
    if line.rows.len() > 1 {
        put(buf, x, area.y, area.right().saturating_sub(x), " …", view.theme.dim);
    }
}

/// The newest lines as the row of the last act would show them.
fn recent(view: &View, telling: Telling, area: Rect) -> Rc<[Wrapped]> {
    view.board.latest.in_sight(telling, columns(area.width), 2)
}

/// The same, but of a line that joins several acts only what was told by the newest key: the rest happened long ago.
fn latest(view: &View, area: Rect) -> Rc<[Wrapped]> {
    let all = recent(view, view.telling, area);
    let told =
        all.iter().rfind(|line| !is_round(line)).map_or(&[][..], |line| &line.account.places.told);
    let joins = told.first().map(|at| at.0) != told.last().map(|at| at.0);
    match told.last().filter(|_| joins).and_then(|at| view.telling.chronicle.line().get(at.0)) {
        Some(entry) => recent(view, Telling { from: entry.0, ..view.telling }, area),
        None => all,
    }
}

/// Whether a line is the header of a round.
fn is_round(line: &Wrapped) -> bool {
    line.rows.first().and_then(|row| row.first()).is_some_and(|(role, _)| *role == Role::Round)
}

/// Returns the line at a row of the pane.
pub fn line_at(view: &View, area: Rect, row: usize) -> Option<LogAt> {
    let lines = in_sight(view, area);
    let used = lines.rows();
    let row = row.checked_sub(usize::from(area.height).saturating_sub(used))?;
    let skipped = used.saturating_sub(usize::from(area.height));
    let all = lines.lines().iter().flat_map(|line| line.rows.iter().map(|_| line.account.place()));
    all.skip(skipped).nth(row)
}

/// Returns the number of rows a line takes when wrapped.
pub fn height(view: &View, account: &Account, width: u16) -> usize {
    broken(view.telling, account, columns(width)).len()
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
        let typed = nth == 0 && view.telling.typed(&line.account);
        put(buf, area.x, y, 1, if typed { "✎" } else { " " }, view.theme.dim);
        let mut x = area.x + 1;
        for (role, text) in row {
            x = put(buf, x, y, area.right().saturating_sub(x), text, style(view.theme, *role));
        }
        if chosen.is_some_and(|chosen| line.account.tells(chosen)) {
            buf.set_style(Rect { y, height: 1, ..area }, view.theme.cursor);
        }
    }
}

fn style(theme: &Theme, role: Role) -> Style {
    match role {
        Role::Plain | Role::Actor | Role::Means => theme.text,
        Role::Roll | Role::Rule | Role::Next | Role::Aside | Role::Dim => theme.dim,
        Role::Good => theme.text,
        Role::Bad => theme.hurt,
        Role::Harm | Role::Sum => theme.text.add_modifier(Modifier::BOLD),
        Role::Fall => theme.failing.add_modifier(Modifier::BOLD),
        Role::Round => theme.frame.add_modifier(Modifier::BOLD),
    }
}
