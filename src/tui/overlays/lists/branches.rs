//! The lines of a fight, the current one and all others: to reopen, rename or compare.

use super::menu::{Item, Menu};
use crate::chronicle::{Branch, EntryId};
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::overlays::forms::line;
use crate::tui::overlays::pages::page::Scroll;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text::{self, put};
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::BTreeSet;

/// The columns after the name: where it branches off, its last round, its number of acts.
const COLUMNS: [u16; 3] = [18, 7, 5];
/// The width of the list and of the comparison.
const WIDE: u16 = 62;

/// A row of the list.
struct Row {
    tip: EntryId,
    origin: EntryId,
    name: Option<String>,
    leaves: String,
    round: String,
    acts: String,
}

impl Row {
    fn shown(&self) -> &str {
        self.name.as_deref().unwrap_or("(undone)")
    }
}

struct Branches {
    /// The current line first.
    rows: Vec<Row>,
    menu: Menu,
    marked: Option<usize>,
}

/// Lists all lines of the fight: the current one, then the named ones, then what was taken back, newest first.
pub fn open(view: &View) -> Box<dyn Layer> {
    let chronicle = view.telling.chronicle;
    let mut others = chronicle.branches();
    others.sort_by_key(|branch| (branch.name.is_none(), std::cmp::Reverse(branch.tip)));
    let current = chronicle.current().map(|branch| row(view, &branch, true));
    let rows = current.into_iter().chain(others.iter().map(|branch| row(view, branch, false)));
    let rows: Vec<Row> = rows.collect();
    let menu = Menu::plain(rows.iter().map(|row| Item::new(row.shown())).collect());
    Box::new(Branches { rows, menu, marked: None })
}

fn row(view: &View, branch: &Branch, current: bool) -> Row {
    let tree = view.telling.chronicle.tree();
    let leaves = match tree.round(branch.parts_after) {
        _ if current => "(you are here)".into(),
        0 => format!("at act {}", branch.parts_at),
        round => format!("round {round}, act {}", branch.parts_at),
    };
    let acts = if current { tree.line().len() } else { branch.length };
    Row {
        tip: branch.tip,
        origin: branch.origin,
        name: branch.name.as_ref().map(ToString::to_string),
        leaves,
        round: tree.round(branch.tip).to_string(),
        acts: acts.to_string(),
    }
}

impl Layer for Branches {
    fn scope(&self) -> Scope {
        Scope::Branches
    }

    fn list(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn title(&self, _: &View) -> String {
        "Branches".into()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (text::cells(self.rows.len() + 1), WIDE)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let cells = |y, name: &str, cells: [&str; 3], style, buf: &mut Buffer| {
            let mut x = area.x + area.width.saturating_sub(COLUMNS.iter().sum());
            put(buf, area.x + 3, y, x.saturating_sub(area.x + 4), name, style);
            for (cell, columns) in cells.into_iter().zip(COLUMNS) {
                put(buf, x, y, columns, cell, style);
                x += columns;
            }
        };
        cells(area.y, "name", ["starts at", "round", "acts"], theme.frame, buf);
        let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        self.menu.paint_with(list, theme, buf, |at, _, line, buf| {
            let row = &self.rows[at];
            put(buf, line.x + 1, line.y, 1, if self.marked == Some(at) { "*" } else { " " }, theme.note);
            let style = if row.name.is_some() { theme.text } else { theme.dim };
            cells(line.y, row.shown(), [&row.leaves, &row.round, &row.acts], style, buf);
        });
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        let Some(at) = self.menu.chosen() else { return CLOSE };
        let row = &self.rows[at];
        match op {
            Op::Mark => self.marked = Some(at).filter(|at| self.marked != Some(*at)),
            Op::Rename => {
                let name = row.name.clone().unwrap_or_default();
                return Then::replace(line::rename(row.origin, &name));
            }
            Op::Compare => {
                let other = self.marked.unwrap_or(0);
                if let Some(other) = self.rows.get(other).filter(|_| other != at) {
                    return match Comparison::of(&session.view(), other, row) {
                        Ok(comparison) => Then::replace(Box::new(comparison)),
                        Err(why) => Err(why.into()),
                    };
                }
            }
            Op::Forward if at == 0 => return CLOSE,
            Op::Forward => return session.reopen(row.tip),
            Op::Back => return CLOSE,
            _ => _ = self.menu.op(op),
        }
        STAY
    }

    fn means(&self, op: Op) -> KeyMeaning {
        match op {
            Op::Forward if self.menu.chosen() == Some(0) => KeyMeaning::This("stay here".into()),
            Op::Compare if self.marked.or(Some(0)) == self.menu.chosen() => {
                KeyMeaning::Blocked("choose another branch to compare".into())
            }
            _ => KeyMeaning::Usual,
        }
    }
}

/// The final states of two lines, side by side.
struct Comparison {
    /// What is compared, its two values, and whether they differ.
    rows: Vec<(String, [String; 2], bool)>,
    scroll: Scroll,
}

impl Comparison {
    fn of(view: &View, one: &Row, other: &Row) -> Result<Self, String> {
        let states = [state(view, one)?, state(view, other)?];
        let mut rows = Vec::new();
        let mut add = |what: &str, cells: [String; 2]| {
            let differ = cells[0] != cells[1];
            rows.push((what.to_string(), cells, differ));
        };
        add("", [one.shown().to_string(), other.shown().to_string()]);
        add("round", states.each_ref().map(|e| e.round.to_string()));
        add("clock", states.each_ref().map(|e| words::clock(e.clock)));
        for side in view.e.side_ids() {
            let up = |e: &Encounter| {
                let all = e.all().filter(|c| c.side == side);
                let (up, all) = all.fold((0, 0), |(up, all), c| (up + u32::from(c.is_up()), all + 1));
                format!("{up} of {all} standing")
            };
            add(words::side(view.e, side), states.each_ref().map(up));
        }
        let everybody: BTreeSet<CombatantId> =
            states.iter().flat_map(|e| e.all().map(|c| c.id)).collect();
        for who in everybody {
            let name = states.iter().find_map(|e| e.get(who)).map_or("", |c| &*c.name);
            add(&format!("  {name}"), states.each_ref().map(|e| health(e.get(who))));
        }
        Ok(Self { rows, scroll: Scroll::default() })
    }
}

/// The state at the end of a line: of the current one, the present state.
fn state(view: &View, row: &Row) -> Result<Encounter, String> {
    let chronicle = view.telling.chronicle;
    if chronicle.line().last() == Some(&row.tip) {
        return Ok(chronicle.now().clone());
    }
    let unreadable = || format!("{} cannot be read", row.shown());
    chronicle.tree().state(row.tip).ok_or_else(unreadable)
}

/// The health of a combatant: `4/8`, `dead (0/8)`.
fn health(c: Option<&Combatant>) -> String {
    let Some(c) = c else { return "not there".into() };
    let health = match c.vitals {
        Vitals::HitPoints { now, max } => format!("{}/{max}", words::hit_points(now, c.temporary())),
        Vitals::Wounds(0) => "no wounds".into(),
        Vitals::Wounds(1) => "1 wound".into(),
        Vitals::Wounds(n) => format!("{n} wounds"),
    };
    if c.is_up() { health } else { format!("{} ({health})", words::standing(c.standing)) }
}

impl Layer for Comparison {
    fn scope(&self) -> Scope {
        Scope::Page
    }

    fn title(&self, _: &View) -> String {
        "Side by side".into()
    }

    fn size(&self, _: &View) -> (u16, u16) {
        (text::cells(self.rows.len()), WIDE)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let theme = view.theme;
        let third = area.width.saturating_sub(2) / 3;
        self.scroll.paint(self.rows.len(), area, theme, buf, |at, y, buf| {
            let (what, cells, differ) = &self.rows[at];
            let head = at == 0;
            let mark = if *differ && !head { "*" } else { " " };
            let style = match (head, differ) {
                (true, _) => theme.active,
                (false, true) => theme.note,
                (false, false) => theme.dim,
            };
            put(buf, area.x, y, 1, mark, theme.note);
            put(buf, area.x + 2, y, third.saturating_sub(1), what, theme.text);
            put(buf, area.x + 2 + third, y, third.saturating_sub(1), &cells[0], style);
            put(buf, area.x + 2 + 2 * third, y, third, &cells[1], style);
        });
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        if matches!(op, Op::Back | Op::Forward) {
            return session.open_branches();
        }
        self.scroll.op(op);
        STAY
    }
}
