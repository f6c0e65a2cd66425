//! The roster: in acting order, a row each or for several alike, only the visible ones built.

use super::heading;
use crate::rules::model::combatant::{Combatant, Vitals};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::ruleset::TimeBudget;
use crate::rules::text::words;
use crate::tui::paint::text::{put, put_right, scroll};
use crate::tui::paint::theme::Theme;
use crate::tui::table::board::{Areas, Pane, RowFigures};
use crate::tui::table::folds::Fold;
use crate::tui::table::nearness;
use crate::tui::table::view::View;
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
/// From so many columns on, a fold shows its figures beside how it fares.
const ROOMY: u16 = 64;
/// Stands before what an act changed.
const CHANGED: &str = "•";
/// So many wounds get a mark each.
const MARKS: usize = 4;

impl Widget for Roster<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let marked = view.board.marked.len();
        let title = if marked > 0 { format!("Roster · {marked} marked") } else { "Roster".into() };
        let area = heading(buf, area, &title, view.board.pane == Pane::Roster, view.theme);
        let height = usize::from(area.height);
        let (count, row) = (view.board.rows(), view.board.row());
        let top = scroll(view.board.top.get(), row, height, count);
        view.board.top.set(top);
        view.board.room.set(height);
        view.board.areas.set(Areas { roster: area, ..view.board.areas.get() });
        for (at, y) in (top..count).take(height).zip(area.y..) {
            let line = Rect { y, height: 1, ..area };
            let one = view.board.lead(at).and_then(|who| view.e.get(who));
            match (view.board.fold(at), one) {
                (Some(fold), Some(c)) => paint_fold(&view, fold, c, at, line, buf),
                (None, Some(c)) => paint_one(&view, c, at, line, buf),
                _ => {}
            }
            if at == row {
                buf.set_style(line, view.theme.cursor);
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

/// What stands before every row: mark and name, and the letter of its side.
struct Head<'a> {
    acts: bool,
    marked: &'a str,
    name: &'a str,
    side: char,
    style: Style,
}

impl Head<'_> {
    /// Paints it; gives the column behind it.
    fn paint(&self, theme: &Theme, area: Rect, buf: &mut Buffer) -> u16 {
        let name_width = (area.width / 4).clamp(10, 22);
        put(buf, area.x, area.y, 1, if self.acts { "▶" } else { " " }, theme.actor);
        put(buf, area.x + 1, area.y, 1, self.marked, theme.note);
        let style = if self.acts { theme.actor } else { self.style };
        put(buf, area.x + 2, area.y, name_width, self.name, style);
        let x = area.x + name_width + 3;
        put(buf, x, area.y, 1, self.side.encode_utf8(&mut [0; 4]), self.style);
        x + 2
    }
}

fn paint_one(view: &View, c: &Combatant, row: usize, area: Rect, buf: &mut Buffer) {
    let plain = if c.is_up() { view.theme.text } else { view.theme.dim };
    let head = Head {
        acts: view.board.owes(c.id),
        marked: if view.board.marked.contains(&c.id) { "*" } else { " " },
        name: &c.name,
        side: view.board.letter(c.side),
        style: plain,
    };
    let mut x = head.paint(view.theme, area, buf);
    match c.vitals {
        _ if !c.is_up() => fallen(view, c, x, area.y, buf),
        Vitals::HitPoints { now, max } => bar(view, now, max, x, area.y, buf),
        Vitals::Wounds(taken) => wounds(view, c, taken, x, area.y, buf),
    }
    changed(view, [c.id], health_differs, Rect { x, width: BAR + HP, ..area }, buf);
    x += BAR + HP + 1;
    let columns_at = x;
    x += columns(view, c, Rect { x, width: area.width, ..area }, plain, buf);
    let figures = Rect { x: columns_at, width: (x - columns_at).saturating_sub(1), ..area };
    changed(view, [c.id], |one, other| figures_differ(view, one, other), figures, buf);
    let rest = area.right().saturating_sub(x).saturating_sub(SCORE + 1);
    paint_list(view, c, Rect { x, width: rest, ..area }, buf);
    changed(view, [c.id], effects_differ, Rect { x, width: rest, ..area }, buf);
    score(view, c.id, row, area, buf);
    let score = Rect { x: area.right().saturating_sub(SCORE), width: SCORE, ..area };
    changed(view, [c.id], scores_differ, score, buf);
}

/// Marks cells in which something is other than it was one act before: before them and in colour.
fn changed(
    view: &View,
    whose: impl IntoIterator<Item = CombatantId>,
    differs: impl Fn((&Encounter, &Combatant), (&Encounter, &Combatant)) -> bool,
    cells: Rect,
    buf: &mut Buffer,
) {
    let Some(before) = view.before.filter(|_| cells.width > 0) else { return };
    let changed = whose.into_iter().any(|who| match (before.get(who), view.e.get(who)) {
        (Some(then), Some(now)) => differs((before, then), (view.e, now)),
        (then, now) => then.is_some() != now.is_some(),
    });
    if changed {
        put(buf, cells.x - 1, cells.y, 1, CHANGED, view.theme.note);
        buf.set_style(Rect { height: 1, ..cells }, view.theme.note);
    }
}

fn health_differs((_, then): (&Encounter, &Combatant), (_, now): (&Encounter, &Combatant)) -> bool {
    (then.vitals, then.standing) != (now.vitals, now.standing)
}

fn figures_differ(view: &View, then: (&Encounter, &Combatant), now: (&Encounter, &Combatant)) -> bool {
    let glance = |(e, c): (&Encounter, &Combatant)| view.rules.glance(e, c.id);
    glance(then) != glance(now)
}

fn scores_differ(then: (&Encounter, &Combatant), now: (&Encounter, &Combatant)) -> bool {
    let score = |(e, c): (&Encounter, &Combatant)| {
        e.slot_of(c.id).and_then(|at| e.order.get(usize::from(at))).map(|slot| slot.score)
    };
    score(then) != score(now)
}

fn effects_differ((_, then): (&Encounter, &Combatant), (_, now): (&Encounter, &Combatant)) -> bool {
    (&then.effects, &then.ongoing) != (&now.effects, &now.ongoing)
}

/// Several as one: their hit points or wounds together, and how many are in which state.
fn paint_fold(view: &View, fold: &Fold, c: &Combatant, row: usize, area: Rect, buf: &mut Buffer) {
    let plain = if fold.standing > 0 { view.theme.text } else { view.theme.dim };
    let head = Head {
        acts: fold.owing > 0,
        marked: match fold.marked {
            0 => " ",
            some if some < fold.standing => "-",
            _ => "*",
        },
        name: &fold.name,
        side: view.board.letter(c.side),
        style: plain,
    };
    let mut x = head.paint(view.theme, area, buf);
    match c.vitals {
        _ if fold.standing == 0 => fallen(view, c, x, area.y, buf),
        Vitals::HitPoints { .. } => bar(view, fold.health.0, fold.health.1, x, area.y, buf),
        Vitals::Wounds(_) => wounds(view, c, fold.wounds, x, area.y, buf),
    }
    let members = view.board.members(row).iter().copied();
    changed(view, members, health_differs, Rect { x, width: BAR + HP, ..area }, buf);
    x += BAR + HP + 1;
    if area.width >= ROOMY {
        x += columns(view, c, Rect { x, width: area.width, ..area }, plain, buf);
    }
    let rest = area.right().saturating_sub(x).saturating_sub(SCORE + 1);
    let members = view.board.members(row).iter().take(fold.standing);
    let list = || fold_list(view, fold, members.filter_map(|who| view.e.get(*who)));
    let end = view.board.list(row, list, |text| put(buf, x, area.y, rest, text, view.theme.note));
    near(view, c, end, x + rest, area.y, buf);
    score(view, c.id, row, area, buf);
}

/// How they fare, how many of them still owe an act, and what hangs on how many.
fn fold_list<'a>(view: &View, fold: &Fold, standing: impl Iterator<Item = &'a Combatant>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for c in standing {
        let waits = view.board.waits(c.id).map(|_| "outcome waits".to_string());
        for what in waits.into_iter().chain(view.conditions(c)) {
            match counts.iter_mut().find(|(other, _)| *other == what) {
                Some((_, count)) => *count += 1,
                None => counts.push((what, 1)),
            }
        }
    }
    let told = counts.into_iter().map(|(what, count)| match count {
        all if all == fold.standing => what,
        some => format!("{what} ×{some}"),
    });
    let owing = (1..fold.standing).contains(&fold.owing).then(|| format!("{} to act", fold.owing));
    let fares = Some(fold.fares()).filter(|fares| !fares.is_empty());
    fares.into_iter().chain(owing).chain(told).collect::<Vec<_>>().join(", ")
}

/// Its number in the count of initiative, at the right edge.
fn score(view: &View, who: CombatantId, row: usize, area: Rect, buf: &mut Buffer) {
    let right = area.right().saturating_sub(SCORE);
    if let Some(score) = view.board.score(row) {
        put_right(buf, right, area.y, SCORE, &score.to_string(), view.theme.dim);
    } else if view.board.holding.contains(&who) {
        put_right(buf, right, area.y, SCORE, HOLDS, view.theme.dim);
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
    let figure = |seen: &RowFigures| {
        seen.columns.first().map_or(x, |figure| put(buf, x, y, BAR + HP, figure, style))
    };
    let end = view.board.glance(view.rules, view.e, c.id, figure);
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
        return if narrow { time_budget(view, c, x, y, buf) } else { 0 };
    }
    if let Vitals::HitPoints { .. } = c.vitals {
        return view.board.glance(view.rules, view.e, c.id, |seen| {
            seen.columns.first().map(|figure| put(buf, x, y, COLUMN, figure, style));
            // A second pool stands there only where something is in it.
            let second =
                seen.columns.get(1).map(|figure| put(buf, x + COLUMN + 1, y, WILL, figure, style));
            second.map_or(COLUMN + 1, |end| end + 1 - x)
        });
    }
    let used = time_budget(view, c, x, y, buf);
    if area.width < 76 {
        return used;
    }
    view.board.glance(view.rules, view.e, c.id, |seen| {
        seen.columns.get(1).map(|figure| put(buf, x + used, y, WILL, figure, style))
    });
    used + WILL + 1
}

/// Seconds left of its turn, a pip each.
fn time_budget(view: &View, c: &Combatant, x: u16, y: u16, buf: &mut Buffer) -> u16 {
    let budget = view.board.glance(view.rules, view.e, c.id, |seen| seen.time_budget);
    if let Some(TimeBudget { left, all }) = budget {
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
    if let Some(begun) = c.ongoing.as_ref().filter(|begun| begun.owes > 0) {
        let what = words::act_in_short(view.e, &begun.act);
        list.push(format!("{} s to go: {what}", begun.owes));
    }
    list.extend(view.conditions(c));
    let low = c.supplies.iter().filter(|supply| supply.is_low() && c.is_up());
    list.extend(low.map(|supply| format!("{} {}", supply.name, supply.left())));
    let end = put(buf, area.x, area.y, area.width, &list.join(", "), view.theme.note);
    near(view, c, end, area.right(), area.y, buf);
}

/// Whom it has to do with and how far off that one is, at the right edge behind whatever else stands there: of
/// those that owe an act, where there is room.
fn near(view: &View, c: &Combatant, end: u16, right: u16, y: u16, buf: &mut Buffer) {
    if !view.board.owes(c.id) {
        return;
    }
    let told = || nearness::told(view, c);
    view.board.nearness(c.id, told, |near| {
        let room = right.saturating_sub(end + 1);
        put_right(buf, right - room, y, room, near.within(room.into()), view.theme.frame);
    });
}

/// Hit points as a bar and in numbers.
fn bar(view: &View, now: i32, max: i32, x: u16, y: u16, buf: &mut Buffer) {
    let max = max.max(1);
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
