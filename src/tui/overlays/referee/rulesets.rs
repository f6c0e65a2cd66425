//! By which rules a new fight goes.

use crate::rules::model::ids::{RulesetId, Text};
use crate::rules::registry;
use crate::store::Preset;
use crate::tui::overlays::forms::boxes::MenuBox;
use crate::tui::overlays::{Overlay, Verdict};
use crate::tui::table::view::View;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Columns of the list.
const WIDTH: u16 = 56;
/// Lines of what a ruleset says of itself.
const SUMMARY: u16 = 3;

/// A ruleset as it comes, or with house rules.
struct Choice {
    name: String,
    summary: String,
    ruleset: RulesetId,
    options: BTreeMap<Text, Text>,
}

/// Every ruleset there is, then each with house rules.
pub fn open(presets: Vec<Preset>) -> Box<dyn Overlay> {
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
    let pick =
        move |_: &View, at: usize| Verdict::Build(choices[at].ruleset, choices[at].options.clone());
    MenuBox::lettered("By which rules?", names, pick)
        .telling(SUMMARY, move |_, at| told[at].summary.clone())
        .wide(WIDTH)
        .boxed()
}
