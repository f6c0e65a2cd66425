//! House rules: applying a preset of options, setting them one by one, or saving them as a preset.

use super::settings;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::Text;
use crate::rules::model::option::OptionRow;
use crate::rules::ruleset::about::About;
use crate::store::Preset;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::picker::Picker;
use crate::tui::kit::row::Cell;
use crate::tui::overlays::forms::edit::{self, fixed};
use crate::tui::overlays::forms::form::{Field, Value};
use crate::tui::overlays::forms::line::named;
use crate::tui::overlays::{Done, Layer, Then, closes};
use crate::tui::session::Session;
use crate::tui::table::view::View;
use ratatui::layout::Constraint::{self, Fill, Length};
use std::collections::BTreeMap;

/// The columns of a name and of what it is.
const COLUMNS: [Constraint; 2] = [Length(24), Fill(1)];
/// The lines for what a preset changes.
const BELOW: u16 = 3;

/// A row of the list: setting the options one by one, a preset, or saving one.
enum Row {
    Each,
    Preset(Preset),
    Save,
}

/// Opens the list: options one by one, the presets of the fight's rules, the rules as written, and saving a preset.
pub fn open(view: &View, presets: Vec<Preset>, faults: Vec<String>) -> Box<dyn Layer> {
    let ruleset = view.e.ruleset;
    let mut presets: Vec<Preset> =
        presets.into_iter().filter(|preset| preset.ruleset == ruleset).collect();
    presets.push(Preset {
        name: "the rules as written".into(),
        about: "Every option at its default.".into(),
        ruleset,
        options: BTreeMap::new(),
    });
    let first = item("option by option", "each with its text", Row::Each);
    let last = item("save under a name", "the options as they are now", Row::Save);
    let rows = presets
        .into_iter()
        .map(|preset| item(&preset.name.clone(), &preset.about.clone(), Row::Preset(preset)));
    let told = |view: &View, row: &Row| match row {
        Row::Preset(preset) => told(view.about(), preset),
        _ => String::new(),
    };
    let pick = |session: &mut Session, row: &Row| match row {
        Row::Each => Then::replace(settings::options(&session.view())),
        Row::Preset(preset) => set(session, &preset.options),
        Row::Save => Then::replace(save_form(&session.view())),
    };
    let rows = std::iter::once(first).chain(rows).chain([last]);
    Picker::new(format!("Options: {}", view.about().title), rows, pick)
        .with(|items| Menu::plain(items).columns(COLUMNS))
        .telling(BELOW, told)
        .faults(faults)
        .boxed()
}

/// A row of the list: its name, and what it is.
fn item(name: &str, about: &str, row: Row) -> (Item, Row) {
    let cells: Vec<Cell> = vec![(name.into(), |theme| theme.text), (about.into(), |theme| theme.dim)];
    (Item { cells, ..Item::new(name) }, row)
}

/// Describes a preset: its purpose, and its options in brief (`Morale: off`).
fn told(about: &About, preset: &Preset) -> String {
    let known = preset.options.iter().filter_map(|(id, value)| Some((about.option(id)?, value)));
    let short: Vec<String> = known.map(|(option, value)| format!("{}: {value}", option.title)).collect();
    let lines = [preset.about.to_string(), short.join(" · ")];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Sets every option to its value in the preset, or to its default.
fn set(session: &mut Session, options: &BTreeMap<Text, Text>) -> Done {
    let wanted = |option: &OptionRow| {
        let set = options.get(option.id).cloned();
        set.unwrap_or_else(|| option.standard().into())
    };
    let about = session.view().about();
    let changed = about
        .options
        .iter()
        .filter(|option| wanted(option) != settings::current(&session.view(), option));
    let word = |option: &OptionRow| Overrule::Option(option.id.into(), wanted(option));
    let commands = changed.map(|option| Command::Overrule(word(option)));
    settings::run_or_leave(session, commands.collect())
}

/// Asks for a name under which to save the options that differ from their defaults.
fn save_form(view: &View) -> Box<dyn Layer> {
    let mut options = view.e.options.clone();
    options.extend(view.e.awaiting.clone());
    let about = view.about();
    options.retain(|id, value| about.option(id).is_some_and(|option| option.standard() != &**value));
    let hint = format!("{} options differ from the default", options.len());
    let preset = Preset { name: "".into(), about: "".into(), ruleset: view.e.ruleset, options };
    let rows = vec![
        edit::Row::new(Field::new("name", Value::Text(String::new())), |preset: &mut Preset, field| {
            preset.name = field.text().into();
            named(field.text()).map(|_| ())
        }),
        edit::Row::text("what for", "", |preset: &mut Preset, text| preset.about = text.into()),
    ];
    let done = |session: &mut Session, preset: &Preset| closes(session.keep_preset(preset));
    fixed("Save as house rules", preset, rows, done).hint(hint).boxed()
}
