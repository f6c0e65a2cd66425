//! Looking up rules by id or words as they are typed, with text and tables.

use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::book::{Entry, entries};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::page::Page;
use crate::tui::kit::row::Cell;
use crate::tui::kit::scroll::Scroll;
use crate::tui::kit::typed::Typed;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::layout;
use crate::tui::paint::text::{self, put, put_rule, width};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::rule_search::found;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::Rect;

/// The lines and columns it takes, if there is room.
const SIZE: (u16, u16) = (40, 92);
/// The most lines of the list of results, above the text.
const LIST: usize = 8;

/// The search in the rules of one game.
pub struct LookUp {
    book: &'static dyn Ruleset,
    entries: Vec<Entry>,
    typed: Typed,
    /// The results, as indexes of entries.
    found: Vec<usize>,
    menu: Menu,
    /// How far the text of the chosen entry is scrolled.
    scroll: Scroll,
}

/// Opens the search in the rules of a game.
pub fn open(book: &'static dyn Ruleset) -> Box<dyn Layer> {
    Box::new(LookUp::of(book, Typed::default()))
}

/// Opens the rule with that id; `None` if the game has no such rule.
pub fn rule(book: &'static dyn Ruleset, id: &str) -> Option<Box<dyn Layer>> {
    let entry = entries(book).into_iter().find(|entry| *entry.id == *id)?;
    Some(rule_page(entry))
}

fn item(entry: &Entry) -> Item {
    let id: Cell = (entry.id.to_string(), |theme| theme.key);
    Item { cells: vec![id, (entry.title.to_string(), |theme| theme.text)], ..Item::new("") }
}

/// A page with one rule in full.
fn rule_page(entry: Entry) -> Box<dyn Layer> {
    let title = format!("{} ({})", entry.title, entry.id);
    Box::new(Page::laid_out(title, SIZE.1, move |columns| layout::entry(&entry, columns)))
}

impl LookUp {
    fn of(book: &'static dyn Ruleset, typed: Typed) -> Self {
        let (entries, found, menu) = (entries(book), Vec::new(), Menu::default());
        let mut search = Self { book, entries, typed, found, menu, scroll: Scroll::default() };
        search.narrow();
        search
    }

    fn narrow(&mut self) {
        self.found = found(&self.entries, &self.typed);
        let found = || self.found.iter().map(|at| &self.entries[*at]);
        let ids = found().map(|entry| width(&entry.id)).max().unwrap_or(0);
        let ids = text::cells(ids).min(SIZE.1 / 2) + 1;
        self.menu = Menu::plain(found().map(item).collect()).columns([Length(ids), Fill(1)]);
    }

    fn chosen(&self) -> Option<&Entry> {
        self.entries.get(*self.found.get(self.menu.chosen()?)?)
    }

    /// Searches the next game for the same words.
    fn next_book(&mut self) {
        let at = registry::ALL.iter().position(|id| *id == self.book.about().id).unwrap_or(0);
        let next = registry::ALL[(at + 1) % registry::ALL.len()];
        *self = Self::of(registry::ruleset(next), std::mem::take(&mut self.typed));
    }
}

impl Layer for LookUp {
    fn scope(&self) -> Scope {
        Scope::Rules
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        format!("Rules: {}", self.book.about().title)
    }

    fn size(&self, _: &View) -> (u16, u16) {
        SIZE
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        self.typed.paint(area, theme, buf);
        let rows = LIST.min(usize::from(area.height) / 3).min(self.found.len().max(1));
        let rows = text::cells(rows);
        let list = Rect { y: area.y + 1, height: rows, ..area };
        self.menu.paint(list, theme, buf);
        let Some(entry) = self.chosen() else {
            put(buf, area.x + 2, list.y, area.width, "no rule matches", theme.dim);
            return;
        };
        put_rule(buf, area.left()..area.right(), list.bottom(), theme.frame);
        let below = list.bottom() + 1;
        let text = Rect { y: below, height: area.bottom().saturating_sub(below), ..area };
        self.scroll.of(self.menu.chosen().map_or(0, |at| self.found[at]));
        let lines = layout::entry(entry, text.width.into());
        self.scroll.paint(lines.len(), text, theme, buf, |at, y, buf| {
            put(buf, text.x, y, text.width, &lines[at], theme.text);
        });
    }

    fn takes(&self, sign: char) -> bool {
        !sign.is_control()
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        if self.typed.add(sign, text::MOST_SOUGHT) {
            self.narrow();
        }
        STAY
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::LookUp
    }

    fn op(&mut self, op: Op, _: &mut Session) -> Done {
        match op {
            Op::PageUp | Op::PageDown => self.scroll.op(op),
            Op::NextPane => self.next_book(),
            _ if self.typed.op(op) => self.narrow(),
            Op::Back | Op::LookUp => return CLOSE,
            Op::Forward => {
                let chosen = self.chosen().cloned();
                return chosen.map_or(STAY, |entry| Then::push(rule_page(entry)));
            }
            _ => _ = self.menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match (op, self.chosen()) {
            (Op::Forward, None) => KeyMeaning::Blocked("no rule matches".into()),
            _ => KeyMeaning::Usual,
        }
    }
}
