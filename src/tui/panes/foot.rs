//! The foot line: the keys that matter right now, Enter's meaning first.

use crate::tui::input::keymap::{Binding, Keymap, Scope};
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{self, put, width};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

/// What a key does in the current situation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyMeaning {
    /// What the key table says.
    Usual,
    /// This in particular.
    This(String),
    /// What the key table says, to this: `undo: Orc 3 takes 5`.
    To(String),
    /// Nothing at the moment, for this reason.
    Blocked(String),
    /// Not shown.
    Hidden,
}

/// The foot line.
pub struct Foot<'a> {
    /// The key bindings.
    pub keymap: &'a Keymap,
    /// Active scopes, innermost first.
    pub scopes: &'a [Scope],
    /// Returns what an operation does in the current situation.
    pub means: &'a dyn Fn(Op) -> KeyMeaning,
    /// The styles.
    pub theme: &'a Theme,
}

/// Whether an operation always has room, at the end: the ones that lead to all others, and undo if there is more than
/// one line, so that it does not cut short what Enter means.
fn is_kept(op: Op, lines: u16) -> bool {
    matches!(op, Op::Palette | Op::Help) || (op == Op::Undo && lines > 1)
}

/// A key with its label.
struct Item {
    key: String,
    word: String,
    possible: bool,
    /// Whether it is Enter.
    first: bool,
}

impl Item {
    fn columns(&self) -> u16 {
        text::cells(width(&self.key) + width(&self.word) + 1)
    }
}

impl Foot<'_> {
    fn item(&self, row: &Binding) -> Option<Item> {
        let (word, possible) = match (self.means)(row.op) {
            KeyMeaning::Usual => (row.label.to_string(), true),
            KeyMeaning::This(word) => (word, true),
            KeyMeaning::To(what) => (format!("{}: {what}", row.label), true),
            // The parentheses mark it as blocked even without the dim style.
            KeyMeaning::Blocked(_) => (format!("({})", row.label), false),
            KeyMeaning::Hidden => return None,
        };
        let colon = if row.op == Op::Forward { ":" } else { "" };
        Some(Item { key: row.key() + colon, word, possible, first: row.op == Op::Forward })
    }

    /// Paints a key and its label. Returns the column after it and a gap.
    fn put(&self, item: &Item, (x, y): (u16, u16), end: u16, buf: &mut Buffer) -> u16 {
        let bold = |style: Style| style.add_modifier(Modifier::BOLD);
        let (key_style, style) = match item {
            Item { possible: false, .. } => (self.theme.dim, self.theme.dim),
            Item { first: true, .. } => (bold(self.theme.key), bold(self.theme.text)),
            _ => (self.theme.key, self.theme.text),
        };
        let x = put(buf, x, y, end.saturating_sub(x), &item.key, key_style);
        put(buf, x + 1, y, end.saturating_sub(x + 1), &item.word, style).saturating_add(2)
    }
}

impl Widget for Foot<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let (mut x, mut y) = (area.x, area.y);
        let rows = self.scopes.iter().flat_map(|scope| self.keymap.rows(*scope));
        let (last, mut rows): (Vec<&Binding>, Vec<&Binding>) =
            rows.filter(|row| !row.label.is_empty()).partition(|row| is_kept(row.op, area.height));
        rows.sort_by_key(|row| row.op != Op::Forward);
        let last: Vec<Item> = last.into_iter().filter_map(|row| self.item(row)).collect();
        let kept = last.iter().fold(0, |sum: u16, item| sum.saturating_add(item.columns() + 2));
        for item in rows.into_iter().filter_map(|row| self.item(row)) {
            let room = |y: u16| {
                let last = y + 1 >= area.bottom();
                if last { area.right().saturating_sub(kept) } else { area.right() }
            };
            let fits = |x: u16, y: u16| x.saturating_add(item.columns()) <= room(y);
            if x > area.x && !fits(x, y) {
                if y + 1 >= area.bottom() {
                    break;
                }
                (x, y) = (area.x, y + 1);
            }
            x = self.put(&item, (x, y), room(y), buf);
        }
        let mut behind = kept;
        for item in &last {
            behind = behind.saturating_sub(item.columns() + 2);
            if x > area.x && x.saturating_add(item.columns()) > area.right() && y + 1 < area.bottom() {
                (x, y) = (area.x, y + 1);
            }
            // The label of undo can be long: it is cut rather than the keys after it.
            let room = if y + 1 < area.bottom() { 0 } else { behind };
            x = self.put(item, (x, y), area.right().saturating_sub(room), buf);
        }
    }
}
