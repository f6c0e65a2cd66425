//! The foot: the keys that matter right now, in one row.

use crate::tui::input::keymap::{Binding, Keymap, Scope};
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{self, put, width};
use crate::tui::paint::theme::Theme;
use crate::tui::phones::Wanted;
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
    /// What players want of the referee, in the last places of a fight.
    pub wanted: Option<Wanted>,
    /// The styles.
    pub theme: &'a Theme,
}

/// The operations of a running fight that have a place of their own, each with its columns: the same for as long as the
/// screen stays. Of several for one place, the first that is possible now has it.
const PLACES: [(&[Op], u16); 5] = [
    (&[Op::Forward], 14),
    (&[Op::Act], 9),
    (&[Op::Damage], 12),
    (&[Op::CutIn, Op::Condition], 15),
    (&[Op::Undo], 40),
];
/// Columns below which what undo takes back is not said.
const LEAST: u16 = 24;
/// What stands at the right edge, where there is room for it.
const LAST: [(Op, u16); 3] = [(Op::Timeline, 106), (Op::Palette, 0), (Op::Help, 0)];

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
        Some(Item { key: row.key(), word, possible, first: row.op == Op::Forward })
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
        let rows = || self.scopes.iter().flat_map(|scope| self.keymap.rows(*scope));
        let item = |op: Op| {
            rows().find(|row| row.op == op && !row.label.is_empty()).and_then(|row| self.item(row))
        };
        let last = LAST.iter().filter(|(_, from)| area.width >= *from).filter_map(|(op, _)| item(*op));
        let last: Vec<Item> = last.collect();
        let kept = last.iter().fold(0, |sum: u16, item| sum.saturating_add(item.columns() + 2));
        let edge = area.right().saturating_sub(kept);
        if self.scopes.first() == Some(&Scope::Play) {
            self.paint_places(item, Rect { width: edge.saturating_sub(area.x), ..area }, buf);
        } else {
            let is_last = |op: Op| LAST.iter().any(|(last, _)| *last == op);
            let mut rows: Vec<&Binding> =
                rows().filter(|row| !row.label.is_empty() && !is_last(row.op)).collect();
            rows.sort_by_key(|row| row.op != Op::Forward);
            let mut x = area.x;
            let items = rows.into_iter().filter_map(|row| self.item(row));
            for item in items.filter(|item| item.possible || item.first) {
                if x > area.x && x.saturating_add(item.columns()) > edge {
                    break;
                }
                x = self.put(&item, (x, area.y), edge, buf);
            }
        }
        let mut x = edge + u16::from(kept > 0) * 2;
        for item in &last {
            x = self.put(item, (x, area.y), area.right(), buf);
        }
    }
}

impl Foot<'_> {
    /// Paints the operations that have a place of their own.
    fn paint_places(&self, item: impl Fn(Op) -> Option<Item>, area: Rect, buf: &mut Buffer) {
        let mut x = area.x;
        for (ops, columns) in PLACES {
            if let Some(wanted) = self.wanted.as_ref().filter(|_| ops.contains(&Op::Condition)) {
                let style = if wanted.late { self.theme.dim } else { self.theme.note };
                put(buf, x, area.y, area.right().saturating_sub(x), &wanted.text, style);
                break;
            }
            let mut items: Vec<Item> = ops.iter().filter_map(|op| item(*op)).collect();
            let possible = items.iter().position(|item| item.possible);
            let shown = possible.map(|at| items.swap_remove(at)).or_else(|| items.pop());
            if let Some(mut item) = shown {
                if item.first {
                    // The stage says what that is.
                    item.word = "do it".into();
                }
                let end = area.right().min(x + columns).saturating_sub(1);
                // Only what undo takes back may be cut; a few letters of it say nothing.
                if x.saturating_add(item.columns()) > end && x + LEAST > end {
                    item.word.truncate(item.word.find(':').unwrap_or(item.word.len()));
                }
                if ops.contains(&Op::Undo) && x + LEAST <= end || x.saturating_add(item.columns()) <= end
                {
                    self.put(&item, (x, area.y), end, buf);
                }
            }
            x += columns;
            if x >= area.right() {
                break;
            }
        }
    }
}
