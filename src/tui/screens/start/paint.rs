//! Paints the start screen; where there is room, what is known of the chosen row is beside the list.

use super::plan::{CARD, Part};
use super::{Opens, StartRow, card, rows};
use crate::rules::model::encounter::{Encounter, Hand};
use crate::rules::registry;
use crate::rules::text::log::capital;
use crate::store::{READY, WHO, shows};
use crate::tui::input::operations::Op;
use crate::tui::kit::row::{Cell, Look, put_wrapped};
use crate::tui::paint::text::{self, put, put_right, put_words, width};
use crate::tui::panes::{heading, roster::Roster, stage};
use crate::tui::screens::layout::{columns, stacked};
use crate::tui::session::Session;
use crate::tui::table::board::Board;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

/// Where the texts of a row begin, after the cursor.
const INDENT: u16 = 2;
/// The columns of the state of a fight, and of when it was played.
const LAST: (u16, u16) = (15, 11);
/// Least columns of a fight's name and of who fights.
const NAMES: u16 = 40;
/// Least columns of who fights.
const WHOM: u16 = 18;
/// The columns from the edge to what stands beside a name.
const BESIDE: u16 = 25;
/// Below this many rows, no line is blank for its looks.
const ROOMY: u16 = 18;

/// Paints the start screen; without a message and without room beside the list, the row below it tells what is chosen.
pub fn paint(session: &Session, area: Rect, below: Rect, buf: &mut Buffer) {
    let (start, theme) = (&session.start, &session.theme);
    let blank = u16::from(area.height >= ROOMY);
    let ([head, _], rest) = stacked(area, [1, blank]);
    put(buf, head.x, head.y, head.width, "wardrum", theme.text.add_modifier(Modifier::BOLD));
    put_right(buf, head.x + 9, head.y, head.width - 9, &about_all(session), theme.dim);
    let columns = columns(rest);
    let body = columns.left;
    paint_list(session, body, buf);
    let Some(row) = start.row() else { return };
    match columns.right {
        Some(right) => {
            let right = Rect { width: area.right() - right.x, height: body.height, ..right };
            paint_preview(session, row, right, buf);
        }
        None if session.message.text.is_empty() => {
            put_words(buf, below, &about(session, row), theme.dim);
        }
        None => {}
    }
}

/// How many rulesets there are, who rolls, and the theme.
fn about_all(session: &Session) -> String {
    let sides = session.start.last().map_or(&[][..], |e| &e.sides);
    let typed: Vec<&str> =
        sides.iter().filter(|side| side.hand != Hand::Machine).map(|side| &*side.name).collect();
    let dice = match typed.len() {
        0 => "machine".into(),
        all if all == sides.len() => "typed".into(),
        _ => format!("{} typed", typed.join(", ")),
    };
    let looks = session.settings.theme.name();
    format!("{} rulesets · dice: {dice} · {looks}", registry::ALL.len())
}

fn paint_list(session: &Session, body: Rect, buf: &mut Buffer) {
    let start = &session.start;
    start.area.set(body);
    let plan = start.plan(body);
    let lines = usize::from(plan.lines);
    let at = plan.spot(start.at).unwrap_or_default();
    // The whole of the row under the cursor is in view, and above all its first line.
    let last = usize::from(at.bottom().max(1) - 1);
    // From the first row on, the heading above it is in view as well.
    let first = if plan.spots.first().is_some_and(|(row, _)| *row == start.at) { 0 } else { at.y };
    start.scroll.view(body, lines, Some(last));
    let shown = start.scroll.view(body, lines, Some(first.into()));
    let line = |y: u16| {
        let y = usize::from(y).checked_sub(shown.start).map(text::cells)?;
        (y < body.height).then_some(body.y + y)
    };
    for (at, part) in &plan.heads {
        if let Some(y) = line(*at) {
            paint_heading(session, *part, Rect { y, height: 1, ..body }, buf);
        }
    }
    // Only the files of the fights in view are read.
    let seen = plan.spots.iter().filter(|(_, spot)| line(spot.y).is_some()).map(|(row, _)| *row);
    let fights: Vec<usize> = seen.filter(|row| start.rows[*row].number().is_some()).collect();
    let mut spots = Vec::new();
    for (row, spot) in &plan.spots {
        let Some(y) = line(spot.y) else { continue };
        let spot = Rect { x: body.x + spot.x, y, ..*spot }.intersection(body);
        spots.push((*row, spot));
        match start.part(*row) {
            Part::Card => paint_card(session, spot, buf),
            _ => paint_row(session, *row, &fights, spot, buf),
        }
    }
    *start.spots.borrow_mut() = spots;
}

fn paint_heading(session: &Session, part: Part, row: Rect, buf: &mut Buffer) {
    let theme = &session.theme;
    let samples = session.start.rows.iter().filter(|row| matches!(row.opens, Opens::Ready(_))).count();
    let (title, beside) = match part {
        Part::Card => return,
        Part::Fights => ("Fights", String::new()),
        Part::Begin => ("Begin", String::new()),
        Part::Samples => ("Try one", format!("{samples} samples, by what they show")),
    };
    put(buf, row.x, row.y, row.width, title, theme.frame.add_modifier(Modifier::BOLD));
    put(buf, row.x + BESIDE, row.y, row.width.saturating_sub(BESIDE), &beside, theme.dim);
}

/// Paints the running fight in the manner of the stage.
fn paint_card(session: &Session, area: Rect, buf: &mut Buffer) {
    let (theme, view) = (&session.theme, session.view());
    let Some(row) = session.start.rows.first() else { return };
    let (told, chosen) = (row.told(), session.start.at == 0);
    if chosen {
        stage::ground(session, area, buf);
    } else {
        area.rows()
            .for_each(|row| _ = put(buf, row.x.saturating_sub(1), row.y, 1, stage::BAR, theme.rule));
    }
    let bold = theme.text.add_modifier(Modifier::BOLD);
    let (moment, rules) = match row.state() {
        Some(e) => (card::moment(&view, e, &told.state), e.ruleset.title()),
        None => (told.about.clone(), ""),
    };
    let beside = text::cells(width(&told.played).max(width(rules))).min(area.width / 3);
    let (x, room) = (area.right() - beside, area.width.saturating_sub(beside + 2));
    let mut lines = area.rows();
    if let Some(line) = lines.next() {
        put_words(buf, Rect { width: room, ..line }, &told.title(), bold);
        put(buf, x, line.y, beside, &told.played, theme.dim);
    }
    if let Some(line) = lines.next() {
        put_words(buf, Rect { width: room, ..line }, &moment, theme.text);
        put(buf, x, line.y, beside, rules, theme.dim);
    }
    if let (Some(line), Some(e)) = (lines.next(), row.state()) {
        paint_standing(session, e, line, buf);
    }
    if let Some(line) = lines.next().filter(|_| chosen && area.height == CARD) {
        let x = put(buf, line.x, line.y, line.width, "Enter", theme.key.add_modifier(Modifier::BOLD));
        put(buf, x + 1, line.y, line.right() - x - 1, "go on", bold);
    }
}

/// Paints how everybody stands, as many as fit.
fn paint_standing(session: &Session, e: &Encounter, line: Rect, buf: &mut Buffer) {
    let sides = card::standing(e);
    let mut left: usize = sides.iter().map(Vec::len).sum();
    let mut x = line.x;
    for (nth, (text, look)) in sides.iter().flat_map(|side| side.iter().enumerate()) {
        let gap = if x == line.x { 0 } else { 2 + u16::from(nth == 0) };
        let needs = gap + text::cells(width(text)) + if left > 1 { 4 } else { 0 };
        if x + needs > line.right() {
            put(buf, x, line.y, line.right() - x, &format!(" +{left}"), session.theme.dim);
            return;
        }
        x = put(buf, x + gap, line.y, line.right() - x - gap, text, look(&session.theme));
        left -= 1;
    }
}

fn paint_row(session: &Session, at: usize, fights: &[usize], spot: Rect, buf: &mut Buffer) {
    let (start, theme) = (&session.start, &session.theme);
    let (row, chosen) = (&start.rows[at], start.at == at);
    let (told, inside) = (row.told(), Rect { x: spot.x + INDENT, width: spot.width - INDENT, ..spot });
    match &row.opens {
        Opens::Saved(_) | Opens::Archived(_) => paint_fight(session, at, fights, inside, buf),
        Opens::Older => _ = put(buf, inside.x, spot.y, inside.width, &others(session), theme.dim),
        Opens::Ready(_) => {
            put(buf, inside.x, spot.y, inside.width, &told.name, theme.text);
        }
        Opens::Samples => _ = put(buf, inside.x, spot.y, inside.width, "▸ all", theme.dim),
        Opens::New | Opens::File | Opens::Library => {
            let key = session.keymap.shown(&session.scopes(), opened_by(&row.opens));
            put(buf, inside.x, spot.y, 1, &key, theme.key);
            let x = put(buf, inside.x + 2, spot.y, inside.width - 2, &told.name, theme.text)
                .max(spot.x + BESIDE);
            let beside = if row.opens == Opens::New { begins_with(session) } else { told.whom.clone() };
            let room = Rect { x, width: spot.right().saturating_sub(x), ..spot };
            put_words(buf, room, &beside, theme.dim);
        }
    }
    if chosen {
        put(buf, spot.x, spot.y, 1, "›", theme.active);
        buf.set_style(spot, theme.cursor);
    }
}

/// The operation whose key opens a row.
fn opened_by(opens: &Opens) -> Op {
    match opens {
        Opens::Library => Op::Library,
        Opens::File => Op::Open,
        _ => Op::New,
    }
}

/// Paints a fight: its name, who fights whom, how far it has got, when it was played.
fn paint_fight(session: &Session, at: usize, fights: &[usize], row: Rect, buf: &mut Buffer) {
    let (theme, told) = (&session.theme, session.start.rows[at].told());
    let names = row.width.saturating_sub(LAST.0 + LAST.1 + 2);
    let apart = !told.whom.is_empty() && names >= NAMES;
    let room = if apart { widest_name(session, fights).clamp(NAMES / 2, names - WHOM) } else { names };
    let number = number(session, at, fights);
    let needs = text::cells(width(&number));
    let name = Rect { width: room.saturating_sub(2 + needs), ..row };
    let end = put_words(buf, name, &told.name, theme.text);
    put(buf, end, row.y, needs, &number, theme.dim);
    if apart {
        let beside = Rect { x: row.x + room, width: names - room, ..row };
        put_words(buf, beside, &told.whom, theme.dim);
    }
    let x = row.x + names + 1;
    let style = if told.state == "damaged" { theme.fault } else { theme.text };
    put_words(buf, Rect { x, width: LAST.0, ..row }, &told.state, style);
    put(buf, x + LAST.0 + 1, row.y, LAST.1, &told.played, theme.dim);
}

/// The columns of the longest name of these fights, with its number and a gap.
fn widest_name(session: &Session, fights: &[usize]) -> u16 {
    let named = |at: &&usize| session.start.part(**at) == Part::Fights;
    let name = |at: &usize| {
        width(&session.start.rows[*at].told().name) + width(&number(session, *at, fights)) + 2
    };
    text::cells(fights.iter().filter(named).map(name).max().unwrap_or(0))
}

/// The number of a fight, ` #12`, if another one in view has the same name; else nothing.
fn number(session: &Session, at: usize, fights: &[usize]) -> String {
    let rows = &session.start.rows;
    let same = |other: &usize| *other != at && rows[*other].told().name == rows[at].told().name;
    let number = rows[at].number().filter(|_| fights.iter().any(same));
    number.map_or_else(String::new, |number| format!(" #{number}"))
}

/// Counts the fights that are not shown: `4 older, 2 archived`.
fn others(session: &Session) -> String {
    let (start, plan) = (&session.start, session.start.plan(session.start.area.get()));
    let hidden = |row: &(usize, &StartRow)| plan.spot(row.0).is_none();
    let hidden = start.rows.iter().enumerate().filter(hidden).map(|(_, row)| &row.opens);
    let count = |of: fn(&Opens) -> bool| hidden.clone().filter(|opens| of(opens)).count();
    let older = count(|opens| matches!(opens, Opens::Saved(_)));
    let archived = count(|opens| matches!(opens, Opens::Archived(_)));
    let told = [(older, "older"), (archived, "archived")].into_iter().filter(|(many, _)| *many > 0);
    told.map(|(many, word)| format!("{many} {word}")).collect::<Vec<_>>().join(", ")
}

/// What a new fight begins with: the party and the rules of the last one.
fn begins_with(session: &Session) -> String {
    let Some(e) = session.start.last() else {
        return format!("{}, or by other rules", registry::ALL[0].title());
    };
    let parties: Vec<String> = rows::parties(e).iter().map(|party| party.name.to_string()).collect();
    match parties.join(", ") {
        names if names.is_empty() => format!("{}, as last time", e.ruleset.title()),
        names => format!("with {names}, {}, as last time", e.ruleset.title()),
    }
}

/// What is known of a row, in a line.
fn about(session: &Session, row: &StartRow) -> String {
    let told = row.told();
    match row.opens {
        Opens::Ready(_) => format!("{}: {}", told.state, told.about),
        Opens::Older => "All fights, and those in the archive.".into(),
        Opens::Samples => "All samples.".into(),
        // The card says it.
        Opens::Saved(_) if session.start.runs && session.start.at == 0 => String::new(),
        _ => told.about.clone(),
    }
}

fn paint_preview(session: &Session, row: &StartRow, area: Rect, buf: &mut Buffer) {
    let (theme, told) = (&session.theme, row.told());
    let mut lines: Vec<Cell> = Vec::new();
    let mut add = |text: String, look: Look| {
        if !text.is_empty() {
            lines.push((text, look));
        }
    };
    let title = match &row.opens {
        Opens::Saved(_) | Opens::Archived(_) => {
            add(told.whom.clone(), |theme| theme.text);
            let rules = row.state().map_or("", |e| e.ruleset.title());
            let facts = [&*told.state, &*told.played, rules].into_iter().filter(|fact| !fact.is_empty());
            add(facts.collect::<Vec<_>>().join(" · "), |theme| theme.dim);
            if told.about != rules {
                add(told.about.clone(), |theme| theme.fault);
            }
            told.name.clone()
        }
        Opens::Ready(at) => {
            add(format!("{}. {}", told.state, shows(READY[*at])), |theme| theme.text);
            add(" ".into(), |theme| theme.text);
            for side in WHO[*at].split(". ") {
                add(side.into(), |theme| theme.dim);
            }
            told.whom.clone()
        }
        Opens::New => {
            add(begins_with(session), |theme| theme.text);
            add(told.about.clone(), |theme| theme.dim);
            "A new fight".into()
        }
        Opens::File | Opens::Library => {
            add(told.whom.clone(), |theme| theme.text);
            add(told.about.clone(), |theme| theme.dim);
            capital(&told.name)
        }
        Opens::Older | Opens::Samples => {
            add(about(session, row), |theme| theme.text);
            "More".into()
        }
    };
    let inside = heading(buf, area, &title, false, theme);
    let inside = Rect { x: inside.x + 1, width: inside.width - 1, ..inside };
    let y = put_wrapped(buf, &lines, inside, theme);
    if let Some(e) = row.state() {
        let rest = Rect { y: y + 1, height: inside.bottom().saturating_sub(y + 1), ..inside };
        put_state(
            &session.view(),
            e,
            false,
            |view, buf| Roster { view, beside: false }.render(rest, buf),
            buf,
        );
    }
}

/// Paints something of the state of another fight, with the cursor on the first one if it is `on_first`.
pub fn put_state(
    view: &View,
    e: &Encounter,
    on_first: bool,
    paint: impl FnOnce(View, &mut Buffer),
    buf: &mut Buffer,
) {
    let mut board = Board::default();
    let rules = registry::of(e);
    board.refresh(rules, e, view.last);
    board.cursor = board.cursor.filter(|_| on_first);
    paint(View { e, rules, board: &board, ..*view }, buf);
}
