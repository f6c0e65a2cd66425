//! The foot line: the keys that matter right now, Enter's meaning first.

use crate::tui::input::keymap::{Binding, Keymap, Scope};
use crate::tui::input::operations::Op;
use crate::tui::paint::text::{self, put, width};
use crate::tui::paint::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

/// What a key would do here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Means {
    /// As the table says.
    Usual,
    /// This in particular.
    This(String),
    /// Nothing now, and why.
    Blocked(String),
    /// It is no matter here.
    Hidden,
}

/// The foot line.
pub struct Foot<'a> {
    /// The keys.
    pub keymap: &'a Keymap,
    /// Where the keys go, innermost first.
    pub scopes: &'a [Scope],
    /// What a key means here.
    pub means: &'a dyn Fn(Op) -> Means,
    /// The styles.
    pub theme: &'a Theme,
}

/// There is always room for these, at the end: what leads to all others, and the way back where there is more than one
/// line, so that it does not cut short what Enter means.
fn is_kept(op: Op, lines: u16) -> bool {
    matches!(op, Op::Palette | Op::Help) || (op == Op::Undo && lines > 1)
}

/// A key with its word, as it will stand there.
struct Told {
    key: String,
    word: String,
    possible: bool,
    /// It is what Enter does.
    first: bool,
}

impl Told {
    fn columns(&self) -> u16 {
        text::cells(width(&self.key) + width(&self.word) + 1)
    }
}

impl Foot<'_> {
    fn told(&self, row: &Binding) -> Option<Told> {
        let (word, possible) = match (self.means)(row.op) {
            Means::Usual => (row.label.to_string(), true),
            Means::This(word) => (word, true),
            // Not the weight alone says that it cannot be done now.
            Means::Blocked(_) => (format!("({})", row.label), false),
            Means::Hidden => return None,
        };
        let colon = if row.op == Op::Forward { ":" } else { "" };
        Some(Told { key: row.key() + colon, word, possible, first: row.op == Op::Forward })
    }

    /// Writes it, and gives the column after it and a gap.
    fn put(&self, told: &Told, (x, y): (u16, u16), end: u16, buf: &mut Buffer) -> u16 {
        let bold = |style: Style| style.add_modifier(Modifier::BOLD);
        let (key_style, style) = match told {
            Told { possible: false, .. } => (self.theme.dim, self.theme.dim),
            Told { first: true, .. } => (bold(self.theme.key), bold(self.theme.text)),
            _ => (self.theme.key, self.theme.text),
        };
        let x = put(buf, x, y, end.saturating_sub(x), &told.key, key_style);
        put(buf, x + 1, y, end.saturating_sub(x + 1), &told.word, style).saturating_add(2)
    }
}

impl Widget for Foot<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let (mut x, mut y) = (area.x, area.y);
        let rows = self.scopes.iter().flat_map(|scope| self.keymap.rows(*scope));
        let (last, mut rows): (Vec<&Binding>, Vec<&Binding>) =
            rows.filter(|row| !row.label.is_empty()).partition(|row| is_kept(row.op, area.height));
        rows.sort_by_key(|row| row.op != Op::Forward);
        let last: Vec<Told> = last.into_iter().filter_map(|row| self.told(row)).collect();
        let kept = last.iter().fold(0, |sum: u16, told| sum.saturating_add(told.columns() + 2));
        for told in rows.into_iter().filter_map(|row| self.told(row)) {
            let room = |y: u16| {
                let last = y + 1 >= area.bottom();
                if last { area.right().saturating_sub(kept) } else { area.right() }
            };
            let fits = |x: u16, y: u16| x.saturating_add(told.columns()) <= room(y);
            if x > area.x && !fits(x, y) {
                if y + 1 >= area.bottom() {
                    break;
                }
                (x, y) = (area.x, y + 1);
            }
            x = self.put(&told, (x, y), room(y), buf);
        }
        let mut behind = kept;
        for told in &last {
            behind = behind.saturating_sub(told.columns() + 2);
            if x > area.x && x.saturating_add(told.columns()) > area.right() && y + 1 < area.bottom() {
                (x, y) = (area.x, y + 1);
            }
            // What undo takes back may have a long name: it is cut, and not the keys behind it.
            let room = if y + 1 < area.bottom() { 0 } else { behind };
            x = self.put(told, (x, y), area.right().saturating_sub(room), buf);
        }
    }
}
