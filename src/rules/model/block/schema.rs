//! A stat block as a table: a field is a row with its type and default; a figure also with its bounds, what it means to
//! leave it out, and its names in a typed line. The struct, its faults, the form and quick entry follow from the rows.

use crate::rules::model::fault::Fault;
use crate::rules::model::tenths::Tenths;

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
    /// Sets it, or leaves it out; `false` if no such number fits.
    pub set: fn(&mut T, Option<i32>) -> bool,
}

impl<T> Clone for Figure<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Figure<T> {}

impl<T> Figure<T> {
    /// The fault in that figure of a block, if it is out of bounds.
    pub fn fault(&self, of: &T) -> Option<Fault> {
        let (least, most) = self.bounds;
        Fault::outside(self.field, (self.get)(of)?, least..=most)
    }

    /// Whether a word of a typed line, in small letters, names it: `weaponskill`.
    pub fn is_called(&self, word: &str) -> bool {
        self.keys.contains(&word) || self.field.chars().filter(|sign| *sign != '_').eq(word.chars())
    }
}

/// A type of figures.
pub trait Number: Sized {
    /// The number, rounded away from zero; `None` if it is left out, or too large.
    fn get(&self) -> Option<i32>;

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

impl<N: Number> Number for Option<N> {
    fn get(&self) -> Option<i32> {
        self.as_ref()?.get()
    }

    fn of(n: Option<i32>) -> Option<Self> {
        n.map_or(Some(None), |n| N::of(Some(n)).map(Some))
    }
}

/// Defines a block: `field: type = default;`, and for a figure behind it `within(least, most)`, `none "what that means"`
/// and `keys ["names"]`.
macro_rules! schema {
    ($(#[$doc:meta])* $block:ident {
        $($(#[$its:meta])* $field:ident: $kind:ty = $default:expr
            $(, within($least:expr, $most:expr) $(, none $none:literal)? $(, keys [$($key:literal),*])?)?;)*
    }) => {
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
                $($($crate::rules::model::block::schema::Figure {
                    field: stringify!($field),
                    bounds: ($least, $most),
                    none: concat!($($none)?),
                    keys: &[$($($key),*)?],
                    get: |of| $crate::rules::model::block::schema::Number::get(&of.$field),
                    set: |of, n| $crate::rules::model::block::schema::Number::set(&mut of.$field, n),
                },)?)*
            ];
        }
    };
}
pub(in crate::rules) use schema;
