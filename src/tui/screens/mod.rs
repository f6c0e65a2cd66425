//! The screens, one file each.

pub mod play;
pub mod start;
pub mod timeline;
pub mod watch;

use super::overlays;
use super::panes::foot::{Foot, KeyMeaning};
use super::session::{Screen, Session};
use super::shell::Shell;
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
pub fn paint(shell: &Shell, area: Rect, buf: &mut Buffer) {
    put_blank(buf, area, shell.session.theme.ground);
    paint_all(shell, area, buf);
    if shell.session.settings.ascii {
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

fn paint_all(shell: &Shell, area: Rect, buf: &mut Buffer) {
    let session = &shell.session;
    let Some(parts) = parts(area) else {
        let text =
            format!("too small: {}x{}, needs {}x{}", area.width, area.height, MIN_SIZE.0, MIN_SIZE.1);
        put(buf, area.x, area.y, area.width, &text, session.theme.note);
        return;
    };
    let body = parts.body;
    match &session.place {
        Screen::Start => start::paint(session, body, buf),
        Screen::Fight => play::paint(session, body, buf),
        Screen::Timeline(shown) => timeline::paint(session, shown, body, buf),
    }
    if let Some(layer) = shell.layers.last() {
        overlays::paint(&**layer, &session.view(), body, buf);
    }
    paint_below(shell, &parts, buf);
}

/// Paints the message and the foot line.
fn paint_below(shell: &Shell, parts: &Parts, buf: &mut Buffer) {
    message(&shell.session, parts.message, buf);
    let scopes = shell.scopes();
    // Overlays have few keys, and all are shown, so the palette is not offered.
    let means = |op| match op {
        Op::Palette if !shell.layers.is_empty() => KeyMeaning::Hidden,
        op => shell.means(op),
    };
    let foot = Foot {
        keymap: &shell.session.keymap,
        scopes: &scopes,
        means: &means,
        theme: &shell.session.theme,
    };
    foot.render(parts.foot, buf);
}

/// Paints the last message; a refusal has a mark as well as a colour.
fn message(session: &Session, area: Rect, buf: &mut Buffer) {
    let text = &session.message.text;
    if session.message.fault {
        let x = put(buf, area.x, area.y, area.width, "! ", session.theme.fault);
        put(buf, x, area.y, area.right().saturating_sub(x), text, session.theme.fault);
    } else {
        put(buf, area.x, area.y, area.width, text, session.theme.note);
    }
}
