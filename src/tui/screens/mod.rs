//! The screens, one file each.

pub(in crate::tui) mod layout;
pub mod play;
pub mod start;
pub mod timeline;
pub mod watch;

use super::overlays;
use super::panes::foot::{Foot, KeyMeaning};
use super::panes::stage;
use super::session::Screen;
use super::shell::Shell;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{Layer, Stands};
use crate::tui::paint::ascii;
use crate::tui::paint::text::{put, put_blank};
use layout::{Bands, MIN_SIZE, bands};
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

/// What Enter does in the topmost layer.
fn enters(shell: &Shell) -> KeyMeaning {
    match shell.means(Op::Forward) {
        KeyMeaning::Usual => {
            let row = shell.session.keymap.row(&shell.scopes(), Op::Forward);
            row.map_or(KeyMeaning::Usual, |row| KeyMeaning::This(row.label.to_string()))
        }
        meaning => meaning,
    }
}

/// The bands with the body that a layer between roster and stage leaves.
fn above(bands: Bands, layer: Option<Rect>) -> Bands {
    let body = bands.body;
    let below =
        layer.filter(|layer| layer.x == body.x && layer.y > body.y + 2 && layer.width == body.width);
    let height = below.map_or(body.height, |layer| layer.y - body.y);
    Bands { body: Rect { height, ..body }, ..bands }
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
    let layer = shell.layers.last();
    let in_stage = |layer: &dyn Layer| layer.stands() == Stands::Stage && bands.stage.height > 1;
    let area = layer.map(|layer| overlays::area(&**layer, &session.view(), bands.body));
    let area = area.filter(|_| !layer.is_some_and(|layer| in_stage(&**layer)));
    match &session.place {
        Screen::Start => start::paint(session, body, buf),
        Screen::Fight => play::paint(session, &above(bands, area), buf),
        Screen::Timeline(shown) => timeline::paint(session, shown, body, buf),
    }
    if session.place != Screen::Fight {
        stage::say(&session.message, session, message, buf);
    }
    match (layer, area) {
        (Some(layer), Some(area)) => {
            overlays::paint(&**layer, &session.view(), area, buf);
            if session.place == Screen::Fight {
                stage::paint_for(session, enters(shell), bands.stage, buf);
            }
        }
        (Some(layer), None) => {
            let inside = stage::ground(session, bands.stage, buf);
            layer.paint(&session.view(), inside, buf);
        }
        (None, _) if session.place == Screen::Fight => stage::paint(session, bands.stage, buf),
        (None, _) => {}
    }
    // Layers have few keys, and all are shown.
    let means = |op| match op {
        Op::Palette if layer.is_some() => KeyMeaning::Hidden,
        op => shell.means(op),
    };
    let scopes = shell.scopes();
    Foot { keymap: &session.keymap, scopes: &scopes, means: &means, theme: &session.theme }
        .render(bands.foot, buf);
}
