//! Foreign formats: files of other programs, notes, tables of a party, stat blocks as text. What a file is, is seen from
//! what stands in it, never from its name. Nothing is refused whole: what has no place is a note, what the source does
//! not say for certain is marked, and what is no creature, character or fight is counted.

mod bestiary;
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
mod table;
mod yaml;

use crate::rules::model::block::d20::Block;
use crate::rules::model::dice::DiceExpr;
use crate::shorthand::printed::{self, Note, Sheet};
use serde_json::Value;
use std::path::Path;

/// The most bytes of a file.
pub const MOST_BYTES: usize = 16 * 1024 * 1024;
/// The deepest that values may lie in each other.
pub const DEEPEST: usize = 64;
/// The most records of a file.
pub const MOST_RECORDS: usize = 20_000;
/// The most bytes that are read as stat blocks in text.
const MOST_TEXT: usize = 1024 * 1024;

/// A foreign format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Improved Initiative: user data, a selection, a stat block, an encounter.
    ImprovedInitiative,
    /// Actors of Foundry VTT, for old-school systems.
    Foundry,
    /// A note of Obsidian with encounters or stat blocks.
    Obsidian,
    /// Open5e's answers and data.
    Open5e,
    /// The Basic Fantasy bestiary.
    Bestiary,
    /// A table of a party.
    Table,
    /// Stat blocks as they stand in books.
    StatBlocks,
}

impl Format {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 7] = [
        Self::ImprovedInitiative,
        Self::Foundry,
        Self::Open5e,
        Self::Bestiary,
        Self::Obsidian,
        Self::Table,
        Self::StatBlocks,
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::ImprovedInitiative => "Improved Initiative",
            Self::Foundry => "Foundry VTT",
            Self::Obsidian => "Obsidian",
            Self::Open5e => "Open5e",
            Self::Bestiary => "Basic Fantasy bestiary",
            Self::Table => "table of a party",
            Self::StatBlocks => "stat blocks as text",
        }
    }
}

/// A creature or character that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What its source knows it by: an id, else its name there.
    pub id: String,
    /// What was read of it.
    pub sheet: Sheet,
}

impl Found {
    /// Somebody whom the source knows by that id, or by the name where it has none.
    pub fn new(id: &str, sheet: Sheet) -> Self {
        let id = if id.is_empty() { sheet.block.name.to_string() } else { id.to_string() };
        Self { id, sheet: sheet.finish() }
    }

    /// A character, not a creature.
    pub fn is_character(&self) -> bool {
        self.sheet.block.is_character()
    }
}

/// A fight that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    /// What its source knows it by.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Who is in it.
    pub combatants: Vec<Combatant>,
    /// What has no place in it.
    pub notes: Vec<Note>,
}

/// Somebody in a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combatant {
    /// The name at the table.
    pub name: String,
    /// How many.
    pub count: DiceExpr,
    /// On which side.
    pub side: &'static str,
    /// What was read of it.
    pub sheet: Sheet,
    /// Hit points left, if they are not all.
    pub left: Option<i32>,
}

/// The sides of a fight that is found.
pub const HEROES: &str = "Heroes";
/// Those against them.
pub const FOES: &str = "Foes";
/// Those who are with them.
pub const ALLIES: &str = "Allies";

/// Everything that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Haul {
    /// In which format.
    pub format: Format,
    /// Creatures and characters.
    pub found: Vec<Found>,
    /// Fights.
    pub fights: Vec<Fight>,
    /// What was passed over, a sentence each.
    pub passed_over: Vec<String>,
}

impl Haul {
    fn new(format: Format) -> Self {
        Self { format, found: Vec::new(), fights: Vec::new(), passed_over: Vec::new() }
    }

    /// Nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.fights.is_empty()
    }

    /// Some of a kind were passed over.
    fn passes_over(&mut self, many: usize, what: &str) {
        if many > 0 {
            self.passed_over.push(format!("{what}: {many}"));
        }
    }
}

/// Why nothing could be imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// It is too large.
    #[error("found {0} bytes, expected at most {MOST_BYTES}; divide the file")]
    TooLarge(usize),
    /// There is nothing in it.
    #[error("found nothing in it")]
    Empty,
    /// Nothing in it was understood.
    #[error(
        "found no creature, character or fight in it; tried {tried}{because}; expected a file of one of these, a CSV \
         or Markdown table with a row of headings, or stat blocks with labels such as AC, HD and ML"
    )]
    Nothing {
        /// The formats that were tried.
        tried: String,
        /// What the nearest of them lacked.
        because: String,
    },
    /// A folder of packed actors.
    #[error(
        "found a packed folder of Foundry VTT, which cannot be read; in Foundry, right-click the actor and choose \
         Export Data, then import that file"
    )]
    Packed,
}

/// A block that is known by its name.
pub type Known<'a> = &'a dyn Fn(&str) -> Option<Block>;

/// Reads whatever it is.
///
/// # Errors
/// It is empty, too large, or nothing in it was understood.
pub fn read(bytes: &[u8], known: Known) -> Result<Haul, ImportError> {
    if bytes.len() > MOST_BYTES {
        return Err(ImportError::TooLarge(bytes.len()));
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let mut because = String::new();
    match structured::values(&text) {
        Ok(values) if !values.is_empty() => {
            if let Some(haul) = of_values(&values, known) {
                return Ok(haul);
            }
            because = format!("; it is JSON, but {}", shape(&values[0]));
        }
        Ok(_) => {}
        Err(fault) => because = format!("; {fault}"),
    }
    let texts: [fn(&str, Known) -> Option<Haul>; 3] = [obsidian::read, table::read, stat_blocks];
    let haul = texts.iter().find_map(|read| read(&text, known).filter(|haul| !haul.is_empty()));
    haul.ok_or_else(|| {
        let tried = Format::ALL.map(Format::title).join(", ");
        ImportError::Nothing { tried, because }
    })
}

/// Reads every file of a folder that is one of these formats, by name; and those below it.
///
/// # Errors
/// It is a packed folder, or nothing was found in any of its files.
pub fn read_folder(folder: &Path, known: Known) -> Result<Haul, ImportError> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    if paths.iter().any(|path| path.extension().is_some_and(|ending| ending == "ldb")) {
        return Err(ImportError::Packed);
    }
    let mut all: Option<Haul> = None;
    let (mut size, mut without) = (0, 0);
    for path in paths.iter().filter(|path| path.is_file()).take(MOST_RECORDS) {
        let Ok(bytes) = crate::store::bounded(path, MOST_BYTES) else { continue };
        size += bytes.len();
        if size > MOST_BYTES {
            return Err(ImportError::TooLarge(size));
        }
        match read(&bytes, known) {
            Err(_) => without += 1,
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
    let mut all = all.ok_or(ImportError::Empty)?;
    all.passes_over(without, "files with nothing in them that is understood");
    Ok(all)
}

/// The formats that are JSON, each with who knows it and who reads it.
type Reader = (fn(&Value) -> bool, fn(&[Value], Known) -> Haul);
const READERS: [Reader; 5] = [
    (improved_initiative::is, improved_initiative::read),
    (foundry::is, foundry::read),
    (open5e::is, open5e::read),
    (bestiary::is, bestiary::read),
    (obsidian::is, obsidian::read_settings),
];

fn of_values(values: &[Value], known: Known) -> Option<Haul> {
    let is = |reader: &&Reader| values.iter().take(MOST_RECORDS).any(reader.0);
    let (_, reader) = READERS.iter().find(is)?;
    Some(reader(values, known)).filter(|haul| !haul.is_empty())
}

/// What a value that is no known one has in it.
fn shape(value: &Value) -> String {
    let keys: Vec<&str> =
        value.as_object().into_iter().flatten().map(|(key, _)| &**key).take(6).collect();
    match keys.is_empty() {
        true => "no object with known keys".into(),
        false => format!("of no known shape (it begins with the keys {})", keys.join(", ")),
    }
}

fn stat_blocks(text: &str, _: Known) -> Option<Haul> {
    let mut haul = Haul::new(Format::StatBlocks);
    let end = (0..=text.len().min(MOST_TEXT)).rev().find(|end| text.is_char_boundary(*end))?;
    haul.passes_over(text.len() - end, "bytes of text behind the first million");
    haul.found = printed::read(&text[..end]).into_iter().map(of_text).collect();
    Some(haul)
}

fn of_text(sheet: Sheet) -> Found {
    Found { id: sheet.block.name.to_string(), sheet }
}
