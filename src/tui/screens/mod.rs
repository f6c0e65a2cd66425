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
use crate::tui::redraw::Redraw;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::Widget;

/// From so many columns on, a column stays free at either side.
const ROOMY: u16 = 100;
/// The least there must be.
const LEAST: (u16, u16) = (60, 16);

/// Paints everything.
pub fn paint(app: &App, area: Rect, buf: &mut Buffer) {
    put_blank(buf, area, app.theme.ground);
    paint_all(app, area, buf);
    if app.settings.ascii {
        ascii::spell(buf);
    }
}

/// Paints what has to be painted anew over the last frame; gives where that is.
pub fn repaint(app: &App, area: Rect, buf: &mut Buffer) -> Vec<Rect> {
    match (app.redraw, parts(area)) {
        (Redraw::Cursor { from }, Some(parts)) if !app.settings.ascii => {
            let below = Rect { height: area.bottom() - parts.message.y, ..parts.message };
            put_blank(buf, below, app.theme.ground);
            paint_below(app, &parts, buf);
            let mut painted = play::move_cursor(app, from, buf);
            painted.push(below);
            painted
        }
        _ => {
            paint(app, area, buf);
            vec![area]
        }
    }
}

/// Where a screen stands, and what is said below each.
struct Parts {
    body: Rect,
    message: Rect,
    foot: Rect,
}

/// Nothing, where there is not the least room.
fn parts(area: Rect) -> Option<Parts> {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return None;
    }
    let area = if area.width >= ROOMY { area.inner(Margin::new(1, 0)) } else { area };
    let foot = if area.height >= 24 { 2 } else { 1 };
    let body = Rect { height: area.height - foot - 1, ..area };
    let message = Rect { y: body.bottom(), height: 1, ..area };
    Some(Parts { body, message, foot: Rect { y: message.bottom(), height: foot, ..area } })
}

fn paint_all(app: &App, area: Rect, buf: &mut Buffer) {
    let Some(parts) = parts(area) else {
        let text = format!("{}x{} at least, this is {}x{}", LEAST.0, LEAST.1, area.width, area.height);
        put(buf, area.x, area.y, area.width, &text, app.theme.note);
        return;
    };
    let body = parts.body;
    match &app.place {
        Screen::Start => start::paint(app, body, buf),
        Screen::Fight => play::paint(app, body, buf),
        Screen::Timeline(shown) => timeline::paint(app, shown, body, buf),
    }
    if let Some(overlay) = app.overlays.last() {
        overlays::paint(&**overlay, &app.view(), body, buf);
    }
    paint_below(app, &parts, buf);
}

/// The message and the foot line.
fn paint_below(app: &App, parts: &Parts, buf: &mut Buffer) {
    message(app, parts.message, buf);
    let scopes = app.scopes();
    // What lies over a screen has few keys, all told.
    let means = |op| match op {
        Op::Palette if !app.overlays.is_empty() => Means::Hidden,
        op => app.means(op),
    };
    let foot = Foot { keymap: &app.keymap, scopes: &scopes, means: &means, theme: &app.theme };
    foot.render(parts.foot, buf);
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
