//! The field at a glance, in a pane of its own: the sides, who is still to act, what ends soon, the notes. What has nothing
//! to say is absent.

use super::{head, heading};
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::effect::{Timer, TimerAction};
use crate::rules::model::ids::{CombatantId, SideId};
use crate::rules::model::moment::Moment;
use crate::rules::text::words;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::text::{cells, put, put_right, wrap};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::borrow::Cow;

/// The most who are listed as still to act.
const MOST_LISTED: usize = 12;
/// What ends within so many rounds ends soon.
const SOON: u32 = 2;

/// Paints it.
pub fn paint(view: &View, area: Rect, buf: &mut Buffer) {
    let mut left = sides(view, area, buf);
    let lists = [
        ("Still to act", to_act(view)),
        ("Ends soon", ends_soon(view)),
        ("Notes", notes(view, area.width)),
    ];
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

/// What is left of a side.
#[derive(Default)]
struct Tally {
    standing: usize,
    all: usize,
    now: i32,
    max: i32,
}

impl Tally {
    fn add(&mut self, c: &Combatant) {
        self.standing += usize::from(c.is_up());
        self.all += 1;
        if let Vitals::HitPoints { now, max } = c.vitals {
            self.now = self.now.saturating_add(now.max(0));
            self.max = self.max.saturating_add(max);
        }
    }
}

/// Paints who stands and what is left of each side. Returns the area below.
fn sides(view: &View, area: Rect, buf: &mut Buffer) -> Rect {
    let rows = heading(buf, area, "Sides", false, view.theme);
    let mut y = rows.y;
    for side in view.e.side_ids() {
        let mut tally = Tally::default();
        view.e.all().filter(|c| c.side == side).for_each(|c| tally.add(c));
        let Tally { standing, all, now, max } = tally;
        if all == 0 || y + 2 > rows.bottom() {
            continue;
        }
        name(view, side, Rect { y, height: 1, ..rows }, buf);
        put_right(buf, rows.x, y, rows.width, &format!("{standing} of {all} stand"), view.theme.dim);
        y += 1;
        if max > 0 {
            let figures = format!("{now}/{max}");
            let bar = Bar { now, max, temporary: 0, lost: 0 };
            let columns = rows.width.saturating_sub(cells(figures.len()) + 1);
            let theme = view.theme;
            put_bar(buf, (rows.x, y), columns, bar, [theme.side(side.index()), theme.lost, theme.track]);
            put_right(buf, rows.x, y, rows.width, &figures, theme.dim);
            y += 1;
        }
    }
    Rect { y, height: rows.bottom().saturating_sub(y), ..rows }
}

fn name(view: &View, side: SideId, row: Rect, buf: &mut Buffer) {
    let letter = view.board.letter(side).to_string();
    let style = view.theme.side(side.index()).add_modifier(Modifier::BOLD);
    let x = put(buf, row.x, row.y, row.width, &letter, style);
    put(buf, x + 1, row.y, row.width.saturating_sub(2), words::side(view.e, side), view.theme.text);
}

/// Who still owes an act where Enter acts, if several do.
fn to_act(view: &View) -> Vec<Line> {
    let owing: Vec<CombatantId> = head::owing(view).collect();
    if owing.len() < 2 {
        return Vec::new();
    }
    let line = |(at, (name, _)): (usize, (Cow<str>, usize))| {
        let acts = at == 0 && view.board.actor().is_some();
        let style = if acts { view.theme.actor } else { view.theme.text };
        (name.into_owned(), String::new(), style)
    };
    head::groups(view, &owing).take(MOST_LISTED).enumerate().map(line).collect()
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
