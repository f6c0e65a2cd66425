//! The foot line: the keys that matter right now, Enter's meaning first.

use crate::tui::keymap::{Binding, Keymap, Scope};
use crate::tui::op::Op;
use crate::tui::text::{put, width};
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
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

impl Widget for Foot<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let (mut x, mut y) = (area.x, area.y);
        let rows = self.scopes.iter().flat_map(|scope| self.keymap.rows(*scope));
        let mut rows: Vec<&Binding> = rows.filter(|row| !row.label.is_empty()).collect();
        rows.sort_by_key(|row| row.op != Op::Forward);
        for row in rows {
            let (word, possible) = match (self.means)(row.op) {
                Means::Usual => (row.label.to_string(), true),
                Means::This(word) => (word, true),
                // Not the weight alone says that it cannot be done now.
                Means::Blocked(_) => (format!("({})", row.label), false),
                Means::Hidden => continue,
            };
            let key = row.key();
            let colon = if row.op == Op::Forward { ":" } else { "" };
            let columns =
                u16::try_from(width(&key) + width(&word) + colon.len() + 1).unwrap_or(u16::MAX);
            if x > area.x && x.saturating_add(columns) > area.right() {
                (x, y) = (area.x, y + 1);
            }
            if y >= area.bottom() {
                return;
            }
            let (key_style, style) = if possible {
                (self.theme.key, self.theme.text)
            } else {
                (self.theme.dim, self.theme.dim)
            };
            x = put(buf, x, y, area.right().saturating_sub(x), &format!("{key}{colon}"), key_style);
            let room = area.right().saturating_sub(x + 1);
            x = put(buf, x + 1, y, room, &word, style).saturating_add(2);
        }
    }
}
