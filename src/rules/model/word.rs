//! Words of the game: a word is a row in a table of the ruleset that brings it, and a live value holds its row.
//!
//! Code shared by rulesets compares the names of words and never lists them. A row is a static of the program, or was
//! read from a file and is kept for the life of the program; nothing distinguishes the two.

use super::name::{self, Name, WordKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

/// A row of a table of words.
pub trait Row: Send + Sync + 'static {
    /// What the table lists.
    const KIND: WordKind;

    /// Returns its name, as files write it.
    fn name(&self) -> Name;
}

/// A word: a reference to its row. Two words are equal if they are the same row.
pub struct Word<R: 'static>(&'static R);

impl<R> Word<R> {
    /// The word of a row.
    pub const fn of(row: &'static R) -> Self {
        Self(row)
    }

    /// Returns the row.
    pub fn row(self) -> &'static R {
        self.0
    }
}

impl<R> Clone for Word<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Word<R> {}

impl<R> Deref for Word<R> {
    type Target = R;

    #[inline]
    fn deref(&self) -> &R {
        self.0
    }
}

impl<R> PartialEq for Word<R> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<R> Eq for Word<R> {}

impl<R: Row> fmt::Debug for Word<R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.name().fmt(f)
    }
}

/// Written as its name.
impl<R: Row> Serialize for Word<R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.name().serialize(to)
    }
}

/// Read by its name, with the vocabulary of the ruleset whose fight is read: see [`name::within`].
impl<'de, R: Row> Deserialize<'de> for Word<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        name::read_row(R::KIND, from).map(Self)
    }
}

/// The words of one kind that a ruleset has, in the order in which they are listed.
pub struct Vocabulary<R: Row> {
    words: Vec<Word<R>>,
    places: BTreeMap<Name, usize>,
}

impl<R: Row> Vocabulary<R> {
    /// The words of a table.
    pub fn of(rows: &'static [R]) -> Self {
        Self::default().and(rows)
    }

    /// Adds rows read at run time. They are kept for the life of the program: read each file once.
    #[must_use]
    pub fn with(self, rows: Vec<R>) -> Self {
        self.and(rows.leak())
    }

    /// Adds rows. A row replaces an earlier one of the same name.
    #[must_use]
    pub fn and(mut self, rows: &'static [R]) -> Self {
        for row in rows {
            let free = self.words.len();
            let place = *self.places.entry(row.name()).or_insert(free);
            if place == free {
                self.words.push(Word(row));
            } else {
                self.words[place] = Word(row);
            }
        }
        self
    }

    /// Returns the word of that name.
    #[inline]
    pub fn find(&self, name: Name) -> Option<Word<R>> {
        self.places.get(&name).map(|place| self.words[*place])
    }

    /// All words, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Word<R>> {
        self.words.iter().copied()
    }
}

impl<R: Row> Default for Vocabulary<R> {
    fn default() -> Self {
        Self { words: Vec::new(), places: BTreeMap::new() }
    }
}

impl<R: Row> Clone for Vocabulary<R> {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), places: self.places.clone() }
    }
}

impl<R: Row> fmt::Debug for Vocabulary<R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(&self.words).finish()
    }
}

/// Defines names that several rulesets share.
macro_rules! names {
    ($kind:ident; $($name:ident = $id:ident $about:literal;)*) => {
        impl $kind {
            $(#[doc = $about] pub const $name: Self = Self::new(stringify!($id));)*
        }
    };
}
pub(super) use names;

/// Defines a table of words: for each the constant of its name, `NAME = Id`, or that of a shared one, `NAME`; what the
/// constructor of the row takes; and what is set besides. The first value is the doc of a name of its own.
macro_rules! words {
    ($kind:ident $row:ident; $($(#[$doc:meta])* $name:ident $(= $id:ident)? ($about:expr $(, $value:expr)*) $($field:ident($($set:tt)*))*;)*) => {
        $($crate::rules::model::word::named_word!($kind $(#[$doc])* $name $($id)? $about);)*

        /// The table.
        pub static ROWS: &[$row] = &[
            $($row::new(
                $crate::rules::model::word::named_word!(@ $kind $name $($id)?),
                $about,
                $($value,)*
            )$(.$field($($set)*))*,)*
        ];
    };
}
pub(in crate::rules) use words;

/// The constant of a name: defined, or (`@`) used.
macro_rules! named_word {
    ($kind:ident $(#[$doc:meta])* $name:ident $id:ident $about:expr) => {
        $(#[$doc])*
        #[doc = $about]
        pub const $name: $kind = $kind::new(stringify!($id));
    };
    ($kind:ident $(#[$doc:meta])* $name:ident $about:expr) => {};
    (@ $kind:ident $name:ident $id:ident) => {
        $name
    };
    (@ $kind:ident $name:ident) => {
        $kind::$name
    };
}
pub(in crate::rules) use named_word;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use name::{Entry, within};

    #[derive(Debug)]
    struct Beast(Name, u32);

    impl Row for Beast {
        const KIND: WordKind = WordKind::Condition;

        fn name(&self) -> Name {
            self.0
        }
    }

    const ORC: Name = Name::new("Orc");
    const OGRE: Name = Name::new("Ogre");
    const WYRM: Name = Name::new("Wyrm");
    static BEASTS: &[Beast] = &[Beast(ORC, 1), Beast(OGRE, 4)];

    fn figures(words: &Vocabulary<Beast>) -> Vec<u32> {
        words.iter().map(|word| word.1).collect()
    }

    #[test]
    fn a_row_read_at_run_time_is_a_word_like_any_other() {
        let words = Vocabulary::of(BEASTS).with(vec![Beast(WYRM, 9)]);
        assert_eq!(figures(&words), [1, 4, 9]);
        assert_eq!(words.find(WYRM).map(|word| word.1), Some(9));
        assert_eq!(words.find(OGRE), Some(Word::of(&BEASTS[1])));
        assert_eq!(words.find(Name::new("Elf")), None);
    }

    #[test]
    fn a_later_row_replaces_one_of_its_name_in_its_place() {
        let words = Vocabulary::of(BEASTS).with(vec![Beast(ORC, 2)]);
        assert_eq!(figures(&words), [2, 4]);
        assert_ne!(words.find(ORC), Some(Word::of(&BEASTS[0])));
    }

    #[test]
    fn a_word_is_written_as_its_name_and_read_in_its_vocabulary() {
        let word = Word::of(&BEASTS[1]);
        assert_eq!(notation::line(&word).as_deref(), Ok("Ogre"));
        let find = |_, name| Vocabulary::of(BEASTS).find(name).map(|word| Entry::Row(word.row()));
        let read = |text| within(find, || notation::read::<Word<Beast>>(text));
        assert_eq!(read("Ogre"), Ok(word));
        assert!(read("Elf").is_err());
        assert!(notation::read::<Word<Beast>>("Ogre").is_err(), "no vocabulary");
    }
}
