//! Rolls of one kind as one list with a field each: the initiative of the whole table, or the saves of several. Enter
//! goes on to the next empty field, and submits the list from the last.

use super::dice::NOT_COME;
use super::throws::{Throw, throws};
use crate::rules::model::dice::{Purpose, RollRequest};
use crate::rules::text::log::capital;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::dialog::Dialog;
use crate::tui::overlays::forms::form::Form;
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, STAY, closes};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::phones::Heard;
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Opens the list; the machine rolls for empty fields.
pub fn open(view: &View, asks: Vec<RollRequest>) -> Box<dyn Layer> {
    let title = asks.first().map_or_else(String::new, |ask| match ask.purpose {
        Purpose::Initiative => "Initiative".into(),
        purpose => format!("{} rolls: {}", asks.len(), purpose.noun()),
    });
    let throws = throws(view, asks);
    let form = Form::new(throws.iter().map(Throw::field).collect());
    let sent = vec![String::new(); throws.len()];
    let on_phone = vec![false; throws.len()];
    Box::new(Rolls { title: capital(&title), form, throws, on_phone, sent })
}

struct Rolls {
    title: String,
    form: Form,
    /// What each field answers.
    throws: Vec<Throw>,
    /// Whether a phone is asked for each.
    on_phone: Vec<bool>,
    /// What phones have sent for each field.
    sent: Vec<String>,
}

impl Rolls {
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

    /// The first field that waits for a phone.
    fn missing(&self) -> Option<usize> {
        let fields = self.on_phone.iter().zip(&self.form.fields);
        fields.into_iter().position(|(on_phone, field)| *on_phone && field.text().is_empty())
    }

    fn submit(&self, session: &mut Session) -> Done {
        let mut rolls = Vec::new();
        for (at, (throw, field)) in self.throws.iter().zip(&self.form.fields).enumerate() {
            rolls.extend(throw.read(field).map_err(|fault| (at, fault))?);
        }
        closes(session.answer_beforehand(rolls))
    }

    /// Goes on to the next empty field if the current one holds a valid roll.
    fn next_field(&mut self) -> Option<Done> {
        let (at, next) = (self.form.at, self.next_empty()?);
        if let Err(fault) = self.throws[at].read(&self.form.fields[at]) {
            return Some(Err(Refused::at(at, fault)));
        }
        self.form.at = next;
        Some(STAY)
    }
}

impl Dialog for Rolls {
    fn heading(&self, _: &View) -> String {
        self.title.clone()
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    fn done(&mut self, session: &mut Session) -> Done {
        let missing = self.missing();
        if let Some(at) = missing.filter(|at| *at == self.form.at || self.next_empty().is_none()) {
            self.form.at = at;
            return Err(Refused::at(at, NOT_COME));
        }
        self.next_field().unwrap_or_else(|| self.submit(session))
    }

    fn by_machine(&mut self, session: &mut Session) -> Option<Done> {
        Some(self.submit(session))
    }

    fn left(&self, session: &mut Session) -> Done {
        session.forget();
        CLOSE
    }

    fn sent(&mut self, heard: &[Heard]) {
        let asked = |throw: &Throw| heard.iter().find(|heard| throw.only() == Some(&heard.ask));
        self.on_phone = self.throws.iter().map(|throw| asked(throw).is_some()).collect();
        for ((throw, sent), field) in self.throws.iter().zip(&mut self.sent).zip(&mut self.form.fields) {
            let text = asked(throw).map_or_else(String::new, Heard::text);
            // What was typed stays.
            if field.text() == *sent {
                field.put(&text);
            }
            *sent = text;
        }
    }

    fn below(&self) -> String {
        let fields = self.sent.iter().zip(&self.form.fields);
        let came = fields.filter(|(sent, field)| !sent.is_empty() && field.text() == **sent).count();
        match came {
            0 if self.missing().is_some() => {
                "asked on phones; Ctrl-p: the machine rolls the rest".into()
            }
            0 => "a field left empty: the machine rolls".into(),
            came => format!(
                "◂ {came} of {} from phones; Ctrl-p: the machine rolls the rest",
                self.sent.len()
            ),
        }
    }

    fn meaning(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward if self.next_empty().is_some() => KeyMeaning::This("next field".into()),
            Op::Forward => KeyMeaning::This("roll them".into()),
            _ => self.form.means(op),
        }
    }
}
