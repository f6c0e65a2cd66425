//! `wardrum export`: a fight told afterwards.

use super::Verdict;
use crate::report::{Format, Report};
use crate::store;
use anyhow::{Context, Error};
use std::io::Write;
use std::path::PathBuf;

/// What to tell, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight.
    file: PathBuf,
    /// markdown, to read: who fell and by whom, the closest calls, what was dealt and taken, the dice
    /// and the log. json, for other programs: the same as one value.
    #[arg(long, value_name = "FORMAT", default_value = "markdown")]
    format: Format,
    /// Into that file in place of standard output; what stood there goes.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Verdict, Error> {
    let opened = store::look(&args.file)?;
    if let Some(damage) = &opened.damage {
        eprintln!("wardrum: {damage}");
    }
    let text = Report::of(opened.journal.title(), &opened.chronicle).written(args.format)?;
    match &args.output {
        None => out.write_all(text.as_bytes())?,
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("{}: writing failed", path.display()))?;
        }
    }
    Ok(Verdict::Fine)
}
