//! The choice of rules for a fight that is being built.

use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::store::Preset;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::picker::Picker;
use crate::tui::kit::row::Cell;
use crate::tui::overlays::Layer;
use crate::tui::session::Session;
use ratatui::layout::Constraint::{self, Fill, Length};
use std::collections::BTreeMap;

/// The columns of the name and of what it is.
const COLUMNS: [Constraint; 2] = [Length(22), Fill(1)];
/// The width of the list in columns.
const WIDTH: u16 = 40;
/// The lines for the summary of a ruleset.
const SUMMARY: u16 = 4;

/// Lists every ruleset, each with its presets of house rules below it; the cursor is on the present one.
pub fn open(now: RulesetId, presets: Vec<Preset>) -> Box<dyn Layer> {
    let plain = |ruleset: RulesetId| {
        let about = registry::ruleset(ruleset).about().summary.clone();
        Preset { name: ruleset.title().into(), about, ruleset, options: BTreeMap::new() }
    };
    let mut rows: Vec<(Item, Preset)> = Vec::new();
    for id in registry::ALL {
        rows.push(row("", plain(id)));
        let house = presets.iter().filter(|preset| preset.ruleset == id).cloned();
        rows.extend(house.map(|preset| row("  ", preset)));
    }
    let at = rows.iter().position(|(_, preset)| preset.ruleset == now).unwrap_or(0);
    let pick =
        |session: &mut Session, preset: &Preset| session.change_rules(preset.ruleset, &preset.options);
    Picker::new("By which rules?", rows, pick)
        .with(|items| Menu::filtered(items).columns(COLUMNS))
        .telling(SUMMARY, |_, preset| preset.about.to_string())
        .wide(WIDTH)
        .at(at)
        .boxed()
}

/// A row: its name, and what it is.
fn row(indent: &str, preset: Preset) -> (Item, Preset) {
    let cells: Vec<Cell> = vec![
        (format!("{indent}{}", preset.name), |theme| theme.text),
        (preset.about.to_string(), |theme| theme.dim),
    ];
    (Item { cells, ..Item::new(format!("{} {}", preset.ruleset.title(), preset.name)) }, preset)
}
