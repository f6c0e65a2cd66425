//! `wardrum house`: begins, checks and lists house books.

use super::{Outcome, say};
use crate::rules::model::house_book::Book;
use crate::rules::model::ids::RulesetId;
use crate::scenario::home;
use crate::store::{self, HouseBooks};
use anyhow::{Error, anyhow};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to do with house books.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Print the beginning of a house book, with comments.
    New {
        /// The ruleset it is laid over.
        ruleset: RulesetId,
    },
    /// Read house books and play the examples of their rules.
    Check {
        /// The books.
        #[arg(required = true)]
        file: Vec<PathBuf>,
    },
    /// Print the tables that a house book can change, as addresses name them.
    Tables {
        /// The ruleset.
        ruleset: RulesetId,
        /// One table, whole.
        table: Option<String>,
    },
    /// List the house books: those that come with wardrum, and your own.
    List,
    /// Print a house book that comes with wardrum.
    Show {
        /// Its name, or the beginning of it.
        name: String,
    },
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    match &args.task {
        Task::New { ruleset } => write!(out, "{}", HouseBooks::beginning(*ruleset))?,
        Task::Check { file } => return check_all(file, out),
        Task::Tables { ruleset, table } => return tables(*ruleset, table.as_deref(), out),
        Task::List => list(out)?,
        Task::Show { name } => return show(name, out),
    }
    Ok(Outcome::Fine)
}

fn check_all(files: &[PathBuf], out: &mut dyn Write) -> Result<Outcome, Error> {
    let mut sound = true;
    for path in files {
        sound &= check(path, out)?;
    }
    Ok(if sound { Outcome::Fine } else { Outcome::Short })
}

/// Checks a book. Returns whether it is sound and its examples came out.
fn check(path: &Path, out: &mut dyn Write) -> Result<bool, Error> {
    let unread = |error| anyhow!("{}: {}", path.display(), store::system(&error));
    let text = fs::read_to_string(path).map_err(unread)?;
    let checked = match home::check(Book::of(&text)) {
        Ok(checked) => checked,
        Err(fault) => {
            writeln!(out, "{}, {fault}", path.display())?;
            return Ok(false);
        }
    };
    for fault in &checked.faults {
        writeln!(out, "{}: {fault}", path.display())?;
    }
    let (rules, played, failed) = (checked.rules, checked.played, checked.faults.len());
    let rules = if rules == 1 { "1 rule".into() } else { format!("{rules} rules") };
    writeln!(out, "{}: {rules}; examples: {} passed, {failed} failed", path.display(), played - failed)?;
    Ok(failed == 0)
}

fn tables(ruleset: RulesetId, table: Option<&str>, out: &mut dyn Write) -> Result<Outcome, Error> {
    let found = HouseBooks::tables(ruleset);
    let Some(name) = table else {
        for (name, text) in found {
            let brief: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let short: String = brief.chars().take(60).collect();
            let more = if short.len() < brief.len() { " ..." } else { "" };
            writeln!(out, "{name}: {short}{more}")?;
        }
        return Ok(Outcome::Fine);
    };
    match found.into_iter().find(|(known, _)| *known == name) {
        Some((name, text)) => writeln!(out, "{name}: {text}")?,
        None => {
            say(format!("{} has no table \"{name}\"", ruleset.title()));
            return Ok(Outcome::Short);
        }
    }
    Ok(Outcome::Fine)
}

fn list(out: &mut dyn Write) -> Result<(), Error> {
    let (books, faults) = HouseBooks::all(&store::Folders::find()?);
    for book in &books {
        let rulesets: Vec<&str> = book.rulesets.iter().map(|id| id.title()).collect();
        writeln!(out, "{}: {} ({})", book.name, book.about, rulesets.join(", "))?;
    }
    faults.iter().for_each(say);
    Ok(())
}

fn show(name: &str, out: &mut dyn Write) -> Result<Outcome, Error> {
    match HouseBooks::shipped(name) {
        Some(text) => write!(out, "{text}")?,
        None => {
            say(format!("no house book that comes with wardrum is called \"{name}\""));
            return Ok(Outcome::Short);
        }
    }
    Ok(Outcome::Fine)
}
