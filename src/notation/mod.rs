//! wardrum's dialect of RON: `Some` and the brackets of newtypes are omitted. Refusing unknown fields is up to each
//! type.

mod fault;
mod later;
pub mod tree;

pub use fault::{Spot, explain, misread, nearest, snippet};
pub use later::Later;
use ron::error::{Position, SpannedError};
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};

/// The maximum nesting depth: more than is ever written, and well within the stack.
pub const DEPTH: usize = 128;

fn options() -> ron::Options {
    ron::Options::default().with_recursion_limit(DEPTH).with_default_extension(
        Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Parses a value.
///
/// # Errors
/// The position in the text, what was found and what was expected.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, SpannedError> {
    options().from_str(text).map_err(|error| at_what_was_found(text, error))
}

/// Places an error at what was found, where `ron` places it at the last thing read: blanks, a comment, or what should
/// have been followed by something else.
fn at_what_was_found(text: &str, mut error: SpannedError) -> SpannedError {
    use ron::Error::{
        Eof, ExpectedArrayEnd, ExpectedComma, ExpectedMapColon, ExpectedMapEnd, ExpectedOptionEnd,
        ExpectedStructLikeEnd,
    };
    let [from, to] = [error.span.start, error.span.end].map(|at| offset(text, at));
    // The last thing read may be behind, where `ron` has looked ahead.
    let is_blank = text.get(from..to).is_none_or(|between| between.trim().is_empty());
    let is_skipped = is_blank || text[..from].ends_with("//");
    let is_missing = matches!(
        error.code,
        Eof | ExpectedArrayEnd
            | ExpectedComma
            | ExpectedMapColon
            | ExpectedMapEnd
            | ExpectedOptionEnd
            | ExpectedStructLikeEnd
    );
    if is_skipped || is_missing {
        error.span.start = error.span.end;
    }
    error
}

/// The offset of a position, in bytes.
fn offset(text: &str, at: Position) -> usize {
    let above: usize = text.split_inclusive('\n').take(at.line - 1).map(str::len).sum();
    let before = text[above..].chars().take(at.col - 1).map(char::len_utf8);
    above + before.sum::<usize>()
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
