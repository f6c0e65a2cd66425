//! The frame of a layer.

use crate::tui::paint::text::{put, width};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Widget};

/// Draws a titled frame over whatever is there, and returns the area inside.
pub fn frame(area: Rect, title: &str, theme: &Theme, buf: &mut Buffer) -> Rect {
    Clear.render(area, buf);
    blank_halves(area, buf);
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(theme.active);
    let block = block.style(theme.panel).padding(Padding::horizontal(1));
    let inner = block.inner(area);
    block.render(area, buf);
    let style = theme.active.add_modifier(Modifier::BOLD);
    put(buf, area.x + 2, area.y, area.width.saturating_sub(4), &format!(" {title} "), style);
    inner
}

/// Blanks wide characters whose right half is under the frame: they would hide the border.
fn blank_halves(frame: Rect, buf: &mut Buffer) {
    let Some(left) = frame.x.checked_sub(1) else { return };
    for y in frame.y..frame.bottom() {
        if let Some(cell) = buf.cell_mut((left, y)).filter(|cell| width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}
