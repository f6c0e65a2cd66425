//! Initiative of the whole table as one list, a field each.

use super::boxes::{Filled, FormBox};
use super::dice::read;
use super::form::{Field, Form, Value};
use super::{Overlay, Verdict};
use crate::rules::dice::{Answer, RollRequest};
use crate::rules::words;
use crate::tui::view::View;

/// The list; a field left empty is rolled by machine.
pub fn open(view: &View, asks: Vec<RollRequest>) -> Box<dyn Overlay> {
    let field = |ask: &RollRequest| {
        let name = match (ask.who, ask.side) {
            (Some(who), _) => words::name(view.e, who),
            (None, Some(side)) => words::side(view.e, side),
            (None, None) => "-",
        };
        let added = if ask.tally.is_empty() { String::new() } else { words::signed(ask.tally.total()) };
        Field::new(format!("{name}, {}d{}{added}", ask.count, ask.sides), Value::Text(String::new()))
    };
    let form = Form::new(asks.iter().map(field).collect());
    let done = move |_: &View, form: &Form| fill(form, &asks);
    FormBox::new("Initiative", form, done).hint("an empty field: the machine rolls").forgetting().boxed()
}

fn fill(form: &Form, asks: &[RollRequest]) -> Filled {
    let mut answers = Vec::with_capacity(asks.len());
    for (at, (ask, field)) in asks.iter().zip(&form.fields).enumerate() {
        answers.push(match field.text() {
            "" => None,
            typed => Some(Answer::Roll(read(ask, typed).map_err(|fault| (at, fault))?)),
        });
    }
    Ok(Verdict::Answers(answers))
}
