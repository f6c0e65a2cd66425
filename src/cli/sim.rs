//! `wardrum sim`: simulates a saved fight to its end many times over.

use super::{Outcome, is_watched, layout, say, say_of_book, say_over};
use crate::escape::visible;
use crate::odds::simulate::words::{self, percent};
use crate::odds::simulate::{Chance, Fate, Options, Outlook, Plan, SideFate, simulate, with_options};
use crate::rules::model::encounter::{Encounter, Stage};
use crate::rules::model::ids::{SideId, Text};
use crate::rules::registry;
use crate::rules::ruleset::sides_standing;
use crate::store;
use anyhow::{Error, anyhow};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use unicode_width::UnicodeWidthStr;

/// What to simulate, and how often.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight; it is simulated from where it stands.
    file: PathBuf,
    /// Simulate exactly this many fights.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    fights: Option<u32>,
    /// The seed of the dice: the same seed gives the same figures.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop once every chance to win is known this closely, in percent, 95 times in 100.
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0, value_parser = margin, conflicts_with = "fights")]
    margin: f64,
    /// Compare: the same fight with this option, in a column of its own; several options of one column with commas
    /// between. Repeat for more columns.
    #[arg(long, value_name = "OPTION=VALUE")]
    with: Vec<String>,
    /// Print one JSON value: title, ruleset, round, seed, variants (with, fights, interrupted, nobody, undecided,
    /// sides, combatants, rounds). Chances have a share of 1 and a margin.
    #[arg(long)]
    json: bool,
}

fn margin(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').trim().parse::<f64>().ok();
    let fits = percent.filter(|percent| (0.1..=50.0).contains(percent));
    fits.ok_or_else(|| "expected percent, 0.1 to 50".into())
}

/// The most fights simulated to reach a margin.
const MOST: u32 = 100_000;

/// A column: the options that differ from the file, and the outlook with them.
struct Variant {
    with: Options,
    outlook: Outlook,
    interrupted: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let opened = store::look(&args.file)?;
    say_of_book(opened.chronicle.now());
    if let Some(damage) = &opened.damage {
        say(damage);
    }
    let (title, now) = (opened.journal.title(), opened.chronicle.now());
    check_fightable(&args.file, now)?;
    let starts = starts(args, now)?;
    let stop = interrupt_flag()?;
    let mut variants = Vec::new();
    for (with, start) in starts {
        let outlook = run_variant(args, &start, &stop);
        let interrupted = stop.load(std::sync::atomic::Ordering::Relaxed);
        variants.push(Variant { with, outlook, interrupted });
        if interrupted {
            break;
        }
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &SimJson::of(title, now, args.seed, &variants))?;
        writeln!(out)?;
    } else {
        print(title, now, args.seed, &variants, out)?;
    }
    Ok(if opened.damage.is_none() { Outcome::Fine } else { Outcome::Short })
}

/// Refuses a fight that is over or has fewer than two sides left to fight.
fn check_fightable(file: &std::path::Path, e: &Encounter) -> Result<(), Error> {
    let standing = sides_standing(registry::of(e), e);
    let file = file.display();
    match e.stage {
        Stage::Over => Err(anyhow!("{file}: found a fight that is over, expected one that goes on")),
        _ if standing < 2 => Err(anyhow!(
            "{file}: found {standing} with somebody left to fight, expected two sides or more"
        )),
        _ => Ok(()),
    }
}

/// The fight as it is, and once for each `--with`.
fn starts(args: &Args, e: &Encounter) -> Result<Vec<(Options, Encounter)>, Error> {
    let mut starts = vec![(Options::new(), e.clone())];
    for text in &args.with {
        let options = text.split(',').map(option).collect::<Result<Vec<_>, Error>>()?;
        let (options, start) = with_options(e, &options).map_err(|why| anyhow!("--with {why}"))?;
        starts.push((options, start));
    }
    Ok(starts)
}

fn option(text: &str) -> Result<(Text, Text), Error> {
    let parts = text.split_once('=').map(|(id, value)| (id.trim(), value.trim()));
    let whole = parts.filter(|(id, value)| !id.is_empty() && !value.is_empty());
    let (id, value) =
        whole.ok_or_else(|| anyhow!("--with {text}: expected OPTION=VALUE, such as morale=off"))?;
    Ok((id.into(), value.into()))
}

/// A flag set by Ctrl-c, which stops the simulation and prints what is known by then.
fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        // A second Ctrl-c ends the program as usual.
        signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, stop.clone())?;
        signal_hook::flag::register(signal_hook::consts::SIGINT, stop.clone())?;
    }
    Ok(stop)
}

fn run_variant(args: &Args, start: &Encounter, stop: &AtomicBool) -> Outlook {
    let budget = args.fights.unwrap_or(MOST);
    let margin = if args.fights.is_some() { 0.0 } else { args.margin / 100.0 };
    let shows = is_watched();
    let mut told = String::new();
    let outlook = simulate(start, &Plan { seed: args.seed, margin, budget }, stop, |outlook| {
        if shows {
            told = progress(outlook, &told);
        }
    });
    if shows {
        say_over(&" ".repeat(told.width()));
        say_over("");
    }
    outlook
}

/// Prints the progress over the line `before`, and returns the new line.
fn progress(outlook: &Outlook, before: &str) -> String {
    let first = outlook
        .sides
        .first()
        .map(|side| format!(", {} win {}", visible(&side.name), words::chance(outlook.wins(side.id))));
    let line = format!("{} fights{}", outlook.fights, first.unwrap_or_default());
    let pad = " ".repeat(before.width().saturating_sub(line.width()));
    say_over(&format!("{line}{pad}"));
    line
}

/// Prints the outlook in sentences, or several in a table with a column each.
fn print(
    title: &str,
    e: &Encounter,
    seed: u64,
    variants: &[Variant],
    out: &mut dyn Write,
) -> io::Result<()> {
    let round = if e.round > 0 { format!(", round {}", e.round) } else { String::new() };
    writeln!(out, "{} ({}{round})", visible(title), e.ruleset.title())?;
    match variants {
        [one] => sentences(&one.outlook, out)?,
        _ => table(variants, out)?,
    }
    let fights: Vec<String> =
        variants.iter().map(|variant| variant.outlook.fights.to_string()).collect();
    let cut = if variants.iter().any(|variant| variant.interrupted) { ", interrupted" } else { "" };
    writeln!(out, "{} fights{cut}, seed {seed}; margins hold 95 times in 100", fights.join(" and "))
}

/// `Heroes win 71 % (±2), 2.3 of 5 fall: Ana 12 %, Brea 30 %`.
fn sentences(outlook: &Outlook, out: &mut dyn Write) -> io::Result<()> {
    for side in &outlook.sides {
        let ones = words::falling(outlook, side.id);
        if ones.is_empty() {
            continue;
        }
        let ones: Vec<String> =
            ones.iter().map(|(name, falls)| format!("{name} {}", percent(falls.share))).collect();
        let (wins, fall) = (words::chance(outlook.wins(side.id)), words::fallen(outlook, side.id));
        let line = format!("{} win {wins}, {fall} fall: {}", side.name, ones.join(", "));
        for line in crate::tui::paint::layout::text(&visible(&line), layout::columns()) {
            writeln!(out, "{line}")?;
        }
    }
    for (what, count) in [("nobody is left", outlook.nobody), ("undecided", outlook.undecided)] {
        if count > 0 {
            writeln!(out, "{what} {}", words::chance(Chance::of(count, outlook.fights)))?;
        }
    }
    writeln!(out, "{}", words::rounds(outlook))
}

/// A row of the comparison: its label, and a cell for each variant.
type Row = (String, Vec<String>);

fn table(variants: &[Variant], out: &mut dyn Write) -> io::Result<()> {
    let rows = rows(variants);
    let width = |cells: &mut dyn Iterator<Item = &String>| cells.map(|cell| cell.width()).max();
    let first = width(&mut rows.iter().map(|(name, _)| name)).unwrap_or(0);
    let widths: Vec<usize> = (0..variants.len())
        .map(|at| width(&mut rows.iter().filter_map(|(_, cells)| cells.get(at))).unwrap_or(0))
        .collect();
    let padded =
        |text: &str, wide: usize| format!("{text}{}", " ".repeat(wide - text.width().min(wide)));
    for (name, cells) in &rows {
        let cells: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, wide)| padded(cell, *wide)).collect();
        writeln!(out, "{}", format!("{}  {}", padded(name, first), cells.join("  ")).trim_end())?;
    }
    Ok(())
}

fn rows(variants: &[Variant]) -> Vec<Row> {
    let row = |name: String, cell: &dyn Fn(&Outlook) -> String| {
        (name, variants.iter().map(|variant| cell(&variant.outlook)).collect())
    };
    let mut rows = vec![(String::new(), variants.iter().map(Variant::name).collect())];
    let plain = &variants[0].outlook;
    let count = |of: fn(&Outlook) -> u32| {
        move |outlook: &Outlook| words::chance(Chance::of(of(outlook), outlook.fights))
    };
    let sides = || plain.sides.iter().filter(|side| plain.of_side(side.id).next().is_some());
    for side in sides() {
        let name = visible(&side.name);
        rows.push(row(format!("{name} win"), &|outlook| words::chance(outlook.wins(side.id))));
    }
    for (what, of) in [
        ("nobody is left", (|outlook: &Outlook| outlook.nobody) as fn(&Outlook) -> u32),
        ("undecided", |outlook: &Outlook| outlook.undecided),
    ] {
        if variants.iter().any(|variant| of(&variant.outlook) > 0) {
            rows.push(row(what.into(), &count(of)));
        }
    }
    for side in sides() {
        let name = visible(&side.name);
        rows.push(row(format!("{name} fall"), &|outlook| words::fallen(outlook, side.id)));
        for (nth, (one, _)) in words::falling(plain, side.id).iter().enumerate() {
            let falls = |outlook: &Outlook| {
                let ones = words::falling(outlook, side.id);
                ones.get(nth).map(|(_, falls)| percent(falls.share)).unwrap_or_default()
            };
            rows.push(row(format!("  {}", visible(one)), &falls));
        }
    }
    rows.push(row("length".into(), &words::rounds));
    rows
}

impl Variant {
    fn name(&self) -> String {
        if self.with.is_empty() {
            return "as it is".into();
        }
        let each: Vec<String> = self.with.iter().map(|(id, value)| format!("{id}={value}")).collect();
        each.join(", ")
    }
}

/// What `sim --json` writes. Fields are added, never renamed or taken away.
#[derive(Debug, Serialize)]
struct SimJson {
    title: Text,
    /// The ruleset's id: `bx`.
    ruleset: &'static str,
    /// The round it is simulated from; 0 before the first.
    round: u32,
    seed: u64,
    /// The fight as it is, then one for each `--with`.
    variants: Vec<VariantJson>,
}

#[derive(Debug, Serialize)]
struct VariantJson {
    /// The options that differ from the file.
    with: BTreeMap<Text, Text>,
    fights: u32,
    /// Whether it was stopped before it reached the margin or the requested number.
    interrupted: bool,
    /// Fights after which nobody is left who can fight.
    nobody: Share,
    /// Fights that went on for too long.
    undecided: Share,
    sides: Vec<SideJson>,
    combatants: Vec<CombatantJson>,
    rounds: Rounds,
}

#[derive(Debug, Serialize)]
struct SideJson {
    name: Text,
    wins: Share,
    /// The average number of its combatants who fall.
    fallen: f64,
    /// The number of its combatants who stood at the start.
    standing: usize,
    /// Its hit points left or wounds taken at the end, in total, on average.
    figure: f64,
}

#[derive(Debug, Serialize)]
struct CombatantJson {
    name: Text,
    side: Text,
    /// Fights after which it is dead or out of action.
    falls: Share,
    dies: Share,
    /// Fights in which it gets away or gives up.
    leaves: Share,
    /// Its hit points left or wounds taken at the end, on average.
    figure: f64,
}

#[derive(Debug, Serialize)]
struct Rounds {
    /// The average round in which the fight ends.
    mean: f64,
    /// The rounds between which four of five fights end.
    usual: Option<(u32, u32)>,
    /// The number of fights that ended in each round.
    ended: BTreeMap<u32, u32>,
}

#[derive(Debug, Serialize)]
struct Share {
    share: f64,
    margin: f64,
}

impl From<Chance> for Share {
    fn from(chance: Chance) -> Self {
        Self { share: chance.share, margin: chance.margin }
    }
}

impl SimJson {
    fn of(title: &Text, e: &Encounter, seed: u64, variants: &[Variant]) -> Self {
        Self {
            title: title.clone(),
            ruleset: e.ruleset.name(),
            round: e.round,
            seed,
            variants: variants.iter().map(VariantJson::of).collect(),
        }
    }
}

impl VariantJson {
    fn of(variant: &Variant) -> Self {
        let outlook = &variant.outlook;
        let share = |count| Chance::of(count, outlook.fights).into();
        let name =
            |id: SideId| outlook.sides.get(id.index()).map_or("".into(), |side| side.name.clone());
        let side = |side: &SideFate| SideJson {
            name: side.name.clone(),
            wins: share(side.won),
            fallen: outlook.fallen(side.id),
            standing: outlook.of_side(side.id).count(),
            figure: outlook.figure(side.id),
        };
        let one = |fate: &Fate| CombatantJson {
            name: fate.name.clone(),
            side: name(fate.side),
            falls: share(fate.fell),
            dies: share(fate.died),
            leaves: share(fate.left),
            figure: outlook.mean(fate.figure),
        };
        Self {
            with: variant.with.iter().cloned().collect(),
            fights: outlook.fights,
            interrupted: variant.interrupted,
            nobody: share(outlook.nobody),
            undecided: share(outlook.undecided),
            sides: outlook.sides.iter().map(side).collect(),
            combatants: outlook.combatants.iter().map(one).collect(),
            rounds: Rounds {
                mean: outlook.mean_round(),
                usual: outlook.usual_rounds(),
                ended: outlook.rounds.clone(),
            },
        }
    }
}
