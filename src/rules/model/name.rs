//! Open sets of names: of conditions, reasons, refusals and counters, and of stat block entries. Each ruleset extends
//! them with a row in a table of its folder. The reader of a file decides which names it accepts.

use ron::value::RawValue;
use serde::de::{DeserializeSeed, EnumAccess, Error, VariantAccess, Visitor};
use serde::{Deserializer, Serialize, Serializer, ser};
use std::any::Any;
use std::cell::Cell;
use std::fmt;

/// A name, written as RON writes an enum variant: `Prone`. Short, `Copy`, and as cheap to compare as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name([u8; Name::MOST]);

impl Name {
    /// The maximum number of letters.
    pub const MOST: usize = 20;

    /// Creates a name, in a constant.
    ///
    /// # Panics
    /// At compile time, if the string is not a valid name.
    pub const fn new(text: &str) -> Self {
        assert!(
            Self::is_name(text.as_bytes()),
            "a capital letter, then letters and digits, few of them"
        );
        Self::copied(text.as_bytes())
    }

    /// Parses a name: a capital letter, then letters and digits, at most [`MOST`](Self::MOST) in all.
    pub fn parse(text: &str) -> Option<Self> {
        Self::is_name(text.as_bytes()).then(|| Self::copied(text.as_bytes()))
    }

    const fn is_name(text: &[u8]) -> bool {
        let mut at = 0;
        while at < text.len() {
            if !text[at].is_ascii_alphanumeric() {
                return false;
            }
            at += 1;
        }
        at > 0 && at <= Self::MOST && text[0].is_ascii_uppercase()
    }

    const fn copied(text: &[u8]) -> Self {
        let mut name = [0; Self::MOST];
        let mut at = 0;
        while at < text.len() {
            name[at] = text[at];
            at += 1;
        }
        Self(name)
    }

    /// The name as a string.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|letter| *letter == 0).unwrap_or(Self::MOST);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// The letters, padded with zero bytes to [`MOST`](Self::MOST).
    pub fn letters(&self) -> &[u8; Self::MOST] {
        &self.0
    }

    /// A number whose upper bits differ between most names: for a set of bits.
    #[inline]
    pub fn spread(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = self.0;
        let first = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let next = u64::from_le_bytes([i, j, k, l, m, n, o, p]);
        let last = u32::from_le_bytes([q, r, s, t]);
        let all = first ^ next.rotate_left(21) ^ u64::from(last).rotate_left(42);
        // Fibonacci hashing: the upper bits of the product depend on all bits.
        all.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the name as the catalogues write it: `already-attacked`.
    pub fn in_kebab(&self) -> String {
        let mut kebab = String::with_capacity(Self::MOST + 4);
        for letter in self.as_str().chars() {
            if letter.is_ascii_uppercase() && !kebab.is_empty() {
                kebab.push('-');
            }
            kebab.push(letter.to_ascii_lowercase());
        }
        kebab
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Serialized without quotes, like an enum variant.
impl Serialize for Name {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        RawValue::from_ron(self.as_str()).map_err(ser::Error::custom)?.serialize(to)
    }
}

/// The kind of thing that is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// A [`Condition`](super::effect::Condition).
    Condition,
    /// A [`Reason`](super::tally::Reason).
    Reason,
    /// A [`Refusal`](super::error::Refusal).
    Refusal,
    /// A [`Counter`](super::counter::Counter).
    Counter,
    /// A [`Class`](super::block::d20::Class).
    Class,
    /// A [`Race`](super::block::d20::Race).
    Race,
    /// A [`Trait`](super::block::d20::Trait).
    Trait,
    /// A [`Tag`](super::block::d20::Tag).
    Tag,
    /// An [`Armour`](super::block::d20::Armour).
    Armour,
    /// An [`Attribute`](super::block::d20::Attribute).
    Attribute,
}

impl WordKind {
    /// The kind as shown in errors.
    pub fn title(self) -> &'static str {
        match self {
            Self::Condition => "Condition",
            Self::Reason => "Reason",
            Self::Refusal => "Refusal",
            Self::Counter => "Counter",
            Self::Class => "Class",
            Self::Race => "Race",
            Self::Trait => "Trait",
            Self::Tag => "Tag",
            Self::Armour => "Armour",
            Self::Attribute => "Attribute",
        }
    }
}

/// What a name stands for in the vocabularies of a ruleset.
#[derive(Clone, Copy)]
pub enum Entry {
    /// Nothing but itself.
    Name,
    /// A row of the table of that kind.
    Row(&'static (dyn Any + Send + Sync)),
}

/// Looks up a name of that kind.
pub type NameLookup = fn(WordKind, Name) -> Option<Entry>;

thread_local! {
    /// The lookup in use while [`within`] runs: serde gives a deserializer no other context.
    static FINDS: Cell<Option<NameLookup>> = const { Cell::new(None) };
}

/// Runs a reader that refuses unknown names at their position. Outside of it any name is accepted, but none has a row.
pub fn within<T>(finds: NameLookup, read: impl FnOnce() -> T) -> T {
    let before = FINDS.replace(Some(finds));
    let value = read();
    FINDS.set(before);
    value
}

/// Reads a name in the place of an enum variant, so that files written with an enum remain readable.
pub(super) fn read<'de, D: Deserializer<'de>>(kind: WordKind, from: D) -> Result<Name, D::Error> {
    from.deserialize_enum(kind.title(), &[], Unit(kind))
}

/// Reads the name of a row in its vocabulary.
pub(super) fn read_row<'de, R: 'static, D: Deserializer<'de>>(
    kind: WordKind,
    from: D,
) -> Result<&'static R, D::Error> {
    let name = read(kind, from)?;
    let entry = FINDS.get().and_then(|finds| finds(kind, name));
    match entry {
        Some(Entry::Row(row)) => row.downcast_ref(),
        _ => None,
    }
    .ok_or_else(|| D::Error::unknown_variant(name.as_str(), &[]))
}

/// Visitor for a name without a value.
struct Unit(WordKind);

impl<'de> Visitor<'de> for Unit {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the name of a {}", self.0.title())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Name, A::Error> {
        let (name, rest) = data.variant_seed(Identifier)?;
        rest.unit_variant()?;
        known(self.0, name)
    }
}

/// Synonyms for races, armour and conditions, as the catalogues print them, each with its canonical name.
const ALSO: [(Name, Name); 14] = [
    (Name::new("Hobbit"), Name::new("Halfling")),
    (Name::new("ChainMail"), Name::new("Chain")),
    (Name::new("ScaleMail"), Name::new("Scale")),
    (Name::new("PlateMail"), Name::new("Plate")),
    (Name::new("FullPlate"), Name::new("Plate")),
    (Name::new("Hides"), Name::new("Furs")),
    (Name::new("Banded"), Name::new("Splint")),
    (Name::new("Blinded"), Name::new("Blind")),
    (Name::new("Cover"), Name::new("PartialCover")),
    (Name::new("FightToDeath"), Name::new("Steadfast")),
    (Name::new("KnockedOut"), Name::new("Unconscious")),
    (Name::new("Preparing"), Name::new("PreparingOil")),
    (Name::new("Set"), Name::new("Braced")),
    (Name::new("SpellLost"), Name::new("SpellDisrupted")),
];

/// Resolves a name or synonym, if it is known.
pub(super) fn known<E: Error>(kind: WordKind, name: Name) -> Result<Name, E> {
    // The lookup may first have to load an asset, which itself declares the names; those are not checked.
    let asked = FINDS.take();
    let knows = |name: &Name| asked.is_none_or(|finds| finds(kind, *name).is_some());
    let found = Some(name).filter(knows).or_else(|| meant(name).filter(knows));
    FINDS.set(asked);
    found.ok_or_else(|| E::unknown_variant(name.as_str(), &[]))
}

/// The canonical name of a synonym.
fn meant(name: Name) -> Option<Name> {
    ALSO.iter().find(|(also, _)| *also == name).map(|(_, meant)| *meant)
}

/// Visitor for the name at the start of a variant.
pub(super) struct Identifier;

impl<'de> DeserializeSeed<'de> for Identifier {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Name, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Identifier {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a name of at most {} letters", Name::MOST)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
        Name::parse(text).ok_or_else(|| E::unknown_variant(text, &[]))
    }
}

/// Defines a kind of name as a type of its own.
macro_rules! named {
    ($(#[$doc:meta])* $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(transparent)]
        pub struct $kind($crate::rules::model::name::Name);

        impl $kind {
            /// Creates it from its name, in a constant.
            ///
            /// # Panics
            /// At compile time, if the string is not a valid name.
            pub const fn new(name: &str) -> Self {
                Self($crate::rules::model::name::Name::new(name))
            }

            /// Its name in files.
            pub fn name(&self) -> &$crate::rules::model::name::Name {
                &self.0
            }
        }

        impl std::fmt::Debug for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$crate::rules::model::name::Name> for $kind {
            fn from(name: $crate::rules::model::name::Name) -> Self {
                Self(name)
            }
        }

        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                use $crate::rules::model::name::{WordKind, read};
                read(WordKind::$kind, from).map(Self)
            }
        }
    };
}
pub(super) use named;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::rules::model::command::Share;
    use crate::rules::model::effect::Condition;
    use crate::rules::model::tally::Reason;

    #[test]
    fn a_name_is_written_and_read_as_a_variant_is() {
        let written = notation::line(&vec![Condition::ASLEEP]).expect("a line");
        assert_eq!(written, "[Asleep]");
        assert_eq!(notation::read(&written), Ok(vec![Condition::ASLEEP]));
        assert_eq!(format!("{:?}", Condition::ASLEEP), "Asleep");
    }

    #[test]
    fn a_reason_is_written_and_read_as_a_variant_is() {
        let all = vec![Reason::BASE, Reason::Share(Share::Half), Reason::Named("bless".into())];
        let written = notation::line(&all).expect("a line");
        assert_eq!(written, r#"[Base,Share(Half),Named("bless")]"#);
        assert_eq!(notation::read(&written), Ok(all));
    }

    #[test]
    fn what_is_no_name_is_none() {
        for text in ["", "prone", "Half-down", "AnythingThatIsMuchTooLong", "\u{c6}ther", "1st"] {
            assert_eq!(Name::parse(text), None, "{text:?}");
            assert!(notation::read::<Condition>(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_name_that_nobody_has_is_refused_at_its_place() {
        let finds: NameLookup = |_, name| (name == Name::new("Prone")).then_some(Entry::Name);
        let read = |text| within(finds, || notation::read::<Vec<Condition>>(text));
        assert!(read("[Prone]").is_ok());
        let error = read("[Prone, Supine]").expect_err("nobody has it");
        assert_eq!(error.span.start.col, 9);
        assert_eq!(notation::read::<Vec<Condition>>("[Supine]").map(|all| all.len()), Ok(1));
    }
}
