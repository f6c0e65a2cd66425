//! What can go wrong with files, in words that say where and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

/// Something went wrong with a file. Nothing in it was changed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system said no.
    #[error("{}: {doing} failed: {source}", .path.display())]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// What was tried.
        doing: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// Made by a newer wardrum.
    #[error(
        "{}, line 1: found format {found}, expected {} or less: a newer wardrum wrote this; \
         update wardrum to open it",
        .path.display(), super::FORMAT
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// No save.
    #[error(
        "{}, line 1: found \"{found}\", expected Head(format: {}, ...): this is no wardrum save; \
         choose another file",
        .path.display(), super::FORMAT
    )]
    NoSave {
        /// Which file.
        path: PathBuf,
        /// How it begins.
        found: String,
    },
    /// Not even the start of the fight can be read.
    #[error(
        "{}: found no state that can be read, expected one on line 2; open an earlier copy",
        .path.display()
    )]
    NoState {
        /// Which file.
        path: PathBuf,
    },
    /// Opened to read only.
    #[error(
        "{}: opened to read only, because another wardrum has it open or it is write-protected; \
         save a copy to go on from here",
        .path.display()
    )]
    ReadOnly {
        /// Which file.
        path: PathBuf,
    },
    /// Another window of wardrum has it.
    #[error("{}: found it open in another window of wardrum, expected it closed; leave it there first", .path.display())]
    Open {
        /// Which file.
        path: PathBuf,
    },
    /// It has to be written anew, and its past can be read no more.
    #[error("{}: what lies before the state it was opened at cannot be read any more", .path.display())]
    NoPast {
        /// Which file.
        path: PathBuf,
    },
    /// A file that people write has a fault in it.
    #[error("{}, {place}: {what}; correct it and start again, the rest is in use", .path.display())]
    Faulty {
        /// Which file.
        path: PathBuf,
        /// Line and column.
        place: Spot,
        /// What was found and expected.
        what: String,
    },
    /// A file of that name holds something else.
    #[error("{}: found another of that file name, expected none; choose another name", .path.display())]
    Taken {
        /// Which file.
        path: PathBuf,
    },
    /// The file of settings has a fault in it.
    #[error(
        "{}, {place}: {what}. Until it is corrected everything is as it comes", .path.display()
    )]
    Settings {
        /// Which file.
        path: PathBuf,
        /// Line and column.
        place: Spot,
        /// What was found and expected.
        what: String,
    },
    /// The system has no home folder for us.
    #[error("found no home folder: set WARDRUM_HOME to a folder where fights may be kept")]
    NoHome,
}

impl StoreError {
    pub(super) fn io(path: &Path, doing: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, doing, source }
    }
}

/// A place in a text; the first line and the first column are 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl Spot {
    /// The place in a text before which so many bytes stand.
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

/// A save of which a part could not be read. The file itself is never changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Which file.
    pub path: PathBuf,
    /// Where the first fault is.
    pub spot: Spot,
    /// What was found there and what was expected.
    pub what: String,
    /// Further faults: the line, and what was found and expected.
    pub more: Vec<(usize, String)>,
    /// How many lines could not be used, those with faults included.
    pub lost: usize,
    /// The end of the fight can be read: what is lost lies before it.
    pub goes_on: bool,
}

impl std::error::Error for Damage {}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, spot, what, .. } = self;
        write!(f, "{}, {spot}: {what}. {}{}", path.display(), self.further(), self.outcome())
    }
}

/// So many further faults are told one by one.
const FAULTS: usize = 5;

impl Damage {
    /// What there is to know of it, for a page.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.path.display().to_string(), String::new()];
        lines.push(format!("{}: {}.", self.spot, self.what));
        lines.extend(self.told().map(|fault| format!("{fault}.")));
        lines.extend([String::new(), self.outcome()]);
        lines
    }

    fn told(&self) -> impl Iterator<Item = String> + '_ {
        let rest = self.more.len().saturating_sub(FAULTS);
        let first = self.more.iter().take(FAULTS).map(|(line, what)| format!("Line {line}: {what}"));
        first.chain((rest > 0).then(|| format!("And {rest} faults more")))
    }

    fn further(&self) -> String {
        self.told().map(|fault| format!("{fault}. ")).collect()
    }

    fn outcome(&self) -> String {
        let lost = lines(self.lost);
        let open = match (self.goes_on, self.lost) {
            (true, 0) => "Nothing of the fight is lost by it".to_owned(),
            (true, _) => format!(
                "The fight goes on from a state that was kept later; {lost} before it could not be used"
            ),
            (false, _) => format!(
                "The fight is open up to the line before; {lost} from there on could not be used"
            ),
        };
        format!("{open}. The file stays as it is: going on writes a repaired copy beside it")
    }
}

fn lines(n: usize) -> String {
    if n == 1 { "1 line".to_owned() } else { format!("{n} lines") }
}

/// A piece of a text for an error, short enough to read.
pub(super) fn snippet(text: &str, column: usize) -> String {
    let piece: String = text.chars().skip(column.saturating_sub(1)).take(40).collect();
    if piece.is_empty() { "the end of the line".to_owned() } else { format!("\"{piece}\"") }
}

/// What a RON error found and expected, from a text in which it stands.
pub fn explain(text: &str, error: &ron::error::SpannedError) -> (Spot, String) {
    let at = error.span.start;
    let line = text.lines().nth(at.line.saturating_sub(1)).unwrap_or_default();
    let what = format!("found {}: {}", snippet(line, at.col), error.code);
    (Spot { line: at.line, column: at.col }, what)
}
