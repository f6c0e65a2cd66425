//! `wardrum rules`: looks up rules, options and conditions.

use super::Verdict;
use crate::rules::registry::{self, RulesetId};
use crate::rules::ruleset::{About, ConditionRule, OptionRule, Rule, RuleMode};
use anyhow::Error;
use std::io::{self, Write};

/// What to look up.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An id such as bx.movement.retreat, or words that stand in what is looked for; without any,
    /// everything there is.
    words: Vec<String>,
    /// Only the rules of that game.
    #[arg(long)]
    ruleset: Option<RulesetId>,
}

/// Something that can be looked up.
enum Entry<'a> {
    Rule(&'a Rule),
    Option(&'a OptionRule),
    Condition(&'a ConditionRule),
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Verdict, Error> {
    let wanted = |id: &RulesetId| args.ruleset.is_none_or(|only| only == *id);
    let books = registry::ALL.into_iter().filter(wanted).map(|id| registry::ruleset(id).about());
    let books: Vec<&About> = books.collect();
    if args.words.is_empty() {
        for about in books {
            contents(about, out)?;
        }
        return Ok(Verdict::Fine);
    }
    let entries: Vec<(&About, Entry)> =
        books.iter().flat_map(|about| entries(about).map(|entry| (*about, entry))).collect();
    let found = look_up(&entries, &args.words);
    match found[..] {
        [] => {
            eprintln!("wardrum: nothing in the rules has \"{}\"", args.words.join(" "));
            return Ok(Verdict::Short);
        }
        [(about, entry)] => entry.tell(about, out)?,
        _ => {
            for (_, entry) in found {
                writeln!(out, "{:<34} {}", entry.id(), entry.title())?;
            }
        }
    }
    Ok(Verdict::Fine)
}

/// The sequence of play and everything by its id.
fn contents(about: &About, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}\n", about.title, about.summary)?;
    for line in &about.sequence {
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    for entry in entries(about) {
        writeln!(out, "{:<34} {}", entry.id(), entry.title())?;
    }
    Ok(())
}

fn entries(about: &About) -> impl Iterator<Item = Entry<'_>> {
    let rules = about.rules.iter().map(Entry::Rule);
    let options = about.options.iter().map(Entry::Option);
    rules.chain(options).chain(about.conditions.iter().map(Entry::Condition))
}

/// The one whose id or name it is, else all in which every word stands.
fn look_up<'a>(
    entries: &'a [(&'a About, Entry<'a>)],
    words: &[String],
) -> Vec<(&'a About, &'a Entry<'a>)> {
    let phrase = words.join(" ").to_lowercase();
    let named = |entry: &Entry| entry.id() == phrase || entry.title().to_lowercase() == phrase;
    let all = || entries.iter().map(|(about, entry)| (*about, entry));
    let exact: Vec<_> = all().filter(|(_, entry)| named(entry)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let has_all = |entry: &Entry| {
        let text = entry.everything();
        words.iter().all(|word| text.contains(&word.to_lowercase()))
    };
    all().filter(|(_, entry)| has_all(entry)).collect()
}

impl Entry<'_> {
    fn id(&self) -> &str {
        match self {
            Self::Rule(rule) => &rule.id,
            Self::Option(option) => &option.id,
            Self::Condition(_) => "condition",
        }
    }

    fn title(&self) -> &str {
        match self {
            Self::Rule(rule) => &rule.title,
            Self::Option(option) => &option.title,
            Self::Condition(condition) => &condition.name,
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Rule(rule) => &rule.text,
            Self::Option(option) => &option.text,
            Self::Condition(condition) => &condition.text,
        }
    }

    /// All its words, to look for some among them.
    fn everything(&self) -> String {
        format!("{} {} {}", self.id(), self.title(), self.text()).to_lowercase()
    }

    /// All of it.
    fn tell(&self, about: &About, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} ({})\n{}\n\n{}", self.title(), about.title, self.id(), self.text())?;
        match self {
            Self::Rule(rule) => writeln!(out, "\n{}", by_whom(rule.mode)),
            Self::Option(option) => {
                writeln!(out, "\nvalues: {} (the first stands)", option.values.join(", "))
            }
            Self::Condition(_) => Ok(()),
        }
    }
}

fn by_whom(mode: RuleMode) -> &'static str {
    match mode {
        RuleMode::Auto => "wardrum does this.",
        RuleMode::Assisted => "wardrum does this with facts from the referee.",
        RuleMode::Reference => "To look up.",
    }
}
