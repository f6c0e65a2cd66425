//! The log, newest last. Only visible lines are built.

use super::heading;
use crate::rules::text::log::{Account, LogAt, Role};
use crate::tui::paint::text::{cells, put};
use crate::tui::paint::theme::Theme;
use crate::tui::table::board::{Areas, Pane};
use crate::tui::table::log_lines::{Wrapped, broken};
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
        let used: usize = lines.iter().map(|line| line.rows.len()).sum();
        // If there is room to spare, the lines start at the top.
        let skipped = used.saturating_sub(usize::from(area.height));
        paint(&view, area, &lines, skipped, chosen, buf);
    }
}

/// Returns the visible lines, oldest first.
fn in_sight(view: &View, area: Rect) -> Rc<[Wrapped]> {
    view.board.log.in_sight(view.telling, columns(area.width), usize::from(area.height))
}

/// Returns the rows the log fills, heading included, up to the height of the area.
pub fn wanted(view: &View, area: Rect) -> u16 {
    let below = Rect { height: area.height.saturating_sub(1), ..area };
    let used = in_sight(view, below).iter().map(|line| line.rows.len()).sum();
    cells(used).min(below.height) + 1
}

/// Columns for text, after the mark of typed dice.
fn columns(width: u16) -> usize {
    usize::from(width.saturating_sub(1)).max(1)
}

/// Returns the line at a row of the pane.
pub fn line_at(view: &View, area: Rect, row: usize) -> Option<LogAt> {
    let lines = in_sight(view, area);
    let used: usize = lines.iter().map(|line| line.rows.len()).sum();
    let skipped = used.saturating_sub(usize::from(area.height));
    let all = lines.iter().flat_map(|line| line.rows.iter().map(|_| line.account.place()));
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
        Role::Good => theme.hale,
        Role::Bad | Role::Harm | Role::Sum => theme.hurt,
        Role::Fall => theme.failing.add_modifier(Modifier::BOLD),
        Role::Round => theme.frame.add_modifier(Modifier::BOLD),
    }
}
