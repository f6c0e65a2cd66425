//! What may come of the act that Enter does, with bars: the chance to hit, to drop, and what is expected.

use super::super::heading;
use crate::odds::chances::{self, Chances, Fate};
use crate::odds::exact::{Chance, How};
use crate::rules::model::command::{Act, Command};
use crate::rules::model::phrase::{Number, Verb};
use crate::rules::text::words;
use crate::tui::paint::bar::{Bar, put_bar};
use crate::tui::paint::text::{cells, put, put_right, width};
use crate::tui::table::view::View;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::rc::Rc;

/// Columns of a chance: ` 65 %`.
const CHANCE: u16 = 6;

/// Paints the odds of the act at one target. Returns the line below them; `None` if Enter does no such act for one
/// combatant, or there is no room.
pub fn paint(view: &View, area: Rect, buf: &mut Buffer) -> Option<u16> {
    let (act, chances) = next(view)?;
    let fate = chances.fate(act.target()?)?;
    let gauges = chances::gauges(&chances, fate);
    if gauges.is_empty() || cells(gauges.len() + 3) > area.height {
        return None;
    }
    let title = format!("Odds at {}", words::name(view.e, fate.who));
    let rows = heading(buf, area, &title, false, view.theme);
    let label = cells(gauges.iter().map(|gauge| width(&gauge.label)).max().unwrap_or(0));
    let theme = view.theme;
    for (gauge, row) in gauges.iter().zip(rows.rows()) {
        put(buf, row.x, row.y, row.width, &gauge.label, theme.text);
        let chance = Rect { x: row.x + label, width: CHANCE.min(row.width - label), ..row };
        put_right(buf, chance.x, row.y, chance.width, &gauge.chance.to_string(), theme.text);
        let bar = Bar { now: permille(gauge.chance.number()), max: 1000, temporary: 0, lost: 0 };
        let x = chance.right() + 2;
        let styles = [theme.text, theme.lost, theme.track];
        put_bar(buf, (x, row.y), row.right().saturating_sub(x), bar, styles);
    }
    let y = rows.y + cells(gauges.len());
    put(buf, rows.x, y, rows.width, &expected(view, &chances, fate), theme.dim);
    Some(y + 1)
}

/// What the roll of the act at one target needs, with the odds as far as they are known and not said yet:
/// `hits on 8+ · 65 % · drops it 41 %`.
pub fn brief(view: &View, needs: &str) -> Option<String> {
    let (act, chances) = next(view)?;
    let fate = chances.fate(act.target()?)?;
    let hits = chances::hit(&chances, fate.who).filter(|_| !needs.contains('%'));
    let drops = (fate.falls != Chance::NEVER)
        .then(|| format!("{} {}", Verb::DROP.then("it").says(Number::One), fate.falls));
    let needs = Some(needs.to_string()).filter(|needs| !needs.is_empty());
    let parts = [needs, hits.map(|chance| chance.to_string()), drops];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// What is expected of what the target has left, and whether it is estimated.
fn expected(view: &View, chances: &Chances, fate: &Fate) -> String {
    let left = view.e.get(fate.who).map_or(0, |c| c.vitals.hp());
    let of = if left > 0 { format!(" of its {left}") } else { String::new() };
    let word = if fate.expected < 0.0 { "heals" } else { "expects" };
    let estimated = if chances.how == How::Exact { "" } else { " · estimated" };
    format!("{word} {:.1}{of}{estimated}", fate.expected.abs())
}

/// The act that Enter does for one combatant at one target, with what may come of it.
fn next<'a>(view: &'a View) -> Option<(&'a Act, Rc<Chances>)> {
    let acting = view.board.acting();
    let act = acting.act()?;
    if act.at.len() != 1 || view.board.acts_as_one(act.who).is_some() {
        return None;
    }
    let commands: Vec<Command> =
        acting.first.iter().cloned().chain([Command::Act(act.clone())]).collect();
    let chances = view.odds.at_a_glance(view, &commands)?;
    (!chances.is_certain()).then_some((act, chances))
}

/// A chance in thousandths.
#[expect(clippy::cast_possible_truncation, reason = "0 to 1,000")]
fn permille(chance: f64) -> i32 {
    (chance * 1000.0).round() as i32
}
