//! The roster in acting order, one row per combatant or per fold of identical ones. Only visible rows are built.

use super::columns::{Columns, HOLDS, PIPS};
use super::heading_style;
use crate::rules::model::combatant::{Combatant, Standing, Vitals};
use crate::rules::model::encounter::Encounter;
use crate::rules::model::ids::CombatantId;
use crate::rules::model::knowledge::Knowledge;
use crate::rules::ruleset::TimeBudget;
use crate::rules::text::words;
use crate::tui::kit::row::{Cell, put_wrapped};
use crate::tui::overlays::referee::who;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::text::{put, put_list, put_name, put_right, put_rule};
use crate::tui::table::aims::Aim;
use crate::tui::table::board::{Areas, Lists, Pane, Part};
use crate::tui::table::folds::Fold;
use crate::tui::table::nearness;
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use std::borrow::Cow;
use std::ops::Range;

/// The roster.
pub struct Roster<'a> {
    /// The fight.
    pub view: View<'a>,
    /// Whether another pane is beside it, which says more of each.
    pub beside: bool,
}

/// What else brings somebody in.
const NOBODY: &str = "p brings in a party, L opens the library, r changes the rules.";
/// Precedes what an act changed.
const CHANGED: &str = "•";
/// Precedes a dead combatant's name.
const DEAD: &str = "†";

impl Widget for Roster<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.view;
        let head = Rect { height: 1.min(area.height), ..area };
        let area = Rect { y: head.bottom(), height: area.height - head.height, ..area };
        let (count, row) = (view.board.rows(), view.board.row());
        let visible = view.board.scroll.view(area, count, Some(row));
        view.board.areas.set(Areas { roster: area, ..view.board.areas.get() });
        let columns = Columns::of(&view, visible.clone(), area, self.beside);
        let title = title(view.board.marked.len(), visible.clone(), count);
        let title = std::iter::once(title.into_owned()).chain(view.stances());
        paint_title(&view, &title.collect::<Vec<String>>().join(" · "), &columns, head, buf);
        if count == 0 {
            let inside = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
            let whole = who::hint(view.about().family);
            let texts = ["Nobody is here yet. + asks who comes:", whole, NOBODY];
            let texts = texts.map(|text| -> Cell { (text.into(), |theme| theme.dim) });
            put_wrapped(buf, &texts, inside, view.theme);
            return;
        }
        for (at, y) in visible.zip(area.y..) {
            let area = Rect { y, height: 1, ..area };
            Line { view: &view, columns: &columns, row: at, area }.paint(buf);
        }
    }
}

/// Paints the heading line: the title over the names, the other columns' heads beside it.
fn paint_title(view: &View, title: &str, columns: &Columns, row: Rect, buf: &mut Buffer) {
    if row.height == 0 {
        return;
    }
    let theme = view.theme;
    put_rule(buf, row.x..row.right(), row.y, theme.rule);
    let style = heading_style(view.board.pane == Pane::Roster, theme);
    let x = columns.side.saturating_sub(1);
    // A long title covers the head of the hit points, no others.
    let right = columns.figures.first().map_or(columns.state.0, |(_, x, _)| *x).saturating_sub(1);
    let end = put(buf, x, row.y, right.saturating_sub(x), &format!(" {title} "), style);
    if view.board.rows() > 0 {
        columns.paint_heads(row, end, theme, buf);
    }
}

/// The title: how many rows are marked, or how many are above and below the visible ones.
fn title(marked: usize, visible: Range<usize>, count: usize) -> Cow<'static, str> {
    let (above, below) = (visible.start, count - visible.end);
    match (marked, above, below) {
        (0, 0, 0) => "Roster".into(),
        (0, 0, below) => format!("Roster ▾{below}").into(),
        (0, above, 0) => format!("Roster ▴{above}").into(),
        (0, above, below) => format!("Roster ▴{above} ▾{below}").into(),
        (marked, ..) => format!("Roster · {marked} marked").into(),
    }
}

/// What the part of a row up to the name shows.
struct Head<'a> {
    part: Part,
    marked: &'a str,
    name: &'a str,
}

/// A row of the roster being painted.
struct Line<'a> {
    view: &'a View<'a>,
    columns: &'a Columns,
    row: usize,
    area: Rect,
}

impl Line<'_> {
    fn paint(&self, buf: &mut Buffer) {
        let (view, row) = (self.view, self.row);
        let one = view.board.lead(row).and_then(|who| view.e.get(who));
        match (view.board.fold(row), one) {
            (Some(fold), Some(_)) if fold.standing == 0 => self.paint_lost(buf),
            (Some(fold), Some(c)) => self.paint_fold(fold, c, buf),
            (None, Some(c)) => self.paint_one(c, buf),
            _ => {}
        }
        if view.board.cursor.is_some() && row == view.board.row() {
            // The cursor stands in the margin.
            let x = self.area.x.saturating_sub(1);
            put(buf, x, self.area.y, 1, "›", view.theme.key.add_modifier(Modifier::BOLD));
            buf.set_style(Rect { x, width: self.area.width + 1, ..self.area }, view.theme.cursor);
        }
    }

    /// Paints the sign of who acts or owes an act, the mark, the side's letter and the name.
    fn head(&self, head: &Head, c: &Combatant, up: bool, buf: &mut Buffer) {
        let (theme, Rect { x, y, .. }) = (self.view.theme, self.area);
        let dead = c.standing == Standing::Dead;
        let aimed = self.view.proposal.aims_at(c.id);
        let aim = self.view.aim(self.row);
        let letter = aim.and_then(|aim| aim.letter).map(String::from);
        let aimed = aim.map_or(aimed, Aim::is_chosen);
        let (sign, style) = match head.part {
            _ if aim.is_some() && !aimed => (letter.as_deref().unwrap_or(" "), theme.key),
            Part::Acts => ("▶", theme.actor),
            _ if aimed && !dead => ("▷", theme.actor),
            Part::Owes => ("▸", theme.text),
            _ if dead => (DEAD, theme.dim),
            Part::Acted => ("✓", theme.dim),
            Part::None => (" ", theme.dim),
        };
        put(buf, x, y, 1, sign, style);
        put(buf, x + 1, y, 1, head.marked, theme.note);
        // One of the players' own who has fallen stays in full colour.
        let own = self.view.e.players_know(c) == Knowledge::Figures;
        let letter = self.view.board.letter(c.side);
        let side =
            if up || own { theme.side(c.side.index()).add_modifier(Modifier::BOLD) } else { theme.dim };
        put(buf, self.columns.side, y, 1, letter.encode_utf8(&mut [0; 4]), side);
        let style = match head.part {
            _ if !up && own => theme.text,
            _ if !up => theme.dim,
            Part::Acts => theme.actor,
            Part::Owes | Part::Acted | Part::None => theme.text,
        };
        let (x, columns) = self.columns.name;
        put_name(buf, x, y, columns, head.name, style);
    }

    fn paint_one(&self, c: &Combatant, buf: &mut Buffer) {
        let (view, columns, y) = (self.view, self.columns, self.area.y);
        let marked = if view.board.marked.contains(&c.id) { "*" } else { " " };
        let head = Head { part: view.board.part(c.id), marked, name: &c.name };
        self.head(&head, c, c.is_up(), buf);
        match c.vitals {
            _ if !c.is_up() => self.fallen(c, buf),
            Vitals::HitPoints { now, max } => {
                let lost = view.board.lost.get(&c.id).copied().unwrap_or(0);
                self.hit_points(Bar { now, max, temporary: c.temporary(), lost }, buf);
            }
            Vitals::Wounds(taken) => self.wounds(taken, buf),
        }
        self.changed([c.id], health_differs, self.health(), buf);
        self.figures(c, buf);
        let figures = Rect { x: columns.health + self.health().width + 1, ..self.area };
        let figures = Rect { width: columns.state.0.saturating_sub(figures.x + 1), ..figures };
        self.changed([c.id], |one, other| figures_differ(view, one, other), figures, buf);
        let state = Rect { x: columns.state.0, width: columns.state.1, ..self.area };
        self.state(c, state, buf);
        self.changed([c.id], effects_differ, state, buf);
        self.score(c.id, buf);
        let (x, width) = columns.score;
        self.changed([c.id], scores_differ, Rect { x, y, width, height: 1 }, buf);
    }

    /// Paints a fold: total hit points or wounds, and how many are in which state.
    fn paint_fold(&self, fold: &Fold, c: &Combatant, buf: &mut Buffer) {
        let (view, columns) = (self.view, self.columns);
        let marked = mark_sign(fold.marked, fold.standing);
        let part = view.board.part_of_row(self.row);
        self.head(&Head { part, marked, name: &fold.name }, c, true, buf);
        let members = view.board.members(self.row);
        match c.vitals {
            Vitals::HitPoints { .. } => {
                let of = |who| view.board.lost.get(who).copied().unwrap_or(0);
                let lost = members.iter().take(fold.standing).map(of).fold(0, i32::saturating_add);
                let (now, max) = fold.health;
                self.hit_points(Bar { now, max, temporary: fold.temporary, lost }, buf);
            }
            Vitals::Wounds(_) => self.wounds(fold.wounds, buf),
        }
        self.changed(members.iter().copied(), health_differs, self.health(), buf);
        self.figures(c, buf);
        let standing = members.iter().take(fold.standing).filter_map(|who| view.e.get(*who));
        let list = || fold_list(view, fold, standing);
        let (x, room) = columns.state;
        self.score(c.id, buf);
        if self.aimed_at(Rect { x, width: room, ..self.area }, buf) {
            return;
        }
        let theme = view.theme;
        let end = view.board.list(self.row, list, |lists| {
            let Lists { fares, conditions, aside } = lists;
            let mut end = x;
            for (text, style) in [(fares, theme.text), (conditions, theme.note), (aside, theme.dim)] {
                let from = if end > x && !text.is_empty() { end + 2 } else { end };
                end = put_list(buf, from, self.area.y, (x + room).saturating_sub(from), text, style);
            }
            end
        });
        self.near(c, end, buf);
    }

    /// Paints combatants that are out of the fight for good on one line: `† Goblins 1, 4, fled: Orc 3`.
    fn paint_lost(&self, buf: &mut Buffer) {
        let (view, Rect { x, y, .. }) = (self.view, self.area);
        let members = view.board.members(self.row);
        let marked = members.iter().filter(|who| view.board.marked.contains(who)).count();
        let dead = |who: &CombatantId| view.e.get(*who).is_some_and(|c| c.standing == Standing::Dead);
        put(buf, x, y, 1, if members.first().is_some_and(dead) { DEAD } else { " " }, view.theme.dim);
        put(buf, x + 1, y, 1, mark_sign(marked, members.len()), view.theme.note);
        let from = self.columns.name.0;
        let room = self.area.right().saturating_sub(from);
        let list = || Lists { fares: Fold::roll_call(view.e, members), ..Lists::default() };
        view.board
            .list(self.row, list, |lists| put_list(buf, from, y, room, &lists.fares, view.theme.dim));
        let whole = Rect { x: from, width: room, ..self.area };
        self.changed(members.iter().copied(), health_differs, whole, buf);
    }

    /// Returns the area of hit points or wounds.
    fn health(&self) -> Rect {
        let from = self.columns.figures.first().map_or(self.columns.state.0, |(_, x, _)| *x);
        let width = from.saturating_sub(self.columns.health + 2);
        Rect { x: self.columns.health, width, ..self.area }
    }

    /// Highlights cells whose value has changed since one act before, with a mark in front and a colour.
    fn changed(
        &self,
        whose: impl IntoIterator<Item = CombatantId>,
        differs: impl Fn((&Encounter, &Combatant), (&Encounter, &Combatant)) -> bool,
        cells: Rect,
        buf: &mut Buffer,
    ) {
        let view = self.view;
        let Some(before) = view.before.filter(|_| cells.width > 0) else { return };
        let changed = whose.into_iter().any(|who| match (before.get(who), view.e.get(who)) {
            (Some(then), Some(now)) => differs((before, then), (view.e, now)),
            (then, now) => then.is_some() != now.is_some(),
        });
        if changed {
            put(buf, cells.x - 1, cells.y, 1, CHANGED, view.theme.note);
            buf.set_style(cells, view.theme.note);
        }
    }

    /// Paints hit points as a bar and in numbers.
    fn hit_points(&self, bar: Bar, buf: &mut Buffer) {
        let (theme, x, y) = (self.view.theme, self.columns.health, self.area.y);
        let style = health(self.view, bar.now, bar.max);
        put_bar(buf, (x, y), self.columns.bar, bar, [style, theme.lost, theme.track]);
        let text = format!("{}/{}", words::hit_points(bar.now, bar.temporary), bar.max);
        put_right(buf, x + self.columns.bar + 1, y, self.columns.hp, &text, style);
    }

    /// Paints the number of wounds.
    fn wounds(&self, taken: i32, buf: &mut Buffer) {
        let theme = self.view.theme;
        let style = match taken {
            0 => theme.hale,
            1 => theme.hurt,
            _ => theme.failing,
        };
        put(buf, self.columns.health, self.area.y, self.health().width, &taken.to_string(), style);
    }

    /// Paints the standing of a fallen combatant and its wounds: `down ×2`.
    fn fallen(&self, c: &Combatant, buf: &mut Buffer) {
        let Rect { x, y, width, .. } = self.health();
        let dim = self.view.theme.dim;
        let end = put(buf, x, y, width, words::standing(c.standing), dim);
        let taken = c.vitals.wounds();
        if taken > 0 {
            put(buf, end + 1, y, (x + width).saturating_sub(end + 1), &format!("×{taken}"), dim);
        }
    }

    /// Paints the figures, each under its label, and the seconds of the turn.
    fn figures(&self, c: &Combatant, buf: &mut Buffer) {
        let (view, y) = (self.view, self.area.y);
        let style = if c.is_up() { view.theme.text } else { view.theme.dim };
        view.board.glance(view.rules, view.e, c.id, |seen| {
            for (label, x, columns) in &self.columns.figures {
                let figure = seen.columns.iter().find(|figure| figure.label == *label);
                if let Some(figure) = figure {
                    put(buf, *x, y, *columns, &figure.value, style);
                }
            }
            if let (Some(TimeBudget { left, all }), Some(x)) = (seen.time_budget, self.columns.pips) {
                let pips = (0..all.min(PIPS.into())).map(|at| if at < left { '●' } else { '○' });
                put(buf, x, y, PIPS, &pips.collect::<String>(), view.theme.actor);
            }
        });
    }

    /// Paints the pending outcome, the act in progress, conditions and low supplies.
    fn state(&self, c: &Combatant, area: Rect, buf: &mut Buffer) {
        let view = self.view;
        if self.aimed_at(area, buf) {
            return;
        }
        let waits = view.board.waits(c.id);
        let area = match waits {
            Some(waits) => {
                let end =
                    put(buf, area.x, area.y, area.width, &format!("{waits} pending"), view.theme.fault);
                let x = (end + 2).min(area.right());
                Rect { x, width: area.right() - x, ..area }
            }
            None => area,
        };
        let mut list = Vec::with_capacity(c.effects.len() + 1);
        if let Some(ongoing) = c.ongoing.as_ref().filter(|ongoing| ongoing.owes > 0) {
            let what = words::act_in_short(view.e, &ongoing.act);
            list.push(format!("{} s left: {what}", ongoing.owes));
        }
        list.extend(view.conditions(c));
        let low = c.supplies.iter().filter(|supply| supply.is_low() && c.is_up());
        list.extend(low.map(|supply| format!("{} {}", supply.name, supply.left())));
        let mut end = match list.is_empty() {
            true => area.x,
            false => put_list(buf, area.x, area.y, area.width, &list.join(", "), view.theme.note),
        };
        let aside = view.aside(c);
        if !aside.is_empty() {
            let from = if end > area.x { end + 2 } else { end };
            let room = area.right().saturating_sub(from);
            end = put_list(buf, from, area.y, room, &aside.join(", "), view.theme.dim);
        }
        self.near(c, end, buf);
    }

    /// Paints what may come of aiming there, while an act is being filled in; `false` if nothing is known of that.
    fn aimed_at(&self, area: Rect, buf: &mut Buffer) -> bool {
        let view = self.view;
        let told = view.aim(self.row).map(Aim::told).filter(|told| !told.is_empty());
        if let Some(told) = &told {
            put_list(buf, area.x, area.y, area.width, told, view.theme.text);
        }
        told.is_some()
    }

    /// Paints its foe in melee or the distance to its foe, after its conditions, if there is room.
    fn near(&self, c: &Combatant, end: u16, buf: &mut Buffer) {
        let (view, (x, wide)) = (self.view, self.columns.state);
        if !c.is_up() || (!view.board.part(c.id).is_due() && c.threatens.is_empty()) {
            return;
        }
        let from = if end > x { end + 2 } else { x };
        let room = (x + wide).saturating_sub(from);
        let describe = || nearness::told(view, c);
        view.board.nearness(c.id, describe, |near| {
            put(buf, from, self.area.y, room, near.within(room.into()), view.theme.dim);
        });
    }

    /// Paints its initiative number, right-aligned.
    fn score(&self, who: CombatantId, buf: &mut Buffer) {
        let (view, (x, width), y) = (self.view, self.columns.score, self.area.y);
        if let Some(score) = view.board.score(self.row) {
            put_right(buf, x, y, width, &score.to_string(), view.theme.text);
        } else if view.board.holding.contains(&who) {
            put_right(buf, x, y, width, HOLDS, view.theme.dim);
        }
    }
}

/// Returns the mark of a row with several combatants: none, some or all of them marked.
fn mark_sign(marked: usize, all: usize) -> &'static str {
    match marked {
        0 => " ",
        some if some < all => "-",
        _ => "*",
    }
}

fn health_differs((_, then): (&Encounter, &Combatant), (_, now): (&Encounter, &Combatant)) -> bool {
    (then.vitals, then.temporary(), then.standing) != (now.vitals, now.temporary(), now.standing)
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

/// Lists a fold's health and how many still owe an act, and its conditions and places with their counts.
fn fold_list<'a>(view: &View, fold: &Fold, standing: impl Iterator<Item = &'a Combatant>) -> Lists {
    let (mut conditions, mut aside) = (Vec::new(), Vec::new());
    for c in standing {
        let waits = view.board.waits(c.id).map(|_| "outcome pending".to_string());
        count(&mut conditions, waits.into_iter().chain(view.conditions(c)));
        count(&mut aside, view.aside(c));
    }
    let owing = (2..fold.standing).contains(&fold.owing).then(|| format!("{} to act", fold.owing));
    let fares = Some(fold.fares()).filter(|fares| !fares.is_empty());
    let fares = fares.into_iter().chain(owing).collect::<Vec<_>>().join(", ");
    let of = |all| counted(all, fold.standing);
    Lists { fares, conditions: of(conditions), aside: of(aside) }
}

/// Counts each text.
fn count(counts: &mut Vec<(String, usize)>, texts: impl IntoIterator<Item = String>) {
    for what in texts {
        match counts.iter_mut().find(|(other, _)| *other == what) {
            Some((_, count)) => *count += 1,
            None => counts.push((what, 1)),
        }
    }
}

/// Lists texts with their counts, unless all of a fold have them.
fn counted(counts: Vec<(String, usize)>, standing: usize) -> String {
    let one = |(what, count): (String, usize)| match count {
        all if all == standing => what,
        some => format!("{what} ×{some}"),
    };
    counts.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

fn health(view: &View, now: i32, max: i32) -> Style {
    match (now.saturating_mul(2) > max, now.saturating_mul(4) > max) {
        (true, _) => view.theme.hale,
        (false, true) => view.theme.hurt,
        (false, false) => view.theme.failing,
    }
}
