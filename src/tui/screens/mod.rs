//! The screens, one file each.

pub mod play;
pub mod start;
pub mod timeline;
pub mod watch;

use super::app::{App, Screen};
use super::overlays;
use super::panes::foot::{Foot, Means};
use crate::tui::input::operations::Op;
use crate::tui::paint::ascii;
use crate::tui::paint::text::{put, put_blank};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::Widget;

/// From so many columns on, a column stays free at either side.
const ROOMY: u16 = 100;
/// The least there must be.
const LEAST: (u16, u16) = (60, 16);

/// Paints everything.
pub fn paint(app: &App, area: Rect, buf: &mut Buffer) {
    if app.theme.ground.bg.is_some() {
        put_blank(buf, area, app.theme.ground);
    }
    paint_all(app, area, buf);
    if app.settings.ascii {
        ascii::spell(buf);
    }
}

fn paint_all(app: &App, area: Rect, buf: &mut Buffer) {
    if (area.width, area.height) < LEAST || area.height < LEAST.1 {
        let text = format!("{}x{} at least, this is {}x{}", LEAST.0, LEAST.1, area.width, area.height);
        put(buf, area.x, area.y, area.width, &text, app.theme.note);
        return;
    }
    let area = if area.width >= ROOMY { area.inner(Margin::new(1, 0)) } else { area };
    let foot_lines = if area.height >= 24 { 2 } else { 1 };
    let height = area.height - foot_lines - 1;
    let body = Rect { height, ..area };
    match &app.place {
        Screen::Start => start::paint(app, body, buf),
        Screen::Fight => play::paint(app, body, buf),
        Screen::Timeline(shown) => timeline::paint(app, shown, body, buf),
    }
    if let Some(overlay) = app.overlays.last() {
        overlays::paint(&**overlay, &app.view(), body, buf);
    }
    message(app, Rect { y: area.y + height, height: 1, ..area }, buf);
    let scopes = app.scopes();
    // What lies over a screen has few keys, all told.
    let means = |op| match op {
        Op::Palette if !app.overlays.is_empty() => Means::Hidden,
        op => app.means(op),
    };
    let foot = Foot { keymap: &app.keymap, scopes: &scopes, means: &means, theme: &app.theme };
    foot.render(Rect { y: area.y + height + 1, height: foot_lines, ..area }, buf);
}

/// What was said last; a refusal has its mark beside its colour.
fn message(app: &App, area: Rect, buf: &mut Buffer) {
    let text = &app.message.text;
    if app.message.fault {
        let x = put(buf, area.x, area.y, area.width, "! ", app.theme.fault);
        put(buf, x, area.y, area.right().saturating_sub(x), text, app.theme.fault);
    } else {
        put(buf, area.x, area.y, area.width, text, app.theme.note);
    }
}
