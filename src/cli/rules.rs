//! `wardrum rules`: looks up rules, options and conditions, with their tables.

use super::{Verdict, layout};
use crate::rules::registry::{self, RulesetId};
use crate::rules::ruleset::{About, ConditionRule, OptionRule, Rule, RuleMode, Ruleset, Table};
use anyhow::Error;
use std::io::{self, Write};

/// What to look up.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An id such as bx.movement.retreat, or words that all stand in what is looked for; without
    /// any, a list of everything there is.
    #[arg(value_name = "ID or WORDS")]
    words: Vec<String>,
    /// Only the rules of that game.
    #[arg(long)]
    ruleset: Option<RulesetId>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Verdict, Error> {
    let wanted = |id: &RulesetId| args.ruleset.is_none_or(|only| only == *id);
    let books = registry::ALL.into_iter().filter(wanted).map(registry::ruleset);
    let words: Vec<String> =
        args.words.iter().flat_map(|word| word.split_whitespace()).map(str::to_lowercase).collect();
    if words.is_empty() {
        for book in books {
            contents(book, out)?;
        }
        return Ok(Verdict::Fine);
    }
    let found = look_up(books.flat_map(entries).collect(), &words);
    if found.is_empty() {
        eprintln!("wardrum: nothing in the rules has \"{}\"", words.join(" "));
        return Ok(Verdict::Short);
    }
    for (at, entry) in found.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        entry.tell(out)?;
    }
    Ok(Verdict::Fine)
}

/// The sequence of play, and everything by its id, chapter by chapter.
fn contents(book: &dyn Ruleset, out: &mut dyn Write) -> io::Result<()> {
    let about = book.about();
    let summary = format!("{}: {}\n", about.title, about.summary);
    let sequence = about.sequence.iter().map(|line| format!("  {line}"));
    for line in std::iter::once(summary).chain(sequence) {
        lines(&layout::text(&line, layout::columns()), out)?;
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

fn lines(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Something that can be looked up.
struct Entry {
    game: &'static str,
    id: String,
    title: &'static str,
    text: String,
    /// What it is to the referee; not searched.
    note: &'static str,
    tables: Vec<Table>,
}

fn entries(book: &dyn Ruleset) -> Vec<Entry> {
    let about = book.about();
    let tables = book.tables();
    let rules = about.rules.iter().map(|rule| Entry::rule(about, rule, &tables));
    let options = about.options.iter().map(|option| Entry::option(about, option));
    let conditions = about.conditions.iter().map(|condition| Entry::condition(about, condition));
    rules.chain(options).chain(conditions).collect()
}

/// The one with that id, else all in which every word stands, the best matches first.
fn look_up(mut entries: Vec<Entry>, words: &[String]) -> Vec<Entry> {
    if let Some(at) = entries.iter().position(|entry| words == [entry.id.as_str()]) {
        return vec![entries.swap_remove(at)];
    }
    let ranked = entries.into_iter().filter_map(|entry| Some((entry.rank(words)?, entry)));
    let mut ranked: Vec<(usize, Entry)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, entry)| entry).collect()
}

impl Entry {
    fn rule(about: &'static About, rule: &'static Rule, tables: &[Table]) -> Self {
        let own = tables.iter().filter(|table| table.rule == rule.id).cloned();
        Self {
            game: &about.title,
            id: rule.id.to_string(),
            title: &rule.title,
            text: rule.text.to_string(),
            note: by_whom(rule.mode),
            tables: own.collect(),
        }
    }

    fn option(about: &'static About, option: &'static OptionRule) -> Self {
        Self {
            game: &about.title,
            id: option.id.to_string(),
            title: &option.title,
            text: format!("{}\n\nValues: {}.", option.text, option.values.join(", ")),
            note: "An option; the first value stands.",
            tables: Vec::new(),
        }
    }

    fn condition(about: &'static About, condition: &'static ConditionRule) -> Self {
        Self {
            game: &about.title,
            id: format!("{}.condition.{}", about.id.name(), condition.name.replace(' ', "-")),
            title: &condition.name,
            text: condition.text.to_string(),
            note: "A condition.",
            tables: Vec::new(),
        }
    }

    /// The part of the id between the game's and its own.
    fn chapter(&self) -> &str {
        self.id.split('.').nth(1).unwrap_or("")
    }

    /// Where all the words stand: the id, the title, the text, only the tables. `None`: nowhere.
    fn rank(&self, words: &[String]) -> Option<usize> {
        let text = format!("{} {} {}", self.id, self.title, self.text);
        let cells = self.tables.iter().flat_map(|table| table.rows.iter().flatten());
        let all = cells.fold(text.clone(), |all, cell| all + " " + cell);
        let places = [&self.id, self.title, &text, &all].map(str::to_lowercase);
        places.iter().position(|place| words.iter().all(|word| place.contains(word)))
    }

    /// All of it.
    fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = layout::columns();
        writeln!(out, "{} ({})\n{}\n", self.title, self.game, self.id)?;
        lines(&layout::text(&format!("{}\n\n{}", self.text, self.note), columns), out)?;
        for table in &self.tables {
            writeln!(out)?;
            lines(&layout::table(table, columns), out)?;
        }
        Ok(())
    }
}

fn by_whom(mode: RuleMode) -> &'static str {
    match mode {
        RuleMode::Auto => "wardrum does this.",
        RuleMode::Assisted => "wardrum does this with facts from the referee.",
        RuleMode::Reference => "To look up.",
    }
}
