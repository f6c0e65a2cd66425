//! The choice of rules for a new fight.

use crate::rules::model::ids::{RulesetId, Text};
use crate::rules::registry;
use crate::store::Preset;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::{Layer, closes};
use crate::tui::session::Session;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The width of the list in columns.
const WIDTH: u16 = 56;
/// The lines for the summary of a ruleset.
const SUMMARY: u16 = 3;

/// A ruleset, plain or with house rules.
struct Choice {
    name: String,
    summary: String,
    ruleset: RulesetId,
    options: BTreeMap<Text, Text>,
}

/// Lists every ruleset, then every preset of house rules.
pub fn open(presets: Vec<Preset>) -> Box<dyn Layer> {
    let plain = |ruleset: RulesetId| {
        let summary = registry::ruleset(ruleset).about().summary.to_string();
        Choice { name: ruleset.title().into(), summary, ruleset, options: BTreeMap::new() }
    };
    let house = |Preset { name, about, ruleset, options }| {
        let name = format!("{} · {name}", ruleset.title());
        Choice { name, summary: about.to_string(), ruleset, options }
    };
    let choices = registry::ALL.into_iter().map(plain).chain(presets.into_iter().map(house));
    let choices: Rc<[Choice]> = choices.collect();
    let told = Rc::clone(&choices);
    let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
    let pick = move |session: &mut Session, at: usize| {
        closes(session.build_by(choices[at].ruleset, choices[at].options.clone()))
    };
    MenuBox::lettered("By which rules?", names, pick)
        .telling(SUMMARY, move |_, at| told[at].summary.clone())
        .wide(WIDTH)
        .boxed()
}
