//! The field at a glance, in a pane of its own: the sides, who is still to act, what ends soon, the notes. What has nothing
//! to say is absent.

use super::heading;
use crate::rules::model::combatant::Vitals;
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::ids::SideId;
use crate::rules::model::moment::Moment;
use crate::rules::text::words;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::text::{put, put_right, wrap};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// The most who are listed as still to act.
const MOST_LISTED: usize = 12;
/// What ends within so many rounds ends soon.
const SOON: u32 = 2;

/// Paints it.
pub fn paint(view: &View, area: Rect, buf: &mut Buffer) {
    let mut left = sides(view, area, buf);
    let to_act = to_act(view);
    let lists =
        [("Still to act", to_act), ("Ends soon", ends_soon(view)), ("Notes", notes(view, area.width))];
    for (title, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        if left.height < 4 {
            return;
        }
        let below = Rect { y: left.y + 1, height: left.height - 1, ..left };
        let rows = heading(buf, below, title, false, view.theme);
        let mut end = rows.y;
        for ((text, beside, style), row) in lines.iter().zip(rows.rows()) {
            put_right(buf, row.x, row.y, row.width, beside, view.theme.dim);
            put(buf, row.x, row.y, row.width, text, *style);
            end = row.bottom();
        }
        left = Rect { y: end, height: left.bottom().saturating_sub(end), ..left };
    }
}

/// A line: its text, what stands at its right edge, its style.
type Line = (String, String, Style);

/// Paints who stands and what is left of each side. Returns the area below.
fn sides(view: &View, area: Rect, buf: &mut Buffer) -> Rect {
    let rows = heading(buf, area, "Sides", false, view.theme);
    let mut y = rows.y;
    for side in view.e.side_ids() {
        let all = || view.e.all().filter(move |c| c.side == side);
        if all().next().is_none() || y + 2 > rows.bottom() {
            continue;
        }
        let row = Rect { y, height: 1, ..rows };
        head(view, side, row, buf);
        let standing = format!("{} of {} stand", all().filter(|c| c.is_up()).count(), all().count());
        put_right(buf, row.x, y, row.width, &standing, view.theme.dim);
        let points = all().filter_map(|c| match c.vitals {
            Vitals::HitPoints { now, max } => Some((now.max(0), max)),
            Vitals::Wounds(_) => None,
        });
        let (now, max) = points.fold((0i32, 0i32), |(now, max), (more, most)| {
            (now.saturating_add(more), max.saturating_add(most))
        });
        y += 1;
        if max > 0 {
            let figures = format!("{now}/{max}");
            let bar = Bar { now, max, temporary: 0, lost: 0 };
            let columns = row.width.saturating_sub(figures.len() as u16 + 1);
            let theme = view.theme;
            put_bar(buf, (row.x, y), columns, bar, [theme.side(side.index()), theme.lost, theme.track]);
            put_right(buf, row.x, y, row.width, &figures, theme.dim);
            y += 1;
        }
    }
    Rect { y, height: rows.bottom().saturating_sub(y), ..rows }
}

fn head(view: &View, side: SideId, row: Rect, buf: &mut Buffer) {
    let letter = view.board.letter(side).to_string();
    let style = view.theme.side(side.index()).add_modifier(Modifier::BOLD);
    let x = put(buf, row.x, row.y, row.width, &letter, style);
    put(buf, x + 1, row.y, row.width.saturating_sub(2), words::side(view.e, side), view.theme.text);
}

/// Who still owes an act where Enter acts.
fn to_act(view: &View) -> Vec<Line> {
    let owing = &view.board.acting().owing;
    let mut lines: Vec<Line> = Vec::new();
    let mut row_before = None;
    for who in owing {
        let row = view.board.row_of(*who);
        if row_before == Some(row) && view.board.fold(row).is_some() {
            continue;
        }
        row_before = Some(row);
        let acts = Some(*who) == view.board.actor();
        let style = if acts { view.theme.actor } else { view.theme.text };
        let name =
            view.board.fold(row).map_or_else(|| view.name(*who).to_string(), |fold| fold.owing().into());
        lines.push((name, String::new(), style));
        if lines.len() == MOST_LISTED {
            break;
        }
    }
    if owing.len() < 2 { Vec::new() } else { lines }
}

/// Effects and timers that end within the next rounds.
fn ends_soon(view: &View) -> Vec<Line> {
    let (e, theme) = (view.e, view.theme);
    let soon = |moment: Moment| match moment {
        Moment::RoundEnd(n) if n <= e.round + SOON => Some((n, format!("round {n} ends"))),
        Moment::RoundStart(n) if n <= e.round + SOON => Some((n, format!("round {n}"))),
        Moment::TurnStart(_, n) | Moment::TurnEnd(_, n) if n <= e.round + SOON => {
            Some((n, format!("round {n}")))
        }
        _ => None,
    };
    let mut all: Vec<(u32, Line)> = Vec::new();
    for c in e.all() {
        for effect in c.effects.iter().filter(|effect| view.is_shown(effect)) {
            if let Some((round, when)) = effect.until.and_then(|when| soon(when.moment)) {
                let what = format!("{} {}", c.name, view.called(c.id, effect));
                all.push((round, (what, when, theme.note)));
            }
        }
    }
    for (who, count, round) in e.timers.iter().filter_map(Timer::reinforcement) {
        all.push((round, (words::reinforcement(e, who, count), format!("round {round}"), theme.text)));
    }
    for timer in &e.timers {
        if let (TimerAction::Remind(text), Some((round, when))) = (&timer.action, soon(timer.due.moment))
        {
            all.push((round, (text.to_string(), when, theme.text)));
        }
    }
    all.sort_by_key(|(round, _)| *round);
    all.into_iter().map(|(_, line)| line).collect()
}

/// The notes pinned to combatants.
fn notes(view: &View, columns: u16) -> Vec<Line> {
    let all = view.e.all().flat_map(|c| c.notes.iter().map(move |note| format!("{}: {note}", c.name)));
    let lines = all.flat_map(|note| wrap(&note, columns.into()));
    lines.map(|line| (line, String::new(), view.theme.text)).collect()
}
