//! `wardrum replay`: replays a saved fight from its start.

use super::snapshot::{Log, Snapshot};
use super::{Outcome, Play, say, say_of_book};
use crate::chronicle::{Chronicle, Drift, Entry, EntryId, Step};
use crate::escape::visible;
use crate::rules::model::encounter::Encounter;
use crate::rules::model::event::{Event, Stop};
use crate::rules::model::moment::Round;
use crate::rules::text::log;
use crate::store;
use anyhow::Error;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// What to replay, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A saved fight.
    file: PathBuf,
    /// Print the log.
    #[arg(long)]
    print: bool,
    /// Drop rolls and weapons from lines of the log that are longer than this, never what came of them.
    #[arg(long, value_name = "COLUMNS", default_value_t = 60)]
    columns: usize,
    /// Print the state as one JSON value: title, ruleset, stage, round, phase, clock (seconds),
    /// order (the names in each slot), combatants (name, side, standing, hit_points with now and
    /// max, conditions with name, value, rounds_left and until, engaged_with), proposed (who, action, asks, at), log
    /// (version; lines with the number of the act, the text, and the account: who did what, at whom, with what, the
    /// tries, and what came of it, where combatants stand by their place in combatants, from 0).
    #[arg(long)]
    json: bool,
    /// Stop at the end of this round.
    #[arg(long, value_name = "ROUND")]
    to: Option<Round>,
    /// Replay the commands and dice with today's rules and report the first entry that turns out differently.
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    pub(super) play: Play,
}

impl Args {
    /// The file to show on the screen, if no text output is requested and there is a terminal.
    pub(super) fn on_screen(&self) -> Option<&PathBuf> {
        let text = self.print || self.json || self.verify || self.to.is_some();
        (!text && io::stdout().is_terminal()).then_some(&self.file)
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let opened = store::look(&args.file)?;
    say_of_book(opened.chronicle.now());
    let fight = opened.chronicle;
    if let Some(damage) = &opened.damage {
        say(damage);
    }
    let (state, shown) = state_at(&fight, args.to);
    if args.print || !(args.json || args.verify) {
        print(&fight, &state, &shown, args.columns, out)?;
    }
    if args.json {
        let last = fight.last_attacks_at(shown.len());
        let entries: Vec<&Entry> = shown.iter().filter_map(|id| fight.entry(*id)).collect();
        let log = Log::of(fight.rules().about(), &state, &entries);
        let snapshot = Snapshot::of(opened.journal.title(), fight.rules(), &state, &last, log);
        serde_json::to_writer_pretty(&mut *out, &snapshot)?;
        writeln!(out)?;
    }
    let whole = if opened.damage.is_none() { Outcome::Fine } else { Outcome::Short };
    if !args.verify {
        return Ok(whole);
    }
    match fight.verify() {
        Some(drift) => {
            print_drift(&fight, &drift, out)?;
            Ok(Outcome::Short)
        }
        None if opened.damage.is_some() => Ok(Outcome::Short),
        None => {
            writeln!(out, "{} entries, all unchanged under today's rules", fight.line().len())?;
            Ok(Outcome::Fine)
        }
    }
}

/// The state at the end of a round (by default, after everything done), and the entries up to it.
fn state_at(fight: &Chronicle, round: Option<Round>) -> (Encounter, Vec<EntryId>) {
    let (mut state, mut shown) = (fight.start().clone(), Vec::new());
    for &id in &fight.line()[..fight.at()] {
        let Some(entry) = fight.entry(id) else { break };
        let mut after = state.clone();
        entry.events().for_each(|event| after.apply(event));
        if round.is_some_and(|last| after.round > last) {
            break;
        }
        state = after;
        shown.push(id);
    }
    (state, shown)
}

fn print(
    fight: &Chronicle,
    state: &Encounter,
    shown: &[EntryId],
    columns: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let about = fight.rules().about();
    let entries = shown.iter().filter_map(|id| fight.entry(*id));
    let steps: log::Steps = entries.flat_map(|entry| &entry.steps).map(Step::happened).collect();
    let reader = log::Reader { about, e: state, record: &steps };
    for account in reader.forward(None) {
        let line = log::line(about, state, &account).fitted(columns);
        writeln!(out, "{}", visible(&line.text()))?;
    }
    Ok(())
}

/// Prints the first entry that today's rules resolve differently: the command, the recorded events and today's.
fn print_drift(fight: &Chronicle, drift: &Drift, out: &mut dyn Write) -> io::Result<()> {
    let about = fight.rules().about();
    let before = fight.seek(drift.at);
    let step = fight.entry(drift.entry).and_then(|entry| entry.steps.get(drift.step));
    let what = step.map(|step| log::entry_label(about, &before, &step.command, &step.events));
    let (number, round) = (drift.at + 1, before.round);
    writeln!(out, "entry {number} (round {round}), {}:", visible(&what.unwrap_or_default()))?;
    let told = |events: &[Event]| {
        let lines = events.iter().filter_map(|event| log::in_full(about, fight.now(), event));
        lines.collect::<Vec<_>>().join("; ")
    };
    writeln!(out, "  recorded  {}", visible(&told(&drift.recorded)))?;
    let today = match &drift.today {
        Ok(_) if drift.unasked > 0 => format!("{} recorded answers are not asked for", drift.unasked),
        Ok(events) => told(events),
        Err(Stop::Refused(error)) => format!("refused: {error}"),
        Err(Stop::Roll(_) | Stop::Choice(_)) => "it asks a question that was not asked before".into(),
    };
    writeln!(out, "  today     {}", visible(&today))
}
