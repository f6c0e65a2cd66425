//! A list as a layer: each row stands for a value, which is handed over when the row is picked.

use super::list::{Item, Menu};
use super::row::{Cell, height, put_wrapped};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{CLOSE, Done, Layer, Refused, STAY};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Handles the value that was picked.
type WithValue<T> = Box<dyn Fn(&mut Session, &T) -> Done>;
/// Handles another operation on the value under the cursor.
type Also<T> = Box<dyn Fn(&mut Session, Option<&T>) -> Done>;
/// Handles a text that was typed.
type WithText = Box<dyn Fn(&mut Session, &str) -> Done>;
/// Returns the text about a value.
type OfValue<T> = Box<dyn Fn(&View, &T) -> String>;

/// A list and its callbacks.
pub struct Picker<T> {
    title: String,
    menu: Menu,
    values: Vec<T>,
    done: WithValue<T>,
    also: Option<(Op, Also<T>)>,
    /// The word for Esc, if it does more than close the list.
    leaves: Option<&'static str>,
    above: Vec<Cell>,
    /// Returns the text about the row under the cursor, with the lines reserved for it.
    told: Option<(u16, OfValue<T>)>,
    /// What Enter does with a text that nothing is like, and the words for it.
    otherwise: Option<(&'static str, WithText)>,
    faults: Vec<Cell>,
    lines: Option<u16>,
    columns: u16,
}

impl<T: 'static> Picker<T> {
    /// A list of rows with the letters they have, if any; `done` gets the value of the one that is picked.
    pub fn new(
        title: impl Into<String>,
        rows: impl IntoIterator<Item = (impl Into<Item>, T)>,
        done: impl Fn(&mut Session, &T) -> Done + 'static,
    ) -> Self {
        let (items, values): (Vec<Item>, Vec<T>) =
            rows.into_iter().map(|(item, value)| (item.into(), value)).unzip();
        Self {
            title: title.into(),
            menu: Menu::plain(items),
            values,
            done: Box::new(done),
            also: None,
            leaves: None,
            above: Vec::new(),
            told: None,
            otherwise: None,
            faults: Vec::new(),
            lines: None,
            columns: 40,
        }
    }

    /// Gives each row a letter to pick it by.
    pub fn lettered(self) -> Self {
        self.with(Menu::lettered)
    }

    /// Lets typing narrow the list.
    pub fn filtered(self) -> Self {
        self.with(Menu::filtered)
    }

    /// Makes another list of its rows.
    pub fn with(mut self, menu: impl FnOnce(Vec<Item>) -> Menu) -> Self {
        self.menu = menu(self.menu.into_items());
        self
    }

    /// Folds the rows from that index on away until they are asked for.
    pub fn folding(mut self, from: usize) -> Self {
        self.menu = self.menu.folding(from);
        self
    }

    /// Adds another operation, on the row under the cursor if any, which takes precedence over a global one.
    pub fn also(mut self, op: Op, done: impl Fn(&mut Session, Option<&T>) -> Done + 'static) -> Self {
        self.also = Some((op, Box::new(done)));
        self
    }

    /// Sets another word for Esc.
    pub fn leaves(mut self, word: &'static str) -> Self {
        self.leaves = Some(word);
        self
    }

    /// Adds a fault above the rows.
    pub fn above(mut self, text: &str) -> Self {
        self.above = vec![(text.into(), |theme| theme.fault)];
        self
    }

    /// Adds a text about the row under the cursor, with at most `lines` lines below the list.
    pub fn telling(mut self, lines: u16, told: impl Fn(&View, &T) -> String + 'static) -> Self {
        self.told = Some((lines, Box::new(told)));
        self
    }

    /// Sets what Enter does with a text that nothing is like, and the words for it: `make "bless"`.
    pub fn otherwise(
        mut self,
        word: &'static str,
        done: impl Fn(&mut Session, &str) -> Done + 'static,
    ) -> Self {
        self.otherwise = Some((word, Box::new(done)));
        self
    }

    /// The text that nothing is like, with what Enter does with it.
    fn unlike(&self) -> Option<(&str, &'static str, &WithText)> {
        let (word, done) = self.otherwise.as_ref()?;
        let text = self.menu.typed_so_far().trim();
        (self.menu.chosen().is_none() && !text.is_empty()).then_some((text, *word, done))
    }

    /// Adds the faults that occurred while the list was built.
    pub fn faults(mut self, faults: Vec<String>) -> Self {
        self.faults = faults.into_iter().map(|fault| -> Cell { (fault, |theme| theme.fault) }).collect();
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

    /// Puts the cursor on a row.
    pub fn at(mut self, row: usize) -> Self {
        self.menu.choose(row);
        self
    }

    /// Turns it into a layer.
    pub fn boxed(self) -> Box<dyn Layer> {
        Box::new(self)
    }

    fn chosen(&self) -> Option<&T> {
        self.values.get(self.menu.chosen()?)
    }

    fn pick(&mut self, session: &mut Session) -> Done {
        if self.menu.is_on_rest() {
            self.menu.unfold();
            return STAY;
        }
        if let Some((text, _, done)) = self.unlike() {
            return done(session, text);
        }
        let open = self.menu.item().is_some_and(|item| item.blocked.is_none());
        self.chosen().filter(|_| open).map_or(STAY, |value| (self.done)(session, value))
    }

    fn columns(&self) -> u16 {
        self.menu.size().1.max(self.columns)
    }

    /// The texts below the list: the faults, then what is told about the row under the cursor.
    fn below(&self, view: &View) -> Vec<Cell> {
        let told = self.told.as_ref().zip(self.chosen()).map(|((_, told), value)| told(view, value));
        let told =
            told.filter(|told| !told.is_empty()).map(|told| -> Cell { (told, |theme| theme.dim) });
        self.faults.iter().cloned().chain(told).collect()
    }

    /// The lines reserved below the list: a fixed number for the text about a row, so that the list does not move.
    fn room_below(&self, view: &View, columns: u16) -> u16 {
        self.told.as_ref().map_or_else(|| height(&self.below(view), columns), |(lines, _)| *lines)
    }
}

impl<T: 'static> Layer for Picker<T> {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn picked(&self) -> Option<String> {
        self.menu.item().map(Item::told)
    }

    fn title(&self, _: &View) -> String {
        match self.menu.narrowed() {
            Some((shown, all)) => format!("{} · {shown} of {all}", self.title),
            None => self.title.clone(),
        }
    }

    fn size(&self, view: &View) -> (u16, u16) {
        let columns = self.columns();
        let apart = u16::from(!self.above.is_empty()) + u16::from(self.told.is_some());
        let beside = height(&self.above, columns).saturating_add(self.room_below(view, columns));
        let lines = self.menu.size().0.saturating_add(beside).saturating_add(apart);
        (self.lines.unwrap_or(lines), columns)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let mut below = self.room_below(view, area.width).min(area.height);
        // A list too long for the screen gets the reserved lines while there is no text for them.
        let texts = self.below(view);
        if texts.is_empty() {
            below = below.min(area.height.saturating_sub(self.menu.size().0));
        }
        let mut list = Rect { height: area.height - below, ..area };
        if !self.above.is_empty() {
            let lines = self.menu.size().0.min(list.height);
            let top = list.bottom() - lines;
            put_wrapped(buf, &self.above, Rect { height: top - list.y, ..list }, view.theme);
            list = Rect { y: top, height: lines, ..area };
        }
        self.menu.paint(list, view.theme, buf);
        put_wrapped(buf, &texts, Rect { y: list.bottom(), height: below, ..area }, view.theme);
    }

    fn sees_to(&self, op: Op) -> bool {
        self.also.as_ref().is_some_and(|(also, _)| *also == op)
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
            (Op::Forward, _) => return self.pick(session),
            (Op::Back, _) => return CLOSE,
            (_, Some((also, done))) if *also == op => return done(session, self.chosen()),
            _ => _ = self.menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.leaves) {
            (Op::Forward, _) => match self.unlike() {
                Some((text, word, _)) => KeyMeaning::This(format!("{word} \"{text}\"")),
                None => self.menu.means(),
            },
            (Op::Back, Some(word)) => KeyMeaning::This(word.into()),
            _ => KeyMeaning::Usual,
        }
    }

    fn refused(&mut self, refused: &Refused) {
        self.faults = vec![(format!("! {}", refused.why), |theme| theme.fault)];
    }
}
