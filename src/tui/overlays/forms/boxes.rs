//! Forms and lists with their callbacks, which most layers are made of.

use super::dialog::{COLUMNS, Dialog, lines, most_lines};
use super::form::{Field, Form};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, STAY};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::cell::{Ref, RefCell};

/// Submits a form.
type WithForm = Box<dyn Fn(&mut Session, &Form) -> Done>;
/// Describes the result of a form as filled in.
type Outcome = Box<dyn Fn(&Form) -> String>;
/// Opens a page that explains a form as filled in.
type Explains = Box<dyn Fn(&View, &Form) -> Option<Box<dyn Layer>>>;
/// Handles the line that was picked.
type WithLine = Box<dyn Fn(&mut Session, usize) -> Done>;
/// Returns the text about a line.
type OfLine = Box<dyn Fn(&View, usize) -> String>;

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

/// A list and its callbacks.
pub struct MenuBox {
    title: String,
    menu: Menu,
    done: WithLine,
    also: Option<(Op, WithLine)>,
    /// The word for Esc, if it does more than close the list.
    leaves: Option<&'static str>,
    above: Option<String>,
    /// Returns the text about the line under the cursor, with the lines reserved for it.
    told: Option<(u16, OfLine)>,
    faults: Vec<String>,
    lines: Option<u16>,
    columns: u16,
    closed_by: Option<Op>,
}

impl MenuBox {
    /// A list with a title; `done` handles the line that is picked.
    pub fn new(
        title: impl Into<String>,
        menu: Menu,
        done: impl Fn(&mut Session, usize) -> Done + 'static,
    ) -> Self {
        let (title, done) = (title.into(), Box::new(done));
        let (also, leaves, above, told, faults) = (None, None, None, None, Vec::new());
        let (lines, columns, closed_by) = (None, 40, None);
        Self { title, menu, done, also, leaves, above, told, faults, lines, columns, closed_by }
    }

    /// A list picked from by letter.
    pub fn lettered(
        title: impl Into<String>,
        lines: impl IntoIterator<Item = String>,
        done: impl Fn(&mut Session, usize) -> Done + 'static,
    ) -> Self {
        Self::new(title, Menu::lettered(lines.into_iter().map(Item::new).collect()), done)
    }

    /// A list narrowed by typing.
    pub fn filtered(
        title: impl Into<String>,
        lines: impl IntoIterator<Item = String>,
        done: impl Fn(&mut Session, usize) -> Done + 'static,
    ) -> Self {
        Self::new(title, Menu::filtered(lines.into_iter().map(Item::new).collect()), done)
    }

    /// Adds another operation on a line, which takes precedence over a global one.
    pub fn also(mut self, op: Op, done: impl Fn(&mut Session, usize) -> Done + 'static) -> Self {
        self.also = Some((op, Box::new(done)));
        self
    }

    /// Sets another word for Esc.
    pub fn leaves(mut self, word: &'static str) -> Self {
        self.leaves = Some(word);
        self
    }

    /// Adds a fault above the lines.
    pub fn above(mut self, text: impl Into<String>) -> Self {
        self.above = Some(text.into());
        self
    }

    /// Adds a text about the line under the cursor, with at most `lines` lines below the list.
    pub fn telling(mut self, lines: u16, told: impl Fn(&View, usize) -> String + 'static) -> Self {
        self.told = Some((lines, Box::new(told)));
        self
    }

    /// Adds the faults that occurred while the list was built.
    pub fn faults(mut self, faults: Vec<String>) -> Self {
        self.faults = faults;
        self
    }

    /// Sets the least width in columns.
    pub fn wide(mut self, columns: u16) -> Self {
        self.columns = columns;
        self
    }

    /// Fixes the lines and sets the least columns, so that typing does not move it.
    pub fn sized(mut self, (lines, columns): (u16, u16)) -> Self {
        (self.lines, self.columns) = (Some(lines), columns);
        self
    }

    /// Adds an operation that closes the list, as Esc does.
    pub fn closed_by(mut self, op: Op) -> Self {
        self.closed_by = Some(op);
        self
    }

    /// Puts the cursor on a line.
    pub fn at(mut self, line: usize) -> Self {
        self.menu.choose(line);
        self
    }

    /// Turns it into a layer.
    pub fn boxed(self) -> Box<dyn Layer> {
        Box::new(self)
    }

    fn pick(&self, session: &mut Session) -> Done {
        let open = self.menu.item().is_some_and(|item| item.blocked.is_none());
        match self.menu.chosen() {
            Some(at) if open => (self.done)(session, at),
            _ => STAY,
        }
    }

    fn columns(&self) -> u16 {
        self.menu.size().1.max(self.columns)
    }

    fn lines_above(&self, columns: u16) -> Vec<String> {
        self.above.as_ref().map_or_else(Vec::new, |text| wrap(text, columns.into()))
    }

    /// The lines below the list: the faults, then the text about the line under the cursor.
    fn lines_below(&self, view: &View, columns: u16) -> Vec<(String, Style)> {
        let theme = view.theme;
        let told = self.told.as_ref().zip(self.menu.chosen()).map(|((_, told), at)| told(view, at));
        let told = told.filter(|told| !told.is_empty());
        let faults = self.faults.iter().map(|fault| (fault, theme.fault));
        let all = faults.chain(told.as_ref().map(|told| (told, theme.dim)));
        all.flat_map(|(text, style)| {
            wrap(text, columns.into()).into_iter().map(move |line| (line, style))
        })
        .collect()
    }

    /// The lines reserved below the list: a fixed number for the text about a line, so that the list does not move.
    fn room_below(&self, view: &View, columns: u16) -> u16 {
        match &self.told {
            Some((lines, _)) => *lines,
            None => text::cells(self.lines_below(view, columns).len()),
        }
    }
}

impl Layer for MenuBox {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn size(&self, view: &View) -> (u16, u16) {
        let columns = self.columns();
        let above = self.lines_above(columns).len();
        let apart = usize::from(above > 0) + usize::from(self.told.is_some());
        let beside = text::cells(above + apart);
        let beside = beside.saturating_add(self.room_below(view, columns));
        (self.lines.unwrap_or(self.menu.size().0.saturating_add(beside)), columns)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let mut below = self.room_below(view, area.width).min(area.height);
        // A list too long for the screen gets the reserved lines while there is no text for them.
        let lines = self.lines_below(view, area.width);
        if lines.is_empty() {
            below = below.min(area.height.saturating_sub(self.menu.size().0));
        }
        let mut list = Rect { height: area.height - below, ..area };
        if self.above.is_some() {
            let lines = self.menu.size().0.min(list.height);
            let top = list.bottom() - lines;
            for (line, y) in self.lines_above(area.width).iter().zip(list.y..top) {
                put(buf, area.x, y, area.width, line, view.theme.fault);
            }
            list = Rect { y: top, height: lines, ..area };
        }
        self.menu.paint(list, view.theme, buf);
        for ((line, style), y) in lines.iter().zip(list.bottom()..area.bottom()) {
            put(buf, area.x, y, area.width, line, *style);
        }
    }

    fn sees_to(&self, op: Op) -> bool {
        self.closed_by == Some(op) || self.also.as_ref().is_some_and(|(also, _)| *also == op)
    }

    fn takes(&self, _: char) -> bool {
        self.menu.takes_text()
    }

    fn picks(&self, sign: char) -> bool {
        self.menu.picks(sign)
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        if self.menu.typed(sign) { self.pick(session) } else { STAY }
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match (op, &self.also) {
            (Op::Forward, _) => self.pick(session),
            (Op::Back, _) => CLOSE,
            _ if self.closed_by == Some(op) => CLOSE,
            (_, Some((also, done))) if *also == op => {
                self.menu.chosen().map_or(STAY, |at| done(session, at))
            }
            _ => {
                self.menu.op(op);
                STAY
            }
        }
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.leaves) {
            (Op::Forward, _) => self.menu.means(),
            (Op::Back, Some(word)) => KeyMeaning::This(word.into()),
            _ => KeyMeaning::Usual,
        }
    }

    fn refused(&mut self, refused: &Refused) {
        self.faults = vec![format!("! {}", refused.why)];
    }
}
