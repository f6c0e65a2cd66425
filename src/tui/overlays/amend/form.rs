//! The form to amend an act of the past: its dice, its choices and its commands as fields.

use super::super::{Done, Layer, closes};
use super::answers::{answer, asked, is_order};
use super::{entry, label, table};
use crate::chronicle::{AmendedCommand, Amendment, Ask, Provenance, Step};
use crate::rules::model::command::Command;
use crate::tui::input::operations::Op;
use crate::tui::overlays::acts::act::ActForm;
use crate::tui::overlays::acts::amount;
use crate::tui::overlays::forms::dialog::Dialog;
use crate::tui::overlays::forms::edit::Row;
use crate::tui::overlays::forms::form::{Field, Form, Value};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// The width of the form in columns.
const WIDE: u16 = 60;

/// Whether anything in a command of the past can be changed.
pub fn says_any(view: &View, step: &Step) -> bool {
    let answered = step.answers.iter().any(|answered| !is_order(&answered.ask));
    answered
        || match &step.command {
            Command::Act(act) => act.with.is_some() || !act.at.is_empty() || !act.facts.0.is_empty(),
            command => !table::rows(view, step, command, false).is_empty(),
        }
}

/// What a field of the form holds.
enum AmendPart {
    /// An answer: the index of its command, and its index there.
    Answer(usize, usize),
    /// A detail of a command: the index of the command, and its row.
    Said(usize, Row<Command>),
}

/// The form of an act of the past.
struct AmendForm {
    place: usize,
    title: String,
    said: Vec<AmendedCommand>,
    parts: Vec<AmendPart>,
    form: Form,
    /// The fields of those parts as of when the form was opened, to detect changes.
    first: Vec<Field>,
    /// If the form is about a single command that is an act: its index and its form, whose fields come first.
    act: Option<(usize, ActForm)>,
}

/// The form of the act at that place: the dice and targets of all its commands, or one of them in full. `view` shows
/// the state before it. `None` if nothing in it can be changed.
pub fn form(view: &View, place: usize, of: Option<usize>) -> Option<Box<dyn Layer>> {
    let steps = &entry(view, place)?.steps;
    let said: Vec<AmendedCommand> = steps.iter().map(AmendedCommand::recorded).collect();
    let act = of.and_then(|at| match &said.get(at)?.command {
        Command::Act(act) => ActForm::again(view, act).map(|form| (at, form)),
        _ => None,
    });
    let mut fields: Vec<Field> = act.as_ref().map_or(Vec::new(), |(_, act)| act.filled().to_vec());
    let mut parts = Vec::new();
    let first_own = fields.len();
    for (at, said) in said.iter().enumerate().filter(|(at, _)| of.is_none_or(|of| of == *at)) {
        if act.is_none() {
            for row in table::rows(view, &steps[at], &said.command, of.is_none()) {
                fields.push(row.field.clone());
                parts.push(AmendPart::Said(at, row));
            }
        }
        for (nth, answered) in said.answers.iter().enumerate() {
            if let Some(field) = asked(view, &answered.ask, &answered.answer) {
                parts.push(AmendPart::Answer(at, nth));
                fields.push(field);
            }
        }
    }
    if fields.is_empty() {
        return None;
    }
    let cursor = parts.iter().rposition(|part| is_roll(part, &said)).map_or(0, |at| first_own + at);
    let first = fields[first_own..].to_vec();
    let mut form = Form::new(fields);
    form.at = cursor;
    let one = of.and_then(|at| steps.get(at)).filter(|_| steps.len() > 1);
    let title = one.map(|step| label(view, step)).or_else(|| view.telling.label(place));
    let title = title.unwrap_or_default();
    Some(Box::new(AmendForm { place, title, said, parts, form, first, act }))
}

/// Whether the field holds dice.
fn is_roll(part: &AmendPart, said: &[AmendedCommand]) -> bool {
    matches!(part, AmendPart::Answer(step, at) if matches!(said[*step].answers[*at].ask, Ask::Roll(_)))
}

impl AmendForm {
    /// The hint for keys particular to the focused field; empty if there are none.
    fn key_hint(&self) -> &str {
        let at = self.form.at;
        match (at.checked_sub(self.first_own()).and_then(|at| self.parts.get(at)), &self.act) {
            (Some(AmendPart::Said(_, row)), _) => &row.note,
            (None, Some((_, act))) if act.is_row(at) => amount::ROW_KEYS,
            _ => "",
        }
    }

    /// The index of the first field that is not part of the act's form.
    fn first_own(&self) -> usize {
        self.form.fields.len() - self.parts.len()
    }

    /// The amendment as filled in, or the index of the invalid field and the fault.
    fn amendment(&self) -> Result<Amendment, (usize, String)> {
        let mut said = self.said.clone();
        if let Some((step, act)) = &self.act
            && let Some(changed) = act.changed()?
        {
            said[*step].command = Command::Act(changed);
        }
        let own = self.first_own();
        // Answers to be rolled again are removed last, so that the other indexes stay valid.
        let mut gone = Vec::new();
        for (at, (part, first)) in self.parts.iter().zip(&self.first).enumerate() {
            let field = &self.form.fields[own + at];
            if differs(field, first)
                && !apply(&mut said, part, field).map_err(|fault| (own + at, fault))?
            {
                gone.extend(match part {
                    AmendPart::Answer(step, at) => Some((*step, *at)),
                    _ => None,
                });
            }
        }
        for (step, at) in gone.into_iter().rev() {
            said[step].answers.remove(at);
        }
        Ok(Amendment::change(self.place, said))
    }
}

/// Applies a field's value; `false` if its dice are to be rolled again.
fn apply(said: &mut [AmendedCommand], part: &AmendPart, field: &Field) -> Result<bool, String> {
    match part {
        AmendPart::Answer(step, at) => {
            let answered = &mut said[*step].answers[*at];
            let Some(answer) = answer(&answered.ask, field)? else { return Ok(false) };
            (answered.answer, answered.by) = (answer, Provenance::Typed);
        }
        AmendPart::Said(step, row) => (row.put)(&mut said[*step].command, field)?,
    }
    Ok(true)
}

/// Whether the value of a field differs, regardless of its cursor.
fn differs(field: &Field, first: &Field) -> bool {
    let value = match (&field.value, &first.value) {
        (Value::Many(of, _), Value::Many(had, _)) => of != had,
        (value, had) => value != had,
    };
    value || field.given != first.given
}

impl Dialog for AmendForm {
    fn heading(&self, _: &View) -> String {
        format!("Change: {}", self.title)
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// Passes the act's fields to its form and takes back what it made of them.
    fn renew(&mut self, view: &View) {
        let own = self.first_own();
        let Some((_, act)) = &mut self.act else { return };
        let at = self.form.at;
        act.take(&self.form.fields[..own], at.min(own.saturating_sub(1)), view);
        let mut fields = act.filled().to_vec();
        let made = fields.len();
        fields.extend(self.form.fields.drain(own..));
        self.form.fields = fields;
        self.form.at = if at < own { act.at() } else { at - own + made };
    }

    fn done(&mut self, session: &mut Session) -> Done {
        closes(session.start_amending(self.amendment()?))
    }

    fn below(&self) -> String {
        let dice = self.parts.iter().any(|part| is_roll(part, &self.said));
        match self.key_hint() {
            "" if dice => DICE,
            "" => "as it should have been",
            keys => keys,
        }
        .into()
    }

    fn columns(&self) -> u16 {
        WIDE
    }

    fn meaning(&self, op: Op) -> KeyMeaning {
        if op == Op::Forward { KeyMeaning::This("play it again".into()) } else { self.form.means(op) }
    }
}

const DICE: &str = "the dice as they should have been; an empty field is rolled again";
