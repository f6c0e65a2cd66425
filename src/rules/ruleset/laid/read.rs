//! Reads a house book and lays it over a ruleset.

use super::fit::{fits, stands, tells, word_of};
use super::tables;
use super::{Laid, LaidRule};
use crate::notation::tree::{Node, tree};
use crate::notation::{self, Later, Spot, explain, nearest};
use crate::rules::model::condition::{ConditionRow, Meaning};
use crate::rules::model::counter::{Counter, CounterRow};
use crate::rules::model::custom::{CustomEffect, MOST};
use crate::rules::model::house_book::rule::{HomeRule, If, Then};
use crate::rules::model::house_book::{Book, HouseBook, MOST_LETTERS, OwnCondition};
use crate::rules::model::ids::Text;
use crate::rules::model::name::{Entry, Name, NameLookup, WordKind, within};
use crate::rules::model::option::OptionRow;
use crate::rules::model::tally::Reason;
use crate::rules::ruleset::Ruleset;
use crate::rules::ruleset::about::{About, Rule, RuleMode};
use ron::error::SpannedError;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// What is wrong with a house book, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct BookFault {
    /// Where.
    pub spot: Spot,
    /// What was found, and what was expected.
    pub what: String,
}

impl BookFault {
    /// The fault of a book of which nothing is known.
    pub fn unknown() -> Self {
        Self { spot: Spot { line: 1, column: 1 }, what: "the book cannot be read".into() }
    }
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.spot, self.what)
    }
}

/// The most rules, conditions, changed cells, and words of one rule.
const MOST_RULES: usize = 100;
const MOST_CONDITIONS: usize = 100;
const MOST_CELLS: usize = 200;
const MOST_WORDS: usize = 100;
/// The most letters of a title or a label.
const MOST_TITLE: usize = 80;

/// Reads a book and lays it over the ruleset. `finds` looks up the names of all rulesets.
///
/// # Errors
/// The first fault, with its place in the text.
pub fn read(
    base: &'static dyn Ruleset,
    book: Book,
    finds: NameLookup,
) -> Result<&'static Laid, BookFault> {
    let reader = Reader { base, text: book.text(), tree: outline(book)? };
    let said = reader.parse(finds)?;
    if !said.is_for(base.about().id) {
        let found =
            format!("found a book for {}, expected {}", said.ruleset.title(), base.about().title);
        return Err(reader.at_field("ruleset", found));
    }
    reader.check_title(&said.name, "name")?;
    let tables = reader.tables(&said, finds)?;
    let mut about = base.about().clone();
    about.armours.extend(said.armours.clone());
    let brought = reader.conditions(&said, finds)?;
    let customs = brought.iter().map(|(row, custom)| (row.id, Arc::clone(custom))).collect();
    about.conditions = about.conditions.with(brought.into_iter().map(|(row, _)| row).collect());
    reader.options(&said, &about)?;
    let rules = reader.rules(&said, &mut about)?;
    let has_only_options = said.has_only_options();
    let (name, purpose, options) = (said.name, said.about, said.options.into_iter().collect());
    let laid = Laid {
        base,
        book,
        name,
        purpose,
        has_only_options,
        options,
        rules,
        customs,
        tables,
        about: OnceLock::new(),
    };
    Ok(laid.keep(about))
}

/// Reads what the book says of itself: its name, its purpose and the rulesets it is for.
///
/// # Errors
/// As [`read`].
pub fn outline(book: Book) -> Result<Node, BookFault> {
    let text = book.text();
    let fault = |at: usize, what: String| BookFault { spot: Spot::after(text, at), what };
    if text.len() > MOST_LETTERS {
        let what = format!("found {} bytes, expected at most {MOST_LETTERS}", text.len());
        return Err(fault(0, what));
    }
    let hidden = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if let Some((at, found)) = text.char_indices().find(|(_, c)| hidden(*c)) {
        return Err(fault(
            at,
            format!("found the invisible sign U+{:04X}, expected none", u32::from(found)),
        ));
    }
    if !book.is_sound() {
        return Err(fault(0, "the text does not fit its hash: the save was changed by hand".into()));
    }
    // What is no value at all is told by the parser.
    Ok(tree(text).unwrap_or_default())
}

/// A condition of a book: its row, and what else it does wherever it begins.
type Brought = (ConditionRow, Arc<CustomEffect>);

struct Reader<'a> {
    base: &'static dyn Ruleset,
    text: &'a str,
    tree: Node,
}

thread_local! {
    /// The names that the book being read brings, and what looks up all others.
    static OWN: RefCell<Vec<(WordKind, Name)>> = const { RefCell::new(Vec::new()) };
    static OTHERS: Cell<Option<NameLookup>> = const { Cell::new(None) };
}

/// Looks up a name while a book is read.
fn lookup(kind: WordKind, name: Name) -> Option<Entry> {
    let own = OWN.with_borrow(|own| own.contains(&(kind, name)));
    if own { Some(Entry::Name) } else { OTHERS.get()?(kind, name) }
}

impl Reader<'_> {
    fn at(&self, node: &Node, what: impl Into<String>) -> BookFault {
        BookFault { spot: Spot::after(self.text, node.at.start), what: what.into() }
    }

    fn at_field(&self, field: &str, what: impl Into<String>) -> BookFault {
        self.at(self.tree.field(self.text, field).unwrap_or(&self.tree), what)
    }

    /// The fault of one of the values of a field.
    fn at_nth(&self, field: &str, nth: usize, what: impl Into<String>) -> BookFault {
        let list = self.tree.field(self.text, field).unwrap_or(&self.tree);
        self.at(list.inner.get(nth).unwrap_or(list), what)
    }

    /// The fault of a word in one of the values of a field: its first place there.
    fn at_word(&self, field: &str, nth: usize, word: &str, what: impl Into<String>) -> BookFault {
        let list = self.tree.field(self.text, field).unwrap_or(&self.tree);
        let one = list.inner.get(nth).unwrap_or(list);
        let is = |node: &&Node| {
            let text = node.text(self.text);
            text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        };
        self.at(one.all().into_iter().find(is).unwrap_or(one), what)
    }

    /// Reads the text, with the names of the rulesets and of its own conditions.
    fn parse(&self, finds: NameLookup) -> Result<HouseBook, BookFault> {
        self.with_own(finds, || notation::read::<HouseBook>(self.text))
            .map_err(|error| self.misread(&error))
    }

    /// Reads something with the names that the book brings.
    fn with_own<T>(&self, finds: NameLookup, read: impl FnOnce() -> T) -> T {
        let list = |field| self.tree.field(self.text, field).into_iter().flat_map(|list| &list.inner);
        let name = |one: &Node| Name::parse(one.field(self.text, "name")?.text(self.text));
        let conditions = list("conditions").filter_map(name);
        let conditions = conditions.map(|name| (WordKind::Condition, name));
        let armours = list("armours").filter_map(|one| Name::parse(one.key(self.text)));
        let armours = armours.map(|name| (WordKind::Armour, name));
        let own = OWN.replace(conditions.chain(armours).collect());
        let others = OTHERS.replace(Some(finds));
        let value = within(lookup, read);
        OWN.replace(own);
        OTHERS.set(others);
        value
    }

    /// The fault of a text that is no book, with the known name most like an unknown one.
    fn misread(&self, error: &SpannedError) -> BookFault {
        let (spot, what) = explain(self.text, error);
        let near = match &error.code {
            ron::Error::NoSuchEnumVariant { expected: [], found, outer } => {
                let known = self.names(outer.as_deref().unwrap_or_default());
                let known: Vec<&str> = known.iter().map(Name::as_str).collect();
                nearest(found, &known).map(|near| (found, near.to_string()))
            }
            ron::Error::NoSuchEnumVariant { expected, found, .. }
            | ron::Error::NoSuchStructField { expected, found, .. } => {
                let Some(near) = nearest(found, expected) else {
                    let what = format!("found {found}, expected one of {}", expected.join(", "));
                    return BookFault { spot, what };
                };
                Some((found, near.to_string()))
            }
            _ => None,
        };
        // The likely word alone: of a long line only the beginning is seen.
        let near = near.map(|(found, near)| format!("found {found}; did you mean {near}?"));
        BookFault { spot, what: near.unwrap_or(what) }
    }

    /// The names of a kind that the ruleset and the book have.
    fn names(&self, kind: &str) -> Vec<Name> {
        let about = self.base.about();
        match kind {
            "Condition" => about.conditions.iter().map(|row| *row.id.name()).collect(),
            "Class" => about.classes.iter().map(|class| *class.name()).collect(),
            "Tag" => about.tags.iter().map(|row| *row.tag.name()).collect(),
            "Armour" => about.armours.keys().map(|armour| *armour.name()).collect(),
            _ => Vec::new(),
        }
    }

    fn check_title(&self, title: &str, field: &str) -> Result<(), BookFault> {
        let fits = !title.trim().is_empty() && title.chars().count() <= MOST_TITLE;
        let what = || format!("found \"{title}\", expected 1 to {MOST_TITLE} letters");
        if fits { Ok(()) } else { Err(self.at_field(field, what())) }
    }

    /// The ruleset's tables with the cells of the book.
    fn tables(
        &self,
        said: &HouseBook,
        finds: NameLookup,
    ) -> Result<Option<Box<dyn Any + Send + Sync>>, BookFault> {
        if said.tables.is_empty() {
            return Ok(None);
        }
        if said.tables.len() > MOST_CELLS {
            let what = format!("found {} changes, expected at most {MOST_CELLS}", said.tables.len());
            return Err(self.at_field("tables", what));
        }
        let source = self.base.about().source;
        let asset = tree(source.text).unwrap_or_default();
        let shipped = asset.field(source.text, "tables").map_or("()", |tables| tables.text(source.text));
        let mut changed = shipped.to_owned();
        for (address, value) in &said.tables {
            let wrong = |what: String| self.at_address(address, what);
            if let Some(found) = too_large(value.get_ron()) {
                return Err(wrong(format!("found {found}, expected a number of at most nine digits")));
            }
            changed = tables::put(&changed, address, value.get_ron().trim()).map_err(wrong)?;
            // One after the other, so that a wrong value is told at its own address.
            self.with_own(finds, || (source.tables)(&changed))
                .map_err(|error| wrong(explain(&changed, &error).1))?;
        }
        tables::covered(shipped, &changed).map_err(|(table, what)| {
            let of = |address: &&Text| address.starts_with(&table);
            let what = what.strip_prefix(&format!("{table}: ")).unwrap_or(&what).to_string();
            let address = said.tables.keys().find(of).cloned().unwrap_or_default();
            self.at_address(&address, what)
        })?;
        let read = self.with_own(finds, || (source.tables)(&changed));
        read.map(Some).map_err(|error| self.at_field("tables", explain(&changed, &error).1))
    }

    fn at_address(&self, address: &str, what: String) -> BookFault {
        let tables = self.tree.field(self.text, "tables").unwrap_or(&self.tree);
        let place = tables.inner.iter().find(|row| row.key(self.text) == address);
        let key = place.and_then(|row| row.key.clone());
        let spot = key.map_or(tables.at.start, |key| key.start);
        BookFault { spot: Spot::after(self.text, spot), what: format!("{address}: {what}") }
    }

    /// The rows of the book's conditions.
    fn conditions(&self, said: &HouseBook, finds: NameLookup) -> Result<Vec<Brought>, BookFault> {
        if said.conditions.len() > MOST_CONDITIONS {
            let what = format!(
                "found {} conditions, expected at most {MOST_CONDITIONS}",
                said.conditions.len()
            );
            return Err(self.at_field("conditions", what));
        }
        let row = |(nth, one)| self.condition(nth, one, finds);
        said.conditions.iter().enumerate().map(row).collect()
    }

    fn condition(
        &self,
        nth: usize,
        own: &OwnCondition,
        finds: NameLookup,
    ) -> Result<Brought, BookFault> {
        let wrong = |what: String| self.at_nth("conditions", nth, what);
        // Saves call conditions by their names alone: those of all rulesets are taken.
        if finds(WordKind::Condition, *own.name.name()).is_some() {
            let what = "which is a condition of a ruleset: expected a name of its own";
            return Err(wrong(format!("found {:?}, {what}", own.name)));
        }
        if own.label.trim().is_empty() || own.label.chars().count() > MOST_TITLE {
            return Err(wrong(format!(
                "found the label \"{}\", expected 1 to {MOST_TITLE} letters",
                own.label
            )));
        }
        let mut meaning = Meaning::OFFERED;
        for word in &own.means {
            let Some(means) = Meaning::named(word) else {
                let near = nearest(word, &Meaning::NAMES).map_or_else(
                    || format!("expected one of {}", Meaning::NAMES.join(", ")),
                    |near| format!("did you mean {near}?"),
                );
                return Err(self.at_word(
                    "conditions",
                    nth,
                    &format!("\"{word}\""),
                    format!("found {word}; {near}"),
                ));
            };
            meaning |= means;
        }
        for (total, value) in &own.adds {
            if self.base.about().head(*total).is_none() {
                return Err(wrong(format!("{total:?}: these rules have no such total to add to")));
            }
            if *value == 0 || value.abs() > MOST {
                return Err(wrong(format!(
                    "{total:?}: found {value}, expected −{MOST} to +{MOST}, and not 0"
                )));
            }
        }
        let custom = CustomEffect {
            name: own.label.clone(),
            adds: own.adds.iter().map(|(total, value)| (*total, *value)).collect(),
            reminder: own.reminder.clone(),
            each: own.each,
            lasting: own.lasts.clone(),
        };
        let text = if own.text.is_empty() { &own.label } else { &own.text };
        let row = ConditionRow::new(own.name, kept(text), kept(&own.label), meaning);
        let row = ConditionRow { ends: own.ends.as_deref().map(kept), ..row };
        Ok((row, Arc::new(custom)))
    }

    /// Checks the usual values of options.
    fn options(&self, said: &HouseBook, about: &About) -> Result<(), BookFault> {
        for (id, value) in &said.options {
            let known: Vec<&str> = about.options.iter().map(|option| option.id).collect();
            let wrong = |what: String| {
                let options = self.tree.field(self.text, "options").unwrap_or(&self.tree);
                let row = options.inner.iter().find(|row| row.key(self.text) == &**id);
                let spot = row.and_then(|row| row.key.clone()).map_or(options.at.start, |key| key.start);
                BookFault { spot: Spot::after(self.text, spot), what }
            };
            match about.option(id) {
                Some(option) => option.accepts(value).map_err(|fault| wrong(fault.to_string()))?,
                // A book for several rulesets has options of each.
                None if !said.also.is_empty() => {}
                None => {
                    let near = nearest(id, &known).map_or_else(
                        || format!("expected one of {}", known.join(", ")),
                        |near| format!("did you mean {near}?"),
                    );
                    return Err(wrong(format!("found the option \"{id}\"; {near}")));
                }
            }
        }
        Ok(())
    }

    /// The rules, whose words join those of the ruleset.
    fn rules(&self, said: &HouseBook, about: &mut About) -> Result<Vec<LaidRule>, BookFault> {
        if said.rules.len() > MOST_RULES {
            let what = format!("found {} rules, expected at most {MOST_RULES}", said.rules.len());
            return Err(self.at_field("rules", what));
        }
        let mut laid: Vec<LaidRule> = Vec::new();
        let (mut counters, mut texts) = (Vec::new(), about.rules.to_vec());
        for (nth, rule) in said.rules.iter().enumerate() {
            self.check_rule(nth, rule, about)?;
            let id = kept(&format!("house.{}", rule.short()));
            if laid.iter().any(|other| other.id == id) {
                let what =
                    format!("found the short name \"{}\" twice, expected another id", rule.short());
                return Err(self.at_nth("rules", nth, what));
            }
            let done = Counter::from(done_by(rule));
            // Told by its words, so that what was rolled is explained by them even when the book is gone.
            let label: Text = format!("{} · {} {}", said_of(rule), said.name, nth + 1).into();
            counters.push(CounterRow::new(done, ""));
            texts.push(Rule {
                id: id.into(),
                title: rule.rule.clone(),
                label: None,
                mode: RuleMode::Auto,
                text: told(rule, &said.name, nth).into(),
            });
            about.options.push(switch(id, rule, &said.name));
            laid.push(LaidRule { rule: rule.clone(), id, reason: Reason::Named(label), done });
        }
        let counts = said.rules.iter().flat_map(HomeRule::effects).filter_map(|then| match then {
            Then::Count(name, _) => counter(name),
            _ => None,
        });
        counters.extend(counts.map(|count| CounterRow::new(count, "")));
        about.counters = about.counters.clone().with(counters);
        about.rules = Later::known(texts);
        Ok(laid)
    }

    /// Checks that the words of a rule fit each other and the ruleset.
    fn check_rule(&self, nth: usize, rule: &HomeRule, about: &About) -> Result<(), BookFault> {
        let wrong = |what: String| self.at_nth("rules", nth, what);
        if rule.rule.trim().is_empty()
            || rule.rule.chars().count() > MOST_TITLE
            || rule.short().is_empty()
        {
            return Err(wrong(format!(
                "found the title \"{}\", expected 1 to {MOST_TITLE} letters",
                rule.rule
            )));
        }
        let (effects, conditions) = (rule.effects(), rule.conditions());
        if effects.is_empty() {
            return Err(wrong("found nothing under then, expected what happens".into()));
        }
        if effects.len() + conditions.len() > MOST_WORDS {
            let found = effects.len() + conditions.len();
            return Err(wrong(format!("found a rule of {found} words, expected at most {MOST_WORDS}")));
        }
        if let Err((word, what)) = stands(&rule.then) {
            return Err(self.at_word("rules", nth, &word, what));
        }
        for then in effects {
            if let Err(what) = fits(then, rule.when) {
                return Err(self.at_word("rules", nth, &word_of(then), what));
            }
            if let Then::Begin(condition) | Then::BeginFor(condition, _) | Then::End(condition) = then
                && about.condition(*condition).is_none()
            {
                return Err(self.unknown_condition(nth, *condition.name(), about));
            }
        }
        for test in conditions {
            if let Err(what) = tells(test, rule.when) {
                return Err(self.at_word("rules", nth, &word_of(test), what));
            }
            if let If::Is(condition) = test
                && about.condition(*condition).is_none()
            {
                return Err(self.unknown_condition(nth, *condition.name(), about));
            }
        }
        Ok(())
    }

    fn unknown_condition(&self, nth: usize, found: Name, about: &About) -> BookFault {
        let known: Vec<Name> = about.conditions.iter().map(|row| *row.id.name()).collect();
        let known: Vec<&str> = known.iter().map(Name::as_str).collect();
        let near = nearest(found.as_str(), &known).map(|near| format!("; did you mean {near}?"));
        let what = format!(
            "found {found:?}, a condition that {} lacks{}",
            about.title,
            near.unwrap_or_default()
        );
        self.at_word("rules", nth, found.as_str(), what)
    }
}

/// The first number in a value that is larger than any of a game.
fn too_large(value: &str) -> Option<&str> {
    let root = tree(value)?;
    let is = |text: &str| text.trim_start_matches('-').parse::<u64>().is_ok_and(|n| n > 999_999_999);
    root.all().into_iter().map(|node| node.text(value)).find(|text| is(text))
}

/// Keeps a text for the life of the program, as the words of the game are.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// The name of the counter of when a rule did something last: of its short name, whatever its place in the book.
fn done_by(rule: &HomeRule) -> Name {
    let short = rule.short();
    let letters: String = short.chars().filter(char::is_ascii_alphanumeric).take(15).collect();
    Name::parse(&format!("Done{letters}")).unwrap_or(Name::new("Done"))
}

/// The counter of that name; `None` if it cannot be one.
pub fn counter(name: &str) -> Option<Counter> {
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_uppercase();
    let name: String =
        std::iter::once(first).chain(letters.filter(char::is_ascii_alphanumeric)).collect();
    Name::parse(&format!("Count{name}")).map(Counter::from)
}

/// What a rule is called within a sum: its title, small.
fn said_of(rule: &HomeRule) -> String {
    let mut letters = rule.rule.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The text of a rule as it is looked up.
fn told(rule: &HomeRule, book: &str, nth: usize) -> String {
    let text = if rule.text.is_empty() { &rule.rule } else { &rule.text };
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{text}{stop} A rule of the house: {book} {}.", nth + 1)
}

/// The option that switches a rule.
fn switch(id: &'static str, rule: &HomeRule, book: &str) -> &'static OptionRow {
    let values: &'static [&'static str] = if rule.off { &["off", "on"] } else { &["on", "off"] };
    let text = if rule.text.is_empty() { &rule.rule } else { &rule.text };
    let text = kept(&format!("{book}: {text}"));
    Box::leak(Box::new(OptionRow::new(id, kept(&rule.rule), text, values)))
}
