//! The players' view in a terminal: who is in the fight, how they fare, whose turn it is.

use crate::tui::kit::scroll::Scroll;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::capitals::{self, put_capitals};
use crate::tui::paint::text::{self, put, put_blank, put_list, put_name, put_right, put_rule, width};
use crate::tui::paint::theme::{SIDES, Theme};
use crate::tui::table::board::side_letters;
use crate::watch::{Health, PlayersView, Row, Shown};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Smallest supported size, in columns and rows.
const MIN_SIZE: (u16, u16) = (40, 10);
/// From this many rows on, it says who comes next and what has just happened.
const ROOMY: u16 = 14;
/// From this many rows on, whose turn it is stands in large capitals.
const LARGE: u16 = 20;
/// From this many columns on, the players' own characters have health bars.
const BARS: u16 = 56;
/// Columns of a bar, at least and at most.
const BAR: (u16, u16) = (10, 30);
/// The fewest columns of a list. What does not fit below one another stands in as many lists as there is room for.
const LIST: u16 = 38;

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
    let mut y = turn(seen, theme, inner, buf);
    if inner.height >= ROOMY {
        y = news(seen, theme, Rect { y, ..inner }, buf);
    }
    let height = (foot - u16::from(shown.word.is_some())).saturating_sub(y);
    order(seen, scroll, follows, theme, Rect { y, height, ..inner }, buf);
}

/// Paints the round, whose turn it is and who comes next, and a rule. Returns the row below.
fn turn(seen: &PlayersView, theme: &Theme, area: Rect, buf: &mut Buffer) -> u16 {
    let (x, mut y, room) = (area.x, area.y, area.width);
    let large = area.height >= LARGE;
    let end = put(buf, x, y, room, &seen.when, theme.frame);
    let sides = seen.sides.join(" against ");
    if width(&sides) + 2 <= usize::from(x + room - end) {
        put_right(buf, x, y, room, &sides, theme.dim);
    }
    y += 1;
    // Where nobody is to act, what the table is at.
    let (name, does) = match (&*seen.turn, &*seen.phase) {
        ("", "") => (&*seen.when, ""),
        ("", phase) => (phase, ""),
        (turn, _) => (turn, seen.does),
    };
    if large {
        let style = if seen.turn.is_empty() { theme.frame } else { theme.actor };
        y += 1;
        if !put_capitals(buf, (x, y), room, name, style) {
            let spaced: String = name.to_uppercase().chars().flat_map(|letter| [letter, ' ']).collect();
            let text = if width(&spaced) > usize::from(room) { name } else { &spaced };
            put(buf, x, y + capitals::ROWS / 2, room, text, style);
        }
        y += capitals::ROWS + 1;
        put(buf, x, y, room, &[does, &own(seen)].concat(), theme.text);
    } else if !seen.turn.is_empty() {
        put(buf, x, y, room, &format!("▶ {} {}", seen.turn, seen.does), theme.actor);
    }
    y += 1;
    if area.height >= ROOMY {
        if !seen.next.is_empty() {
            let end = put(buf, x, y, room, "then  ", theme.dim);
            put(buf, end, y, room - (end - x), &seen.next.join(" · "), theme.text);
        }
        y += 1;
    }
    put_rule(buf, x..area.right(), y, theme.rule);
    y + 1
}

/// What the one of the players' own whose turn it is has left, behind what it may do.
fn own(seen: &PlayersView) -> String {
    let mut acting = seen.rows.iter().filter(|row| row.acts);
    match (acting.next(), acting.next()) {
        (Some(row), None) if row.ours => {
            let told = row.conditions.iter().map(|text| format!(" · {text}")).collect::<String>();
            format!(" · {}{told}", row.health)
        }
        _ => String::new(),
    }
}

/// Paints what has just happened, the newest last and brightest, and a rule. Returns the row below.
fn news(seen: &PlayersView, theme: &Theme, area: Rect, buf: &mut Buffer) -> u16 {
    let most = usize::from(area.height / 9).max(1);
    let lines = &seen.news[seen.news.len().saturating_sub(most)..];
    if lines.is_empty() {
        return area.y;
    }
    let last = lines.len() - 1;
    for ((at, line), y) in lines.iter().enumerate().zip(area.y..) {
        let style = if at == last { theme.text } else { theme.dim };
        put(buf, area.x, y, area.width, line, style);
    }
    let end = area.y + text::cells(lines.len());
    put_rule(buf, area.x..area.right(), end, theme.rule);
    end + 1
}

/// Paints everyone in the order of the round, in lists beside one another if there are many, with room between the rows
/// if there are few.
fn order(
    seen: &PlayersView,
    scroll: &Scroll,
    follows: bool,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let all = seen.rows.len();
    let height = usize::from(area.height).max(1);
    let lists = all.div_ceil(height).clamp(1, usize::from(area.width / LIST).max(1));
    let step = if lists == 1 && all * 2 <= height { 2 } else { 1 };
    let acts = seen.rows.iter().position(|row| row.acts).filter(|_| follows);
    let letters = side_letters(seen.sides.iter().map(String::as_str));
    let wide = area.width / text::cells(lists);
    let columns = Columns::of(seen, wide - 2);
    // The lists scroll as one.
    let seats = Rect { height: text::cells(height * lists), ..area };
    for (nth, at) in scroll.view(seats, all, acts).enumerate() {
        let row = &seen.rows[at];
        let letter = letters.get(row.side).copied().unwrap_or('?');
        let (list, line) = (nth / height, nth % height * step);
        let x = area.x + wide * text::cells(list);
        let y = area.y + text::cells(line);
        row_at(row, letter, &columns, theme, Rect { x, y, width: wide - 2, height: 1 }, buf);
    }
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
        Self { name, health, bar: if bars { (room / 4).clamp(BAR.0, BAR.1) } else { 0 } }
    }
}

fn row_at(row: &Row, letter: char, columns: &Columns, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let (y, end) = (area.y, area.right());
    let side = theme.sides[row.side % SIDES];
    let name = match row {
        Row { acts: true, .. } => theme.actor,
        Row { fares, .. } if fares.is_out() && !row.ours => theme.dim,
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
        x += columns.bar + 2;
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
