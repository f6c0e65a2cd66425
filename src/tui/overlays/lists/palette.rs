//! The palette: every operation with its key, found by typing some of its letters or a synonym.

use super::menu::{Item, Menu};
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::referee::overrule;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::put;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shell::Shell;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The columns of the name and of the key.
const COLUMNS: [u16; 2] = [12, 10];
/// Its lines and columns, fixed so that it does not move.
const SIZE: (u16, u16) = (24, 88);

/// What a row does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Op(Op),
    /// Overrules the value at that index of the list of values.
    Word(usize),
    /// Nothing: it is not wardrum's. The index in [`ELSEWHERE`].
    Elsewhere(usize),
}

/// What a referee may look for and wardrum does not do: its name, synonyms, and where to go instead.
const ELSEWHERE: [(&str, &str, &str); 7] = [
    ("experience", "xp advancement level up points", "wardrum xp, on the command line, works it out"),
    ("loot", "treasure gold coins hoard reward", "not kept by wardrum; a note records what was found"),
    ("wandering", "random encounter check", "roll for the check; add brings in who comes"),
    (
        "map",
        "grid token tokens fog battlemap image",
        "wardrum has none; place and distance say who is where",
    ),
    ("weather", "travel hexes journey overland", "not kept by wardrum; time passes with time"),
    ("tables", "random names generator rumours", "not in wardrum; roll rolls any dice"),
    ("music", "sounds ambience soundtrack", "wardrum plays none; settings has an alert by bell"),
];

/// A row.
struct PaletteRow {
    does: Does,
    key: String,
    name: String,
    /// What it does, or why it is blocked.
    text: String,
}

/// The palette.
pub struct Palette {
    lines: Vec<PaletteRow>,
    menu: Menu,
}

/// The scopes whose operations are listed wherever the referee is.
const PLACES: [Scope; 5] = [Scope::Play, Scope::Roster, Scope::Build, Scope::Start, Scope::Timeline];

/// Lists everything that can be requested: the operations available here, the values that can be set, then the
/// operations of other places. Blocked ones show the reason.
pub fn open(shell: &Shell) -> Box<dyn Layer> {
    let (mut lines, mut items): (Vec<PaletteRow>, Vec<Item>) = (Vec::new(), Vec::new());
    let mut add = |row: PaletteRow, item: Item| {
        let does = row.does;
        if !lines.iter().any(|line: &PaletteRow| line.does == does) {
            items.push(item);
            lines.push(row);
        }
    };
    let scopes = shell.scopes();
    for row in scopes.iter().flat_map(|scope| shell.session.keymap.rows(*scope)) {
        if row.op == Op::Palette {
            continue;
        }
        let (name, blocked) = (row.op.name().replace('-', " "), shell.barred(row.op));
        let (means, text) = match (&blocked, shell.means(row.op)) {
            (Some(why), _) => (String::new(), why.clone()),
            (None, KeyMeaning::This(words) | KeyMeaning::To(words)) => (words.clone(), words),
            _ => (String::new(), row.help.to_string()),
        };
        let also = format!("{} {text}", row.help);
        // The present meaning of Enter is searchable; that of other keys, such as undo, is not.
        let means = if row.op == Op::Forward { &*means } else { "" };
        let text_of = format!("{name} {} {means}", row.label);
        let item = Item { blocked, synonyms: row.op.synonyms(), also, ..Item::new(text_of) };
        add(PaletteRow { does: Does::Op(row.op), key: row.all_keys(), name, text }, item);
    }
    if scopes.iter().any(|scope| matches!(scope, Scope::Play | Scope::Build)) {
        let key = shell.session.keymap.shown(&scopes, Op::Overrule);
        for (value, synonyms, at) in overrule::values(&shell.session.view()) {
            let text = format!("{value} (overrule)");
            let row = PaletteRow { does: Does::Word(at), key: key.clone(), name: "set".into(), text };
            add(row, Item { synonyms, ..Item::new(format!("set {value}")) });
        }
    }
    for row in PLACES.iter().flat_map(|scope| shell.session.keymap.rows(*scope)) {
        if row.op.goes_about() {
            continue;
        }
        let blocked = shell.barred_elsewhere(row);
        let name = row.op.name().replace('-', " ");
        let text = blocked.clone().unwrap_or_else(|| row.help.into());
        let (synonyms, also) = (row.op.synonyms(), row.help.to_string());
        let key = if blocked.is_some() { row.all_keys() } else { String::new() };
        let item = Item { blocked, synonyms, also, ..Item::new(format!("{name} {}", row.label)) };
        add(PaletteRow { does: Does::Op(row.op), key, name, text }, item);
    }
    for (at, (name, synonyms, text)) in ELSEWHERE.into_iter().enumerate() {
        let item = Item { blocked: Some(text.into()), synonyms, ..Item::new(name) };
        let (does, key, name) = (Does::Elsewhere(at), String::new(), name.into());
        add(PaletteRow { does, key, name, text: text.into() }, item);
    }
    Box::new(Palette { lines, menu: Menu::filtered(items) })
}

impl Layer for Palette {
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

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        self.menu.typed(sign);
        STAY
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::Palette
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        match (op, self.menu.chosen()) {
            (Op::Back | Op::Palette, _) => CLOSE,
            (Op::Forward, Some(at)) => match self.lines[at].does {
                Does::Op(op) => Ok(Then::Press(op)),
                Does::Word(at) => overrule::open_value(&session.view(), at).map_or(STAY, Then::replace),
                Does::Elsewhere(_) => STAY,
            },
            _ => {
                self.menu.op(op);
                STAY
            }
        }
    }

    fn means(&self, op: Op) -> KeyMeaning {
        if op == Op::Forward { self.menu.means() } else { KeyMeaning::Usual }
    }
}
