//! `wardrum export`: a saved fight as a report, or as a page that replays it.

use super::{Outcome, say};
use crate::export::{self, Eyes};
use crate::report::{self, Report};
use crate::store::{self, Look};
use crate::tui::fight::Fight;
use crate::tui::recording::frames;
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
    /// Only what the players saw of it: foes without figures, no hidden names, no notes (html).
    #[arg(long, conflicts_with = "odds")]
    players: bool,
    /// Columns and rows of the terminal that is recorded (cast).
    #[arg(long, value_name = "SIZE", default_value = "100x30", value_parser = size)]
    size: (u16, u16),
    /// The theme it is recorded in (cast): dark, light, colourblind or plain.
    #[arg(long, value_name = "NAME", default_value = "dark")]
    theme: Look,
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
    /// A recording of a terminal (asciinema) that shows the fight on the timeline, act by act.
    Cast,
}

/// `100x30`: no less than the screen needs, no more than anybody can see.
fn size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    parts.filter(|(w, h)| (60..=400).contains(w) && (16..=120).contains(h)).ok_or_else(|| {
        format!("found \"{text}\", expected columns (60 to 400) and rows (16 to 120), like 100x30")
    })
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    if args.players && args.format != Format::Html {
        bail!("--players: found another format, expected html, the one that can leave things out");
    }
    let eyes = if args.players { Eyes::Players } else { Eyes::Referee };
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
        Format::Html => export::page(&report, &opened.chronicle, eyes)?,
        Format::Cast => {
            let fight = Fight::look(&args.file).map_err(Error::msg)?;
            let frames = frames(fight, args.size, args.theme, false)?;
            export::cast(opened.journal.title(), args.size, &frames)?
        }
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
