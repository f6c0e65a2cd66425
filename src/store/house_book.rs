//! House books: those that come with wardrum, and the referee's own.

use super::error::StoreError;
use super::folders::{Folders, text};
use super::pages;
use crate::notation::tree::tree;
use crate::rules::model::house_book::Book;
use crate::rules::model::ids::{RulesetId, Text};
use crate::rules::registry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A house book on file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseBook {
    /// Its name.
    pub name: Text,
    /// Its purpose, in a sentence.
    pub about: Text,
    /// The rulesets it is for.
    pub rulesets: Vec<RulesetId>,
    /// The usual values of options, by id.
    pub options: BTreeMap<Text, Text>,
    /// Whether it is the referee's own.
    pub own: bool,
    /// Its text, if it says more than usual values of options.
    pub book: Option<Book>,
}

/// A house book of usual values of options alone, as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name.
    pub name: Text,
    /// Its purpose, in a sentence.
    #[serde(default)]
    pub about: Text,
    /// The ruleset of the options.
    pub ruleset: RulesetId,
    /// The options that differ from the default: value by id.
    #[serde(default)]
    pub options: BTreeMap<Text, Text>,
}

/// The books that come with wardrum, each a rule with its examples.
const SAMPLES: [&str; 10] = [
    include_str!("../../assets/house/shields-sundered.ron"),
    include_str!("../../assets/house/death-at-minus-ten.ron"),
    include_str!("../../assets/house/maximum-damage.ron"),
    include_str!("../../assets/house/fumble-drops-weapon.ron"),
    include_str!("../../assets/house/quick-side.ron"),
    include_str!("../../assets/house/declared-first.ron"),
    include_str!("../../assets/house/helmet.ron"),
    include_str!("../../assets/house/class-dice.ron"),
    include_str!("../../assets/house/retainers.ron"),
    include_str!("../../assets/house/save-against-death.ron"),
];

/// The sets of options that come with wardrum, in one list.
const OPTIONS: &str = include_str!("../../assets/house/options.ron");

/// The beginning of a book, with what depends on the ruleset in capitals.
const BEGINNING: &str = include_str!("../../assets/house/new.ron");

impl HouseBook {
    /// Reads a book.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, String> {
        let book = Book::of(text);
        let mut read = None;
        let rulesets = registry::rulesets_of(book);
        for id in &rulesets {
            let laid = registry::with(*id, book).map_err(|fault| fault.to_string())?;
            read = read.or(Some(laid));
        }
        let laid = read.ok_or("it is for no ruleset")?;
        Ok(Self {
            name: laid.name.clone(),
            about: laid.purpose.clone(),
            rulesets,
            options: laid.options.iter().cloned().collect(),
            own: false,
            book: (!laid.has_only_options).then_some(book),
        })
    }

    /// Whether it can be laid over that ruleset.
    pub fn is_for(&self, id: RulesetId) -> bool {
        self.rulesets.contains(&id)
    }
}

/// All house books.
pub struct HouseBooks;

impl HouseBooks {
    /// The texts of those that come with wardrum.
    pub fn texts() -> Vec<&'static str> {
        let options = tree(OPTIONS).map(|list| list.inner).unwrap_or_default();
        options.iter().map(|one| one.text(OPTIONS)).chain(SAMPLES).collect()
    }

    /// The books that come with wardrum.
    pub fn built_in() -> Vec<HouseBook> {
        Self::texts().into_iter().filter_map(|text| HouseBook::read(text).ok()).collect()
    }

    /// The built-in books and the referee's own, those with samples of rules last, and messages about files that cannot
    /// be read.
    pub fn all(folders: &Folders) -> (Vec<HouseBook>, Vec<String>) {
        let (samples, mut all): (Vec<HouseBook>, Vec<HouseBook>) =
            Self::built_in().into_iter().partition(|book| book.book.is_some());
        let mut faults = Vec::new();
        for path in Self::own(folders) {
            match Self::on_file(&path) {
                Ok(Some(book)) => all.push(book),
                Ok(None) => {}
                Err(fault) => faults.push(fault),
            }
        }
        all.extend(samples);
        (all, faults)
    }

    /// The files of the referee's own books; those of earlier versions, of options alone, are among them.
    pub fn own(folders: &Folders) -> Vec<PathBuf> {
        let both = [folders.presets(), folders.house_books()];
        both.iter().flat_map(|folder| pages::files(folder)).collect()
    }

    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn on_file(path: &Path) -> Result<Option<HouseBook>, String> {
        let read = text(path).map_err(|error| error.to_string())?;
        let own = |text: String| HouseBook::read(&text).map(|book| HouseBook { own: true, ..book });
        let read = read.map(own).transpose();
        read.map_err(|fault| format!("{}, {fault}", path.display()))
    }

    /// The text of a book that comes with wardrum, by its name or the beginning of it.
    pub fn shipped(name: &str) -> Option<&'static str> {
        let name = name.to_lowercase();
        let called = |text: &&str| Book::of(text).title().to_lowercase().starts_with(&name);
        Self::texts().into_iter().find(called)
    }

    /// The tables of a ruleset that a book can change, by name, each as its asset has it.
    pub fn tables(id: RulesetId) -> Vec<(&'static str, &'static str)> {
        let text = registry::ruleset(id).about().source.text;
        let asset = tree(text).unwrap_or_default();
        let tables = asset.field(text, "tables").map(|tables| tables.inner.clone()).unwrap_or_default();
        // Headings and bounds are no figures of the game.
        let shown = tables.into_iter().filter(|table| !["printed", "bounds"].contains(&table.key(text)));
        shown.map(|table| (table.key(text), table.text(text))).collect()
    }

    /// The beginning of a book for a ruleset, with comments.
    pub fn beginning(id: RulesetId) -> String {
        let rules = registry::ruleset(id);
        let about = rules.about();
        let option = about.options.first().map(|option| {
            let other = option.values.get(1).unwrap_or(&option.values[0]);
            format!("\"{}\": \"{other}\",", option.id)
        });
        let weapon = rules.weapons().into_iter().find(|weapon| weapon.is_called("sword"));
        let cell = weapon.and_then(|weapon| {
            Some(format!("\"weapons[{}].damage\": \"1d10\",", weapon.names.first()?))
        });
        let total = about.heads.first().map(|(total, _)| format!("{total:?}"));
        BEGINNING
            .replace("RULESET", &format!("{id:?}").to_lowercase())
            .replace("OPTION", &option.unwrap_or_default())
            .replace("CELL", &cell.unwrap_or_else(|| "\"table[row].column\": value,".into()))
            .replace("TOTAL", &total.unwrap_or_default())
    }
}

impl Preset {
    /// Writes its file, replacing an earlier version. Returns the path.
    ///
    /// # Errors
    /// The existing file is faulty or holds another book, or the system refuses to write.
    pub fn write(&self, folders: &Folders) -> Result<PathBuf, StoreError> {
        let same = |old: &Self| old.name == self.name && old.ruleset == self.ruleset;
        pages::write(&folders.house_books(), &self.name, self, same)
    }
}
