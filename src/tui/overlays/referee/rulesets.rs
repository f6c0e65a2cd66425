//! The choice of rules for a fight that is being built.

use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::store::HouseBook;
use crate::tui::kit::list::{Item, Menu};
use crate::tui::kit::picker::Picker;
use crate::tui::kit::row::Cell;
use crate::tui::overlays::Layer;
use crate::tui::screens::start::ByRules;
use crate::tui::session::Session;
use ratatui::layout::Constraint::{self, Fill, Length};
use std::collections::BTreeMap;

/// The columns of the name and of what it is.
const COLUMNS: [Constraint; 2] = [Length(22), Fill(1)];
/// The width of the list in columns.
const WIDTH: u16 = 40;
/// The lines for the summary of a ruleset.
const SUMMARY: u16 = 4;

/// Lists every ruleset, each with its sets of options and the referee's own house books below it; the cursor is on the present one.
pub fn open(now: RulesetId, books: Vec<HouseBook>) -> Box<dyn Layer> {
    let plain = |ruleset: RulesetId| HouseBook {
        name: ruleset.title().into(),
        about: registry::ruleset(ruleset).about().summary.clone(),
        rulesets: vec![ruleset],
        options: BTreeMap::new(),
        own: false,
        book: None,
    };
    let mut rows: Vec<(Item, (RulesetId, HouseBook))> = Vec::new();
    for id in registry::ALL {
        rows.push(row("", id, plain(id)));
        let house =
            books.iter().filter(|book| book.is_for(id) && (book.own || book.book.is_none())).cloned();
        rows.extend(house.map(|book| row("  ", id, book)));
    }
    let at = rows.iter().position(|(_, (id, _))| *id == now).unwrap_or(0);
    let pick = |session: &mut Session, (id, book): &(RulesetId, HouseBook)| {
        session.change_rules(&ByRules { ruleset: *id, options: book.options.clone(), book: book.book })
    };
    Picker::new("By which rules?", rows, pick)
        .with(|items| Menu::filtered(items).columns(COLUMNS))
        .telling(SUMMARY, |_, (_, book)| book.about.to_string())
        .wide(WIDTH)
        .at(at)
        .boxed()
}

/// A row: its name, and what it is.
fn row(indent: &str, id: RulesetId, book: HouseBook) -> (Item, (RulesetId, HouseBook)) {
    let cells: Vec<Cell> = vec![
        (format!("{indent}{}", book.name), |theme| theme.text),
        (book.about.to_string(), |theme| theme.dim),
    ];
    (Item { cells, ..Item::new(format!("{} {}", id.title(), book.name)) }, (id, book))
}
