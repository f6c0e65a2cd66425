//! The screens, one file each.

pub(in crate::tui) mod layout;
pub mod play;
pub mod start;
pub mod timeline;
pub mod watch;

use super::overlays;
use super::panes::foot::{Foot, KeyMeaning};
use super::panes::stage;
use super::session::{Screen, Session};
use super::shell::Shell;
use crate::tui::input::operations::Op;
use crate::tui::overlays::Place;
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

fn paint_all(shell: &Shell, area: Rect, buf: &mut Buffer) {
    let session = &shell.session;
    let Some(bands) = bands(area) else {
        let text =
            format!("too small: {}x{}, needs {}x{}", area.width, area.height, MIN_SIZE.0, MIN_SIZE.1);
        put(buf, area.x, area.y, area.width, &text, session.theme.note);
        return;
    };
    let staged = session.place == Screen::Fight;
    let bands = if staged { bands } else { without_stage(bands) };
    let layer = shell.layers.last().map(|layer| {
        let layer = &**layer;
        (layer, overlays::place(layer, &session.view(), &bands))
    });
    if staged {
        let aims = layer.and_then(|(layer, _)| layer.aims(&session.view()));
        play::paint(session, aims.as_ref(), &above(bands, layer.map(|(_, place)| place)), buf);
    } else {
        paint_other(session, bands, buf);
    }
    match layer {
        None if staged => stage::paint(session, bands.stage, buf),
        None => {}
        Some((layer, Place::Stage)) => {
            let inside = stage::ground(session, bands.stage, buf);
            layer.paint(&session.view(), inside, buf);
        }
        Some((layer, Place::Page(area))) => {
            let whole = Rect { x: area.x - 1, width: area.width + 2, ..area };
            put_blank(buf, whole, session.theme.ground);
            let said = u16::from(!session.message.text.is_empty());
            let area = Rect { height: area.height - said, ..area };
            overlays::paint(layer, &session.view(), area, buf);
            stage::say(&session.message, session, Rect { y: area.bottom(), height: said, ..area }, buf);
        }
        Some((layer, Place::Over(area) | Place::Below(area))) => {
            if !staged && session.message.text.is_empty() {
                put_blank(buf, bands.last, session.theme.ground);
            }
            // Marks in the margin belong to what is covered.
            let margin = Rect { x: area.x.saturating_sub(1), width: 1, ..area };
            put_blank(buf, margin, session.theme.ground);
            overlays::paint(layer, &session.view(), area, buf);
            match layer.staged(&session.view()).filter(|_| staged) {
                Some(told) => stage::paint_form(session, &told, bands.stage, buf),
                None if staged => stage::paint_for(session, enters(shell), bands.stage, buf),
                None => {}
            }
        }
    }
    paint_foot(shell, bands.foot, buf);
}

/// The bands of a screen without a stage: the body goes on to the row for messages, which is in place of the last act.
fn without_stage(bands: Bands) -> Bands {
    let last = Rect { y: bands.foot.y - 1, height: 1, ..bands.foot };
    let body = Rect { height: last.y - bands.body.y, ..bands.body };
    Bands { body, last, ..bands }
}

/// Paints a screen without a stage.
fn paint_other(session: &Session, bands: Bands, buf: &mut Buffer) {
    match &session.place {
        Screen::Timeline(shown) => timeline::paint(session, shown, bands.body, buf),
        Screen::Start | Screen::Fight => start::paint(session, bands.body, bands.last, buf),
    }
    stage::say(&session.message, session, bands.last, buf);
}

/// The bands with the body that a layer between roster and stage leaves.
fn above(bands: Bands, layer: Option<Place>) -> Bands {
    let Some(Place::Below(below)) = layer else { return bands };
    Bands { body: Rect { height: below.y - bands.body.y, ..bands.body }, ..bands }
}

/// What Enter does in the topmost layer.
fn enters(shell: &Shell) -> KeyMeaning {
    match shell.means(Op::Forward) {
        KeyMeaning::Usual => {
            if let Some(text) = shell.layers.last().and_then(|layer| layer.picked()) {
                return KeyMeaning::This(text);
            }
            let row = shell.session.keymap.row(&shell.scopes(), Op::Forward);
            row.map_or(KeyMeaning::Usual, |row| KeyMeaning::This(row.label.to_string()))
        }
        meaning => meaning,
    }
}

fn paint_foot(shell: &Shell, area: Rect, buf: &mut Buffer) {
    let Session { keymap, theme, .. } = &shell.session;
    // Layers have few keys, and all are shown.
    let means = |op| match op {
        Op::Palette if !shell.layers.is_empty() => KeyMeaning::Hidden,
        op => shell.means(op),
    };
    Foot { keymap, scopes: &shell.scopes(), means: &means, wanted: shell.session.phones_want(), theme }
        .render(area, buf);
}
