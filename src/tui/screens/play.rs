//! The screen of a fight: rail, roster, focus, log, as far as there is room.

use crate::tui::app::App;
use crate::tui::board::Pane;
use crate::tui::panes::{focus::Focus, log::Log, rail::Rail, roster::Roster};
use crate::tui::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// From so many columns on, focus and log stand beside the roster.
const WIDE: u16 = 110;
/// From so many lines on, the roster leaves room below it.
const TALL: u16 = 19;
/// Lines of the rail.
const RAIL: u16 = 2;

/// Paints the fight.
pub fn paint(app: &App, area: Rect, buf: &mut Buffer) {
    let view = app.view();
    Rail(view).render(Rect { height: RAIL, ..area }, buf);
    let body = Rect { y: area.y + RAIL, height: area.height - RAIL, ..area };
    match (body.width >= WIDE, body.height >= TALL) {
        (true, _) => side_by_side(view, body, buf),
        (false, true) => stacked(view, body, buf),
        (false, false) => one_at_a_time(view, body, buf),
    }
}

fn side_by_side(view: View, area: Rect, buf: &mut Buffer) {
    let left = area.width / 2;
    let x = area.x + left + 1;
    let right = Rect { x, width: area.width - left - 1, ..area };
    let upper = (area.height * 2 / 5).max(8).min(area.height);
    Roster(view).render(Rect { width: left, ..area }, buf);
    Focus(view).render(Rect { height: upper, ..right }, buf);
    Log(view).render(Rect { y: right.y + upper, height: right.height - upper, ..right }, buf);
}

/// Focus and log share the lower part: the log, unless the focus has the keys.
fn stacked(view: View, area: Rect, buf: &mut Buffer) {
    let rows = u16::try_from(view.board.order.len()).unwrap_or(u16::MAX).saturating_add(1);
    let upper = rows.clamp(5, area.height * 3 / 5);
    Roster(view).render(Rect { height: upper, ..area }, buf);
    let lower = Rect { y: area.y + upper, height: area.height - upper, ..area };
    match view.board.pane {
        Pane::Focus => Focus(view).render(lower, buf),
        _ => Log(view).render(lower, buf),
    }
}

fn one_at_a_time(view: View, area: Rect, buf: &mut Buffer) {
    match view.board.pane {
        Pane::Roster => Roster(view).render(area, buf),
        Pane::Focus => Focus(view).render(area, buf),
        Pane::Log => Log(view).render(area, buf),
    }
}
