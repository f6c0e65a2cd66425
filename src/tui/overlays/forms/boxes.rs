//! A form with its callbacks.

use super::dialog::{COLUMNS, Dialog, lines, most_lines};
use super::form::{Field, Form};
use crate::tui::overlays::{Done, Layer};
use crate::tui::session::Session;
use crate::tui::table::view::View;
use std::cell::{Ref, RefCell};

/// Submits a form.
type WithForm = Box<dyn Fn(&mut Session, &Form) -> Done>;
/// Describes the result of a form as filled in.
type Outcome = Box<dyn Fn(&Form) -> String>;
/// Opens a page that explains a form as filled in.
type Explains = Box<dyn Fn(&View, &Form) -> Option<Box<dyn Layer>>>;

/// A form and its callbacks.
pub struct FormBox {
    title: String,
    hint: String,
    /// A note on each field, shown while it is focused.
    notes: Vec<String>,
    form: Form,
    done: WithForm,
    /// Describes the result; `known` caches the text with the fields it was computed from.
    outcome: Option<Outcome>,
    known: RefCell<(Vec<Field>, String)>,
    explains: Option<Explains>,
    columns: u16,
}

impl FormBox {
    /// A form with a title; `done` submits it.
    pub fn new(
        title: impl Into<String>,
        form: Form,
        done: impl Fn(&mut Session, &Form) -> Done + 'static,
    ) -> Self {
        let (title, hint, notes) = (title.into(), String::new(), Vec::new());
        let (done, outcome, known) = (Box::new(done), None, RefCell::default());
        let (explains, columns) = (None, COLUMNS);
        Self { title, hint, notes, form, done, outcome, known, explains, columns }
    }

    /// Adds a description of the result, below the fields.
    pub fn coming_to(mut self, outcome: impl Fn(&Form) -> String + 'static) -> Self {
        self.outcome = Some(Box::new(outcome));
        self
    }

    /// Adds a page that explains the figures as filled in.
    pub fn explaining(
        mut self,
        page: impl Fn(&View, &Form) -> Option<Box<dyn Layer>> + 'static,
    ) -> Self {
        self.explains = Some(Box::new(page));
        self
    }

    /// Adds a hint on what can be entered.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Adds a note on each field, shown while it is focused.
    pub fn notes(mut self, notes: Vec<String>) -> Self {
        self.notes = notes;
        self
    }

    /// Sets the width in columns, for long lines of text.
    pub fn wide(mut self, columns: u16) -> Self {
        self.columns = columns;
        self
    }

    /// Turns it into a layer.
    pub fn boxed(self) -> Box<dyn Layer> {
        Box::new(self)
    }

    /// The description of the result, recomputed when a field has changed.
    fn outcome_text(&self) -> Ref<'_, str> {
        if let Some(outcome) = &self.outcome {
            let changed = self.known.borrow().0 != self.form.fields;
            if changed {
                self.known.replace((self.form.fields.clone(), outcome(&self.form)));
            }
        }
        Ref::map(self.known.borrow(), |(_, text)| text.as_str())
    }
}

impl Dialog for FormBox {
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
        (self.done)(session, &self.form)
    }

    fn text_below(&self) -> String {
        let note = self.notes.get(self.form.at).unwrap_or(&self.hint);
        let refused = self.form.refused.as_ref().map(|why| format!("! {why}"));
        let note = refused.as_ref().unwrap_or(note);
        let why = if self.explains() { " · w: why" } else { "" };
        let comes_to = self.outcome_text();
        let comes_to = if comes_to.is_empty() { String::new() } else { format!("{}{why}", &*comes_to) };
        let texts = [&*comes_to, note].into_iter().filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The most lines that any of the texts takes, so that the form does not move.
    fn room_below(&self, columns: usize) -> usize {
        let all = lines(&self.outcome_text(), columns) + most_lines(&self.notes, columns);
        all.max(lines(&self.text_below(), columns)).max(1)
    }

    fn columns(&self) -> u16 {
        self.columns
    }

    fn explains(&self) -> bool {
        self.explains.is_some() && !self.form.takes('w')
    }

    fn explained(&self, view: &View) -> Option<Box<dyn Layer>> {
        self.explains.as_ref()?(view, &self.form)
    }
}
