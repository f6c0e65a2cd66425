//! Help for the current screen: what Enter does now, the keys by purpose, and where to read more.

use crate::tui::input::keymap::Binding;
use crate::tui::input::operations::Op;
use crate::tui::kit::page::Page;
use crate::tui::kit::row::{Cell, Row};
use crate::tui::overlays::{CLOSE, Layer};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::shell::Shell;
use ratatui::layout::Constraint::{Fill, Length};

/// The width of the keys in columns.
const KEYS: u16 = 14;
/// The greatest width in columns.
const WIDEST: u16 = 76;
/// The number of keys above which they are grouped.
const MANY: usize = 12;

/// The groups of keys; "Actions" has all keys that are in no other group.
const GROUPS: [(&str, &[Op]); 4] = [
    (
        "Forward and back",
        &[
            Op::Forward,
            Op::Skip,
            Op::Undo,
            Op::Redo,
            Op::History,
            Op::Timeline,
            Op::Amend,
            Op::Time,
            Op::Back,
            Op::Quit,
        ],
    ),
    ("Actions", &[]),
    (
        "View and find",
        &[
            Op::Why,
            Op::Find,
            Op::Places,
            Op::Forecast,
            Op::NextPane,
            Op::Rank,
            Op::Sight,
            Op::Stance,
            Op::Fold,
            Op::FoldAll,
            Op::Help,
            Op::Palette,
            Op::LookUp,
            Op::Summary,
            Op::Export,
            Op::Watch,
            Op::Settings,
        ],
    ),
    ("Move and mark", &[Op::Up, Op::Down, Op::PageUp, Op::PageDown, Op::First, Op::Last, Op::Mark]),
];

/// Lists every key available on the current screen.
pub fn open(shell: &Shell) -> Box<dyn Layer> {
    let scopes = shell.scopes();
    let rows: Vec<&Binding> =
        scopes.iter().flat_map(|scope| shell.session.keymap.rows(*scope)).collect();
    let mut lines = Vec::new();
    if let KeyMeaning::This(words) = shell.means(Op::Forward) {
        lines.push(row(&format!("{} now", shell.session.keymap.shown(&scopes, Op::Forward)), &words));
    }
    let listed = |op| GROUPS.iter().any(|(_, ops)| ops.contains(&op));
    for (title, ops) in GROUPS {
        let belongs = |row: &&&Binding| ops.contains(&row.op) || ops.is_empty() && !listed(row.op);
        let mut of_group = rows.iter().filter(belongs).peekable();
        if of_group.peek().is_some() && rows.len() > MANY {
            lines.extend(heading(title));
        }
        lines.extend(of_group.map(|binding| row(&binding.all_keys(), binding.help)));
    }
    lines.extend(heading("Read more"));
    let key = |op| shell.session.keymap.shown(&scopes, op);
    lines.extend([
        row(&key(Op::LookUp), "The rules of this fight, by id or words, with their tables"),
        row(&key(Op::Why), "On a row of the log: what every number is made of, and by which rule"),
        row("wardrum keys", "Every key, in the form in which you can set your own"),
    ]);
    let place = scopes.first().map_or("Keys", |scope| scope.title());
    let title = format!("Keys: {} (type to filter)", place.to_lowercase());
    let page = Page::of(title, lines).columns([Length(0), Length(KEYS), Fill(1)], WIDEST);
    Box::new(page.filtered().turn(Op::Help, "", |_| CLOSE))
}

/// A key and what it does.
fn row(keys: &str, text: &str) -> Row {
    let keys: Cell = (keys.into(), |theme| theme.key);
    Row::of([(String::new(), |theme| theme.text), keys, (text.into(), |theme| theme.text)])
}

/// A heading after an empty line.
fn heading(title: &str) -> [Row; 2] {
    [Row::new(""), Row::of([(title.into(), |theme| theme.actor)])]
}
