//! The initiative of the whole table as one list with a field each, or one per folded kind. Enter goes on to the next
//! empty field, and submits the list from the last.

use super::dice::read;
use crate::rules::model::dice::{Roll, RollRequest};
use crate::rules::text::words;
use crate::tui::fight::fold_initiative;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::dialog::Dialog;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, STAY, closes};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Opens the list; the machine rolls for empty fields.
pub fn open(view: &View, asks: Vec<RollRequest>) -> Box<dyn Layer> {
    let throws = group_by_throw(view, asks);
    let form = Form::new(throws.iter().map(|asks| field(view, asks)).collect());
    Box::new(Initiative { form, throws })
}

struct Initiative {
    form: Form,
    /// The rolls that each field answers.
    throws: Vec<Vec<RollRequest>>,
}

impl Initiative {
    /// The empty field Enter goes on to: the next one below, else the first. `None` if nothing was typed at all or the
    /// last field is left empty: then the machine rolls.
    fn next_empty(&self) -> Option<usize> {
        let fields = &self.form.fields;
        let empty = |at: &usize| fields[*at].text().is_empty();
        let below = (self.form.at + 1..fields.len()).find(empty);
        let typed = (0..fields.len()).any(|at| !empty(&at));
        let back = if empty(&self.form.at) { None } else { (0..fields.len()).find(empty) };
        below.or(back).filter(|_| typed)
    }

    fn rolls(&self, session: &mut Session) -> Done {
        let mut rolls: Vec<(RollRequest, Option<Roll>)> = Vec::new();
        for (at, (asks, field)) in self.throws.iter().zip(&self.form.fields).enumerate() {
            for ask in asks {
                rolls.push((ask.clone(), typed(ask, field).map_err(|fault| (at, fault))?));
            }
        }
        closes(session.answer_beforehand(rolls))
    }

    /// Goes on to the next empty field if the current one holds a valid roll.
    fn next_field(&mut self) -> Option<Done> {
        let (at, next) = (self.form.at, self.next_empty()?);
        let asks = self.throws.get(at).into_iter().flatten();
        let wrong = asks.map(|ask| typed(ask, &self.form.fields[at])).find_map(Result::err);
        match wrong {
            Some(fault) => Some(Err(Refused::at(at, fault))),
            None => {
                self.form.at = next;
                Some(STAY)
            }
        }
    }
}

impl Dialog for Initiative {
    fn heading(&self, _: &View) -> String {
        "Initiative".into()
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    fn done(&mut self, session: &mut Session) -> Done {
        self.next_field().unwrap_or_else(|| self.rolls(session))
    }

    fn left(&self, session: &mut Session) -> Done {
        session.forget();
        CLOSE
    }

    fn below(&self) -> String {
        "a field left empty: the machine rolls".into()
    }

    fn meaning(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward if self.next_empty().is_some() => KeyMeaning::This("next field".into()),
            Op::Forward => KeyMeaning::This("roll them".into()),
            _ => self.form.means(op),
        }
    }
}

/// The roll typed in a field; `None` if it is empty, so that the machine rolls.
fn typed(ask: &RollRequest, field: &Field) -> Result<Option<Roll>, String> {
    let text = field.text();
    if text.is_empty() { Ok(None) } else { read(ask, text).map(Some) }
}

/// Groups the rolls that one throw answers, in the order in which they are asked for.
fn group_by_throw(view: &View, asks: Vec<RollRequest>) -> Vec<Vec<RollRequest>> {
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
