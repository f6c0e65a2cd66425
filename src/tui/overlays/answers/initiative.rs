//! Initiative of the whole table as one list, a field each; a folded kind has one.

use super::dice::read;
use crate::rules::model::dice::{Roll, RollRequest};
use crate::rules::text::words;
use crate::tui::fight::fold_initiative;
use crate::tui::overlays::forms::boxes::{Filled, FormBox};
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::table::view::View;

/// The list; a field left empty is rolled by machine.
pub fn open(view: &View, asks: Vec<RollRequest>) -> Box<dyn Overlay> {
    let throws = thrown_together(view, asks);
    let form = Form::new(throws.iter().map(|asks| field(view, asks)).collect());
    let done = move |_: &View, form: &Form| fill(form, &throws);
    FormBox::new("Initiative", form, done).hint("an empty field: the machine rolls").forgetting().boxed()
}

/// The questions that one die answers, each time in the order in which they are asked.
fn thrown_together(view: &View, asks: Vec<RollRequest>) -> Vec<Vec<RollRequest>> {
    let mut throws: Vec<(Option<usize>, Vec<RollRequest>)> = Vec::new();
    for ask in asks {
        let kind = fold_initiative::kind(view.board, view.e, &ask);
        match throws.iter_mut().find(|(of, _)| kind.is_some() && *of == kind) {
            Some((_, asks)) => asks.push(ask),
            None => throws.push((kind, vec![ask])),
        }
    }
    throws.into_iter().map(|(_, asks)| asks).collect()
}

fn field(view: &View, asks: &[RollRequest]) -> Field {
    let who: Vec<_> = asks.iter().filter_map(|ask| ask.who).collect();
    let ask = &asks[0];
    let name = match (&who[..], ask.side) {
        ([], Some(side)) => words::side(view.e, side).to_string(),
        ([], None) => "-".into(),
        (who, _) => words::counted(view.e, who),
    };
    let added = if ask.tally.is_empty() { String::new() } else { words::signed(ask.tally.total()) };
    Field::new(format!("{name}, {}d{}{added}", ask.count, ask.sides), Value::Text(String::new()))
}

fn fill(form: &Form, throws: &[Vec<RollRequest>]) -> Filled {
    let mut rolls: Vec<(RollRequest, Option<Roll>)> = Vec::new();
    for (at, (asks, field)) in throws.iter().zip(&form.fields).enumerate() {
        for ask in asks {
            let roll = match field.text() {
                "" => None,
                typed => Some(read(ask, typed).map_err(|fault| (at, fault))?),
            };
            rolls.push((ask.clone(), roll));
        }
    }
    Ok(Verdict::Beforehand(rolls))
}
