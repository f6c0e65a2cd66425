//! The log, newest last: only the lines in sight are made.

use super::heading;
use crate::tui::paint::text::{put, width};
use crate::tui::table::board::{Areas, Pane};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The log pane.
pub struct Log<'a>(pub View<'a>);

impl Widget for Log<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let area = heading(buf, area, "Log", view.board.pane == Pane::Log, view.theme);
        view.board.areas.set(Areas { log: area, ..view.board.areas.get() });
        let place = &view.board.log;
        let lines = place.lines(view.telling, usize::from(area.height));
        for ((at, line), y) in lines.into_iter().rev().zip(area.y..) {
            let typed = view.telling.typed(at);
            put(buf, area.x, y, 1, if typed { "✎" } else { " " }, view.theme.dim);
            let x = area.x + 1 + 2 * u16::from(line.indent);
            let style = if line.indent == 0 { view.theme.text } else { view.theme.dim };
            told(buf, x, y, area.right().saturating_sub(x), &line.text, style);
            if place.chosen == Some(at) && view.board.pane == Pane::Log {
                buf.set_style(Rect { y, height: 1, ..area }, view.theme.cursor);
            }
        }
    }
}

/// A line that is too long is cut before what came of it: `Ana attacks Gob with sw…: hit`.
fn told(buf: &mut Buffer, x: u16, y: u16, room: u16, text: &str, style: Style) {
    let verdict = text.rfind(": ").map_or("", |at| &text[at..]);
    let tail = u16::try_from(width(verdict)).unwrap_or(u16::MAX);
    if width(text) <= usize::from(room) || tail.saturating_mul(2) > room {
        put(buf, x, y, room, text, style);
        return;
    }
    let head = &text[..text.len() - verdict.len()];
    let end = put(buf, x, y, room - tail, head, style);
    put(buf, end, y, tail, verdict, style);
}
