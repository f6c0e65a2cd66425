//! The log, newest last: only the lines in sight are made.

use super::heading;
use crate::tui::board::Pane;
use crate::tui::text::put;
use crate::tui::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// The log pane.
pub struct Log<'a>(pub View<'a>);

impl Widget for Log<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let area = heading(buf, area, "Log", view.board.pane == Pane::Log, view.theme);
        let place = &view.board.log;
        let bottom = place.chosen.and(place.bottom);
        let lines: Vec<_> = view.telling.backward(bottom).take(usize::from(area.height)).collect();
        let above = usize::from(area.height).saturating_sub(lines.len());
        let first = if bottom.is_none() && above > 0 { 0 } else { above };
        for ((at, line), y) in lines.into_iter().rev().zip(area.y + u16::try_from(first).unwrap_or(0)..)
        {
            let typed = line.indent == 0 && view.telling.typed(at.0);
            put(buf, area.x, y, 1, if typed { "✎" } else { " " }, view.theme.dim);
            let x = area.x + 1 + 2 * u16::from(line.indent);
            let style = if line.indent == 0 { view.theme.text } else { view.theme.dim };
            put(buf, x, y, area.right().saturating_sub(x), &line.text, style);
            if place.chosen == Some(at) && view.board.pane == Pane::Log {
                buf.set_style(Rect { y, height: 1, ..area }, view.theme.cursor);
            }
        }
    }
}
