//! The focus: stat block and current state of the combatant under the cursor.

mod act;
mod clock;

pub use act::brief;

use super::heading;
use crate::rules::model::combatant::{Combatant, StatBlock, Vitals};
use crate::rules::model::command::Act;
use crate::rules::model::effect::{Condition, Effect};
use crate::rules::model::ids::CombatantId;
use crate::rules::model::tenths::Tenths;
use crate::rules::text::{log, sheet, words};
use crate::tui::paint::text::{put, width, wrap};
use crate::tui::table::board::{Areas, Pane, Part};
use crate::tui::table::nearness::Surroundings;
use crate::tui::table::view::{View, ends};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use std::rc::Rc;

/// The focus pane. If there is room below, it also shows the combatant's opponent or the current actor, and then the
/// sequence of a round under these rules.
pub struct Focus<'a>(pub View<'a>);

/// Fewest lines for a second combatant.
const MIN_LINES: u16 = 7;

impl Widget for Focus<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let view = self.0;
        let Some(c) = view.under_cursor() else {
            heading(buf, area, "Nobody", view.board.pane == Pane::Focus, view.theme);
            return;
        };
        let area = heading(buf, area, &c.name, view.board.pane == Pane::Focus, view.theme);
        view.board.areas.set(Areas { focus: area, ..view.board.areas.get() });
        let lines = wrapped(&view, c, area.width);
        view.board.focus.of(c.id.index());
        let mut below = area.y;
        view.board.focus.paint(lines.len(), area, view.theme, buf, |at, y, buf| {
            put(buf, area.x, y, area.width, &lines[at].0, lines[at].1);
            below = y + 1;
        });
        let free = Rect { y: below + 1, height: area.bottom().saturating_sub(below + 1), ..area };
        if view.board.part(c.id) == Part::Acts {
            below = act::paint(&view, free, buf).unwrap_or(below);
        }
        if let Some(other) = opposite(&view, c).filter(|_| below + MIN_LINES < area.bottom()) {
            let acts = if view.board.part(other.id).is_due() { " · to act" } else { "" };
            let below = Rect { y: below + 1, height: area.bottom() - below - 1, ..area };
            let below = heading(buf, below, &format!("{}{acts}", other.name), false, view.theme);
            let y = paint(wrapped(&view, other, below.width).iter(), below, buf);
            paint_sequence(&view, Rect { y, height: area.bottom() - y, ..area }, buf);
        }
    }
}

/// Paints the sequence of a round, if all of it fits after a blank line.
fn paint_sequence(view: &View, area: Rect, buf: &mut Buffer) {
    let columns = usize::from(area.width);
    let steps = view.about().sequence.iter().flat_map(|step| wrap(step, columns));
    let steps: Vec<(String, Style)> = steps.map(|step| (step, view.theme.dim)).collect();
    if steps.len() + 2 <= usize::from(area.height) {
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let below = heading(buf, below, "How a round goes", false, view.theme);
        paint(steps.iter(), below, buf);
    }
}

/// Returns whom to show besides: for whoever acts its target, for whoever owes no act the actor; else its first foe in
/// melee, else its nearest foe.
fn opposite<'a>(view: &View<'a>, c: &'a Combatant) -> Option<&'a Combatant> {
    let first = match view.board.part(c.id) {
        Part::Acts => view.board.acting().act().and_then(Act::target),
        part => view.board.acting().who.filter(|_| !part.is_due()),
    };
    let met = first.or(c.threatens.first().copied()).filter(|who| *who != c.id);
    let nearest = || view.e.get(surroundings(view, c).nearest?);
    met.and_then(|who| view.e.get(who)).or_else(nearest)
}

fn surroundings(view: &View, c: &Combatant) -> Rc<Surroundings> {
    view.board.surroundings(c.id, || look_around(view, c))
}

/// Paints as many lines as fit. Returns the line below them.
fn paint<'a>(lines: impl Iterator<Item = &'a (String, Style)>, area: Rect, buf: &mut Buffer) -> u16 {
    let mut below = area.y;
    for ((line, style), y) in lines.zip(area.y..area.bottom()) {
        put(buf, area.x, y, area.width, line, *style);
        below = y + 1;
    }
    below
}

/// Returns the combatant's description, wrapped to the given columns.
fn wrapped(view: &View, c: &Combatant, columns: u16) -> Vec<(String, Style)> {
    let wrapped = lines(view, c).into_iter().flat_map(|(text, style)| {
        by_parts(&text, usize::from(columns)).into_iter().map(move |line| (line, style))
    });
    wrapped.collect()
}

/// Wraps a text between its parts; a long part is wrapped between words.
fn by_parts(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(" · ") {
        let joined = lines.last().map(|line| format!("{line} · {part}"));
        let long = width(part) * 3 > columns * 2;
        match joined.filter(|joined| long || width(joined) <= columns) {
            Some(joined) => {
                lines.pop();
                lines.extend(wrap(&joined, columns));
            }
            None => lines.extend(wrap(part, columns)),
        }
    }
    lines
}

fn lines(view: &View, c: &Combatant) -> Vec<(String, Style)> {
    let theme = view.theme;
    let plain = |text: String| (text, theme.text);
    let mut lines = vec![plain(who(view, c)), plain(view.board.figures(view.rules, view.e, c.id))];
    lines.extend(clock::lines(view, c).into_iter().map(|text| (text, theme.actor)));
    lines.extend(sheet::attacks(view.rules, view.e, c).into_iter().map(plain));
    let waits = view.board.waits(c.id).map(|waits| (format!("Pending: {waits}"), theme.fault));
    lines.extend(waits);
    for effect in c.effects.iter().filter(|effect| view.is_shown(effect)) {
        lines.push((effect_line(view, c, effect), theme.note));
    }
    lines.extend(supplies(c).map(|(text, low)| (text, if low { theme.fault } else { theme.text })));
    lines.extend(surroundings(view, c).told.clone().map(plain));
    lines.extend(sheet::rest(view.e, c).into_iter().map(plain));
    lines.extend(c.notes.iter().map(|note| (format!("Note: {note}"), theme.note)));
    lines.extend(sheet::notes(view.e, c).map(|notes| (notes.to_string(), theme.dim)));
    lines
}

/// Describes an effect: what it adds, when it ends, and its reminder.
fn effect_line(view: &View, c: &Combatant, effect: &Effect) -> String {
    let until = ends(view, effect);
    let called = effect.custom.as_ref().map(|made| made.name.to_string());
    let called = called.unwrap_or_else(|| view.called(c.id, effect));
    let adds = log::adds(view.about(), effect);
    let reminder = effect.custom.as_deref().and_then(|made| {
        let text = made.reminder.as_deref()?;
        Some(format!(" · {}: {text}", words::occasion(made.each)))
    });
    format!("{called}{adds}: {until}{}", reminder.unwrap_or_default())
}

fn who(view: &View, c: &Combatant) -> String {
    let name = view.e.block(c.block).map(StatBlock::name).filter(|name| ***name != *c.name);
    let kind = name.map_or_else(String::new, |name| format!("{name} · "));
    let standing =
        if c.is_up() { String::new() } else { format!(" · {}", words::standing(c.standing)) };
    let fares = match c.vitals {
        Vitals::HitPoints { now, max } => {
            let left = words::hit_points(now, c.temporary());
            let lasts = temporary_lasts(view, c).map_or_else(String::new, |lasts| format!(" ({lasts})"));
            format!("{left}/{max} hit points{lasts}")
        }
        Vitals::Wounds(0) => "no wounds".into(),
        Vitals::Wounds(1) => "1 wound".into(),
        Vitals::Wounds(taken) => format!("{taken} wounds"),
    };
    format!("{kind}{} · {fares}{standing}", words::side(view.e, c.side))
}

/// Describes how long temporary hit points last, if they end by themselves: `temporary hit points 5 (3r)`.
fn temporary_lasts(view: &View, c: &Combatant) -> Option<String> {
    let pool = c.effect(Condition::TEMPORARY_HP).filter(|effect| effect.until.is_some())?;
    Some(view.condition(c.id, pool))
}

/// Describes supplies, and whether each is low: `arrows 3 of 20 (short bow)`.
fn supplies(c: &Combatant) -> impl Iterator<Item = (String, bool)> {
    c.supplies.iter().map(|supply| {
        let by = supply.by.join(", ");
        let by = if by.is_empty() { by } else { format!(" ({by})") };
        (format!("{} {} of {}{by}", supply.name, supply.left(), supply.most), supply.is_low())
    })
}

/// Most distances listed.
const MAX_DISTANCES: usize = 3;

/// More foes than this at one distance are only counted: their names would fill the screen.
const MAX_NAMED: usize = 100;

fn look_around(view: &View, c: &Combatant) -> Surroundings {
    let mut parts = Vec::new();
    if !c.threatens.is_empty() {
        parts.push(format!("in melee with {}", view.names(&c.threatens)));
    }
    let apart = view.e.foes(c).filter(|foe| !c.is_engaged_with(foe.id));
    let mut gaps: Vec<(Tenths, CombatantId)> =
        apart.filter_map(|foe| Some((view.e.between(c, foe)?, foe.id))).collect();
    gaps.sort_unstable();
    let unit = &view.about().unit;
    for group in gaps.chunk_by(|a, b| a.0 == b.0).take(MAX_DISTANCES) {
        let foes = if group.len() > MAX_NAMED {
            format!("{} foes", group.len())
        } else {
            view.names(&group.iter().map(|(_, foe)| *foe).collect::<Vec<_>>())
        };
        parts.push(format!("{}{unit} to {foes}", group[0].0));
    }
    let nearest = gaps.first().map(|(_, foe)| *foe).or_else(|| Some(view.e.foes(c).next()?.id));
    Surroundings { told: (!parts.is_empty()).then(|| parts.join(" · ")), nearest }
}
