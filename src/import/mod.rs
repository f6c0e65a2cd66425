//! Imports foreign files: other programs' data, notes, party tables, stat blocks as text. The format is detected from
//! the content, never from the file name. A file is not rejected for its unreadable parts: fields with no counterpart
//! here become notes, uncertain values are marked as guesses, and records of other kinds are counted as passed over.

mod bestiary;
mod budget;
mod field;
mod fifth;
mod foundry;
mod foundry_basic;
mod foundry_old_school;
mod improved_initiative;
pub mod kept;
mod markdown;
mod markup;
mod obsidian;
mod open5e;
mod statblock;
mod structured;
mod summary;
mod table;
mod yaml;

use crate::rules::model::block::d20::Block;
use crate::rules::model::dice::DiceExpr;
use crate::rules::model::encounter::Side;
use crate::rules::model::sight::Sight;
use crate::rules::text::words;
use crate::shorthand::printed::{self, Note, Sheet};
use budget::{Budget, MOST_MEMORY};
use serde_json::Value;
use std::path::Path;
pub use summary::{LACKS, Lack, Summary};

/// Maximum size of a file, in bytes.
pub const MOST_BYTES: usize = 16 * 1024 * 1024;
/// Maximum nesting depth of values.
pub const DEEPEST: usize = 64;
/// Maximum number of records in a file.
pub const MOST_RECORDS: usize = 20_000;
/// Maximum number of files with nothing to import that are listed by name.
const MOST_NAMED: usize = 5;
/// Maximum number of bytes parsed as stat blocks in plain text.
const MOST_TEXT: usize = 1024 * 1024;

/// A foreign format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Improved Initiative: user data, a selection, a stat block, an encounter.
    ImprovedInitiative,
    /// Foundry VTT actors, in the shapes of its old-school systems.
    Foundry,
    /// An Obsidian note with encounters or stat blocks.
    Obsidian,
    /// Open5e API responses and data files.
    Open5e,
    /// The Basic Fantasy bestiary.
    Bestiary,
    /// A table of party members.
    Table,
    /// Stat blocks as printed in books.
    StatBlocks,
}

impl Format {
    /// All formats, in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self::ImprovedInitiative,
        Self::Foundry,
        Self::Open5e,
        Self::Bestiary,
        Self::Obsidian,
        Self::Table,
        Self::StatBlocks,
    ];

    /// The display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::ImprovedInitiative => "Improved Initiative",
            Self::Foundry => "Foundry VTT",
            Self::Obsidian => "Obsidian",
            Self::Open5e => "Open5e",
            Self::Bestiary => "Basic Fantasy bestiary",
            Self::Table => "party table",
            Self::StatBlocks => "stat blocks as text",
        }
    }
}

/// A creature or character found in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The id in the source, or the name there if it has no id.
    pub id: String,
    /// The parsed stat block, with notes and guesses.
    pub sheet: Sheet,
}

impl Found {
    /// Creates a find with the source's id, or with its name if `id` is empty.
    pub fn new(id: &str, sheet: Sheet) -> Self {
        let id = if id.is_empty() { sheet.block.name.to_string() } else { id.to_string() };
        Self { id, sheet: sheet.finish() }
    }

    /// Whether this is a character rather than a creature.
    pub fn is_character(&self) -> bool {
        self.sheet.block.is_character()
    }
}

/// A fight found in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    /// The id in the source.
    pub id: String,
    /// The name.
    pub name: String,
    /// The participants.
    pub combatants: Vec<Combatant>,
    /// Fields of the source that have no counterpart here.
    pub notes: Vec<Note>,
}

/// A participant of a found fight, or several of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combatant {
    /// The display name.
    pub name: String,
    /// How many there are.
    pub count: DiceExpr,
    /// The side: [`HEROES`], [`FOES`] or [`ALLIES`].
    pub side: &'static str,
    /// The parsed stat block, with notes and guesses.
    pub sheet: Sheet,
    /// Current hit points, if below the maximum.
    pub left: Option<i32>,
}

/// A side of an imported fight. Which one is the players' follows from who is on it, not from the order in the file.
pub fn side(name: &str) -> Side {
    Side { players: Some(name == HEROES), ..Side::new(name) }
}

/// How much of it the players know on arrival.
pub fn sight(sheet: &Sheet) -> Sight {
    if sheet.hidden { Sight::Hidden } else { Sight::Known }
}

impl Combatant {
    /// Returns its current hit points in words, if they are not the full ones: `, 5 hp left, 3 temporary hit points`.
    pub fn told_left(&self) -> String {
        let left = self.left.map(|left| format!(", {left} hp left")).unwrap_or_default();
        match self.sheet.temporary {
            0 => left,
            more => format!("{left}, {}", words::temporary(more)),
        }
    }
}

/// The side of the characters.
pub const HEROES: &str = "Heroes";
/// The side of their enemies.
pub const FOES: &str = "Foes";
/// The side of their allies.
pub const ALLIES: &str = "Allies";

/// Everything found in a file or folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Haul {
    /// The format of the file, or of the first file of a folder.
    pub format: Format,
    /// Creatures and characters.
    pub found: Vec<Found>,
    /// Fights.
    pub fights: Vec<Fight>,
    /// What was passed over, one sentence each.
    pub passed_over: Vec<String>,
}

impl Haul {
    fn new(format: Format) -> Self {
        Self { format, found: Vec::new(), fights: Vec::new(), passed_over: Vec::new() }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.fights.is_empty()
    }

    /// Names what has no name after the note or file, if there is only one such thing, and leaves out what has nothing but
    /// a name.
    fn settle(mut self, title: &Title) -> Self {
        let all = self.found.len();
        self.found.retain(|found| found.sheet.has_figures());
        self.count_passed_over(
            all - self.found.len(),
            "creatures of which nothing but a name could be read",
        );
        let mut nameless = self.found.iter_mut().filter(|found| found.sheet.is_nameless());
        if let (Some(found), None) = (nameless.next(), nameless.next())
            && !title.name.is_empty()
        {
            found.sheet.name_after(title.name, title.of);
        }
        self
    }

    /// Records that `many` items were passed over, if any.
    fn count_passed_over(&mut self, many: usize, what: &str) {
        if many > 0 {
            self.passed_over.push(format!("{what}: {many}"));
        }
    }
}

/// Why nothing could be imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The file or folder is too large; its size in bytes.
    #[error("found {0} bytes, expected at most {MOST_BYTES}; divide the file")]
    TooLarge(usize),
    /// Its values would take too much memory.
    #[error(
        "found values that take more than {MOST_MEMORY} bytes of memory, as YAML aliases of aliases do; expected less; \
         write out what the aliases (*name) stand for, or divide the file"
    )]
    TooMuch,
    /// No file of the folder could be imported, and this one not even read.
    #[error("{0}")]
    Unreadable(String),
    /// The file is blank, or no file of the folder could be imported.
    #[error("found nothing to import")]
    Empty,
    /// No format matched, or none found anything.
    #[error(
        "found no creature, character or fight; tried {tried}{because}; expected a file of one of these, a CSV \
         or Markdown table with a row of headings, or stat blocks with labels such as AC, HD and ML"
    )]
    Nothing {
        /// The formats that were tried.
        tried: String,
        /// Why the JSON reader failed, if it came close.
        because: String,
    },
    /// A folder of packed Foundry VTT actors (a LevelDB database).
    #[error(
        "found a packed folder of Foundry VTT, which cannot be read; in Foundry, right-click the actor and choose \
         Export Data, then import that file"
    )]
    Packed,
}

/// Looks up a stat block by name.
pub type Known<'a> = &'a dyn Fn(&str) -> Option<Block>;

/// What a nameless creature is named after.
struct Title<'a> {
    name: &'a str,
    of: &'static str,
}

/// Detects the format of a text and reads it.
///
/// # Errors
/// [`ImportError::TooLarge`], [`ImportError::TooMuch`], [`ImportError::Empty`], or [`ImportError::Nothing`] if no format
/// finds anything in it.
pub fn read(bytes: &[u8], known: Known) -> Result<Haul, ImportError> {
    read_file(bytes, "", known)
}

/// Detects the format of a file and reads it. The name of the file, without its ending, is that of a nameless creature
/// in it, unless the front matter has a title.
///
/// # Errors
/// As [`read`].
pub fn read_file(bytes: &[u8], name: &str, known: Known) -> Result<Haul, ImportError> {
    if bytes.len() > MOST_BYTES {
        return Err(ImportError::TooLarge(bytes.len()));
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let mut budget = Budget::default();
    let found = detected(&text, name, known, &mut budget);
    if budget.is_overdrawn() { Err(ImportError::TooMuch) } else { found }
}

fn detected(text: &str, name: &str, known: Known, budget: &mut Budget) -> Result<Haul, ImportError> {
    let file = Title { name, of: "the name of the file" };
    let json = structured::values(text, budget);
    let because = match &json {
        Ok(values) if !values.is_empty() => return of_values(values, "JSON", &file, known, budget),
        Ok(_) => String::new(),
        Err(fault) => format!("; {fault}"),
    };
    if structured::is_json(text) {
        return Err(nothing(because));
    }
    let front = markdown::front_matter(text);
    let front_matter = front.and_then(|(front, _)| markdown::yaml(front, budget)).unwrap_or(Value::Null);
    let titled = field::text(field::first(&front_matter, &["title", "name"]));
    let title =
        if titled.is_empty() { file } else { Title { name: &titled, of: "the title of the note" } };
    let some = |haul: Option<Haul>| haul.map(|haul| haul.settle(&title)).filter(|haul| !haul.is_empty());
    if let Some(haul) = some(obsidian::read(text, &front_matter, known, budget)) {
        return Ok(haul);
    }
    if let Some(documents) = markdown::documents(text, budget) {
        match of_values(&documents.values, "YAML", &title, known, budget) {
            Err(_) if !documents.certain => {}
            Err(fault) => return Err(fault),
            Ok(mut haul) => {
                haul.count_passed_over(documents.unread, "documents that are not YAML");
                return Ok(haul);
            }
        }
    }
    let body = front.map_or(text, |(_, body)| body);
    let haul = some(table::read(body, known)).or_else(|| some(stat_blocks(body)));
    haul.ok_or_else(|| nothing(because))
}

fn nothing(because: String) -> ImportError {
    ImportError::Nothing { tried: Format::ALL.map(Format::title).join(", "), because }
}

/// Reads the files of a folder in order of their names, passing over those that cannot be imported. Subfolders are not
/// read.
///
/// # Errors
/// [`ImportError::Packed`] for a folder with `.ldb` files, [`ImportError::TooLarge`] if the files exceed [`MOST_BYTES`]
/// together; if none of them could be imported, [`ImportError::Unreadable`] for the first that could not be read, else
/// [`ImportError::Empty`].
pub fn read_folder(folder: &Path, known: Known) -> Result<Haul, ImportError> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    if paths.iter().any(|path| path.extension().is_some_and(|ending| ending == "ldb")) {
        return Err(ImportError::Packed);
    }
    let mut all: Option<Haul> = None;
    let mut unreadable = Vec::new();
    let (mut size, mut without) = (0, Vec::new());
    for path in paths.iter().filter(|path| path.is_file()).take(MOST_RECORDS) {
        let bytes = match crate::store::bounded(path, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                unreadable.push(error.to_string());
                continue;
            }
        };
        size += bytes.len();
        if size > MOST_BYTES {
            return Err(ImportError::TooLarge(size));
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        match read_file(&bytes, &stem, known) {
            Err(fault @ ImportError::TooMuch) => unreadable.push(format!("{}: {fault}", path.display())),
            Err(_) => without.extend(path.file_name().map(|name| name.to_string_lossy().into_owned())),
            Ok(haul) => match &mut all {
                Some(all) => {
                    all.found.extend(haul.found);
                    all.fights.extend(haul.fights);
                    all.passed_over.extend(haul.passed_over);
                }
                none => *none = Some(haul),
            },
        }
    }
    let Some(mut all) = all else {
        return Err(unreadable.into_iter().next().map_or(ImportError::Empty, ImportError::Unreadable));
    };
    all.passed_over.extend(unreadable);
    let (named, more) = without.split_at(without.len().min(MOST_NAMED));
    all.passed_over.extend(named.iter().map(|name| format!("{name}: nothing to import")));
    all.count_passed_over(more.len(), "more files with nothing to import");
    Ok(all)
}

/// A format of structured data: its detector and its reader.
type Reader = (fn(&Value) -> bool, fn(&[Value], Known, &mut Budget) -> Haul);
const READERS: [Reader; 6] = [
    (improved_initiative::is, improved_initiative::read),
    (foundry::is, |values, _, _| foundry::read(values)),
    (open5e::is, |values, _, _| open5e::read(values)),
    (bestiary::is, |values, _, _| bestiary::read(values)),
    (obsidian::is, |values, known, _| obsidian::read_settings(values, known)),
    (statblock::is, |values, _, _| statblock::read(values)),
];

/// Reads data by its structure, or says why nothing is found in it.
fn of_values(
    values: &[Value],
    notation: &str,
    title: &Title,
    known: Known,
    budget: &mut Budget,
) -> Result<Haul, ImportError> {
    let is = |reader: &&Reader| values.iter().take(MOST_RECORDS).any(reader.0);
    let Some((_, read)) = READERS.iter().find(is) else {
        return Err(nothing(format!("; it is {notation}, but {}", shape(&values[0]))));
    };
    let haul = read(values, known, budget).settle(title);
    if haul.is_empty() {
        let without = haul.passed_over.join("; ");
        return Err(nothing(format!(
            "; it is {}, but holds nothing else than {without}",
            haul.format.title()
        )));
    }
    Ok(haul)
}

/// Describes a value that no format recognizes, for the error message.
fn shape(value: &Value) -> String {
    let keys: Vec<&str> =
        value.as_object().into_iter().flatten().map(|(key, _)| &**key).take(6).collect();
    match keys.is_empty() {
        true => "no object with known keys".into(),
        false => format!("of an unknown structure (first keys: {})", keys.join(", ")),
    }
}

fn stat_blocks(text: &str) -> Option<Haul> {
    let mut haul = Haul::new(Format::StatBlocks);
    let end = (0..=text.len().min(MOST_TEXT)).rev().find(|end| text.is_char_boundary(*end))?;
    haul.count_passed_over(text.len() - end, "bytes of text after the first million");
    haul.found = printed::read(&text[..end]).into_iter().map(of_text).collect();
    Some(haul)
}

fn of_text(sheet: Sheet) -> Found {
    Found { id: sheet.block.name.to_string(), sheet }
}
