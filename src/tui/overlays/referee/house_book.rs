//! House books: laying one over the ruleset, setting options one by one, or saving them as a book.

use super::settings;
use crate::rules::model::command::{Command, Overrule};
use crate::rules::model::ids::Text;
use crate::rules::model::option::OptionRow;
use crate::rules::registry;
use crate::rules::ruleset::about::About;
use crate::store::{HouseBook, Preset};
use crate::tui::fight::files;
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
const COLUMNS: [Constraint; 2] = [Length(31), Fill(1)];
/// The lines for what a book changes.
const BELOW: u16 = 3;

/// A row of the list: setting the options one by one, a house book, or saving one.
enum Row {
    Each,
    Book(HouseBook),
    Save,
}

/// Opens the list of the house books on file now.
pub fn open_on_file(view: &View) -> Box<dyn Layer> {
    let (books, faults) = files::house_books();
    open(view, books, faults)
}

/// Opens the list: options one by one, the house books for the fight's rules, the rules as written, and saving one.
pub fn open(view: &View, books: Vec<HouseBook>, faults: Vec<String>) -> Box<dyn Layer> {
    let ruleset = view.e.ruleset;
    let mut books: Vec<HouseBook> = books.into_iter().filter(|book| book.is_for(ruleset)).collect();
    books.push(HouseBook {
        name: "the rules as written".into(),
        about: "Every option at its default, and no house book.".into(),
        rulesets: vec![ruleset],
        options: BTreeMap::new(),
        own: false,
        book: None,
    });
    let first = item("option by option", "each with its text", Row::Each);
    let last = item("save under a name", "the options as they are now", Row::Save);
    let laid = view.e.book;
    let rows = books.into_iter().map(|book| {
        let mark = if book.book.is_some() && book.book == laid { "laid over these rules: " } else { "" };
        item(&book.name.clone(), &format!("{mark}{}", book.about), Row::Book(book))
    });
    let told = |view: &View, row: &Row| match row {
        Row::Book(book) => told(view.about(), book),
        _ => String::new(),
    };
    let pick = |session: &mut Session, row: &Row| match row {
        Row::Each => Then::replace(settings::options(&session.view())),
        Row::Book(HouseBook { book: Some(book), .. }) => {
            settings::run_or_leave(session, vec![Command::Overrule(Overrule::Book(Some(*book)))])
        }
        Row::Book(book) => set(session, &book.options),
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

/// Describes a book: its purpose, its rules, and its options in brief (`Morale: off`).
fn told(about: &About, book: &HouseBook) -> String {
    let laid = book.book.and_then(|text| registry::with(about.id, text).ok());
    let rules =
        laid.into_iter().flat_map(|laid| laid.rules.iter().map(|rule| rule.rule.rule.to_string()));
    let known = book.options.iter().filter_map(|(id, value)| Some((about.option(id)?, value)));
    let short = known.map(|(option, value)| format!("{}: {value}", option.title));
    let short: Vec<String> = rules.chain(short).collect();
    let lines = [book.about.to_string(), short.join(" · ")];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Sets every option to its value in a book of options alone, or to its default. Another book is taken away.
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
    let taken = session.state().book.map(|_| Command::Overrule(Overrule::Book(None)));
    let commands = taken.into_iter().chain(changed.map(|option| Command::Overrule(word(option))));
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
    let done = |session: &mut Session, preset: &Preset| closes(session.keep_options(preset));
    fixed("Save as house rules", preset, rows, done).hint(hint).boxed()
}
