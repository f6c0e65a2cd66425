//! `wardrum rules`: looks up rules, options and conditions, with their tables.

use super::{Outcome, layout, say};
use crate::rules::model::ids::RulesetId;
use crate::rules::registry;
use crate::rules::ruleset::Ruleset;
use crate::rules::text::book::{Entry, entries};
use crate::store::{Folders, HouseBooks};
use crate::tui::paint::layout::{entry as page, text};
use crate::tui::rule_search::found;
use anyhow::Error;
use std::io::{self, Write};

/// What to look up.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An id such as bx.movement.retreat, or words to search for; without any, list everything.
    #[arg(value_name = "ID or WORDS")]
    words: Vec<String>,
    /// Only the rules of this ruleset.
    #[arg(long)]
    ruleset: Option<RulesetId>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Outcome, Error> {
    let wanted = |id: &RulesetId| args.ruleset.is_none_or(|only| only == *id);
    let books = registry::ALL.into_iter().filter(wanted).map(registry::ruleset);
    let words = args.words.join(" ");
    if words.trim().is_empty() {
        for book in books {
            print_contents(book, out)?;
        }
        return Ok(Outcome::Fine);
    }
    let entries: Vec<Entry> = books.flat_map(entries).chain(of_house_books(args)).collect();
    let found = found(&entries, &words);
    if found.is_empty() {
        say(format!("nothing in the rules has \"{words}\""));
        return Ok(Outcome::Short);
    }
    for (nth, at) in found.into_iter().enumerate() {
        if nth > 0 {
            writeln!(out)?;
        }
        print_entry(&entries[at], out)?;
    }
    Ok(Outcome::Fine)
}

/// The entries that house books bring: those that come with wardrum, and the referee's own.
fn of_house_books(args: &Args) -> Vec<Entry> {
    let read = |folders: Folders| HouseBooks::all(&folders).0;
    let books = Folders::find().map_or_else(|_| HouseBooks::built_in(), read);
    let mut found: Vec<Entry> = Vec::new();
    for book in books.iter().filter_map(|book| Some((book.book?, &book.rulesets))) {
        let first = book.1.iter().find(|id| args.ruleset.is_none_or(|only| only == **id));
        let laid = first.and_then(|id| registry::with(*id, book.0).ok());
        let own =
            |entry: &Entry| laid.is_some_and(|laid| laid.rules.iter().any(|rule| *entry.id == *rule.id));
        found.extend(laid.into_iter().flat_map(|laid| entries(laid)).filter(own));
    }
    found
}

/// Prints the sequence of play, then every entry by its id, chapter by chapter.
fn print_contents(book: &dyn Ruleset, out: &mut dyn Write) -> io::Result<()> {
    let about = book.about();
    let summary = format!("{}: {}\n", about.title, about.summary);
    let sequence = about.sequence.iter().map(|line| format!("  {line}"));
    for line in std::iter::once(summary).chain(sequence) {
        print_lines(&text(&line, layout::columns()), out)?;
    }
    let entries = entries(book);
    let ids = entries.iter().map(|entry| entry.id.len()).max().unwrap_or(0);
    for chapter in entries.chunk_by(|one, other| one.chapter() == other.chapter()) {
        writeln!(out, "\n{}", capital(chapter[0].chapter()))?;
        for entry in chapter {
            writeln!(out, "  {:<ids$}  {}", entry.id, entry.title)?;
        }
    }
    Ok(())
}

fn capital(word: &str) -> String {
    let first = word.chars().take(1).flat_map(char::to_uppercase);
    first.chain(word.chars().skip(1)).collect()
}

fn print_lines(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Prints an entry in full.
fn print_entry(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} ({})\n{}\n", entry.title, entry.game, entry.id)?;
    print_lines(&page(entry, layout::columns()), out)
}
