//! A stat block as a table: a field is a row with its type and default; a figure also with its bounds, what it means to
//! leave it out, and its names in a typed line. The struct, its faults, the form and quick entry follow from the rows.

use crate::rules::model::fault::Fault;
use crate::rules::model::ids::Text;
use crate::rules::model::tenths::Tenths;
use std::fmt;

/// A figure of a block.
pub struct Figure<T: 'static> {
    /// Its name in files, in forms and in faults.
    pub field: &'static str,
    /// The least and the most it may be.
    pub bounds: (i32, i32),
    /// What it means to leave it out; empty if it cannot be left out.
    pub none: &'static str,
    /// Its names in a typed line.
    pub keys: &'static [&'static str],
    /// Reads it; `None`: left out. A fraction is rounded away from zero.
    pub get: fn(&T) -> Option<i32>,
    /// All its numbers, if it is several: one of each saving throw.
    pub all: fn(&T) -> Vec<i32>,
    /// Sets it, or leaves it out; `false` if no such number fits.
    pub set: fn(&mut T, Option<i32>) -> bool,
}

/// A figure by its name, with the least and the most it may be in a ruleset.
pub type Bounds = (Text, i32, i32);

impl<T> Clone for Figure<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Figure<T> {}

impl<T> PartialEq for Figure<T> {
    fn eq(&self, other: &Self) -> bool {
        self.field == other.field
    }
}

impl<T> Eq for Figure<T> {}

impl<T> fmt::Debug for Figure<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.field)
    }
}

impl<T> Figure<T> {
    /// The faults in that figure of a block: what of it is out of bounds.
    pub fn faults(&self, of: &T) -> Vec<Fault> {
        let (least, most) = self.bounds;
        (self.all)(of).into_iter().filter_map(|n| Fault::outside(self.field, n, least..=most)).collect()
    }

    /// The same within the bounds of a ruleset: those it narrows, by name.
    pub fn narrowed(mut self, by: &[Bounds]) -> Self {
        if let Some((_, least, most)) = by.iter().find(|(field, ..)| **field == *self.field) {
            self.bounds = (*least, *most);
        }
        self
    }

    /// Whether a word of a typed line, in small letters, names it: `weaponskill`.
    pub fn is_called(&self, word: &str) -> bool {
        self.is_labelled(word) || self.field.chars().filter(|sign| *sign != '_').eq(word.chars())
    }

    /// Whether one of its keys is that label, in small letters and digits alone: `touchac`.
    pub fn is_labelled(&self, label: &str) -> bool {
        self.keys.iter().any(|key| key.chars().filter(|sign| *sign != ' ').eq(label.chars()))
    }
}

/// A type of figures.
pub trait Number: Sized {
    /// The number, rounded away from zero; `None` if it is left out, or too large.
    fn get(&self) -> Option<i32>;

    /// All its numbers, if it is several.
    fn all(&self) -> Vec<i32> {
        self.get().into_iter().collect()
    }

    /// The figure for a number, or left out; `None` if it does not fit.
    fn of(n: Option<i32>) -> Option<Self>;

    /// Becomes the figure for a number; `false`, and stays as it is, if that does not fit.
    fn set(&mut self, n: Option<i32>) -> bool {
        Self::of(n).map(|figure| *self = figure).is_some()
    }
}

/// Whole numbers; left out they are zero.
macro_rules! whole {
    ($($kind:ty),*) => {
        $(impl Number for $kind {
            fn get(&self) -> Option<i32> {
                i32::try_from(*self).ok()
            }

            fn of(n: Option<i32>) -> Option<Self> {
                n.unwrap_or_default().try_into().ok()
            }
        })*
    };
}
whole! { i32, u8, u32 }

impl Number for Tenths {
    fn get(&self) -> Option<i32> {
        Some(if self.0 < 0 { self.down() } else { self.up() })
    }

    fn of(n: Option<i32>) -> Option<Self> {
        Some(Self::whole(n.unwrap_or_default()))
    }
}

/// Several of a kind; only to be left out as one.
impl<N: Number> Number for [N; 5] {
    fn get(&self) -> Option<i32> {
        None
    }

    fn all(&self) -> Vec<i32> {
        self.iter().filter_map(Number::get).collect()
    }

    fn of(_: Option<i32>) -> Option<Self> {
        None
    }
}

impl<N: Number> Number for Option<N> {
    fn get(&self) -> Option<i32> {
        self.as_ref()?.get()
    }

    fn all(&self) -> Vec<i32> {
        self.iter().flat_map(Number::all).collect()
    }

    fn of(n: Option<i32>) -> Option<Self> {
        n.map_or(Some(None), |n| N::of(Some(n)).map(Some))
    }
}

/// Whether a field has the value it has if a file leaves it out.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Defines a block: `field: type = default;`, and for a figure behind it `within(least, most)`, `none "what that means"`
/// and `keys ["names"]`. `written sparsely` leaves what is default out of files. `with parts` adds figures inside fields.
macro_rules! schema {
    ($(#[$doc:meta])* $block:ident, written sparsely {
        $($(#[$its:meta])* $field:ident: $kind:ty = $default:expr $(, $what:ident $arg:tt)*;)*
    } $($parts:tt)*) => {
        $crate::rules::model::block::schema::schema! {
            $(#[$doc])* $block {
                $($(#[$its])*
                #[serde(skip_serializing_if = "crate::rules::model::block::schema::is_default")]
                $field: $kind = $default $(, $what $arg)*;)*
            } $($parts)*
        }
    };
    ($(#[$doc:meta])* $block:ident {
        $($(#[$its:meta])* $field:ident: $kind:ty = $default:expr
            $(, within($least:expr, $most:expr) $(, none $none:literal)? $(, keys [$($key:literal),*])?)?;)*
    } $(with parts {
        $($whole:ident.$part:ident, within($fewest:expr, $greatest:expr) $(, keys [$($called:literal),*])?;)*
    })?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $block {
            $($(#[$its])* pub $field: $kind,)*
        }

        impl Default for $block {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $block {
            /// Its figures.
            pub const FIGURES: &'static [$crate::rules::model::block::schema::Figure<Self>] = &[
                $($($crate::rules::model::block::schema::figure! {
                    stringify!($field), [$field], ($least, $most), concat!($($none)?), [$($($key),*)?]
                },)?)*
                $($($crate::rules::model::block::schema::figure! {
                    concat!(stringify!($whole), ".", stringify!($part)), [$whole.$part], ($fewest, $greatest), "",
                    [$($($called),*)?]
                },)*)?
            ];
        }
    };
}
pub(in crate::rules) use schema;

/// A row of the figures.
macro_rules! figure {
    ($name:expr, [$($path:tt)+], $bounds:expr, $none:expr, $keys:expr) => {
        $crate::rules::model::block::schema::Figure {
            field: $name,
            bounds: $bounds,
            none: $none,
            keys: &$keys,
            get: |of| $crate::rules::model::block::schema::Number::get(&of.$($path)+),
            all: |of| $crate::rules::model::block::schema::Number::all(&of.$($path)+),
            set: |of, n| $crate::rules::model::block::schema::Number::set(&mut of.$($path)+, n),
        }
    };
}
pub(in crate::rules) use figure;
