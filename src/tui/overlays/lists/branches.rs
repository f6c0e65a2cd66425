//! The lines of a fight, the current one and all others: to reopen, rename or compare.

use crate::chronicle::Branch;
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::text::words;
use crate::tui::input::keymap::Scope;
use crate::tui::input::operations::Op;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::page::Page;
use crate::tui::kit::row::{Look, Row, columns, put_cells};
use crate::tui::overlays::forms::line;
use crate::tui::overlays::{CLOSE, Done, Layer, STAY, Then};
use crate::tui::paint::text;
use crate::tui::panes::foot::KeyMeaning;
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{self, Fill, Length};
use ratatui::layout::Rect;
use std::collections::BTreeSet;

/// The columns after the mark: the name, where it branches off, its last round, its number of acts.
const COLUMNS: [Constraint; 5] = [Length(0), Fill(1), Length(17), Length(6), Length(5)];
/// The width of the list and of the comparison.
const WIDE: u16 = 62;

struct Branches {
    /// The current line first.
    lines: Vec<Branch>,
    menu: Menu,
    marked: Option<usize>,
}

/// Lists all lines of the fight: the current one, then the named ones, then what was taken back, newest first.
pub fn open(view: &View) -> Box<dyn Layer> {
    let chronicle = view.telling.chronicle;
    let mut others = chronicle.branches();
    others.sort_by_key(|branch| (branch.name.is_none(), std::cmp::Reverse(branch.tip)));
    let current = chronicle.current();
    let here = usize::from(current.is_some());
    let lines: Vec<Branch> = current.into_iter().chain(others).collect();
    let items = lines.iter().enumerate().map(|(at, branch)| item(view, branch, at < here));
    let menu = Menu::plain(items.collect()).columns(COLUMNS);
    Box::new(Branches { lines, menu, marked: None })
}

fn item(view: &View, branch: &Branch, current: bool) -> Item {
    let tree = view.telling.chronicle.tree();
    let leaves = match tree.round(branch.parts_after) {
        _ if current => "(you are here)".into(),
        0 => format!("at act {}", branch.parts_at),
        round => format!("round {round}, act {}", branch.parts_at),
    };
    let acts = if current { tree.line().len() } else { branch.length };
    let look: Look = if branch.name.is_some() { |theme| theme.text } else { |theme| theme.dim };
    let round = tree.round(branch.tip).to_string();
    let texts = [String::new(), shown(branch).into(), leaves, round, acts.to_string()];
    Item { cells: texts.map(|text| (text, look)).to_vec(), ..Item::new("") }
}

fn shown(branch: &Branch) -> &str {
    branch.name.as_deref().unwrap_or("(undone)")
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
        (text::cells(self.lines.len() + 1), WIDE)
    }

    fn paint(&self, view: &View, area: Rect, buf: &mut Buffer) {
        let head: Look = |theme| theme.frame;
        let heads = ["", "name", "starts at", "round", "acts"].map(|text| (text.into(), head));
        let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
        put_cells(buf, &heads, &columns(&COLUMNS, inner), inner, view.theme);
        let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let mark = |at| (self.marked == Some(at)).then(|| "*".to_string());
        self.menu.paint_marked(list, view.theme, buf, mark);
    }

    fn op(&mut self, op: Op, session: &mut Session) -> Done {
        let Some(at) = self.menu.chosen() else { return CLOSE };
        let branch = &self.lines[at];
        match op {
            Op::Mark => self.marked = Some(at).filter(|at| self.marked != Some(*at)),
            Op::Rename => {
                let name = branch.name.as_deref().unwrap_or_default();
                return Then::replace(line::rename(branch.origin, name));
            }
            Op::Compare => {
                let other = self.marked.unwrap_or(0);
                if let Some(other) = self.lines.get(other).filter(|_| other != at) {
                    return Then::replace(comparison(&session.view(), other, branch)?);
                }
            }
            Op::Forward if at == 0 => return CLOSE,
            Op::Forward => return session.reopen(branch.tip),
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

/// A page of the final states of two lines, side by side.
fn comparison(view: &View, one: &Branch, other: &Branch) -> Result<Box<dyn Layer>, String> {
    let states = [state(view, one)?, state(view, other)?];
    let cell = |text: String, look: Look| (text, look);
    let plain: Look = |theme| theme.text;
    let row = |what: &str, [one, other]: [String; 2], mark: &str, look: Look| {
        let mark = cell(mark.into(), |theme| theme.note);
        Row::of([mark, cell(what.into(), plain), cell(one, look), cell(other, look)])
    };
    let heads = [shown(one).to_string(), shown(other).to_string()];
    let mut rows = vec![row("", heads, " ", |theme| theme.active)];
    let mut add = |what: &str, cells: [String; 2]| {
        rows.push(match cells[0] == cells[1] {
            true => row(what, cells, " ", |theme| theme.dim),
            false => row(what, cells, "*", |theme| theme.note),
        });
    };
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
    let everybody: BTreeSet<CombatantId> = states.iter().flat_map(|e| e.all().map(|c| c.id)).collect();
    for who in everybody {
        let name = states.iter().find_map(|e| e.get(who)).map_or("", |c| &*c.name);
        add(&format!("  {name}"), states.each_ref().map(|e| health(e.get(who))));
    }
    let page = Page::of("Side by side", rows).columns([Length(1), Fill(1), Fill(1), Fill(1)], WIDE);
    Ok(Box::new(page.turn(Op::Back, "", Session::open_branches).turn(
        Op::Forward,
        "",
        Session::open_branches,
    )))
}

/// The state at the end of a line: of the current one, the present state.
fn state(view: &View, branch: &Branch) -> Result<Encounter, String> {
    let chronicle = view.telling.chronicle;
    if chronicle.line().last() == Some(&branch.tip) {
        return Ok(chronicle.now().clone());
    }
    let unreadable = || format!("{} cannot be read", shown(branch));
    chronicle.tree().state(branch.tip).ok_or_else(unreadable)
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
