//! Help for the current screen on one page: its keys in groups and columns; typing finds the sentences about them.

use crate::tui::input::groups::Group;
use crate::tui::input::keymap::{Binding, Scope};
use crate::tui::input::operations::Op;
use crate::tui::kit::row::{Cell, Row, columns, put_cells};
use crate::tui::kit::scroll::Scroll;
use crate::tui::kit::typed::Typed;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Stands};
use crate::tui::paint::text::{MOST_SOUGHT, put, put_words};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::shell::Shell;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// The columns of a key, and the least of a key with its word.
const KEY: u16 = 7;
const CELL: u16 = 19;
/// Most columns of keys side by side.
const ACROSS: u16 = 4;
/// The columns of all keys of an operation, before the sentence.
const KEYS: u16 = 14;
/// Where to read more.
const MORE: &str = "A word finds what is said of it · R looks up a rule · wardrum keys lists all";

/// A key in the list.
struct Entry {
    key: String,
    word: String,
    /// All keys, and what they do in a sentence.
    whole: [String; 2],
}

impl Entry {
    fn of(row: &Binding) -> Self {
        let name = row.op.name().replace('-', " ");
        let word = if row.label.is_empty() { name } else { row.label.to_string() };
        Self { key: row.key(), word, whole: [row.all_keys(), row.help.to_string()] }
    }

    fn says(&self, typed: &str) -> bool {
        format!("{} {} {}", self.word, self.whole[0], self.whole[1]).to_lowercase().contains(typed)
    }
}

/// A line of a column.
#[derive(Clone, Copy)]
enum Line<'a> {
    Head(&'static str),
    Key(&'a Entry),
}

struct Help {
    title: String,
    /// What Enter does on the screen now.
    enter: Option<String>,
    groups: Vec<(Group, Vec<Entry>)>,
    typed: Typed,
    scroll: Scroll,
}

/// Lists every key available on the current screen.
pub fn open(shell: &Shell) -> Box<dyn Layer> {
    let scopes = shell.scopes();
    let mut rows: Vec<&Binding> = Vec::new();
    for row in scopes.iter().flat_map(|scope| shell.session.keymap.rows(*scope)) {
        if rows.iter().all(|other| other.op != row.op) {
            rows.push(row);
        }
    }
    let of = |group: Group| rows.iter().filter(move |row| Group::of(row.op) == group);
    let groups = Group::ALL.map(|group| (group, of(group).map(|row| Entry::of(row)).collect()));
    let place = scopes.first().map_or("keys", |scope| scope.title()).to_lowercase();
    let enter = match shell.means(Op::Forward) {
        KeyMeaning::This(words) => {
            Some(format!("{} now: {words}", shell.session.keymap.shown(&scopes, Op::Forward)))
        }
        _ => None,
    };
    Box::new(Help {
        title: format!("Keys: {place}"),
        enter,
        groups: groups.into_iter().filter(|(_, entries): &(_, Vec<_>)| !entries.is_empty()).collect(),
        typed: Typed::default(),
        scroll: Scroll::default(),
    })
}

impl Help {
    /// The groups from top to bottom, cut into that many columns of about the same height. No heading ends a column.
    fn in_columns(&self, across: u16) -> Vec<Vec<Line<'_>>> {
        let lines = self.groups.iter().flat_map(|(group, entries)| {
            std::iter::once(Line::Head(group.title())).chain(entries.iter().map(Line::Key))
        });
        let lines: Vec<Line> = lines.collect();
        let height = lines.len().div_ceil(across.into());
        let mut columns: Vec<Vec<Line>> = vec![Vec::new()];
        for line in lines {
            let last = columns.last().map_or(0, Vec::len);
            let ends = matches!(line, Line::Head(_)) && last + 1 >= height;
            if (last >= height || ends) && columns.len() < across.into() {
                columns.push(Vec::new());
            }
            if let Some(column) = columns.last_mut() {
                column.push(line);
            }
        }
        columns
    }

    fn paint_columns(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let across = (area.width / CELL).clamp(1, ACROSS);
        let columns = self.in_columns(across);
        let lines = columns.iter().map(Vec::len).max().unwrap_or(0);
        let width = area.width / across;
        self.scroll.paint(lines, area, theme, buf, |nth, y, buf| {
            for (x, column) in (area.x..).step_by(width.into()).zip(&columns) {
                match column.get(nth) {
                    Some(Line::Head(title)) => {
                        let style = theme.frame.add_modifier(Modifier::BOLD);
                        put(buf, x, y, width, title, style);
                    }
                    Some(Line::Key(entry)) => {
                        put(buf, x, y, KEY - 1, &entry.key, theme.key);
                        let room = Rect { x: x + KEY, y, width: width - KEY - 1, height: 1 };
                        put_words(buf, room, &entry.word, theme.text);
                    }
                    None => {}
                }
            }
        });
    }

    fn paint_found(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let typed = self.typed.trim().to_lowercase();
        let all = self.groups.iter().flat_map(|(_, entries)| entries);
        let row = |entry: &Entry| {
            let [keys, sentence] = entry.whole.clone();
            Row::of([(keys, |theme| theme.key), (sentence, |theme| theme.text)])
        };
        let at = columns(&[Length(KEYS), Fill(1)], area);
        let found = all.filter(|entry| entry.says(&typed));
        let lines: Vec<Vec<Cell>> = found.flat_map(|entry| row(entry).lines(&at, area)).collect();
        self.scroll.paint(lines.len(), area, view.theme, buf, |nth, y, buf| {
            put_cells(buf, &lines[nth], &at, Rect { y, height: 1, ..area }, view.theme);
        });
    }
}

impl Layer for Help {
    fn scope(&self) -> Scope {
        Scope::Menu
    }

    fn stands(&self) -> Stands {
        Stands::Page
    }

    fn title(&self, _: &View) -> String {
        self.title.clone()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (u16::MAX, u16::MAX)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        self.typed.paint(area, view.theme, buf);
        if let Some(enter) = &self.enter {
            let row = Rect { x: area.x + 18, width: area.width.saturating_sub(18), height: 1, ..area };
            put_words(buf, row, enter, view.theme.dim);
        }
        let list = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        if self.typed.is_empty() {
            self.paint_columns(view, list, buf);
        } else {
            self.paint_found(view, list, buf);
        }
        put_words(buf, Rect { y: list.bottom(), height: 1, ..area }, MORE, view.theme.dim);
    }

    fn sees_to(&self, op: Op) -> bool {
        op == Op::Help
    }

    fn takes(&self, sign: char) -> bool {
        !sign.is_control() && sign != '?'
    }

    fn typed(&mut self, sign: char, _: &mut Session) -> Done {
        self.typed.add(sign, MOST_SOUGHT);
        self.scroll = Scroll::default();
        STAY
    }

    fn op(&mut self, op: Op, _: &mut Session) -> Done {
        let erases = if op == Op::Back { Op::EraseLine } else { op };
        match op {
            _ if !self.typed.is_empty() && self.typed.op(erases) => {}
            Op::Back | Op::Forward | Op::Help => return CLOSE,
            _ => self.scroll.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward => KeyMeaning::Hidden,
            Op::Back if !self.typed.is_empty() => KeyMeaning::This("clear".into()),
            Op::Back => KeyMeaning::This("back".into()),
            _ => KeyMeaning::Usual,
        }
    }
}
