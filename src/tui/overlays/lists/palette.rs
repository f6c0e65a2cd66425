//! The palette: every operation with its key, found by typing some of its letters or a synonym.

use crate::tui::input::groups::Group;
use crate::tui::input::keymap::{Binding, Scope};
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::picker::Picker;
use crate::tui::kit::row::Cell;
use crate::tui::overlays::referee::overrule;
use crate::tui::overlays::{CLOSE, Layer, STAY, Then};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shell::Shell;
use ratatui::layout::Constraint::{self, Fill, Length};

/// The columns of the name, the key and what it does.
const COLUMNS: [Constraint; 3] = [Length(11), Length(6), Fill(1)];
/// Its lines and columns: all that there are, so that it does not move.
const SIZE: (u16, u16) = (200, 30);
/// The lines for the whole sentence about the row under the cursor.
const TOLD: u16 = 3;
/// The headings of what cannot be done here and now, of values, and of what wardrum does not do.
const NOT_NOW: &str = "Not now";
const VALUES: &str = "Set a value";
const NOT_HERE: &str = "Not in wardrum";

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

/// The scopes whose operations are listed wherever the referee is.
const PLACES: [Scope; 5] = [Scope::Play, Scope::Roster, Scope::Build, Scope::Start, Scope::Timeline];

/// A row being made: what it does, its name, its key, and what is said of it.
struct Entry {
    does: Does,
    name: String,
    key: String,
    text: String,
    item: Item,
}

impl Entry {
    /// The row of an operation: its name, and words that find it.
    fn of(row: &Binding, blocked: Option<String>, text: String) -> Self {
        let name = row.op.name().replace('-', " ");
        let group = if blocked.is_some() { NOT_NOW } else { Group::of(row.op).title() };
        let (synonyms, also) = (row.op.synonyms(), format!("{} {text}", row.help));
        let item = Item { blocked, synonyms, also, group, ..Item::new(format!("{name} {}", row.label)) };
        Self { does: Does::Op(row.op), name, key: row.key(), text, item }
    }

    /// Its row, with what is said of it.
    fn row(self) -> (Item, (Does, String)) {
        let Self { does, name, key, text, item } = self;
        let cells: Vec<Cell> = match item.blocked {
            Some(_) => vec![
                (name, |theme| theme.dim),
                (key, |theme| theme.dim),
                (text.clone(), |theme| theme.dim),
            ],
            None => vec![
                (name, |theme| theme.text),
                (key, |theme| theme.key),
                (text.clone(), |theme| theme.dim),
            ],
        };
        (Item { cells, ..item }, (does, text))
    }
}

/// The operations available here; blocked ones show the reason.
fn here(shell: &Shell) -> Vec<Entry> {
    let scopes = shell.scopes();
    let rows = scopes.iter().flat_map(|scope| shell.session.keymap.rows(*scope));
    let listed = rows.filter(|row| matches!(row.op, Op::Forward | Op::Back) || !row.op.goes_about());
    let entry = |row: &Binding| {
        let blocked = shell.barred(row.op);
        let words = match shell.means(row.op) {
            KeyMeaning::This(words) | KeyMeaning::To(words) => Some(words),
            _ => None,
        };
        let text = blocked.clone().or(words.clone()).unwrap_or_else(|| row.help.into());
        let mut entry = Entry::of(row, blocked, text);
        // The present meaning of Enter is searchable; that of other keys, such as undo, is not.
        if let Some(words) = words.filter(|_| row.op == Op::Forward) {
            entry.item.text = format!("{} {words}", entry.item.text);
        }
        entry
    };
    listed.map(entry).collect()
}

/// The values that can be set, where there is a fight.
fn values(shell: &Shell) -> Vec<Entry> {
    let scopes = shell.scopes();
    if !scopes.iter().any(|scope| matches!(scope, Scope::Play | Scope::Build)) {
        return Vec::new();
    }
    let key = shell.session.keymap.shown(&scopes, Op::Overrule);
    let entry = |(value, synonyms, at): (&'static str, &'static str, usize)| Entry {
        does: Does::Word(at),
        name: "set".into(),
        key: key.clone(),
        item: Item { synonyms, group: VALUES, ..Item::new(format!("set {value}")) },
        text: value.into(),
    };
    overrule::values(&shell.session.view()).into_iter().map(entry).collect()
}

/// The operations of other places, with a hint where they belong.
fn elsewhere(shell: &Shell) -> Vec<Entry> {
    let rows = PLACES.iter().flat_map(|scope| shell.session.keymap.rows(*scope));
    let entry = |row: &Binding| {
        let blocked = shell.barred_elsewhere(row);
        let text = blocked.clone().unwrap_or_else(|| row.help.into());
        let mut entry = Entry::of(row, blocked, text);
        if entry.item.blocked.is_none() {
            entry.key = String::new();
        }
        entry
    };
    rows.filter(|row| !row.op.goes_about()).map(entry).collect()
}

/// What wardrum does not do.
fn not_here() -> impl Iterator<Item = Entry> {
    ELSEWHERE.into_iter().enumerate().map(|(at, (name, synonyms, text))| Entry {
        does: Does::Elsewhere(at),
        name: name.into(),
        key: String::new(),
        text: text.into(),
        item: Item { blocked: Some(text.into()), synonyms, group: NOT_HERE, ..Item::new(name) },
    })
}

/// Lists everything that can be requested, in groups: the operations available here by what they are for, the values that
/// can be set, what cannot be done now, and what wardrum does not do.
pub fn open(shell: &Shell) -> Box<dyn Layer> {
    let mut all: Vec<Entry> = Vec::new();
    for entry in here(shell).into_iter().chain(values(shell)).chain(elsewhere(shell)).chain(not_here()) {
        if all.iter().all(|other| other.does != entry.does) {
            all.push(entry);
        }
    }
    let order = Group::ALL.map(Group::title).into_iter().chain([VALUES, NOT_NOW, NOT_HERE]);
    let order: Vec<&str> = order.collect();
    all.sort_by_key(|entry| order.iter().position(|group| *group == entry.item.group));
    let pick = |session: &mut Session, (does, _): &(Does, String)| match *does {
        Does::Op(op) => Ok(Then::Press(op)),
        Does::Word(at) => overrule::open_value(&session.view(), at).map_or(STAY, Then::replace),
        Does::Elsewhere(_) => STAY,
    };
    Picker::new("Everything", all.into_iter().map(Entry::row), pick)
        .with(|items| Menu::filtered(items).columns(COLUMNS))
        .telling(TOLD, |_, (_, text)| text.clone())
        .sized(SIZE)
        .also(Op::Palette, |_, _| CLOSE)
        .boxed()
}
