//! How wardrum writes and reads RON: `Some` and newtype brackets are left out, unknown fields are refused by
//! the types themselves.

mod later;
mod reader;
mod tokens;

pub use later::{Later, Verbatim};
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Reads one value.
///
/// # Errors
/// The place in the text, what was found and what was expected.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ron::error::SpannedError> {
    reader::read(text)
}

/// Writes one value on one line.
///
/// # Errors
/// Only for a type that RON cannot hold; none of wardrum's is.
pub fn line<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string(value)
}

/// Writes one value over several lines, for files that people edit.
///
/// # Errors
/// As [`line()`].
pub fn page<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string_pretty(value, ron::ser::PrettyConfig::new().depth_limit(3))
}
