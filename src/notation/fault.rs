//! What is wrong with a text in RON, and where, in the words of the file rather than of the program.

use super::DEPTH;
use std::fmt;

/// A position in a text. Lines and columns count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Spot {
    /// Returns the position at a byte offset.
    pub fn after(text: &str, bytes: usize) -> Self {
        let before = text.get(..bytes).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self { line: before.matches('\n').count() + 1, column: line.chars().count() + 1 }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An excerpt of a text for an error message.
pub fn snippet(text: &str, column: usize) -> String {
    let piece: String = text.chars().skip(column.saturating_sub(1)).take(40).collect();
    if piece.is_empty() { "the end of the line".to_owned() } else { format!("\"{piece}\"") }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The most names listed as expected alternatives.
const NAMES: usize = 12;

/// What a RON parser expected, in the vocabulary of the file rather than the program.
fn expected(error: &ron::Error) -> String {
    use ron::Error;
    match error {
        Error::NoSuchEnumVariant { expected, .. } | Error::NoSuchStructField { expected, .. } => {
            one_of(expected)
        }
        Error::MissingStructField { field, .. } => format!("expected the missing field {field}"),
        Error::DuplicateStructField { field, .. } => {
            format!("expected {field} only once")
        }
        Error::ExpectedDifferentStructName { expected, .. } => format!("expected {expected}("),
        Error::ExpectedNamedStructLike(name) => format!("expected {name}("),
        Error::InvalidValueForType { expected, .. } => format!("expected {}", type_name(expected)),
        Error::ExpectedDifferentLength { expected, found } => {
            format!("expected {}, not {found}", type_name(expected))
        }
        Error::Eof | Error::UnclosedLineComment => "expected more: the text ends here".into(),
        Error::SuggestRawIdentifier(_) => "expected a name of letters, digits and _".into(),
        Error::UnexpectedChar(_) => "expected a value".into(),
        Error::IntegerOutOfBounds => "expected a number within its bounds".into(),
        Error::TrailingCharacters => "expected nothing more".into(),
        Error::ExpectedOption | Error::ExpectedUnit => "expected ()".into(),
        Error::ExceededRecursionLimit => {
            format!("expected values nested at most {} deep", DEPTH)
        }
        other => lower(&other.to_string().replace('`', "")),
    }
}

/// The same including what was found, for lack of a text to quote it from.
pub fn misread(error: &ron::Error) -> String {
    use ron::Error;
    match error {
        Error::NoSuchEnumVariant { found, .. }
        | Error::NoSuchStructField { found, .. }
        | Error::ExpectedDifferentStructName { found, .. }
        | Error::SuggestRawIdentifier(found) => {
            format!("found {found}, {}", expected(error))
        }
        Error::UnexpectedChar(found) => format!("found {found}, {}", expected(error)),
        _ => expected(error),
    }
}

/// The name most like one that nobody knows, if any is like it.
pub fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |name: &&str| (strsim::jaro_winkler(found, name) * 1000.0) as u32;
    known.iter().copied().max_by_key(likeness).filter(|name| likeness(name) > 750)
}

fn one_of(names: &[&str]) -> String {
    match names {
        [] => "expected nothing here".into(),
        [one] => format!("expected {one}"),
        _ if names.len() > NAMES => format!("expected one of {} and others", names[..NAMES].join(", ")),
        _ => format!("expected one of {}", names.join(", ")),
    }
}

/// What a value has to be, without Rust type names.
fn type_name(expected: &str) -> String {
    const WHOLE: [&str; 12] =
        ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize", "i128", "u128"];
    if WHOLE.contains(&expected) {
        return "a whole number".into();
    }
    let heads =
        ["struct ", "enum ", "variant of enum ", "tuple struct ", "unit struct ", "newtype struct "];
    heads.iter().find_map(|head| expected.strip_prefix(head)).unwrap_or(expected).into()
}

/// Describes what a RON error found and expected, and where in the text.
pub fn explain(text: &str, error: &ron::error::SpannedError) -> (Spot, String) {
    let at = error.span.start;
    let line = text.lines().nth(at.line.saturating_sub(1)).unwrap_or_default();
    let what = match error.code {
        // A message by wardrum itself, which includes what was found.
        ron::Error::Message(ref said) => said.clone(),
        ref code => format!("found {}, {}", snippet(line, at.col), expected(code)),
    };
    (Spot { line: at.line, column: at.col }, what)
}
