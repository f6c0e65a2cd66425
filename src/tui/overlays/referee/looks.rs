//! The settings of wardrum itself, which apply to every fight.

use crate::store::{Alert, Late, Settings, ThemeName};
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::{Layer, closes};
use crate::tui::paint::theme;

/// Opens the settings.
pub fn open(now: Settings) -> Box<dyn Layer> {
    let rows = vec![
        Row::pick(
            "theme",
            &ThemeName::ALL,
            &now.theme,
            |of| of.name().into(),
            |now: &mut Settings, theme| {
                now.theme = theme;
            },
        ),
        Row::flag("plain ASCII", now.ascii, |now: &mut Settings, ascii| now.ascii = ascii),
        Row::flag("mouse", now.mouse, |now: &mut Settings, mouse| now.mouse = mouse),
        Row::pick(
            "when an effect is due",
            &Alert::ALL,
            &now.alert,
            |of| of.name().into(),
            |now: &mut Settings, alert| {
                now.alert = alert;
            },
        ),
        Row::pick(
            "a player's wait! is late after",
            &Late::ALL,
            &now.late,
            |of| of.word().into(),
            |now: &mut Settings, late| {
                now.late = late;
            },
        ),
        Row::flag("phones: the machine may roll", now.phones_roll, |now: &mut Settings, may| {
            now.phones_roll = may;
        }),
    ];
    let hint = match theme::no_colour() {
        true => "NO_COLOR is set: no colours until it is unset",
        false => "saved in settings.ron in the configuration folder",
    };
    fixed("Settings", now, rows, |session, now| closes(session.settle_on(*now))).hint(hint).boxed()
}
