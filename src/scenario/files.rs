//! Scenario files: finds, runs and reports on them.

use super::cases::{Case, cases};
use super::given::Bestiary;
use super::run::Ran;
use super::{Failure, Scenario, bless, line_of_step, run, wording};
use crate::escape::visible;
use crate::rules;
use crate::rules::model::block::d20::Block;
use crate::rules::model::block::wounds::Body;
use crate::rules::model::combatant::StatBlock;
use crate::rules::registry;
use crate::rules::ruleset::about::Family;
use crate::store;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file in a scenario folder with stat blocks shared by its scenarios; not a scenario itself.
const CAST: &str = "cast.ron";

/// Returns the scenario files at a path: the file itself, or every `*.ron` in the folder and its subfolders, by name.
///
/// # Errors
/// The path cannot be read.
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
        } else if path.extension().is_some_and(|ending| ending == "ron") && !path.ends_with(CAST) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Returns a lookup of stat blocks in the cast of the file's folder, falling back to the bestiary.
///
/// # Errors
/// The cast exists and cannot be read: its path, line and column.
fn with_cast<'a>(
    path: &Path,
    bestiary: &'a Bestiary,
) -> Result<impl Fn(Family, &str) -> Option<StatBlock> + 'a, String> {
    let cast = path.with_file_name(CAST);
    let text = match fs::read_to_string(&cast) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => "()".into(),
        Err(error) => return Err(format!("{}: {}", cast.display(), store::system(&error))),
    };
    let known: Cast = rules::read(&text).map_err(|error| {
        let at = error.span.start;
        format!("{}:{}:{}: {}", cast.display(), at.line, at.col, store::misread(&error.code))
    })?;
    Ok(move |family, key: &str| known.block(family, key).or_else(|| bestiary(family, key)))
}

/// Stat blocks by name.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Cast {
    /// With hit points.
    blocks: BTreeMap<String, Block>,
    /// With wounds.
    bodies: BTreeMap<String, Body>,
}

impl Cast {
    fn block(&self, family: Family, key: &str) -> Option<StatBlock> {
        match family {
            Family::D20 => self.blocks.get(key).cloned().map(Into::into),
            Family::Wounds => self.bodies.get(key).cloned().map(Into::into),
        }
    }
}

/// Runs the scenario in a file, every case of it, with the cast of its folder.
///
/// # Errors
/// The first failure, with file, line and case.
pub fn check(path: &Path, bestiary: &Bestiary) -> Result<Vec<Ran>, String> {
    let name = visible(&path.display().to_string()).into_owned();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {}", store::system(&error)))?;
    let bestiary = with_cast(path, bestiary)?;
    let cases = cases(&text).map_err(|fault| format!("{name}:{fault}"))?;
    let run = |case: &Case| {
        let scenario = Scenario::read(&case.text).map_err(|fault| format!("{name}:{fault}"))?;
        run::run(&scenario, &bestiary).map_err(|failure| located(&name, &case.text, &failure))
    };
    let told = |case: &Case, fault: String| match &*case.title {
        "" => fault,
        title => format!("{fault}\n    case      {title}"),
    };
    cases.iter().map(|case| run(case).map_err(|fault| told(case, fault))).collect()
}

fn located(name: &str, text: &str, failure: &Failure) -> String {
    match failure.step.and_then(|step| line_of_step(text, step)) {
        Some(line) => format!("{name}:{line}\n{failure}"),
        None => format!("{name}\n{failure}"),
    }
}

/// Writes the current wording into every `log` of a file that plays through. Files with cases are left alone.
///
/// # Errors
/// The file cannot be read or written.
pub fn bless_file(path: &Path, bestiary: &Bestiary) -> io::Result<()> {
    let text = fs::read_to_string(path)?;
    let Ok(scenario) = Scenario::read(&text) else { return Ok(()) };
    let Ok(bestiary) = with_cast(path, bestiary) else { return Ok(()) };
    let rules = registry::ruleset(scenario.ruleset);
    let Ok(ran) = run::play(rules, &scenario, &bestiary) else { return Ok(()) };
    let blessed = bless(&text, &wording::logs(&scenario, &ran));
    if blessed == text { Ok(()) } else { fs::write(path, blessed) }
}
