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

use crate::tui::paint::text::{cells, put, put_blank, put_right, put_rule, width};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Marks text that continues below.
const MORE: &str = " ▾ more";

/// Marks in the last row that the text continues below. A line that would overlap the mark is hidden; scrolling shows
/// it.
pub fn mark_more(buf: &mut Buffer, area: Rect, theme: &Theme) {
    if area.height == 0 {
        return;
    }
    let row = Rect { y: area.bottom() - 1, height: 1, ..area };
    let mark = cells(width(MORE)).min(row.width);
    let under = row.right() - mark..row.right();
    if under.into_iter().any(|x| buf[(x, row.y)].symbol() != " ") {
        put_blank(buf, row, theme.ground);
    }
    put_right(buf, row.x, row.y, row.width, MORE, theme.active);
}

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
