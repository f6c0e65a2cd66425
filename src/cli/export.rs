//! `wardrum export`: a saved fight as a report, or as a page that replays it.

use super::{Outcome, say};
use crate::export;
use crate::report::{self, Report};
use crate::store;
use anyhow::{Error, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to report on, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight.
    file: PathBuf,
    /// What it becomes.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "markdown")]
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

/// What a fight can become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A report to read.
    Markdown,
    /// The same for other programs.
    Json,
    /// One page that replays the fight in a browser, by itself.
    Html,
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
    let text = match args.format {
        Format::Markdown => report.written(report::Format::Markdown)?,
        Format::Json => report.written(report::Format::Json)?,
        Format::Html => export::page(&report, &opened.chronicle)?,
    };
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
