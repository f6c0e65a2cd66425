//! Looking up rules by id or words as they are typed, with text and tables.

use super::page::{Page, Scroll};
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::book::{Entry, entries};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::lists::menu::DrawnLines;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::layout;
use crate::tui::paint::text::{self, put, width};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::rule_search::found;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// The lines and columns it takes, if there is room.
const SIZE: (u16, u16) = (40, 92);
/// The most lines of the list of results, above the text.
const LIST: usize = 8;

/// The search in the rules of one game.
pub struct LookUp {
    book: &'static dyn Ruleset,
    entries: Vec<Entry>,
    typed: String,
    /// The results, as indexes of entries.
    found: Vec<usize>,
    at: usize,
    seen: DrawnLines,
    /// How far the text of the chosen entry is scrolled.
    scroll: Scroll,
}

/// Opens the search in the rules of a game.
pub fn open(book: &'static dyn Ruleset) -> Box<dyn Layer> {
    Box::new(LookUp::of(book, String::new()))
}

/// Opens the rule with that id; `None` if the game has no such rule.
pub fn rule(book: &'static dyn Ruleset, id: &str) -> Option<Box<dyn Layer>> {
    let entry = entries(book).into_iter().find(|entry| *entry.id == *id)?;
    Some(rule_page(entry))
}

/// A page with one rule in full.
fn rule_page(entry: Entry) -> Box<dyn Layer> {
    let title = format!("{} ({})", entry.title, entry.id);
    Box::new(Page::laid_out(title, SIZE.1, move |columns| layout::entry(&entry, columns)))
}

impl LookUp {
    fn of(book: &'static dyn Ruleset, typed: String) -> Self {
        let entries = entries(book);
        let found = found(&entries, &typed);
        let (seen, scroll) = (DrawnLines::default(), Scroll::default());
        Self { book, entries, typed, found, at: 0, seen, scroll }
    }

    fn narrow(&mut self) {
        self.found = found(&self.entries, &self.typed);
        (self.at, self.scroll) = (0, Scroll::default());
    }

    fn chosen(&self) -> Option<&Entry> {
        self.entries.get(*self.found.get(self.at)?)
    }

    /// Searches the next game for the same words.
    fn next_book(&mut self) {
        let at = registry::ALL.iter().position(|id| *id == self.book.about().id).unwrap_or(0);
        let next = registry::ALL[(at + 1) % registry::ALL.len()];
        *self = Self::of(registry::ruleset(next), std::mem::take(&mut self.typed));
    }

    fn step(&mut self, by: isize) {
        let last = self.found.len().saturating_sub(1);
        (self.at, self.scroll) = (self.at.saturating_add_signed(by).min(last), Scroll::default());
    }

    fn paint_list(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let ids = self.found.iter().map(|at| width(&self.entries[*at].id)).max().unwrap_or(0);
        let ids = text::cells(ids).min(area.width / 2);
        let top = self.seen.scroll(area, self.at, self.found.len());
        for (at, y) in (top..self.found.len()).zip(area.y..area.bottom()) {
            let entry = &self.entries[self.found[at]];
            put(buf, area.x + 2, y, ids, &entry.id, theme.key);
            let x = area.x + 4 + ids;
            put(buf, x, y, area.right().saturating_sub(x), &entry.title, theme.text);
            if at == self.at {
                put(buf, area.x, y, 1, "›", theme.active);
                buf.set_style(Rect { y, height: 1, ..area }, theme.cursor);
            }
        }
    }
}

impl Layer for LookUp {
    fn scope(&self) -> Scope {
        Scope::Rules
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Done {
        match self.seen.click(at, &mut self.at, self.found.len()) {
            Some(true) => return self.op(Op::Forward, session),
            Some(false) => self.scroll = Scroll::default(),
            None => {}
        }
        STAY
    }

    fn title(&self, _: &View) -> String {
        format!("Rules: {}", self.book.about().title)
    }

    fn size(&self, _: &View) -> (u16, u16) {
        SIZE
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        text::put_typed(buf, area, &self.typed, theme.active);
        let rows = LIST.min(usize::from(area.height) / 3).min(self.found.len().max(1));
        let rows = text::cells(rows);
        let list = Rect { y: area.y + 1, height: rows, ..area };
        self.paint_list(view, list, buf);
        let Some(entry) = self.chosen() else {
            put(buf, area.x + 2, list.y, area.width, "no rule matches", theme.dim);
            return;
        };
        let line = "─".repeat(usize::from(area.width));
        put(buf, area.x, list.bottom(), area.width, &line, theme.frame);
        let below = list.bottom() + 1;
        let text = Rect { y: below, height: area.bottom().saturating_sub(below), ..area };
        self.scroll.paint_text(&layout::entry(entry, text.width.into()), text, theme, buf);
    }

    fn takes(&self, sign: char) -> bool {
        !sign.is_control()
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        text::add(&mut self.typed, sign, text::MOST_SOUGHT);
        self.narrow();
        STAY
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::LookUp
    }

    fn op(&mut self, op: Op, _: &mut Session) -> Done {
        match op {
            Op::Up => self.step(-1),
            Op::Down => self.step(1),
            Op::PageUp | Op::PageDown => self.scroll.op(op),
            Op::NextPane => self.next_book(),
            Op::Erase if self.typed.pop().is_some() => self.narrow(),
            Op::Back | Op::LookUp => return CLOSE,
            Op::Forward => {
                let chosen = self.chosen().cloned();
                return chosen.map_or(STAY, |entry| Then::push(rule_page(entry)));
            }
            _ => {}
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
