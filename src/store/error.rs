//! File errors, with messages that say where the problem is and what to do.

use crate::notation::Spot;
use crate::rules::model::ids::RulesetId;
use std::fmt;
use std::path::{Path, PathBuf};

/// A file operation failed. The file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system reported an error.
    #[error("{}: {doing} failed: {}", .path.display(), system(.error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The attempted operation.
        doing: &'static str,
        /// The system's error. Part of the message above, so it is not also a source.
        error: std::io::Error,
    },
    /// The file was written by a newer wardrum.
    #[error(
        "{}, line 1: found format {found}, expected {} or less: a newer wardrum wrote this; \
         update wardrum to open it",
        .path.display(), super::FORMAT
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format version.
        found: u32,
    },
    /// The file is not a save.
    #[error(
        "{}, line 1: found \"{found}\", expected Head(format: {}, ...): this is not a wardrum save; \
         choose another file",
        .path.display(), super::FORMAT
    )]
    NoSave {
        /// The file.
        path: PathBuf,
        /// Its first characters.
        found: String,
    },
    /// Not even the starting state can be read.
    #[error(
        "{}: no readable state found, expected one on line 2; open an earlier copy",
        .path.display()
    )]
    NoState {
        /// The file.
        path: PathBuf,
    },
    /// The first line and the starting state name different rulesets.
    #[error(
        "{}: found the ruleset {} on line 1 and {} in the starting state, expected the same in both: correct \
         one of them, or open an earlier copy",
        .path.display(), .head.name(), .found.name()
    )]
    Rulesets {
        /// The file.
        path: PathBuf,
        /// The ruleset of the first line.
        head: RulesetId,
        /// The ruleset of the starting state.
        found: RulesetId,
    },
    /// The save was opened read-only.
    #[error(
        "{}: opened read-only, because another wardrum has it open or it is write-protected; \
         save a copy to continue from here",
        .path.display()
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process of wardrum has the file open.
    #[error("{}: open in another wardrum window; close it there first", .path.display())]
    Open {
        /// The file.
        path: PathBuf,
    },
    /// The file has to be rewritten, but its past can no longer be read.
    #[error("{}: everything before the state it was opened at can no longer be read", .path.display())]
    NoPast {
        /// The file.
        path: PathBuf,
    },
    /// A file that users edit has an error in it.
    #[error("{}, {place}: {what}; fix it and restart, the rest is in use", .path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// The line and column.
        place: Spot,
        /// What was found and expected.
        what: String,
    },
    /// There is another item in the file of that name.
    #[error("{}: this file already holds a different one; choose another name", .path.display())]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// The settings file has an error in it.
    #[error(
        "{}, {place}: {what}. The defaults apply until this is fixed", .path.display()
    )]
    Settings {
        /// The file.
        path: PathBuf,
        /// The line and column.
        place: Spot,
        /// What was found and expected.
        what: String,
    },
    /// The system has no home folder for wardrum.
    #[error("no home folder found: set WARDRUM_HOME to a folder for your fights")]
    NoHome,
}

impl StoreError {
    pub(super) fn io(path: &Path, doing: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, doing, error }
    }
}

/// Damage in a save, parts of which could not be read. The file itself is never changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The position of the first fault.
    pub spot: Spot,
    /// What was found there and what was expected.
    pub what: String,
    /// The line and description of each further fault.
    pub more: Vec<(usize, String)>,
    /// The number of unusable lines, including those with faults.
    pub lost: usize,
    /// Whether the end of the fight can be read: only lines before it are lost.
    pub goes_on: bool,
}

impl std::error::Error for Damage {}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, spot, what, .. } = self;
        write!(f, "{}, {spot}: {what}. {}{}", path.display(), self.further(), self.outcome())
    }
}

/// The most further faults listed one by one.
const FAULTS: usize = 5;

impl Damage {
    /// Describes the damage on a page of its own.
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
        let faults = if rest == 1 { "fault" } else { "faults" };
        first.chain((rest > 0).then(|| format!("And {rest} more {faults}")))
    }

    fn further(&self) -> String {
        self.told().map(|fault| format!("{fault}. ")).collect()
    }

    fn outcome(&self) -> String {
        let lost = lines(self.lost);
        let open = match (self.goes_on, self.lost) {
            (true, 0) => "No part of the fight is lost".to_owned(),
            (true, _) => {
                format!("The fight continues from a later snapshot; {lost} before it could not be used")
            }
            (false, _) => format!(
                "The fight is loaded up to the line before; {lost} from there on could not be used"
            ),
        };
        format!("{open}. The file is unchanged: continuing writes a repaired copy beside it")
    }
}

fn lines(n: usize) -> String {
    if n == 1 { "1 line".to_owned() } else { format!("{n} lines") }
}

/// The message of a system error, without its number: `no such file or directory`.
pub fn system(error: &std::io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    if error.kind() == std::io::ErrorKind::InvalidData {
        return "found bytes that are not valid UTF-8".into();
    }
    lower(words)
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use crate::notation::explain;
    use crate::store::line::Line;

    /// Error messages never contain internal names and never say things twice.
    #[test]
    fn a_fault_is_told_in_the_words_of_the_file() {
        let told = |text: &str| match crate::rules::read::<Line>(text) {
            Ok(_) => panic!("{text} was read"),
            Err(error) => explain(text, &error).1,
        };
        for text in [
            "xEntry(id:3)",
            "Entry(id:3,after:2,stepz:[])",
            "Entry(id:3)",
            "Entry(id:x)",
            "Entry(id:-1)",
            "Entry(id:99999999999999999999)",
            "Head(format:1,format:2)",
            "Went(\"x\")",
            "Went(1) and more",
            "Went-1(1)",
            "Name((1),2)",
            "Kept(line:{},state:())",
            "(",
            "",
        ] {
            let said = told(text);
            for word in
                ["nexpected", " enum ", "struct", "variant", "`", "Line", "u32", "EntryId", "RON"]
            {
                assert!(!said.contains(word), "{text}: {said}");
            }
            assert!(said.contains("expected") && said.matches("found").count() == 1, "{text}: {said}");
        }
        assert!(
            told("xEntry(id:3)")
                .starts_with("found \"xEntry(id:3)\", expected one of Head, Kept, Entry")
        );
        assert!(
            told("Entry(id:3)").ends_with("expected the missing field after"),
            "{}",
            told("Entry(id:3)")
        );
    }

    #[test]
    fn what_the_system_says_is_told_once_and_without_its_number() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [folder.path().to_owned(), folder.path().join("none.ron")] {
            let error = crate::store::open(&path).map(|_| ()).expect_err("no file");
            let told = format!("{:#}", anyhow::Error::new(error));
            assert_eq!(told.matches("opening failed").count(), 1, "{told}");
            assert!(!told.contains("os error"), "{told}");
            let (_, cause) = told.split_once("opening failed: ").expect("a cause");
            assert_eq!(told.matches(cause).count(), 1, "{told}");
        }
    }
}
