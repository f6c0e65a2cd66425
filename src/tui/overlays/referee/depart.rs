//! Taking combatants out of the fight, or back in.

use crate::rules::model::combatant::Standing;
use crate::rules::model::command::Command;
use crate::rules::model::phrase::Number;
use crate::rules::text::words;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::Layer;
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The ways out of a fight, and back.
pub(in crate::tui::overlays) const WAYS: [Standing; 6] = [
    Standing::Fled,
    Standing::Dead,
    Standing::Surrendered,
    Standing::Down,
    Standing::Gone,
    Standing::Up,
];

/// Asks how the selected rows leave the fight or come back.
pub fn open(view: &View) -> Option<Box<dyn Layer>> {
    let targets = view.board.targets();
    if targets.is_empty() {
        return None;
    }
    let title = view.board.called(view.e, &targets);
    let rows = WAYS.map(|way| (words::becomes(way).says(Number::One), way));
    let pick = move |session: &mut Session, way: &Standing| {
        session.run(targets.iter().map(|who| Command::Depart(*who, *way)).collect())
    };
    Some(Picker::new(title, rows, pick).lettered().boxed())
}
