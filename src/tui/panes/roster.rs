//! The roster: in acting order, a row each, only the visible ones built.

use super::heading;
use crate::rules::combatant::{Combatant, Vitals};
use crate::rules::words;
use crate::tui::board::Pane;
use crate::tui::text::{put, put_right, scroll};
use crate::tui::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// The roster.
pub struct Roster<'a>(pub View<'a>);

const BAR: u16 = 6;
const HP: u16 = 8;
const SCORE: u16 = 3;
/// The mark of whoever keeps its turn and has no number.
const HOLDS: &str = "(h)";
const COLUMN: u16 = 7;
const WILL: u16 = 10;
/// So many wounds get a mark each.
const MARKS: usize = 4;

impl Widget for Roster<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let marked = view.board.marked.len();
        let title = if marked > 0 { format!("Roster · {marked} marked") } else { "Roster".into() };
        let area = heading(buf, area, &title, view.board.pane == Pane::Roster, view.theme);
        let height = usize::from(area.height);
        let (count, row) = (view.board.order.len(), view.board.row());
        let top = scroll(view.board.top.get(), row, height, count);
        view.board.top.set(top);
        view.board.rows.set(height);
        let shown = view.board.order.iter().enumerate().skip(top).take(height);
        for ((at, who), y) in shown.zip(area.y..) {
            if let Some(c) = view.e.get(*who) {
                paint_row(&view, c, at, at == row, Rect { y, height: 1, ..area }, buf);
            }
        }
        if count == 0 {
            put(
                buf,
                area.x + 2,
                area.y,
                area.width,
                "Nobody is here yet: + adds somebody",
                view.theme.dim,
            );
        }
    }
}

fn paint_row(view: &View, c: &Combatant, at: usize, cursor: bool, area: Rect, buf: &mut Buffer) {
    let theme = view.theme;
    let acts = view.board.owes(c.id);
    let name_width = (area.width / 4).clamp(10, 22);
    let plain = if c.is_up() { theme.text } else { theme.dim };
    let style = if acts { theme.actor } else { plain };
    let mut x = area.x;
    put(buf, x, area.y, 1, if acts { "▶" } else { " " }, theme.actor);
    let marked = view.board.marked.contains(&c.id);
    put(buf, x + 1, area.y, 1, if marked { "*" } else { " " }, theme.note);
    x += 2;
    put(buf, x, area.y, name_width, &c.name, style);
    x += name_width + 1;
    put(buf, x, area.y, 1, view.board.letter(c.side).encode_utf8(&mut [0; 4]), plain);
    x += 2;
    match c.vitals {
        _ if !c.is_up() => fallen(view, c, x, area.y, buf),
        Vitals::HitPoints { .. } => bar(view, c, x, area.y, buf),
        Vitals::Wounds(taken) => wounds(view, c, taken, x, area.y, buf),
    }
    x += BAR + HP + 1;
    x += columns(view, c, Rect { x, width: area.width, ..area }, plain, buf);
    let rest = area.right().saturating_sub(x).saturating_sub(SCORE + 1);
    paint_list(view, c, Rect { x, width: rest, ..area }, buf);
    let right = area.right().saturating_sub(SCORE);
    if let Some(score) = view.board.scores.get(at).copied().flatten() {
        put_right(buf, right, area.y, SCORE, &score.to_string(), theme.dim);
    } else if view.board.holds_back(at, c.id) {
        put_right(buf, right, area.y, SCORE, HOLDS, theme.dim);
    }
    if cursor {
        buf.set_style(area, theme.cursor);
    }
}

/// How it stands, and its wounds: `down w2`.
fn fallen(view: &View, c: &Combatant, x: u16, y: u16, buf: &mut Buffer) {
    let end = put(buf, x, y, BAR + HP, words::standing(c.standing), view.theme.dim);
    let taken = c.vitals.wounds();
    if taken > 0 {
        let room = (x + BAR + HP).saturating_sub(end + 1);
        put(buf, end + 1, y, room, &format!("w{taken}"), view.theme.dim);
    }
}

/// Toughness, how many wounds, and a mark for each: `9/3 w2 ××`.
fn wounds(view: &View, c: &Combatant, taken: i32, x: u16, y: u16, buf: &mut Buffer) {
    let style = match taken {
        0 => view.theme.hale,
        1 => view.theme.hurt,
        _ => view.theme.failing,
    };
    let figure =
        |columns: &[String]| columns.first().map_or(x, |figure| put(buf, x, y, BAR + HP, figure, style));
    let end = view.board.columns(view.rules, view.e, c.id, figure);
    if taken > 0 {
        let marks = usize::try_from(taken).unwrap_or(0).min(MARKS);
        let room = (x + BAR + HP).saturating_sub(end + 1);
        put(buf, end + 1, y, room, &format!("w{taken} {}", &"××××"[..marks * '×'.len_utf8()]), style);
    }
}

/// The figures beside it, where there is room: armour class, or what is left of a turn and the will.
/// Gives the columns they take.
fn columns(view: &View, c: &Combatant, area: Rect, style: Style, buf: &mut Buffer) -> u16 {
    let (x, y) = (area.x, area.y);
    if area.width < 56 {
        let narrow = matches!(c.vitals, Vitals::Wounds(_)) && area.width >= 40;
        return if narrow { purse(view, c, x, y, buf) } else { 0 };
    }
    if let Vitals::HitPoints { .. } = c.vitals {
        view.board.columns(view.rules, view.e, c.id, |columns| {
            columns.first().map(|figure| put(buf, x, y, COLUMN, figure, style))
        });
        return COLUMN + 1;
    }
    let used = purse(view, c, x, y, buf);
    if area.width < 76 {
        return used;
    }
    view.board.columns(view.rules, view.e, c.id, |columns| {
        columns.get(1).map(|figure| put(buf, x + used, y, WILL, figure, style))
    });
    used + WILL + 1
}

/// Seconds left of its turn, a pip each.
fn purse(view: &View, c: &Combatant, x: u16, y: u16, buf: &mut Buffer) -> u16 {
    if let Some((left, all)) = view.rules.purse(view.e, c.id) {
        let pips = (0..all.min(COLUMN.into())).map(|at| if at < left { '●' } else { '○' });
        put(buf, x, y, COLUMN, &pips.collect::<String>(), view.theme.actor);
    }
    COLUMN + 1
}

/// What waits to take hold of it, what it is at, and what hangs on it.
fn paint_list(view: &View, c: &Combatant, area: Rect, buf: &mut Buffer) {
    let waits = view.board.waits(c.id);
    let area = match waits {
        Some(waits) => {
            let end = put(buf, area.x, area.y, area.width, waits, view.theme.fault);
            let x = (end + 2).min(area.right());
            Rect { x, width: area.right() - x, ..area }
        }
        None => area,
    };
    let mut list = Vec::with_capacity(c.effects.len() + 1);
    if let Some(begun) = c.undertaking.as_ref().filter(|begun| begun.owes > 0) {
        let what = words::act_in_short(view.e, &begun.act);
        list.push(format!("{} s to go: {what}", begun.owes));
    }
    list.extend(view.conditions(c));
    let low = c.supplies.iter().filter(|supply| supply.is_low() && c.is_up());
    list.extend(low.map(|supply| format!("{} {}", supply.name, supply.left())));
    put(buf, area.x, area.y, area.width, &list.join(", "), view.theme.note);
}

/// Hit points as a bar and in numbers.
fn bar(view: &View, c: &Combatant, x: u16, y: u16, buf: &mut Buffer) {
    let (now, max) = (c.vitals.hp(), c.vitals.max().max(1));
    let full = i64::from(BAR);
    let filled = i64::from(now.max(0)) * full / i64::from(max);
    let filled = filled.max(i64::from(now > 0)).min(full);
    let filled = usize::try_from(filled).unwrap_or(0);
    let empty = usize::from(BAR) - filled;
    let style = health(view, now, max);
    let end = put(buf, x, y, BAR, &"█".repeat(filled), style);
    put(buf, end, y, BAR, &"░".repeat(empty), view.theme.dim);
    put(buf, x + BAR + 1, y, HP - 1, &format!("{now}/{max}"), style);
}

fn health(view: &View, now: i32, max: i32) -> Style {
    match (now.saturating_mul(2) > max, now.saturating_mul(4) > max) {
        (true, _) => view.theme.hale,
        (false, true) => view.theme.hurt,
        (false, false) => view.theme.failing,
    }
}
