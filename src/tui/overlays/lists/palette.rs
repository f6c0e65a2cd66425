//! The palette: every operation of this place with its key, found by typing a few of its letters.

use super::menu::{Item, Menu};
use crate::tui::app::App;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::paint::text::put;
use crate::tui::panes::foot::Means;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Columns of the name and of the key.
const COLUMNS: [u16; 2] = [12, 10];
/// Its lines and columns, whatever it lists, so that it stays in its place.
const SIZE: (u16, u16) = (24, 88);

/// An operation.
struct PaletteRow {
    op: Op,
    key: String,
    name: String,
    /// What it does, or why it cannot be done.
    text: String,
}

/// The palette.
pub struct Palette {
    lines: Vec<PaletteRow>,
    menu: Menu,
}

/// Everything that can be asked for where the referee is; what cannot be done now says why.
pub fn open(app: &App) -> Box<dyn Overlay> {
    let (mut lines, mut items): (Vec<PaletteRow>, Vec<Item>) = (Vec::new(), Vec::new());
    for row in app.scopes().iter().flat_map(|scope| app.keymap.rows(*scope)) {
        if row.op == Op::Palette || lines.iter().any(|line| line.op == row.op) {
            continue;
        }
        let (name, blocked) = (row.op.name().replace('-', " "), app.barred(row.op));
        let text = match (&blocked, app.means(row.op)) {
            (Some(why), _) => why.clone(),
            (None, Means::This(words)) => bare(&name, words),
            _ => row.help.to_string(),
        };
        let also = format!("{} {text}", row.help);
        items.push(Item { blocked, also, ..Item::new(format!("{name} {}", row.label)) });
        lines.push(PaletteRow { op: row.op, key: row.all_keys(), name, text });
    }
    Box::new(Palette { lines, menu: Menu::filtered(items) })
}

/// What it would do, without its name where that stands first: `undo: Orc 3 takes 5`.
fn bare(name: &str, words: String) -> String {
    let rest = words.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
    rest.map_or_else(|| words.clone(), str::to_string)
}

impl Overlay for Palette {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        "What now?".into()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        SIZE
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        self.menu.paint_with(area, theme, buf, |at, item, row, buf| {
            let line = &self.lines[at];
            let barred = item.blocked.is_some();
            let (name, key) = if barred { (theme.dim, theme.dim) } else { (theme.text, theme.key) };
            let [wide, narrow] = COLUMNS;
            put(buf, row.x + 2, row.y, wide, &line.name, name);
            put(buf, row.x + 3 + wide, row.y, narrow, &line.key, key);
            let x = row.x + 4 + wide + narrow;
            put(
                buf,
                x,
                row.y,
                row.right().saturating_sub(x),
                &line.text,
                if barred { theme.dim } else { theme.frame },
            );
        });
    }

    fn takes(&self, _: char) -> bool {
        self.menu.takes_text()
    }

    fn typed(&mut self, sign: char, _: &View) -> Verdict {
        self.menu.typed(sign);
        Verdict::Stay
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::Palette
    }

    fn op(&mut self, op: Op, _: &View) -> Verdict {
        match (op, self.menu.chosen()) {
            (Op::Back | Op::Palette, _) => Verdict::Leave,
            (Op::Forward, Some(at)) => Verdict::Do(self.lines[at].op),
            _ => {
                self.menu.op(op);
                Verdict::Stay
            }
        }
    }

    fn means(&self, op: Op) -> Means {
        if op == Op::Forward { self.menu.means() } else { Means::Usual }
    }
}
