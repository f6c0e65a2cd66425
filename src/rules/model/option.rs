//! Options: each is a row in the table of its ruleset, and the rules read it as a value of its own type.

use super::encounter::Encounter;
use super::fault::{Fault, Path};
use std::marker::PhantomData;

/// What a table may play otherwise than the book says.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// Its id in the catalogue: `bx.option.morale`.
    pub id: &'static str,
    /// A short title.
    pub title: &'static str,
    /// Its effect.
    pub text: &'static str,
    /// Its values, `on` and `off` or words; the first is the default.
    pub values: &'static [&'static str],
    /// Additional values: any whole number in this inclusive range.
    pub numbers: Option<(i32, i32)>,
    /// The value set in fights created in the program, where most tables deviate from the book; `None`: the first.
    pub usual: Option<&'static str>,
    /// Whether a word is a value of the type that the code reads.
    pub knows: fn(&str) -> bool,
}

impl OptionRow {
    /// Creates a row.
    pub const fn new(
        id: &'static str,
        title: &'static str,
        text: &'static str,
        values: &'static [&'static str],
    ) -> Self {
        Self { id, title, text, values, numbers: None, usual: None, knows: |_| true }
    }

    /// Accepts any whole number of that range too.
    pub const fn numbers(self, least: i32, most: i32) -> Self {
        Self { numbers: Some((least, most)), ..self }
    }

    /// Sets the value in fights created in the program.
    pub const fn usual(self, value: &'static str) -> Self {
        Self { usual: Some(value), ..self }
    }

    /// The default.
    pub fn standard(&self) -> &'static str {
        self.values.first().copied().unwrap_or("off")
    }

    /// Checks whether the option can be set to that value.
    ///
    /// # Errors
    /// The value found, and the values expected.
    pub fn accepts(&self, value: &str) -> Result<(), Fault> {
        let number = self.numbers.zip(value.parse::<i32>().ok());
        let fits = number.is_some_and(|((least, most), n)| (least..=most).contains(&n));
        if fits || self.values.contains(&value) {
            return Ok(());
        }
        let numbers = self.numbers.map(|(least, most)| format!(", or {least} to {most}"));
        let expected = format!("one of {}{}", self.values.join(", "), numbers.unwrap_or_default());
        Err(Fault::name(Path::field(self.id), value, expected))
    }
}

/// A type of values.
pub trait OptionValue: Copy + Default + PartialEq {
    /// Reads a value as files write it; `None` if it is none of the type.
    fn read(word: &str) -> Option<Self>;
}

/// `on` and `off`.
impl OptionValue for bool {
    fn read(word: &str) -> Option<Self> {
        match word {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }
}

impl OptionValue for i32 {
    fn read(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// An option whose values are of that type.
#[derive(Debug)]
pub struct Setting<T: 'static> {
    /// Its row.
    pub row: OptionRow,
    of: PhantomData<fn() -> T>,
}

impl<T: OptionValue> Setting<T> {
    /// The option of a row.
    pub const fn new(row: OptionRow) -> Self {
        Self { row: OptionRow { knows: |word| T::read(word).is_some(), ..row }, of: PhantomData }
    }

    /// The value in a fight: as set, otherwise the default; so too where a file was edited to say something else.
    #[inline]
    pub fn of(&self, e: &Encounter) -> T {
        let set = e.option(self.row.id).and_then(T::read);
        set.or_else(|| T::read(self.row.standard())).unwrap_or_default()
    }

    /// Whether it has that value.
    #[inline]
    pub fn is(&self, e: &Encounter, value: T) -> bool {
        self.of(e) == value
    }
}

impl Setting<bool> {
    /// Whether it is on.
    #[inline]
    pub fn is_on(&self, e: &Encounter) -> bool {
        self.of(e)
    }
}

/// Defines a type of values, each with its word in files; the first is the default.
macro_rules! choices {
    ($(#[$doc:meta])* $kind:ident { $first:ident = $its:literal $(, $value:ident = $word:literal)* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $kind {
            #[default]
            #[doc = $its]
            $first,
            $(#[doc = $word] $value,)*
        }

        impl $kind {
            /// All values as files write them.
            pub const WORDS: &'static [&'static str] = &[$its $(, $word)*];
        }

        impl $crate::rules::model::option::OptionValue for $kind {
            fn read(word: &str) -> Option<Self> {
                match word {
                    $its => Some(Self::$first),
                    $($word => Some(Self::$value),)*
                    _ => None,
                }
            }
        }
    };
}
pub(in crate::rules) use choices;

/// Defines a ruleset's options: the type of the values (`on` or `off`: yes or no, with that default), what is set
/// besides, id, title and text.
///
/// ```text
/// TIES: Ties { Reroll = "reroll", Simultaneous = "simultaneous" } "bx.option.initiative-ties" "Ties" "...";
/// REACH_GAP: i32 ["2", "1", "3"] numbers(1, 3) "zero.option.reach-gap" "Reach" "...";
/// MORALE: on "bx.option.morale" "Morale" "...";
/// ```
macro_rules! options {
    ($($name:ident: $kind:ident $({$($values:tt)*})? $([$($value:literal),*])? $($field:ident($($set:tt)*))* $id:literal $title:literal $text:literal;)*) => {
        $($crate::rules::model::option::setting!(
            $name $kind $({$($values)*})? $([$($value),*])? ($id $title $text) $(.$field($($set)*))*
        );)*

        /// The table.
        pub static ROWS: &[&$crate::rules::model::option::OptionRow] = &[$(&$name.row),*];
    };
}
pub(in crate::rules) use options;

/// Defines one option of the table.
macro_rules! setting {
    ($name:ident on $row:tt $($more:tt)*) => {
        $crate::rules::model::option::setting!(@ $name bool (&["on", "off"]) $row $($more)*);
    };
    ($name:ident off $row:tt $($more:tt)*) => {
        $crate::rules::model::option::setting!(@ $name bool (&["off", "on"]) $row $($more)*);
    };
    ($name:ident $kind:ident {$($values:tt)*} ($id:literal $title:literal $text:literal) $($more:tt)*) => {
        $crate::rules::model::option::choices! { #[doc = $text] $kind { $($values)* } }
        $crate::rules::model::option::setting!(@ $name $kind ($kind::WORDS) ($id $title $text) $($more)*);
    };
    ($name:ident $kind:ident [$($value:literal),*] $row:tt $($more:tt)*) => {
        $crate::rules::model::option::setting!(@ $name $kind (&[$($value),*]) $row $($more)*);
    };
    (@ $name:ident $kind:ident ($values:expr) ($id:literal $title:literal $text:literal) $($more:tt)*) => {
        #[doc = $text]
        pub static $name: $crate::rules::model::option::Setting<$kind> =
            $crate::rules::model::option::Setting::new(
                $crate::rules::model::option::OptionRow::new($id, $title, $text, $values) $($more)*
            );
    };
}
pub(in crate::rules) use setting;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::model::ids::RulesetId;

    options! {
        SIDES: i32 ["8", "4"] "bx.option.sides" "Sides" "How many.";
        LATE: on "bx.option.late" "Late" "Whether.";
        WHEN: When { Never = "never", Now = "now" } "bx.option.when" "When" "When.";
    }

    #[test]
    fn what_is_set_counts_and_else_the_default() {
        let mut e = Encounter::new(RulesetId::Bx);
        let now = |e: &Encounter| (SIDES.of(e), LATE.is_on(e), WHEN.of(e));
        assert_eq!(now(&e), (8, true, When::Never));
        for row in ROWS {
            e.options.insert(row.id.into(), row.values[1].into());
        }
        assert_eq!(now(&e), (4, false, When::Now));
        for row in ROWS {
            e.options.insert(row.id.into(), "banana".into());
        }
        assert_eq!(now(&e), (8, true, When::Never));
    }
}
