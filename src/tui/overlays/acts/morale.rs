//! A morale check by the referee's word.

use crate::rules::model::command::Command;
use crate::rules::model::ids::SideId;
use crate::tui::overlays::forms::boxes::FormBox;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::table::view::View;

/// Which side, and what the situation adds to the scores.
pub fn open(view: &View) -> Option<Box<dyn Overlay>> {
    let sides: Vec<SideId> = view.e.side_ids().collect();
    let names = view.e.sides.iter().map(|side| side.name.to_string()).collect();
    let at = view.under_cursor().map_or(0, |c| c.side.index());
    let form = Form::new(vec![
        Field::new("side", Value::Pick(names, at)),
        Field::new("added to the score", Value::number(0)),
    ]);
    let done = move |_: &View, form: &Form| {
        let adjustment = form.fields[1].number().map_err(|fault| (1, fault))?;
        let side = *sides.get(form.fields[0].pick()).ok_or((0, "no such side".to_string()))?;
        Ok(Verdict::Run(vec![Command::Morale { side, adjustment }]))
    };
    (!view.e.sides.is_empty()).then(|| FormBox::new("Morale", form, done).boxed())
}
