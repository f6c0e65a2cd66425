//! The text of a house book, as a fight keeps it: read once, and kept for the life of the program.

use crate::notation::tree::{tree, unquoted};
use crate::rules::model::ids::RulesetId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::any::Any;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most bytes of a book.
pub const MOST_LETTERS: usize = 256 * 1024;

/// The text of a house book. Two are equal if their texts are.
#[derive(Clone, Copy)]
pub struct Book(&'static Row);

/// What was made of a text.
pub(in crate::rules) type Made = &'static (dyn Any + Send + Sync);

struct Row {
    text: Box<str>,
    /// Whether it fits the hash that stood beside it.
    sound: bool,
    /// What was made of the text, by the ruleset it is laid over: its place among all rulesets.
    made: [OnceLock<Made>; RulesetId::ALL.len()],
}

/// All texts read so far, the one last asked for at the end.
static ALL: Mutex<Vec<Book>> = Mutex::new(Vec::new());

impl Book {
    /// Keeps a text.
    pub fn of(text: &str) -> Self {
        Self::read(text, true)
    }

    fn read(text: &str, sound: bool) -> Self {
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|book| &*book.0.text == text && book.0.sound == sound);
        let row = || Row { text: text.into(), sound, made: Default::default() };
        let book = known.map_or_else(|| Self(Box::leak(Box::new(row()))), |at| all.remove(at));
        all.push(book);
        book
    }

    /// All texts read so far, the last one first.
    pub fn all() -> Vec<Self> {
        let all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().rev().copied().collect()
    }

    /// The text.
    pub fn text(self) -> &'static str {
        &self.0.text
    }

    /// What the book is called, as far as its text says so.
    pub fn title(self) -> &'static str {
        let text = self.text();
        let name = tree(text).and_then(|tree| Some(tree.field(text, "name")?.text(text)));
        name.map_or("no name", unquoted)
    }

    /// The rulesets it is for, as far as its text says so.
    pub fn rulesets(self) -> Vec<RulesetId> {
        let text = self.text();
        let Some(tree) = tree(text) else { return Vec::new() };
        let also = tree.field(text, "also").into_iter().flat_map(|also| &also.inner);
        let all = tree.field(text, "ruleset").into_iter().chain(also);
        all.filter_map(|id| id.text(text).parse().ok()).collect()
    }

    /// Whether its text fits the hash that stood beside it: nobody changed it in a save.
    pub fn is_sound(self) -> bool {
        self.0.sound
    }

    /// The hash of the text (FNV-1a, 64 bits), by which a reader of saves tells one version of a book from another.
    pub fn hash(self) -> u64 {
        hash(self.text())
    }

    /// Returns what `make` makes of it for a ruleset, by its place among all; made once.
    pub(in crate::rules) fn made(self, ruleset: usize, make: impl FnOnce() -> Made) -> Made {
        match self.0.made.get(ruleset) {
            Some(made) => *made.get_or_init(make),
            None => make(),
        }
    }
}

impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Book {}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Book({:016x})", self.hash())
    }
}

/// As files write it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    hash: std::borrow::Cow<'a, str>,
    text: std::borrow::Cow<'a, str>,
}

impl Serialize for Book {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Written { hash: format!("{:016x}", self.hash()).into(), text: self.text().into() }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Book {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(from)?;
        let hash = format!("{:016x}", hash(&written.text));
        Ok(Self::read(&written.text, written.hash == hash))
    }
}

/// The FNV-1a hash of a text.
fn hash(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}
