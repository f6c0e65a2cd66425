//! The frame of a layer: a title on a rule.

use crate::tui::paint::text::{put, put_rule, width};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::{Block, Clear, Widget};

/// Draws a title on a rule over whatever is there, and returns the area below it, one column in on either side.
pub fn frame(area: Rect, title: &str, theme: &Theme, buf: &mut Buffer) -> Rect {
    Clear.render(area, buf);
    blank_halves(area, buf);
    Block::new().style(theme.panel).render(area, buf);
    let bold = theme.text.add_modifier(Modifier::BOLD);
    put_rule(buf, area.x..area.right(), area.y, theme.rule);
    put(buf, area.x + 1, area.y, area.width.saturating_sub(2), &format!(" {title} "), bold);
    let inner = Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), ..area };
    Rect { height: area.height.saturating_sub(1), ..inner }
}

/// Blanks wide characters whose right half is under the frame: they would hide its edge.
fn blank_halves(frame: Rect, buf: &mut Buffer) {
    let Some(left) = frame.x.checked_sub(1) else { return };
    for y in frame.y..frame.bottom() {
        if let Some(cell) = buf.cell_mut((left, y)).filter(|cell| width(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}
