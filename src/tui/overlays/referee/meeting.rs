//! The distance between the sides at the start of a fight, for rules that do not roll it.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::Scene;
use crate::rules::model::tenths::Tenths;
use crate::tui::overlays::Layer;
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Asks for the distance, then begins the fight.
pub fn open(view: &View) -> Box<dyn Layer> {
    let usual = Tenths::whole(view.about().meets_at.unwrap_or(0));
    let value = Value::Number(usual.to_string(), view.about().unit.to_string());
    let form =
        Form::new(vec![Field::may("distance between the sides", value, true).known_as("distance")]);
    let done = move |session: &mut Session, form: &Form| {
        let mut commands = Vec::new();
        if form.fields[0].is_given() {
            let far = form.fields[0].tenths().map_err(|fault| (0, fault))?;
            let scene = Scene { meets_at: Some(far), ..session.view().e.scene.clone() };
            commands.push(Command::Overrule(Overrule::Scene(scene)));
        }
        commands.push(Command::Proceed);
        session.run(commands)
    };
    FormBox::new("The fight begins", form, done)
        .hint("Space: no distances; everyone is in reach of everyone")
        .boxed()
}
