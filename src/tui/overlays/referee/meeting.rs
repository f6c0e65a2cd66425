//! The distance between the sides at the start of a fight, for rules that do not roll it.

use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::encounter::Scene;
use crate::rules::model::tenths::Tenths;
use crate::tui::overlays::Layer;
use crate::tui::overlays::forms::edit::{Row, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Asks for the distance, then begins the fight.
pub fn open(view: &View) -> Box<dyn Layer> {
    let usual = Tenths::whole(view.about().meets_at.unwrap_or(0));
    let value = Value::Number(usual.to_string(), view.about().unit.to_string());
    let field = Field::may("distance between the sides", value, true).known_as("distance");
    let read = |field: &Field| field.if_given(Field::tenths);
    let row = Row::set(field, read, |draft: &mut Option<Tenths>, far| *draft = far);
    let done = |session: &mut Session, far: &Option<Tenths>| {
        let mut commands = Vec::new();
        if far.is_some() {
            let scene = Scene { meets_at: *far, ..session.view().e.scene.clone() };
            commands.push(Command::Overrule(Overrule::Scene(scene)));
        }
        commands.push(Command::Proceed);
        session.run(commands)
    };
    let hint = "Space: no distances; everyone is in reach of everyone";
    fixed("The fight begins", None, vec![row], done).hint(hint).boxed()
}
