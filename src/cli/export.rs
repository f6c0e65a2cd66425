//! `wardrum export`: the report of a saved fight.

use super::{Outcome, say};
use crate::report::{Format, Report};
use crate::store;
use anyhow::{Error, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to report on, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight.
    file: PathBuf,
    /// markdown, to read; json, the same for other programs.
    #[arg(long, value_name = "FORMAT", default_value = "markdown")]
    format: Format,
    /// Tell how the odds ran, and where they turned: every moment is simulated this many times, which takes a while.
    #[arg(long, value_name = "FIGHTS", num_args = 0..=1, default_missing_value = "256",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    odds: Option<u32>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "output")]
    force: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let opened = store::look(&args.file)?;
    if let Some(damage) = &opened.damage {
        say(damage);
    }
    let report = Report::of(opened.journal.title(), &opened.chronicle);
    let report = match args.odds {
        Some(fights) => report.with_odds(&opened.chronicle, fights),
        None => report,
    };
    let text = report.written(args.format)?;
    match &args.output {
        None => out.write_all(text.as_bytes())?,
        Some(path) => write(args, path, &text)?,
    }
    Ok(if opened.damage.is_none() { Outcome::Fine } else { Outcome::Short })
}

/// Writes it whole or not at all; never in the place of the fight itself.
fn write(args: &Args, path: &Path, text: &str) -> Result<(), Error> {
    let shown = path.display();
    if store::is_same(&args.file, path) {
        bail!(
            "{shown}: found the fight itself, expected another file for its report; choose another name"
        );
    }
    if path.exists() && !args.force {
        bail!("{shown}: found a file there already, expected none; choose another name, or add --force");
    }
    let refused = |error| anyhow!("{shown}: writing failed: {}", store::system(&error));
    store::replace(path, text.as_bytes()).map_err(refused)
}
