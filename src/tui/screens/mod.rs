//! The screens, one file each.

mod layout;
pub mod play;
pub mod start;
pub mod timeline;
pub mod watch;

use super::overlays;
use super::panes::foot::Foot;
use super::panes::stage;
use super::session::Screen;
use super::shell::Shell;
use crate::tui::paint::ascii;
use crate::tui::paint::text::{put, put_blank};
use layout::{MIN_SIZE, bands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// Paints the whole screen.
pub fn paint(shell: &Shell, area: Rect, buf: &mut Buffer) {
    put_blank(buf, area, shell.session.theme.ground);
    paint_all(shell, area, buf);
    if shell.session.settings.ascii {
        ascii::spell(buf);
    }
}

fn paint_all(shell: &Shell, area: Rect, buf: &mut Buffer) {
    let session = &shell.session;
    let Some(bands) = bands(area) else {
        let text =
            format!("too small: {}x{}, needs {}x{}", area.width, area.height, MIN_SIZE.0, MIN_SIZE.1);
        put(buf, area.x, area.y, area.width, &text, session.theme.note);
        return;
    };
    // Without a stage, its last row says what went wrong.
    let message = Rect { y: bands.foot.y - 1, height: 1, ..bands.foot };
    let body = Rect { height: message.y - bands.body.y, ..bands.body };
    match &session.place {
        Screen::Start => start::paint(session, body, buf),
        Screen::Fight => play::paint(session, &bands, buf),
        Screen::Timeline(shown) => timeline::paint(session, shown, body, buf),
    }
    if session.place != Screen::Fight {
        stage::say(&session.message, session, message, buf);
    }
    if let Some(layer) = shell.layers.last() {
        overlays::paint(&**layer, &session.view(), bands.body, buf);
    }
    let means = |op| shell.means(op);
    let scopes = shell.scopes();
    Foot { keymap: &session.keymap, scopes: &scopes, means: &means, theme: &session.theme }
        .render(bands.foot, buf);
}
