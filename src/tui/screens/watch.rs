//! The players' view in a terminal: who is in the fight, how they fare, whose turn it is.

use crate::tui::kit::scroll::Scroll;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::text::{self, put, put_blank, put_list, put_name, width};
use crate::tui::paint::theme::{SIDES, Theme};
use crate::tui::table::board::side_letters;
use crate::watch::{Health, PlayersView, Row, Shown};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Smallest supported size, in columns and rows.
const MIN_SIZE: (u16, u16) = (40, 10);
/// From this many columns on, the players' own characters have health bars.
const BARS: u16 = 76;
/// Columns of a bar.
const BAR: u16 = 10;

/// Paints the view; if `follows`, scrolled so that the acting combatant's row is in view.
pub fn paint(
    shown: &Shown,
    scroll: &Scroll,
    follows: bool,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    put_blank(buf, area, theme.ground);
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        let text =
            format!("too small: {}x{}, needs {}x{}", area.width, area.height, MIN_SIZE.0, MIN_SIZE.1);
        put(buf, area.x, area.y, area.width, &text, theme.note);
        return;
    }
    let inner = Rect { x: area.x + 1, width: area.width - 2, ..area };
    let foot = inner.bottom() - 1;
    put(buf, inner.x, foot, inner.width, "q quit · ↑ ↓ scroll", theme.dim);
    if let Some(word) = shown.word {
        put(buf, inner.x, foot - 1, inner.width, word, theme.note);
    }
    let Some(seen) = &shown.seen else { return };
    head(seen, theme, inner, buf);
    let begins = inner.y + 3;
    let rows = Rect { y: begins, height: (foot - 1).saturating_sub(begins), ..inner };
    let acts = seen.rows.iter().position(|row| row.acts).filter(|_| follows);
    let letters = side_letters(seen.sides.iter().map(String::as_str));
    let columns = Columns::of(seen, rows.width);
    for (at, y) in scroll.view(rows, seen.rows.len(), acts).zip(rows.y..) {
        let row = &seen.rows[at];
        let letter = letters.get(row.side).copied().unwrap_or('?');
        row_at(row, letter, &columns, theme, Rect { y, height: 1, ..rows }, buf);
    }
}

/// Paints round, phase and clock, and whose turn it is.
fn head(seen: &PlayersView, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let parts = [&*seen.when, &*seen.phase];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    put(buf, area.x, area.y, area.width, &parts.join(" · "), theme.frame);
    let turn = if seen.turn.is_empty() { String::new() } else { format!("▶ {} {}", seen.turn, seen.does) };
    put(buf, area.x, area.y + 1, area.width, &turn, theme.actor);
    put(buf, area.x, area.y + 2, area.width, &"─".repeat(usize::from(area.width)), theme.rule);
}

/// The widths of the columns of a row.
struct Columns {
    name: u16,
    health: u16,
    bar: u16,
}

impl Columns {
    fn of(seen: &PlayersView, room: u16) -> Self {
        let widest =
            |of: fn(&Row) -> &str| seen.rows.iter().map(|row| width(of(row))).max().unwrap_or(0);
        let fit = |columns: usize, most: u16| text::cells(columns).min(most);
        let name = fit(widest(|row| &row.name), room * 2 / 5);
        let health = fit(widest(|row| &row.health), room / 3);
        let bars = room >= BARS && seen.rows.iter().any(|row| row.hp.is_some());
        Self { name, health, bar: if bars { BAR } else { 0 } }
    }
}

fn row_at(row: &Row, letter: char, columns: &Columns, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let (y, end) = (area.y, area.right());
    let side = theme.sides[row.side % SIDES];
    let name = match row {
        Row { acts: true, .. } => theme.actor,
        Row { fares, .. } if fares.is_out() => theme.dim,
        _ => theme.text,
    };
    put(buf, area.x, y, 1, if row.acts { "▶" } else { " " }, theme.actor);
    put(buf, area.x + 2, y, 1, &letter.to_string(), side);
    let mut x = area.x + 4;
    put_name(buf, x, y, columns.name, &row.name, name);
    x += columns.name + 2;
    if columns.bar > 0 {
        if let Some((now, max)) = row.hp {
            let styles = [fares(row.fares, theme), theme.lost, theme.track];
            let bar = Bar { now, max, temporary: row.temporary, lost: 0 };
            put_bar(buf, (x, y), columns.bar, bar, styles);
        }
        x += columns.bar + 1;
    }
    put(buf, x, y, columns.health, &row.health, fares(row.fares, theme));
    x += columns.health + 2;
    put_list(buf, x, y, end.saturating_sub(x), &row.conditions.join(", "), theme.note);
}

fn fares(fares: Health, theme: &Theme) -> Style {
    match fares {
        Health::Hale => theme.hale,
        Health::Hurt | Health::Bloodied => theme.hurt,
        Health::NearDeath | Health::Down => theme.failing,
        Health::Dead | Health::Fled | Health::Surrendered => theme.dim,
    }
}
