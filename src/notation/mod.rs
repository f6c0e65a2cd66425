//! wardrum's dialect of RON: `Some` and the brackets of newtypes are omitted. Refusing unknown fields is up to each
//! type.

mod later;
mod reader;
mod tokens;

pub use later::{Later, Verbatim};
pub use reader::DEPTH;
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Parses a value.
///
/// # Errors
/// The position in the text, what was found and what was expected.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ron::error::SpannedError> {
    reader::read(text)
}

/// Serializes a value on a single line.
///
/// # Errors
/// If RON cannot represent the type, which is true of none of wardrum's.
pub fn line<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string(value)
}

/// Serializes a value over several lines, for files that users edit.
///
/// # Errors
/// As [`line()`].
pub fn page<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string_pretty(value, ron::ser::PrettyConfig::new().depth_limit(3))
}
