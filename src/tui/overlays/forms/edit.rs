//! A form as a view of a value: its rows are made from a draft, and each puts its value back. They are made once, or
//! again after each key, so that fields that depend on others follow.

use super::dialog::{COLUMNS, Dialog, lines, most_lines};
use super::form::{Field, Form, Value};
use crate::tui::overlays::{Done, Layer, Refused, Stands};
use crate::tui::session::Session;
use crate::tui::table::view::View;
use std::cell::OnceCell;

/// Puts the value of a field into the draft.
pub type Put<T> = Box<dyn Fn(&mut T, &Field) -> Result<(), String>>;

/// A field, and how its value is put into the draft.
pub struct Row<T> {
    /// The field.
    pub field: Field,
    /// Puts its value into the draft.
    pub put: Put<T>,
    /// What can be entered; empty if there is nothing to say.
    pub note: String,
}

impl<T: 'static> Row<T> {
    /// A row of a field.
    pub fn new(field: Field, put: impl Fn(&mut T, &Field) -> Result<(), String> + 'static) -> Self {
        Self { field, put: Box::new(put), note: String::new() }
    }

    /// A row of a field whose value is parsed with `read`.
    pub fn set<V>(
        field: Field,
        read: impl Fn(&Field) -> Result<V, String> + 'static,
        put: impl Fn(&mut T, V) + 'static,
    ) -> Self {
        Self::new(field, move |draft, field| {
            put(draft, read(field)?);
            Ok(())
        })
    }

    /// A row with a text.
    pub fn text(
        label: impl Into<String>,
        now: impl Into<String>,
        put: impl Fn(&mut T, &str) + 'static,
    ) -> Self {
        Self::new(Field::new(label, Value::Text(now.into())), move |draft, field| {
            put(draft, field.text());
            Ok(())
        })
    }

    /// A row with yes or no.
    pub fn flag(label: impl Into<String>, now: bool, put: impl Fn(&mut T, bool) + 'static) -> Self {
        Self::set(Field::new(label, Value::Flag(now)), |field| Ok(field.flag()), put)
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

    /// A closed fold over these rows, which names them.
    pub fn more(others: &[Self]) -> Self {
        let names: Vec<&str> = others.iter().map(|row| &*row.field.label).collect();
        let which = format!("{}: {}", others.len(), names.join(", "));
        Self::new(Field::new("more", Value::More(which, false)), |_, _| Ok(()))
    }

    /// Its field, and what puts the value of that into the draft.
    pub fn parts(&self) -> (&Field, &Put<T>) {
        (&self.field, &self.put)
    }

    /// Adds a note that is shown while it is focused.
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Sets the name that the rules have for the field.
    pub fn known_as(self, id: impl Into<String>) -> Self {
        Self { field: self.field.known_as(id), ..self }
    }

    /// The same row of a larger draft, as far as that has such a part.
    pub fn within<U>(self, part: impl Fn(&mut U) -> Option<&mut T> + 'static) -> Row<U> {
        let Self { field, put, note } = self;
        let put =
            move |draft: &mut U, field: &Field| part(draft).map_or(Ok(()), |part| put(part, field));
        Row { field, put: Box::new(put), note }
    }
}

/// The rows of single items as those of a list of them.
pub fn each<T: 'static>(rows: impl Iterator<Item = Row<T>>) -> Vec<Row<Vec<T>>> {
    let nth = |(at, row): (usize, Row<T>)| row.within(move |all: &mut Vec<T>| all.get_mut(at));
    rows.enumerate().map(nth).collect()
}

/// Puts the values of fields into a draft; returns the first that is not sound.
///
/// # Errors
/// The index of the field, and the fault.
pub fn fill<'a, T: 'static>(
    draft: &mut T,
    fields: impl IntoIterator<Item = (&'a Field, &'a Put<T>)>,
) -> Result<(), (usize, String)> {
    let mut sound = Ok(());
    for (at, (field, put)) in fields.into_iter().enumerate() {
        sound = sound.and(put(draft, field).map_err(|fault| (at, fault)));
    }
    sound
}

/// Makes the rows of a draft. A field that was not touched takes the value that its row has by now.
type Rows<T> = Box<dyn Fn(&View, &T) -> Vec<Row<T>>>;

/// Receives the draft once all of its fields are sound.
type Submit<T> = Box<dyn Fn(&mut Session, &T) -> Done>;

/// Describes what a draft comes to.
type Outcome<T> = Box<dyn Fn(&T) -> String>;

/// Opens a page that explains a draft.
type Explains<T> = Box<dyn Fn(&View, &T) -> Option<Box<dyn Layer>>>;

/// Opens what a pasted text contains; `None` if it is to be typed.
type Reads = fn(&View, &str) -> Option<Box<dyn Layer>>;

/// A form of a draft.
pub struct Edit<T> {
    title: String,
    /// The draft as it was at first, and as filled in.
    first: T,
    draft: T,
    /// Whether all fields are sound.
    sound: bool,
    /// Makes the rows again after each key; `None` if they do not depend on each other.
    rows: Option<Rows<T>>,
    puts: Vec<Put<T>>,
    notes: Vec<String>,
    form: Form,
    /// What was entered in fields that went away since.
    past: Vec<Field>,
    hint: String,
    done: Submit<T>,
    outcome: Option<Outcome<T>>,
    /// What the draft comes to, once it was asked for.
    comes_to: OnceCell<String>,
    explains: Option<Explains<T>>,
    /// Opens what is pasted.
    reads: Option<Reads>,
    stands: Stands,
    columns: u16,
}

/// A form of a draft: `rows` makes its fields, again after each key; `done` receives the draft once all of them are
/// sound.
pub fn edit<T: Clone + 'static>(
    view: &View,
    title: impl Into<String>,
    draft: T,
    rows: impl Fn(&View, &T) -> Vec<Row<T>> + 'static,
    done: impl Fn(&mut Session, &T) -> Done + 'static,
) -> Edit<T> {
    let now = rows(view, &draft);
    Edit { rows: Some(Box::new(rows)), ..fixed(title, draft, now, done) }
}

/// A form of a draft whose fields do not depend on each other.
pub fn fixed<T: Clone + 'static>(
    title: impl Into<String>,
    draft: T,
    rows: Vec<Row<T>>,
    done: impl Fn(&mut Session, &T) -> Done + 'static,
) -> Edit<T> {
    let mut edit = Edit {
        title: title.into(),
        first: draft.clone(),
        draft,
        sound: true,
        rows: None,
        puts: Vec::new(),
        notes: Vec::new(),
        form: Form::default(),
        past: Vec::new(),
        hint: String::new(),
        done: Box::new(done),
        outcome: None,
        comes_to: OnceCell::new(),
        explains: None,
        reads: None,
        stands: Stands::Beside,
        columns: COLUMNS,
    };
    edit.lay_out(rows);
    // What is not sound yet is told when the form is submitted.
    let _ = edit.read();
    edit
}

impl<T: Clone + 'static> Edit<T> {
    /// Adds a hint, shown at the fields without a note.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// Adds a description of what the draft comes to, as long as it is sound.
    pub fn coming_to(self, outcome: impl Fn(&T) -> String + 'static) -> Self {
        Self { outcome: Some(Box::new(outcome)), ..self }
    }

    /// Adds a page that explains the figures as filled in.
    pub fn explaining(self, page: impl Fn(&View, &T) -> Option<Box<dyn Layer>> + 'static) -> Self {
        Self { explains: Some(Box::new(page)), ..self }
    }

    /// Opens what is pasted, if it can be read.
    pub fn reading(self, pasted: Reads) -> Self {
        Self { reads: Some(pasted), ..self }
    }

    /// Makes it a page.
    pub fn page(self) -> Self {
        Self { stands: Stands::Page, ..self }
    }

    /// Sets the width in columns, for long lines of text.
    pub fn wide(self, columns: u16) -> Self {
        Self { columns, ..self }
    }

    /// Focuses a field.
    pub fn at(mut self, field: usize) -> Self {
        self.form.at = field;
        self
    }

    /// Turns it into a layer.
    pub fn boxed(self) -> Box<dyn Layer> {
        Box::new(self)
    }

    /// Takes over new rows; what was entered stays, and comes back with a field that went away.
    fn lay_out(&mut self, rows: Vec<Row<T>>) {
        let entered = self.form.fields.iter().filter(|field| field.touched).cloned();
        let mut past: Vec<Field> = entered.chain(std::mem::take(&mut self.past)).collect();
        let mut fields = Vec::with_capacity(rows.len());
        (self.puts, self.notes) = (Vec::new(), Vec::new());
        for Row { mut field, put, note } in rows {
            field.keep(&past);
            past.retain(|old| old.label != field.label);
            fields.push(field);
            self.puts.push(put);
            self.notes.push(note);
        }
        self.form = Form::anew(fields, &self.form);
        self.past = past;
    }

    /// Puts all fields into the draft; returns the first that is not sound.
    fn read(&mut self) -> Result<(), Refused> {
        self.draft = self.first.clone();
        let sound = fill(&mut self.draft, self.form.fields.iter().zip(&self.puts));
        (self.sound, self.comes_to) = (sound.is_ok(), OnceCell::new());
        Ok(sound?)
    }

    /// What the draft comes to.
    fn outcome_text(&self) -> &str {
        self.comes_to.get_or_init(|| match &self.outcome {
            Some(outcome) if self.sound => outcome(&self.draft),
            _ => String::new(),
        })
    }
}

impl<T: Clone + 'static> Dialog for Edit<T> {
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
        if let Some(rows) = self.rows.as_ref().map(|rows| rows(view, &self.draft)) {
            self.lay_out(rows);
        }
    }

    fn done(&mut self, session: &mut Session) -> Done {
        self.read()?;
        (self.done)(session, &self.draft)
    }

    fn below(&self) -> String {
        let note = self.notes.get(self.form.at).filter(|note| !note.is_empty());
        note.unwrap_or(&self.hint).clone()
    }

    fn text_below(&self) -> String {
        let refused = self.form.refused.as_ref().map(|why| format!("! {why}"));
        let note = refused.unwrap_or_else(|| self.below());
        let why = if self.explains() { " · w: why" } else { "" };
        match (self.outcome_text(), &*note) {
            ("", _) => note,
            (outcome, "") => format!("{outcome}{why}"),
            (outcome, note) => format!("{outcome}{why}\n{note}"),
        }
    }

    /// The most lines that any of the texts takes, so that the form does not move.
    fn room_below(&self, columns: usize) -> usize {
        let notes = most_lines(&self.notes, columns).max(lines(&self.hint, columns));
        let all = lines(self.outcome_text(), columns) + notes;
        all.max(lines(&self.text_below(), columns)).max(1)
    }

    fn columns(&self) -> u16 {
        self.columns
    }

    fn standing(&self) -> Stands {
        self.stands
    }

    fn opened_by(&self, view: &View, text: &str) -> Option<Box<dyn Layer>> {
        self.reads.and_then(|read| read(view, text))
    }

    fn explains(&self) -> bool {
        self.explains.is_some() && !self.form.takes('w')
    }

    fn explained(&self, view: &View) -> Option<Box<dyn Layer>> {
        self.explains.as_ref().filter(|_| self.sound)?(view, &self.draft)
    }
}
