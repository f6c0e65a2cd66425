//! Help for the current screen: what Enter does now, the keys by purpose, and where to read more.

use super::page::Scroll;
use crate::tui::input::keymap::{Binding, Scope};
use crate::tui::input::operations::Op;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY};
use crate::tui::paint::text::{self, put, wrap};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shell::Shell;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

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

/// A line of the page: a heading, or keys and what they do.
struct HelpRow {
    keys: String,
    text: String,
}

/// The page, which typing filters.
pub struct Help {
    place: &'static str,
    lines: Vec<HelpRow>,
    typed: String,
    scroll: Scroll,
}

/// Lists every key available on the current screen.
pub fn open(shell: &Shell) -> Box<dyn Layer> {
    let scopes = shell.scopes();
    let rows: Vec<&Binding> =
        scopes.iter().flat_map(|scope| shell.session.keymap.rows(*scope)).collect();
    let mut lines = Vec::new();
    if let KeyMeaning::This(words) = shell.means(Op::Forward) {
        let key = shell.session.keymap.shown(&scopes, Op::Forward);
        lines.push(HelpRow { keys: format!("{key} now"), text: words });
    }
    let listed = |op| GROUPS.iter().any(|(_, ops)| ops.contains(&op));
    for (title, ops) in GROUPS {
        let belongs = |row: &&&Binding| ops.contains(&row.op) || ops.is_empty() && !listed(row.op);
        let of_group: Vec<HelpRow> = rows.iter().filter(belongs).map(|row| line(row)).collect();
        if !of_group.is_empty() && rows.len() > MANY {
            lines.push(HelpRow { keys: String::new(), text: String::new() });
            lines.push(HelpRow { keys: String::new(), text: title.into() });
        }
        lines.extend(of_group);
    }
    lines.push(HelpRow { keys: String::new(), text: String::new() });
    lines.push(HelpRow { keys: String::new(), text: "Read more".into() });
    lines.extend(read_more(shell, &scopes));
    let place = scopes.first().map_or("Keys", |scope| scope.title());
    Box::new(Help { place, lines, typed: String::new(), scroll: Scroll::default() })
}

fn line(row: &Binding) -> HelpRow {
    HelpRow { keys: row.all_keys(), text: row.help.into() }
}

fn read_more(shell: &Shell, scopes: &[Scope]) -> [HelpRow; 3] {
    let key = |op| shell.session.keymap.shown(scopes, op);
    [
        HelpRow {
            keys: key(Op::LookUp),
            text: "The rules of this fight, by id or words, with their tables".into(),
        },
        HelpRow {
            keys: key(Op::Why),
            text: "On a row of the log: what every number is made of, and by which rule".into(),
        },
        HelpRow {
            keys: "wardrum keys".into(),
            text: "Every key, in the form in which you can set your own".into(),
        },
    ]
}

impl Help {
    /// The lines that match the filter, wrapped; all of them without a filter.
    fn shown(&self, columns: u16) -> Vec<(&str, String)> {
        let typed = self.typed.trim().to_lowercase();
        let found = |line: &&HelpRow| {
            let whole = format!("{} {}", line.keys, line.text).to_lowercase();
            typed.is_empty() || !line.keys.is_empty() && whole.contains(&typed)
        };
        let mut shown = Vec::new();
        for line in self.lines.iter().filter(found) {
            let room = if line.keys.is_empty() { columns } else { columns.saturating_sub(KEYS + 2) };
            for (at, text) in wrap(&line.text, usize::from(room)).into_iter().enumerate() {
                shown.push((if at == 0 { &*line.keys } else { " " }, text));
            }
        }
        shown
    }
}

impl Layer for Help {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn title(&self, _: &View) -> String {
        if self.typed.is_empty() {
            format!("Keys: {} (type to filter)", self.place.to_lowercase())
        } else {
            format!("/{}▏", self.typed)
        }
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (text::cells(self.shown(WIDEST).len()), WIDEST)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let shown = self.shown(area.width);
        let theme = view.theme;
        self.scroll.paint(shown.len(), area, theme, buf, |at, y, buf| {
            let (keys, text) = &shown[at];
            if keys.is_empty() {
                put(buf, area.x, y, area.width, text, theme.actor);
                return;
            }
            put(buf, area.x + 1, y, KEYS, keys, theme.key);
            let x = area.x + KEYS + 2;
            put(buf, x, y, area.right().saturating_sub(x), text, theme.text);
        });
    }

    fn takes(&self, sign: char) -> bool {
        !sign.is_control()
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        text::add(&mut self.typed, sign, text::MOST_SOUGHT);
        self.scroll = Scroll::default();
        STAY
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::Help
    }

    fn op(&mut self, op: Op, _: &mut Session) -> Done {
        match op {
            Op::Erase => _ = self.typed.pop(),
            Op::Back if !self.typed.is_empty() => self.typed.clear(),
            Op::Back | Op::Forward | Op::Help => return CLOSE,
            _ => self.scroll.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward => KeyMeaning::Hidden,
            Op::Back if self.typed.is_empty() => KeyMeaning::This("back".into()),
            Op::Back => KeyMeaning::This("clear".into()),
            _ => KeyMeaning::Usual,
        }
    }
}
