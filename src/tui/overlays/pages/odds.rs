//! The page of odds: all that may come of an act, with distributions of the loss as bars.

use crate::odds::chances::{self, Chances, Fate};
use crate::rules::model::command::Command;
use crate::tui::kit::page::Page;
use crate::tui::overlays::Layer;
use crate::tui::table::view::View;

/// The length of the longest bar in columns.
const COLUMNS: f64 = 40.0;
/// The rows of a distribution.
const ROWS: usize = 12;

/// Opens the odds of commands; `None` if they are refused.
pub fn open(view: &View, title: &str, commands: &[Command]) -> Option<Box<dyn Layer>> {
    let chances = view.odds.of(view, commands)?;
    Some(Box::new(Page::new(format!("Odds: {title}"), lines(view, &chances))))
}

fn lines(view: &View, chances: &Chances) -> Vec<String> {
    let said = chances::lines(view.about(), view.e, chances);
    let mut lines: Vec<String> = said.iter().map(|line| line.text().to_string()).collect();
    for fate in chances.fates.iter().filter(|fate| fate.amounts.len() > 1) {
        lines.push(String::new());
        lines.push(heading(view, fate));
        lines.extend(bars(fate));
    }
    lines
}

fn heading(view: &View, fate: &Fate) -> String {
    let name = view.name(fate.who);
    if fate.expected < 0.0 { format!("{name} is healed") } else { format!("{name} loses") }
}

fn bars(fate: &Fate) -> Vec<String> {
    let rows = chances::bars(fate, ROWS);
    let widest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let most = rows.iter().map(|row| row.chance.number()).fold(f64::MIN_POSITIVE, f64::max);
    let row = |row: &chances::Bar| {
        let bar = bar(row.chance.number() / most);
        format!("{:>widest$} {bar} {}", row.label, row.chance)
    };
    rows.iter().map(row).collect()
}

/// A bar of `part` of the full length, at least one column.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 40 columns")]
fn bar(part: f64) -> String {
    "█".repeat((part * COLUMNS).round().max(1.0) as usize)
}
