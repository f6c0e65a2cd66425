//! A form as a layer: what its keys do and how it is drawn.

use super::form::Form;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Staged, Stands, Then};
use crate::tui::paint::text::{self, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::phones::Heard;
use crate::tui::session::Session;
use crate::tui::table::aims::Aims;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The default width of a form in columns.
pub const COLUMNS: u16 = 56;

/// The lines that a text takes below the fields.
pub fn lines(text: &str, columns: usize) -> usize {
    if text.is_empty() { 0 } else { wrap(text, columns).len() }
}

/// The most lines that any of these notes takes.
pub fn most_lines(notes: &[impl AsRef<str>], columns: usize) -> usize {
    notes.iter().map(|note| lines(note.as_ref(), columns)).max().unwrap_or(0)
}

/// A form and what it does.
pub trait Dialog {
    /// The title.
    fn heading(&self, view: &View) -> String;

    /// The fields.
    fn form(&self) -> &Form;

    /// The fields, mutable.
    fn form_mut(&mut self) -> &mut Form;

    /// Submits the form.
    ///
    /// # Errors
    /// Why it was refused, with the invalid field.
    fn done(&mut self, session: &mut Session) -> Done;

    /// Rebuilds the fields after a key if they depend on each other; values that are still possible are kept.
    fn renew(&mut self, _: &View) {}

    /// Lets the machine roll what is left, if dice are asked for here.
    fn by_machine(&mut self, _: &mut Session) -> Option<Done> {
        None
    }

    /// What Esc does.
    fn left(&self, _: &mut Session) -> Done {
        CLOSE
    }

    /// The hint below the fields.
    fn below(&self) -> String {
        String::new()
    }

    /// The text below the fields: why the form was refused, or the hint.
    fn text_below(&self) -> String {
        self.form().refused.as_ref().map_or_else(|| self.below(), |why| format!("! {why}"))
    }

    /// The lines reserved for the text below the fields.
    fn room_below(&self, columns: usize) -> usize {
        wrap(&self.text_below(), columns).len()
    }

    /// The width in columns.
    fn columns(&self) -> u16 {
        COLUMNS
    }

    /// Where it stands.
    fn standing(&self) -> Stands {
        Stands::Beside
    }

    /// Draws the fields and the text.
    fn paint_form(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let text = self.text_below();
        let lines = wrap(&text, area.width.into()).len();
        let below = text::cells(lines).min(area.height / 2);
        self.form().paint_above(&text, below, area, view.theme, buf);
    }

    /// Whether `w` explains something now.
    fn explains(&self) -> bool {
        false
    }

    /// Opens a page that explains the figures; `None` if there is nothing to explain.
    fn explained(&self, _: &View) -> Option<Box<dyn Layer>> {
        None
    }

    /// Whether there are odds to show.
    fn has_odds(&self) -> bool {
        false
    }

    /// Opens the page of odds; `None` if the act is refused.
    fn odds(&self, _: &View) -> Option<Box<dyn Layer>> {
        None
    }

    /// What the act may aim at, for the roster.
    fn aimed_at(&self, _: &View) -> Option<Aims> {
        None
    }

    /// Aims at the row of that letter; `false` if no row has it.
    fn aim(&mut self, _: char, _: &View) -> bool {
        false
    }

    /// What Enter does as the form is filled in, for the stage.
    fn on_stage(&self, _: &View) -> Option<Staged> {
        None
    }

    /// Opens what a pasted text contains; `None` if it is to be typed.
    fn opened_by(&self, _: &View, _: &str) -> Option<Box<dyn Layer>> {
        None
    }

    /// Takes in what players have sent.
    fn sent(&mut self, _: &[Heard]) {}

    /// What a key means here.
    fn meaning(&self, op: Op) -> KeyMeaning {
        self.form().means(op)
    }
}

impl<D: Dialog> Layer for D {
    fn scope(&self) -> Scope {
        Scope::Form
    }

    fn title(&self, view: &View) -> String {
        self.heading(view)
    }

    fn stands(&self) -> Stands {
        self.standing()
    }

    fn fields(&mut self) -> Option<&mut Form> {
        Some(self.form_mut())
    }

    fn size(&self, _: &View) -> (u16, u16) {
        let columns = self.columns();
        let below = text::cells(self.room_below(columns.into()));
        (self.form().height().saturating_add(1).saturating_add(below), columns)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        self.paint_form(view, area, buf);
    }

    fn takes(&self, sign: char) -> bool {
        self.form().takes(sign)
    }

    fn aims(&self, view: &View) -> Option<Aims> {
        self.aimed_at(view)
    }

    fn staged(&self, view: &View) -> Option<Staged> {
        self.on_stage(view)
    }

    fn pasted(&self, text: &str, session: &mut Session) -> Option<Done> {
        self.opened_by(&session.view(), text).map(Then::replace)
    }

    fn hears(&mut self, heard: &[Heard]) {
        self.sent(heard);
    }

    fn typed(&mut self, sign: char, session: &mut Session) -> Done {
        // `w` is the key of `why` everywhere else, so it works here too unless the field takes letters.
        if sign == 'w' && self.explains() {
            return self.explained(&session.view()).map_or(STAY, Then::push);
        }
        // So does `o`, the key of the odds.
        if sign == 'o' && self.has_odds() && !self.form().takes(sign) {
            return self.odds(&session.view()).map_or(STAY, Then::push);
        }
        let aimed = !self.form().takes(sign) && self.aim(sign, &session.view());
        if !aimed {
            self.form_mut().typed(sign);
        }
        self.renew(&session.view());
        STAY
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match op {
            Op::Back => return self.left(session),
            Op::Why => return self.explained(&session.view()).map_or(STAY, Then::push),
            Op::Odds => return self.odds(&session.view()).map_or(STAY, Then::push),
            Op::Forward => return self.done(session),
            Op::ByHand => return self.by_machine(session).unwrap_or(STAY),
            _ => {
                self.form_mut().op(op);
                self.renew(&session.view());
            }
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        if (op == Op::Why && !self.explains()) || (op == Op::Odds && !self.has_odds()) {
            return KeyMeaning::Hidden;
        }
        self.meaning(op)
    }
}
