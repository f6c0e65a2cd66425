//! A form as a view of a value: its rows are made from a draft, and again after each key, so that fields that depend on
//! others follow.

use super::dialog::{Dialog, lines, most_lines};
use super::form::{Field, Form, Value};
use crate::tui::overlays::{Done, Layer, Refused};
use crate::tui::session::Session;
use crate::tui::table::view::View;

/// Puts the value of a field into the draft.
type Put<T> = Box<dyn Fn(&mut T, &Field) -> Result<(), String>>;

/// A field, and how its value is put into the draft.
pub struct Row<T> {
    field: Field,
    put: Put<T>,
    note: &'static str,
}

impl<T> Row<T> {
    /// A row of a field.
    pub fn new(field: Field, put: impl Fn(&mut T, &Field) -> Result<(), String> + 'static) -> Self {
        Self { field, put: Box::new(put), note: "" }
    }

    /// A row with a choice among these, with `now` selected.
    pub fn pick<V: Clone + PartialEq + 'static>(
        label: impl Into<String>,
        of: &[V],
        now: &V,
        word: impl Fn(&V) -> String,
        put: impl Fn(&mut T, V) + 'static,
    ) -> Self {
        let field = Field::new(label, Value::among(of, now, word));
        let of = of.to_vec();
        Self::new(field, move |draft, field| {
            if let Some(one) = of.get(field.pick()) {
                put(draft, one.clone());
            }
            Ok(())
        })
    }

    /// Adds a note that is shown while it is focused.
    pub fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }
}

/// Makes the rows of a draft. A field that was not touched takes the value that its row has by now.
type Rows<T> = Box<dyn Fn(&View, &T) -> Vec<Row<T>>>;

/// Receives the draft once all of its fields are sound.
type Submit<T> = Box<dyn Fn(&mut Session, &T) -> Done>;

/// A form of a draft.
struct Edit<T> {
    title: String,
    draft: T,
    rows: Rows<T>,
    puts: Vec<Put<T>>,
    notes: Vec<&'static str>,
    form: Form,
    done: Submit<T>,
}

/// Opens a form of a draft: `rows` makes its fields, `done` receives the draft once all of them are sound.
pub fn edit<T: 'static>(
    view: &View,
    title: impl Into<String>,
    draft: T,
    rows: impl Fn(&View, &T) -> Vec<Row<T>> + 'static,
    done: impl Fn(&mut Session, &T) -> Done + 'static,
) -> Box<dyn Layer> {
    let (puts, notes, form) = (Vec::new(), Vec::new(), Form::default());
    let (title, rows, done) = (title.into(), Box::new(rows), Box::new(done));
    let mut edit = Edit { title, draft, rows, puts, notes, form, done };
    edit.lay_out(view);
    Box::new(edit)
}

impl<T> Edit<T> {
    /// Makes the fields of the draft; what was entered stays.
    fn lay_out(&mut self, view: &View) {
        let rows = (self.rows)(view, &self.draft);
        let mut fields = Vec::with_capacity(rows.len());
        (self.puts, self.notes) = (Vec::new(), Vec::new());
        for Row { field, put, note } in rows {
            fields.push(field);
            self.puts.push(put);
            self.notes.push(note);
        }
        self.form = Form::anew(fields, &self.form);
    }

    /// Puts all fields into the draft; returns the first that is not sound.
    fn read(&mut self) -> Result<(), Refused> {
        let mut fault = Ok(());
        for (at, (put, field)) in self.puts.iter().zip(&self.form.fields).enumerate() {
            let read = put(&mut self.draft, field).map_err(|why| Refused::at(at, why));
            fault = fault.and(read);
        }
        fault
    }
}

impl<T> Dialog for Edit<T> {
    fn heading(&self, _: &View) -> String {
        self.title.clone()
    }

    fn form(&self) -> &Form {
        &self.form
    }

    fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    fn renew(&mut self, view: &View) {
        // What is not sound yet is told when the form is submitted.
        let _ = self.read();
        self.lay_out(view);
    }

    fn done(&mut self, session: &mut Session) -> Done {
        self.read()?;
        (self.done)(session, &self.draft)
    }

    fn below(&self) -> String {
        self.notes.get(self.form.at).map_or_else(String::new, ToString::to_string)
    }

    /// The most lines that any of the notes takes, so that the form does not move.
    fn room_below(&self, columns: usize) -> usize {
        most_lines(&self.notes, columns).max(lines(&self.text_below(), columns))
    }
}
