//! The odds curve below the timeline's track: the first side's chance to win, a cell for each act, with the turning
//! point marked and described.

use crate::odds::simulate::words::percent;
use crate::odds::simulate::{Chance, Turn};
use crate::rules::model::ids::SideId;
use crate::tui::paint::text::{put, width};
use crate::tui::session::Session;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The side whose chances are shown.
const SIDE: SideId = SideId(0);
/// Cell fillings in eighths.
const STEPS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// Marks the turning point.
const TURNED: &str = "◆";

/// Returns the lines it takes: one or two of the curve and one of text.
pub fn lines(session: &Session, tall: bool) -> u16 {
    match (session.forecast.shown, tall) {
        (false, _) => 0,
        (true, false) => 2,
        (true, true) => 3,
    }
}

/// Paints the curve below the track. `cells` are the visible points, each with its column.
pub fn paint(session: &Session, at: usize, cells: &[(usize, u16)], area: Rect, buf: &mut Buffer) {
    let Some(rows) = area.height.checked_sub(1) else { return };
    let course = &session.forecast.course;
    let turn = course.turn(SIDE);
    for (point, column) in cells {
        let Some(chance) = course.chance(SIDE, *point) else { continue };
        let turned = turn.is_some_and(|turn| turn.at == *point);
        let style = match () {
            () if turned => session.theme.actor,
            () if *point == at => session.theme.active,
            () => session.theme.note,
        };
        for row in 0..rows {
            let sign =
                if turned && row + 1 == rows { TURNED } else { cell(chance, rows - 1 - row, rows) };
            put(buf, *column, area.y + row, 1, sign, style);
        }
    }
    let words = Rect { y: area.y + rows, height: 1, ..area };
    let text = caption(session, at, turn, words.width.into());
    put(buf, words.x, words.y, words.width, &text, session.theme.text);
}

/// Returns the filling of one row of a column; row 0 is the lowest.
fn cell(chance: Chance, row: u16, rows: u16) -> &'static str {
    // A share of 1 fills all rows; 0 still shows the smallest sign in the lowest row.
    let filled = (chance.share * f64::from(rows) * 8.0).round() as usize;
    match filled.saturating_sub(usize::from(row) * 8) {
        0 if row == 0 => STEPS[0],
        0 => " ",
        steps => STEPS[steps.min(8) - 1],
    }
}

/// Describes the chance at the displayed moment, and the turning point.
fn caption(session: &Session, at: usize, turn: Option<Turn>, room: usize) -> String {
    let course = &session.forecast.course;
    let name = session.state().side(SIDE).map_or("", |side| &side.name);
    let mut parts = Vec::new();
    parts.extend(course.chance(SIDE, at).map(|chance| format!("{name} win {}", percent(chance.share))));
    if let Some(turn) = turn {
        let act = session.view().telling.label(turn.at - 1).unwrap_or_else(|| "an act".into());
        let (before, after) = (percent(turn.before.share), percent(turn.after.share));
        let round = session.track.round(turn.at);
        let turned = format!("{TURNED} turning point in round {round}, {before} to {after}");
        parts.push(format!("{turned}: {act}"));
    }
    let (known, all) = course.known();
    match turn {
        _ if all == 0 => parts.push("the fight has not begun".into()),
        _ if known < all => parts.push(format!("{known} of {all} moments computed")),
        None => parts.push("no single turning point".into()),
        Some(_) => {}
    }
    let mut text = parts.join(" · ");
    if width(&text) > room && parts.len() > 2 {
        text = parts[..2].join(" · ");
    }
    text
}
