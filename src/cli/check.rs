//! `wardrum check`: runs scenario files and reports those that fail.

use super::Outcome;
use crate::scenario::{files, given};
use crate::store;
use anyhow::{Error, anyhow, bail};
use std::io::Write;
use std::path::PathBuf;

/// What to check.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Scenario files, or folders to search for them.
    #[arg(required = true)]
    path: Vec<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let mut found = Vec::new();
    for path in &args.path {
        let unread = |error| anyhow!("{}: {}", path.display(), store::system(&error));
        let files = files::find(path).map_err(unread)?;
        if files.is_empty() {
            bail!("{}: no scenario in it; expected files that end in .ron", path.display());
        }
        found.extend(files);
    }
    let (mut passed, mut failed) = (0, 0);
    for path in found {
        match files::check(&path, &given::built_in) {
            Ok(_) => passed += 1,
            Err(fault) => {
                failed += 1;
                writeln!(out, "{fault}")?;
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::Short })
}
