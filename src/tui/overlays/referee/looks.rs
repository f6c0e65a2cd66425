//! The settings of wardrum itself, which apply to every fight.

use crate::store::{Alert, Settings, ThemeName};
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Layer, closes};
use crate::tui::paint::theme;

/// Opens the settings.
pub fn open(now: Settings) -> Box<dyn Layer> {
    let form = Form::new(vec![
        Field::new("theme", Value::among(&ThemeName::ALL, &now.theme, |theme| theme.name().into())),
        Field::new("plain ASCII", Value::Flag(now.ascii)),
        Field::new("mouse", Value::Flag(now.mouse)),
        Field::new(
            "when an effect is due",
            Value::among(&Alert::ALL, &now.alert, |alert| alert.name().into()),
        ),
    ]);
    let hint = match theme::no_colour() {
        true => "NO_COLOR is set: no colours until it is unset",
        false => "saved in settings.ron in the configuration folder",
    };
    FormBox::new("Settings", form, |session, form| closes(session.settle_on(read(form))))
        .hint(hint)
        .boxed()
}

fn read(form: &Form) -> Settings {
    Settings {
        theme: ThemeName::ALL[form.fields[0].pick()],
        ascii: form.fields[1].flag(),
        mouse: form.fields[2].flag(),
        alert: Alert::ALL[form.fields[3].pick()],
    }
}
