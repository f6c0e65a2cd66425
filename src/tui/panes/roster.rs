//! The roster: in acting order, a row each, only the visible ones built.

use super::heading;
use crate::rules::combatant::Combatant;
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
                paint_row(&view, c, at == row, Rect { y, height: 1, ..area }, buf);
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

fn paint_row(view: &View, c: &Combatant, cursor: bool, area: Rect, buf: &mut Buffer) {
    let theme = view.theme;
    let acts = view.board.owes(c.id);
    let name_width = (area.width / 4).clamp(10, 22);
    let column_width = if area.width >= 56 { 7 } else { 0 };
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
    if c.is_up() {
        bar(view, c, x, area.y, buf);
    } else {
        put(buf, x, area.y, BAR + HP, words::standing(c.standing), theme.dim);
    }
    x += BAR + HP + 1;
    if column_width > 0 {
        put(buf, x, area.y, column_width, &view.board.column(view.rules, view.e, c.id), plain);
        x += column_width + 1;
    }
    let rest = area.right().saturating_sub(x).saturating_sub(SCORE + 1);
    put(buf, x, area.y, rest, &view.conditions(c).join(", "), theme.note);
    if let Some(score) = score(view, c) {
        put_right(buf, area.right().saturating_sub(SCORE), area.y, SCORE, &score, theme.dim);
    }
    if cursor {
        buf.set_style(area, theme.cursor);
    }
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

/// The number of its slot in the count of initiative.
fn score(view: &View, c: &Combatant) -> Option<String> {
    let slot = view.e.order.iter().find(|slot| slot.holds(c.id, c.side))?;
    c.is_up().then(|| slot.score.to_string())
}
