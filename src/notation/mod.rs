//! How wardrum writes and reads RON, with a writer and a reader of its own: `Some` and newtype brackets are left out, unknown fields are refused by
//! the types themselves.

mod later;
mod reader;
mod tokens;
mod writer;

pub use later::{Later, Verbatim};
use serde::{Deserialize, Serialize};

/// The newtype of a text by which the text stands for itself, without quotation marks; no type is called so.
pub const AS_IT_STANDS: &str = "as it stands";

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
    writer::write(value, false)
}

/// Writes one value over several lines, for files that people edit.
///
/// # Errors
/// As [`line()`].
pub fn page<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    writer::write(value, true)
}
