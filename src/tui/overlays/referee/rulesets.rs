//! The choice of rules for a new fight.

use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::store::Preset;
use crate::tui::kit::picker::Picker;
use crate::tui::overlays::{Layer, closes};
use crate::tui::session::Session;
use std::collections::BTreeMap;

/// The width of the list in columns.
const WIDTH: u16 = 56;
/// The lines for the summary of a ruleset.
const SUMMARY: u16 = 3;

/// Lists every ruleset, then every preset of house rules.
pub fn open(presets: Vec<Preset>) -> Box<dyn Layer> {
    let plain = |ruleset: RulesetId| {
        let about = registry::ruleset(ruleset).about().summary.clone();
        (
            ruleset.title().to_string(),
            Preset { name: "".into(), about, ruleset, options: BTreeMap::new() },
        )
    };
    let house = |preset: Preset| (format!("{} · {}", preset.ruleset.title(), preset.name), preset);
    let rows = registry::ALL.into_iter().map(plain).chain(presets.into_iter().map(house));
    let pick = |session: &mut Session, chosen: &Preset| {
        closes(session.build_by(chosen.ruleset, chosen.options.clone()))
    };
    Picker::new("By which rules?", rows, pick)
        .lettered()
        .telling(SUMMARY, |_, preset| preset.about.to_string())
        .wide(WIDTH)
        .boxed()
}
