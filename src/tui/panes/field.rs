//! The field at a glance, in a pane of its own: the sides, who is still to act, what ends soon, the notes. What has nothing
//! to say is absent.

use super::heading;
use crate::rules::text::words;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::text::{cells, put, put_right, wrap};
use crate::tui::table::at_a_glance::{AtAGlance, SideTally};
use crate::tui::table::to_act::ToAct;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::borrow::Cow;

/// A line: its text, what stands at its right edge, its style.
type Line<'a> = (Cow<'a, str>, &'a str, Style);

/// Paints it.
pub fn paint(view: &View, area: Rect, buf: &mut Buffer) {
    let (theme, to_act) = (view.theme, ToAct::of(view));
    let field = view.board.at_a_glance(|| AtAGlance::of(view));
    let acts =
        |at: usize| if at == 0 && view.board.actor().is_some() { theme.actor } else { theme.text };
    let owing = to_act.several().enumerate().map(|(at, name)| (name.into(), "", acts(at)));
    let soon = field.soon.iter().map(|(what, when)| (what.into(), &**when, theme.note));
    let notes = field.notes.iter().flat_map(|note| wrap(note, area.width.into()));
    let notes = notes.map(|line| (line.into(), "", theme.text));
    let lists: [(&str, Vec<Line>); 3] =
        [("Still to act", owing.collect()), ("Ends soon", soon.collect()), ("Notes", notes.collect())];
    let mut left = sides(view, &field.sides, area, buf);
    for (title, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        if left.height < 4 {
            return;
        }
        let below = Rect { y: left.y + 1, height: left.height - 1, ..left };
        let rows = heading(buf, below, title, false, theme);
        let mut end = rows.y;
        for ((text, beside, style), row) in lines.iter().zip(rows.rows()) {
            put_right(buf, row.x, row.y, row.width, beside, theme.dim);
            put(buf, row.x, row.y, row.width, text, *style);
            end = row.bottom();
        }
        left = Rect { y: end, height: left.bottom().saturating_sub(end), ..left };
    }
}

/// Paints who stands and what is left of each side. Returns the area below.
fn sides(view: &View, sides: &[SideTally], area: Rect, buf: &mut Buffer) -> Rect {
    let rows = heading(buf, area, "Sides", false, view.theme);
    let (theme, mut y) = (view.theme, rows.y);
    for SideTally { side, standing: (standing, all), points: (now, max) } in sides.iter().copied() {
        if y + 2 > rows.bottom() {
            break;
        }
        let own = theme.side(side.index());
        let letter = view.board.letter(side).to_string();
        let x = put(buf, rows.x, y, rows.width, &letter, own.add_modifier(Modifier::BOLD));
        put(buf, x + 1, y, rows.width.saturating_sub(2), words::side(view.e, side), theme.text);
        put_right(buf, rows.x, y, rows.width, &format!("{standing} of {all} stand"), theme.dim);
        y += 1;
        if max > 0 {
            let figures = format!("{now}/{max}");
            let bar = Bar { now, max, temporary: 0, lost: 0 };
            let columns = rows.width.saturating_sub(cells(figures.len()) + 1);
            put_bar(buf, (rows.x, y), columns, bar, [own, theme.lost, theme.track]);
            put_right(buf, rows.x, y, rows.width, &figures, theme.dim);
            y += 1;
        }
    }
    Rect { y, height: rows.bottom().saturating_sub(y), ..rows }
}
