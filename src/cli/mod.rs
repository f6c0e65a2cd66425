//! The command line, one file per subcommand. Results go to standard output, messages to standard error; nothing is
//! coloured but clap's own help, which respects `NO_COLOR` and colours terminals only.

mod check;
mod completions;
mod export;
mod house_book;
mod import;
mod keys;
mod layout;
mod man;
mod odds;
mod replay;
mod rules;
mod sentence;
mod sim;
mod snapshot;
mod watch;
mod xp;

use crate::escape::{Outlet, visible};
use crate::rules::model::encounter::Encounter;
use crate::rules::registry;
use crate::store::ThemeName;
use crate::tui;
use anyhow::Error;
use clap::{Parser, Subcommand};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// A combat tracker for the referees of tabletop role-playing games.
///
/// Without a subcommand, wardrum opens FILE, else the running fight, else the start screen.
#[derive(Debug, Default, Parser)]
#[command(name = "wardrum", bin_name = "wardrum", version, args_conflicts_with_subcommands = true)]
struct Cli {
    /// A saved fight to continue.
    file: Option<PathBuf>,
    #[command(flatten)]
    play: Play,
    #[command(subcommand)]
    task: Option<Task>,
}

/// Display options, for this run only.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
struct Looks {
    /// The theme: dark, light, colourblind or plain. No colours where NO_COLOR is set.
    #[arg(long, value_name = "NAME")]
    theme: Option<ThemeName>,
    /// Plain ASCII: no box or bar glyphs.
    #[arg(long)]
    ascii: bool,
}

/// Options of play, for this run only.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
struct Play {
    #[command(flatten)]
    looks: Looks,
    /// Roll the fight's dice from this seed: the same seed rolls the same dice, for a demonstration or a fault report.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build a new fight.
    New(Play),
    /// Look at a saved fight on the timeline; or print its log, its state as JSON, or what today's rules would change.
    Replay(replay::Args),
    /// Write a saved fight as a report, as a page that replays it or as a recording; or creatures for other tools.
    Export(export::Args),
    /// Show the possible results of an act in a saved fight, with their chances.
    Odds(odds::Args),
    /// Simulate a saved fight to its end many times: who wins, who falls, how long it takes.
    Sim(sim::Args),
    /// Import creatures, parties and fights from other programs, tables, or stat blocks as text.
    Import(import::Args),
    /// Follow the running fight, or a saved one, as the players may see it; read only, in a second terminal or as a web page.
    Watch(watch::Args),
    /// Run scenario files and report those that fail.
    Check(check::Args),
    /// Look up rules, options and conditions, with their tables.
    Rules(rules::Args),
    /// Begin, check and list house books: a table's own rules as a file.
    House(house_book::Args),
    /// List every key binding, and check your own (keys.ron).
    Keys(keys::Args),
    /// Work out experience awards and the level they lead to.
    Xp(xp::Args),
    /// Print completions for a shell.
    Completions(completions::Args),
    /// Print the manual page.
    Man,
}

/// The result of a task that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Success.
    Fine,
    /// A check failed, nothing was found, or something could not be saved.
    Short,
}

/// Parses the arguments and runs the task. Exit codes: 0 success, 1 a check failed, nothing was found or something
/// could not be saved, 2 wrong usage or an unreadable file.
pub fn main() -> ExitCode {
    // Building clap's parser takes longer than reading a fight, so it is skipped without arguments.
    let parsed = if env::args_os().len() > 1 { Cli::try_parse() } else { Ok(Cli::default()) };
    let cli = match parsed {
        Ok(cli) => cli,
        Err(asked) => return answer(&asked),
    };
    // Not locked: another thread may restore the terminal and write to it as well.
    let mut out = Outlet::new(io::stdout());
    let verdict = run(&cli, &mut out).and_then(|verdict| Ok(out.flush().map(|()| verdict)?));
    match verdict {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Short) => ExitCode::from(1),
        Err(_) if out.is_closed() => ExitCode::SUCCESS,
        Err(error) => {
            say(format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Prints a one-line message on standard error.
fn say(message: impl ToString) {
    // If standard error is closed, nothing can be done about it.
    let _ = writeln!(io::stderr(), "wardrum: {}", visible(&message.to_string()));
}

/// Says that the house book of a fight cannot be read, if so: the rest is told by its ruleset alone.
fn say_of_book(e: &Encounter) {
    let unread = e.book.and_then(|book| Some((book, registry::with(e.ruleset, book).err()?)));
    if let Some((book, fault)) = unread {
        say(format!("the house book {} cannot be read, and does not count: {fault}", book.title()));
    }
}

/// Whether standard error is a terminal, so that progress is worth printing.
fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Prints a progress message, which the next one overwrites.
fn say_over(message: &str) {
    let _ = write!(io::stderr(), "\r{}", visible(message));
}

/// Asks on the terminal and returns the answer; `None` without a terminal.
fn ask(question: &str) -> Option<String> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return None;
    }
    let mut error = io::stderr();
    write!(error, "{} ", visible(question)).and_then(|()| error.flush()).ok()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(answer.trim().to_string())
}

/// Prints what the parser returned in place of arguments: a requested page, or a usage error. An error repeats the
/// arguments, so it is printed without colours.
fn answer(asked: &clap::Error) -> ExitCode {
    let _ = match asked.use_stderr() {
        true => write!(Outlet::new(io::stderr()), "{}", asked.render()),
        false => asked.print(),
    };
    ExitCode::from(u8::try_from(asked.exit_code()).unwrap_or(2))
}

fn run(cli: &Cli, out: &mut dyn Write) -> Result<Outcome, Error> {
    match &cli.task {
        Some(Task::New(play)) => show(*play, None, tui::Start::New),
        Some(Task::Replay(args)) => match args.on_screen() {
            Some(file) => show(args.play, Some(file), tui::Start::Replay),
            None => replay::run(args, out),
        },
        Some(Task::Export(args)) => export::run(args, out),
        Some(Task::Odds(args)) => odds::run(args, out),
        Some(Task::Sim(args)) => sim::run(args, out),
        Some(Task::Import(args)) => import::run(args, out),
        Some(Task::Watch(args)) => watch::run(args, out),
        Some(Task::Check(args)) => check::run(args, out),
        Some(Task::Rules(args)) => rules::run(args, out),
        Some(Task::House(args)) => house_book::run(args, out),
        Some(Task::Keys(args)) => keys::run(args, out),
        Some(Task::Xp(args)) => xp::run(args, out),
        Some(Task::Completions(args)) => completions::run(args, out),
        Some(Task::Man) => man::run(out),
        None => show(cli.play, cli.file.as_ref(), tui::Start::Resume),
    }
}

/// Runs the screen until the referee leaves.
fn show(play: Play, file: Option<&PathBuf>, start: tui::Start) -> Result<Outcome, Error> {
    let Play { looks: Looks { theme, ascii }, seed } = play;
    let lost = tui::run(tui::LaunchOptions { file: file.cloned(), start, theme, ascii, seed })?;
    let outcome = if lost.is_some() { Outcome::Short } else { Outcome::Fine };
    lost.into_iter().for_each(say);
    tui::obey_signal();
    Ok(outcome)
}
