//! Scenario files: finding them, running them, saying how they fared.

use super::given::Bestiary;
use super::{Failure, Scenario, bless, line_of_step, run, wording};
use crate::rules::registry;
use crate::visible::visible;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How one file fared.
#[derive(Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// The rules it proves.
    pub rules: Vec<String>,
    /// Why it fell short; absent: it passed.
    pub fault: Option<String>,
}

/// The scenario files at a path: the file itself, or every `*.ron` in the folder and below, by name.
///
/// # Errors
/// The path that cannot be read.
pub fn find(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return fs::metadata(path).map(|_| vec![path.to_path_buf()]);
    }
    let mut inside = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    inside.sort();
    let mut found = Vec::new();
    for path in inside {
        if path.is_dir() {
            found.extend(find(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Runs the scenario in a file.
pub fn check(path: &Path, bestiary: &Bestiary) -> Report {
    let report = |rules, fault| Report { path: path.to_path_buf(), rules, fault };
    let shown = path.to_string_lossy();
    let name = visible(&shown);
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return report(Vec::new(), Some(format!("{name}: {error}"))),
    };
    let scenario = match Scenario::read(&text) {
        Ok(scenario) => scenario,
        Err(fault) => return report(Vec::new(), Some(format!("{name}:{fault}"))),
    };
    let rules = scenario.rules.iter().map(ToString::to_string).collect();
    let fault = run::run(&scenario, bestiary).err().map(|failure| located(&name, &text, &failure));
    report(rules, fault)
}

fn located(name: &str, text: &str, failure: &Failure) -> String {
    match failure.step.and_then(|step| line_of_step(text, step)) {
        Some(line) => format!("{name}:{line}\n{failure}"),
        None => format!("{name}\n{failure}"),
    }
}

/// Writes the present wording into every `log` of a file that plays through.
///
/// # Errors
/// The file that cannot be read or written.
pub fn bless_file(path: &Path, bestiary: &Bestiary) -> io::Result<()> {
    let text = fs::read_to_string(path)?;
    let Ok(scenario) = Scenario::read(&text) else { return Ok(()) };
    let rules = registry::ruleset(scenario.ruleset);
    let Ok(ran) = run::play(rules, &scenario, bestiary) else { return Ok(()) };
    let blessed = bless(&text, &wording::logs(&scenario, &ran));
    if blessed == text { Ok(()) } else { fs::write(path, blessed) }
}
