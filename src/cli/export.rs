//! `wardrum export`: exports a saved fight as a report, a page that replays it or a recording, and creatures and
//! parties for other tools.

use super::{Outcome, say, say_of_book};
use crate::export::{self, Creature, Eyes, Tool};
use crate::report::{self, Report};
use crate::rules::model::combatant::StatBlock;
use crate::rules::model::ids::Text;
use crate::rules::ruleset::about::Family;
use crate::store::{self, Bestiary, Folders, Party, ThemeName};
use crate::tui::fight::Fight;
use crate::tui::recording::frames;
use anyhow::{Error, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to write out, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight.
    #[arg(required_unless_present_any = ["creatures", "party"])]
    file: Option<PathBuf>,
    /// Creatures in place of a fight: those of these names (commas between them), or all of your own.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["file", "party"])]
    creatures: Option<String>,
    /// A party in place of a fight.
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    party: Option<String>,
    /// The output format.
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
    theme: ThemeName,
    /// Include the odds over time and their turning points: every moment is simulated this many times, which takes a while.
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

/// An output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A report to read; of a fight that has not begun, a page to play it with on paper.
    Markdown,
    /// The same for other programs.
    Json,
    /// One page that replays the fight in a browser, by itself.
    Html,
    /// A recording of a terminal (asciinema) that shows the fight on the timeline, act by act.
    Cast,
    /// Creatures for Improved Initiative.
    ImprovedInitiative,
    /// Creatures as a note for Obsidian (Initiative Tracker, Fantasy Statblocks).
    Obsidian,
    /// Creatures as actors for Foundry, Old-School Essentials.
    FoundryOse,
    /// Creatures as actors for Foundry, Basic Fantasy.
    FoundryBfrpg,
    /// Creatures as a table.
    Csv,
}

impl Format {
    /// The tool this format is for; `None` for a format that holds a fight.
    fn tool(self) -> Option<Tool> {
        Some(match self {
            Self::Markdown | Self::Json | Self::Html | Self::Cast => return None,
            Self::ImprovedInitiative => Tool::ImprovedInitiative,
            Self::Obsidian => Tool::Obsidian,
            Self::FoundryOse => Tool::FoundryOse,
            Self::FoundryBfrpg => Tool::FoundryBfrpg,
            Self::Csv => Tool::Csv,
        })
    }
}

/// Parses a terminal size like `100x30`: at least what the screen needs, at most what is readable.
fn size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    parts.filter(|(w, h)| (60..=400).contains(w) && (16..=120).contains(h)).ok_or_else(|| {
        format!("found \"{text}\", expected columns (60 to 400) and rows (16 to 120), like 100x30")
    })
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let (text, outcome) = match (&args.file, args.format.tool()) {
        (Some(file), None) => fight(args, file)?,
        (None, Some(tool)) => (creatures(args, tool)?, Outcome::Fine),
        (Some(_), Some(_)) => {
            bail!("found a fight, expected --creatures or --party: this format holds creatures")
        }
        (None, None) => bail!(
            "found creatures, expected a format that holds them: --format improved-initiative, obsidian, foundry-ose, \
             foundry-bfrpg or csv"
        ),
    };
    match &args.output {
        None => out.write_all(text.as_bytes())?,
        Some(path) => write(args, path, &text)?,
    }
    Ok(outcome)
}

/// Renders a saved fight in the requested format.
fn fight(args: &Args, file: &Path) -> Result<(String, Outcome), Error> {
    if args.players && args.format != Format::Html {
        bail!("--players: found another format, expected html, the one that can leave things out");
    }
    let eyes = if args.players { Eyes::Players } else { Eyes::Referee };
    let opened = store::look(file)?;
    say_of_book(opened.chronicle.now());
    if let Some(damage) = &opened.damage {
        say(damage);
    }
    let report = Report::of(opened.journal.title(), &opened.chronicle);
    let report = match args.odds {
        Some(fights) => report.with_odds(&opened.chronicle, fights),
        None => report,
    };
    let text = match args.format {
        Format::Json => report.written(report::Format::Json)?,
        Format::Html => export::page(&report, &opened.chronicle, eyes)?,
        Format::Cast => {
            let fight = Fight::look(file).map_err(Error::msg)?;
            let frames = frames(fight, args.size, args.theme, false)?;
            export::cast(opened.journal.title(), args.size, &frames)?
        }
        _ => report.written(report::Format::Markdown)?,
    };
    Ok((text, if opened.damage.is_none() { Outcome::Fine } else { Outcome::Short }))
}

/// Renders the requested creatures or party in the format of `tool`.
fn creatures(args: &Args, tool: Tool) -> Result<String, Error> {
    let (title, all) = match (&args.creatures, &args.party) {
        (Some(names), _) => ("Creatures".to_string(), find_creatures(names)?),
        (None, name) => {
            let name = name.as_deref().unwrap_or_default();
            let mut parties: Vec<Party> =
                Party::all(&Folders::find()?).into_iter().filter_map(|(_, party)| party.ok()).collect();
            let known: Vec<String> = parties.iter().map(|party| party.name.to_string()).collect();
            parties.retain(|party| party.name.eq_ignore_ascii_case(name));
            let Some(party) = parties.first() else {
                bail!("no party \"{name}\": expected one of {}", known.join(", "))
            };
            (party.name.to_string(), Creature::of_party(party).map_err(Error::msg)?)
        }
    };
    Ok(export::creatures(&title, &all, tool)?)
}

/// Looks creatures up by name, built-in or the referee's own; without names, returns all of the referee's own.
fn find_creatures(names: &str) -> Result<Vec<Creature>, Error> {
    let built_in = Bestiary::built_in(Family::D20);
    let (all, faults) = built_in.clone().with_folder(&Folders::find()?.bestiary());
    faults.iter().for_each(say);
    let mut found = Vec::new();
    if names.is_empty() {
        let own = all.all().filter(|(key, block)| built_in.get(key) != Some(block));
        found.extend(own.map(|(_, block)| block));
        if found.is_empty() {
            bail!(
                "found no creature of your own, expected one; or name some: --creatures \"orc, ogre\""
            );
        }
    }
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let named = |(key, block): &(&Text, &StatBlock)| {
            key.eq_ignore_ascii_case(name) || block.name().eq_ignore_ascii_case(name)
        };
        let Some((_, block)) = all.all().find(named) else {
            bail!(
                "no creature \"{name}\" in the bestiary; the library (L on the start screen) lists them"
            )
        };
        found.push(block);
    }
    found.into_iter().map(|block| Creature::of(block).map_err(Error::msg)).collect()
}

/// Writes the file atomically. Refuses to overwrite the fight itself, or an existing file without `--force`.
fn write(args: &Args, path: &Path, text: &str) -> Result<(), Error> {
    let shown = path.display();
    if args.file.as_ref().is_some_and(|file| store::is_same(file, path)) {
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
