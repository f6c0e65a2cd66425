//! The panes of a fight, one file each.

mod columns;
pub mod curve;
pub mod field;
pub mod focus;
pub mod foot;
pub mod forecast;
pub mod head;
pub mod log;
pub mod places;
pub mod rail;
pub mod roster;
pub mod stage;
pub mod track;

use crate::tui::paint::text::{put, put_rule};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The style of a pane's title.
fn heading_style(active: bool, theme: &Theme) -> Style {
    if active { theme.text.add_modifier(Modifier::BOLD) } else { theme.frame }
}

/// Paints a pane's heading line, a title on a rule, and returns the area below it.
pub fn heading(buf: &mut Buffer, area: Rect, title: &str, active: bool, theme: &Theme) -> Rect {
    let (mark, mark_style) = if active { ("▸", theme.key) } else { ("─", theme.rule) };
    let x = put(buf, area.x, area.y, area.width, mark, mark_style);
    let room = area.right().saturating_sub(x);
    let end = put(buf, x, area.y, room, &format!(" {title} "), heading_style(active, theme));
    put_rule(buf, end..area.right(), area.y, theme.rule);
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}
