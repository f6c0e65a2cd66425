//! The screens, one file each.

pub mod play;
pub mod start;
pub mod timeline;
pub mod watch;

use super::app::{App, Screen};
use super::overlays;
use super::panes::foot::{Foot, KeyMeaning};
use crate::tui::input::operations::Op;
use crate::tui::paint::ascii;
use crate::tui::paint::text::{put, put_blank};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::Widget;

/// From this many columns on, one column stays blank on either side.
const ROOMY: u16 = 100;
/// Smallest supported size, in columns and rows.
const MIN_SIZE: (u16, u16) = (60, 16);

/// Paints the whole screen.
pub fn paint(app: &App, area: Rect, buf: &mut Buffer) {
    put_blank(buf, area, app.theme.ground);
    paint_all(app, area, buf);
    if app.settings.ascii {
        ascii::spell(buf);
    }
}

/// The areas of a screen.
struct Parts {
    body: Rect,
    message: Rect,
    foot: Rect,
}

/// Lays out the screen; `None` if it is smaller than the minimum.
fn parts(area: Rect) -> Option<Parts> {
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
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
        let text =
            format!("too small: {}x{}, needs {}x{}", area.width, area.height, MIN_SIZE.0, MIN_SIZE.1);
        put(buf, area.x, area.y, area.width, &text, app.theme.note);
        return;
    };
    let body = parts.body;
    match &app.place {
        Screen::Start => start::paint(app, body, buf),
        Screen::Fight => play::paint(app, body, buf),
        Screen::Timeline(shown) => timeline::paint(app, shown, body, buf),
    }
    if let Some(layer) = app.layers.last() {
        overlays::paint(&**layer, &app.view(), body, buf);
    }
    paint_below(app, &parts, buf);
}

/// Paints the message and the foot line.
fn paint_below(app: &App, parts: &Parts, buf: &mut Buffer) {
    message(app, parts.message, buf);
    let scopes = app.scopes();
    // Overlays have few keys, and all are shown, so the palette is not offered.
    let means = |op| match op {
        Op::Palette if !app.layers.is_empty() => KeyMeaning::Hidden,
        op => app.means(op),
    };
    let foot = Foot { keymap: &app.keymap, scopes: &scopes, means: &means, theme: &app.theme };
    foot.render(parts.foot, buf);
}

/// Paints the last message; a refusal has a mark as well as a colour.
fn message(app: &App, area: Rect, buf: &mut Buffer) {
    let text = &app.message.text;
    if app.message.fault {
        let x = put(buf, area.x, area.y, area.width, "! ", app.theme.fault);
        put(buf, x, area.y, area.right().saturating_sub(x), text, app.theme.fault);
    } else {
        put(buf, area.x, area.y, area.width, text, app.theme.note);
    }
}
